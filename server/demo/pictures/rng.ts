/** A small seeded generator (mulberry32): the same seed always draws the same picture. */
export class Rng {
  private state: number;

  constructor(seed: number) {
    this.state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
    for (let warmUp = 0; warmUp < 3; warmUp++) this.next();
  }

  /** A number in [0, 1). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  range(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  /** A whole number from low to high, both included. */
  int(low: number, high: number): number {
    return Math.floor(this.range(low, high + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  side(): -1 | 1 {
    return this.chance(0.5) ? -1 : 1;
  }

  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new RangeError('pick needs at least one item');
    return items[Math.floor(this.next() * items.length)] as T;
  }

  /** An independent stream, so that adding a detail in one part leaves the others as they were. */
  fork(salt: number): Rng {
    return new Rng(Math.imul(Math.floor(this.next() * 0x7fffffff), 31) + salt);
  }
}
