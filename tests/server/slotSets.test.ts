import { TypedFastBitSet } from 'typedfastbitset';
import { describe, expect, it } from 'vitest';
import { Rng } from '#server/demo/random.ts';
import {
  except,
  forEachSlot,
  intersect,
  manyOf,
  type SlotSet,
  unite,
  ValueRanges,
} from '#server/features/properties/list/slotSets.ts';

const slotsOf = (set: SlotSet) => {
  const slots: number[] = [];
  forEachSlot(set, (slot) => slots.push(slot));
  return slots;
};

const setOf = (slots: readonly number[]) => manyOf(new TypedFastBitSet(slots));
const fewOf = (slots: readonly number[]): SlotSet => ({
  slots: Uint32Array.from(slots),
  bits: null,
  size: slots.length,
});

/** Some have no value, some the same as others, and the later ones lie where none of the first did. */
function columnOf(rng: Rng, count: number, firstCount: number, isWhole: boolean): Float64Array {
  return Float64Array.from({ length: count }, (_, slot) => {
    if (rng.chance(0.1)) return Number.NaN;
    const value = rng.range(-50, 50) * (slot < firstCount ? 1 : 3);
    return isWhole ? Math.round(value / 10) : value;
  });
}

describe('Ranges of values', () => {
  it.each([true, false])(
    'keep who lies between two values, as looking at each does (whole numbers: %s)',
    (isWhole) => {
      const rng = new Rng(isWhole ? 3 : 4);
      const [first, count] = [3_000, 5_000];
      const column = columnOf(rng, count, first, isWhole);
      const ranges = new ValueRanges();
      ranges.divide(column, first);
      // Added after the division, and beyond the room reserved then.
      for (let slot = 0; slot < count; slot++) ranges.add(slot, column[slot] ?? Number.NaN);
      const all = Array.from(column.keys());
      const sets = [all, all.filter(() => rng.chance(0.6)), all.slice(0, 100), all.slice(-70), []];
      const ends = [...column.filter((_, slot) => slot % 250 === 0), -5, 0, 0.5, 5, 400].filter(
        (value) => !Number.isNaN(value),
      );
      const bounds = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, ...ends];
      for (const slots of sets)
        for (const least of bounds)
          for (const most of bounds) {
            const expected = slots.filter((slot) => {
              const value = column[slot] ?? Number.NaN;
              return value >= least && value <= most;
            });
            for (const set of [setOf(slots), fewOf(slots)]) {
              const kept = ranges.keep(set, column, least, most);
              expect(kept.size, `${least} to ${most}`).toBe(expected.length);
              expect(slotsOf(kept)).toEqual(expected);
            }
          }
    },
  );

  it('look at each value while they are not divided, or nobody has one', () => {
    const column = Float64Array.of(1, 2, Number.NaN, 4);
    const ranges = new ValueRanges();
    const all = setOf([0, 1, 2, 3]);
    expect(slotsOf(ranges.keep(all, column, 2, Number.POSITIVE_INFINITY))).toEqual([1, 3]);
    ranges.divide(Float64Array.of(Number.NaN, Number.NaN), 2);
    for (const [slot, value] of column.entries()) ranges.add(slot, value);
    expect(slotsOf(ranges.keep(all, column, Number.NEGATIVE_INFINITY, 2))).toEqual([0, 1]);
  });
});

describe('Sets of slots', () => {
  it('unite, intersect and differ as lists of numbers do, however many there are of each', () => {
    const rng = new Rng(5);
    const drawn = (share: number) =>
      Array.from({ length: 4_000 }, (_, slot) => slot).filter(() => rng.chance(share));
    for (let round = 0; round < 200; round++) {
      const lists = Array.from({ length: 1 + Math.floor(rng.range(0, 6)) }, () =>
        drawn([0, 0.002, 0.01, 0.1, 0.9][Math.floor(rng.range(0, 5))] ?? 0),
      );
      const sets = lists.map((slots) => (rng.chance(0.5) ? setOf(slots) : fewOf(slots)));
      const before = sets.map(slotsOf);
      const [first = []] = lists;
      const last = lists.at(-1) ?? [];
      const inAny = [...new Set(lists.flat())].sort((one, other) => one - other);
      const inAll = first.filter((slot) => lists.every((slots) => slots.includes(slot)));
      for (const [set, expected] of [
        [unite(sets), inAny],
        [intersect(sets), inAll],
        [except(sets[0] ?? fewOf([]), sets.at(-1) ?? fewOf([])), first.filter((slot) => !last.includes(slot))],
      ] as const) {
        expect(slotsOf(set)).toEqual(expected);
        expect(set.size).toBe(expected.length);
      }
      expect(sets.map(slotsOf)).toEqual(before);
    }
  });
});
