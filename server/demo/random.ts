import { createHash } from 'node:crypto';
import { Rng } from './pictures/rng.ts';

/** A stream of its own for every name: adding a table elsewhere leaves the rows of this one as they were. */
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

/** An item with the likelihood its weight has among all. */
export function pickWeighted<Item>(rng: Rng, weighted: readonly (readonly [Item, number])[]): Item {
  let left = rng.next() * weighted.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [item, weight] of weighted) {
    left -= weight;
    if (left < 0) return item;
  }
  return rng.pick(weighted)[0];
}

/** Deals items in a random order in which the one dealt longest ago comes up soonest: none returns at once. */
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
