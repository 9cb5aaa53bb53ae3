import { createHash } from 'node:crypto';

/** A small seeded generator (mulberry32): the same seed gives the same numbers. */
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

  /** An independent stream: a new detail of one part changes no other part. */
  fork(salt: number): Rng {
    return new Rng(Math.imul(Math.floor(this.next() * 0x7fffffff), 31) + salt);
  }
}

/** A separate stream for every name: a new table changes no row of another. */
export function streamOf(name: string): Rng {
  return new Rng(createHash('sha256').update(name).digest().readUInt32LE(0));
}

export function shuffled<Item>(rng: Rng, items: readonly Item[]): Item[] {
  const rest = [...items];
  return items.flatMap(() => rest.splice(rng.int(0, rest.length - 1), 1));
}

/** Up to `count` different items, in random order. */
export function sample<Item>(rng: Rng, items: readonly Item[], count: number): Item[] {
  return shuffled(rng, items).slice(0, count);
}

/** An index of the list, with a probability by weight. */
export function pickPlace(rng: Rng, weights: readonly number[]): number {
  let left = rng.next() * weights.reduce((sum, weight) => sum + weight, 0);
  const place = weights.findIndex((weight) => {
    left -= weight;
    return left < 0;
  });
  return place < 0 ? weights.length - 1 : place;
}

/** An item, with a probability by weight. */
export function pickWeighted<Item>(rng: Rng, weighted: readonly (readonly [Item, number])[]): Item {
  const place = pickPlace(
    rng,
    weighted.map(([, weight]) => weight),
  );
  return (weighted[place] ?? rng.pick(weighted))[0];
}

/** Deals items in a random order; the items dealt longest ago come first, so that no item repeats at once. */
export class Deck<Item> {
  private readonly queue: Item[];

  constructor(
    private readonly rng: Rng,
    items: readonly Item[],
  ) {
    this.queue = shuffled(rng, items);
  }

  deal(isFit: (item: Item) => boolean = () => true): Item {
    const fitting = this.queue.filter(isFit);
    const item = this.rng.pick(fitting.slice(0, Math.max(1, Math.floor(fitting.length / 3))));
    this.queue.splice(this.queue.indexOf(item), 1);
    this.queue.push(item);
    return item;
  }
}
