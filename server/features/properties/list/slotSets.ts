import { TypedFastBitSet } from 'typedfastbitset';

/** Up to one slot in so many has a number of its own; above it a bit for each slot takes less. */
const SPARSE = 32;
/** Limit up to which slots are sorted without bits, which take as long for few as for many. */
const FEW_UNITED = 200;

/** Slots of an index: few as their numbers, ascending; many as bits. Not to be changed by callers. */
export type SlotSet =
  | { slots: Uint32Array; bits: null; size: number }
  | { slots: null; bits: TypedFastBitSet; size: number };

export const NO_SLOTS: SlotSet = { slots: new Uint32Array(0), bits: null, size: 0 };

const fewOf = (slots: Uint32Array): SlotSet => ({ slots, bits: null, size: slots.length });
export const manyOf = (bits: TypedFastBitSet, size = bits.size()): SlotSet => ({ slots: null, bits, size });

/** The slots that hold one word, which only ever grow. */
export class Posting {
  private slots = new Uint32Array(4);
  private bits: TypedFastBitSet | null = null;
  private size = 0;

  /** @param slot higher than all before. */
  add(slot: number): void {
    if (this.bits) this.bits.add(slot);
    else if (this.size * SPARSE > slot + 2_048) {
      this.bits = new TypedFastBitSet(this.slots.subarray(0, this.size));
      this.bits.add(slot);
      this.slots = NO_SLOTS.slots as Uint32Array<ArrayBuffer>;
    } else {
      if (this.size === this.slots.length) this.slots = lengthened(this.slots, this.size * 2);
      this.slots[this.size] = slot;
    }
    this.size += 1;
  }

  get set(): SlotSet {
    return this.bits ? manyOf(this.bits, this.size) : fewOf(this.slots.subarray(0, this.size));
  }
}

export function bitsOf(slots: Uint32Array): TypedFastBitSet {
  const words = new Uint32Array(((slots.at(-1) ?? 0) >>> 5) + 1);
  for (const slot of slots) words[slot >>> 5] = (words[slot >>> 5] as number) | (1 << (slot & 31));
  return TypedFastBitSet.fromWords(words);
}

export function hasSlot({ slots, bits }: SlotSet, slot: number): boolean {
  if (bits) return bits.has(slot);
  let [low, high] = [0, slots.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((slots[middle] ?? 0) < slot) low = middle + 1;
    else high = middle;
  }
  return slots[low] === slot;
}

export function forEachSlot({ slots, bits }: SlotSet, visit: (slot: number) => void): void {
  if (slots) {
    for (const slot of slots) visit(slot);
    return;
  }
  const { words } = bits;
  for (let at = 0; at < words.length; at++) {
    let rest = words[at] as number;
    while (rest !== 0) {
      const lowest = rest & -rest;
      visit(at * 32 + 31 - Math.clz32(lowest));
      rest ^= lowest;
    }
  }
}

/** The slots in all sets. @param sets at least one */
export function intersect(sets: readonly SlotSet[]): SlotSet {
  const [smallest = NO_SLOTS, ...others] = sets.toSorted(
    (one, other) => Number(one.bits !== null) - Number(other.bits !== null) || one.size - other.size,
  );
  if (others.length === 0) return smallest;
  if (sets.some(({ size }) => size === 0)) return NO_SLOTS;
  if (smallest.slots) return fewOf(smallest.slots.filter((slot) => others.every((other) => hasSlot(other, slot))));
  let all: TypedFastBitSet | null = null;
  // A small set would have come first: these are all bits.
  for (const { bits } of others)
    if (bits) all = all ? all.intersection(bits) : smallest.bits.new_intersection(bits);
  return packed(all ?? smallest.bits);
}

/** The way that takes less. */
function packed(bits: TypedFastBitSet): SlotSet {
  const size = bits.size();
  if (size > bits.words.length) return manyOf(bits, size);
  const slots = new Uint32Array(size);
  let count = 0;
  forEachSlot(manyOf(bits, size), (slot) => {
    slots[count++] = slot;
  });
  return fewOf(slots);
}

export function unite(sets: readonly SlotSet[]): SlotSet {
  const [first = NO_SLOTS, ...others] = sets.filter(({ size }) => size > 0);
  if (others.length === 0) return first;
  const all = [first, ...others];
  const count = all.reduce((sum, { size }) => sum + size, 0);
  if (count <= FEW_UNITED && all.every(({ slots }) => slots))
    return fewOf(Uint32Array.from(new Set(all.flatMap(({ slots }) => [...(slots ?? [])]))).sort());
  const words = new Uint32Array(Math.max(...all.map(wordsOver)));
  for (const { slots, bits } of all)
    if (slots) for (const slot of slots) words[slot >>> 5] = (words[slot >>> 5] as number) | (1 << (slot & 31));
    else {
      const from = bits.words;
      for (let at = 0; at < from.length; at++) words[at] = (words[at] as number) | (from[at] as number);
    }
  return packed(TypedFastBitSet.fromWords(words));
}

/** The slots of the one that are not in the other. */
export function except(one: SlotSet, other: SlotSet): SlotSet {
  if (one.slots) return fewOf(one.slots.filter((slot) => !hasSlot(other, slot)));
  return packed(one.bits.new_difference(other.bits ?? bitsOf(other.slots)));
}

/** Number of words of bits that cover all slots. */
const wordsOver = ({ slots, bits }: SlotSet) => (slots ? ((slots.at(-1) ?? 0) >>> 5) + 1 : bits.words.length);

export function keepSlots({ slots, bits }: SlotSet, test: (slot: number) => boolean): SlotSet {
  if (slots) return fewOf(slots.filter(test));
  const kept = new TypedFastBitSet();
  let size = 0;
  bits.forEach((slot) => {
    if (!test(slot)) return;
    kept.add(slot);
    size += 1;
  });
  return manyOf(kept, size);
}

/** Into so many parts the values of a column are divided, about alike in size. */
const PARTS = 32;
/** Number of values that determine the bounds. */
const SAMPLE = 8_192;
const ALL = 0xffff_ffff;

/**
 * The slots between two values of a column, without a look at each value: the slots below some bounds are stored,
 * and only the listings of the two parts that hold the two values are compared. A listing without a value (NaN) is
 * in no range.
 */
export class ValueRanges {
  private bounds: number[] = [];
  /** For each bound, ascending: a bit for each slot whose value is less. */
  private below: Uint32Array[] = [];

  /** Chooses the bounds by the values before `used`; no slot is added yet. */
  divide(column: Float64Array, used: number): void {
    const step = Math.max(1, Math.floor(used / SAMPLE));
    const sample: number[] = [];
    for (let slot = 0; slot < used; slot += step) {
      const value = column[slot] as number;
      if (!Number.isNaN(value)) sample.push(value);
    }
    sample.sort((one, other) => one - other);
    const bounds = Array.from(
      { length: PARTS - 1 },
      (_, at) => sample[Math.floor(((at + 1) * sample.length) / PARTS)],
    );
    // The slots below the last bound are all slots with a value.
    this.bounds = [...new Set([...bounds, Number.POSITIVE_INFINITY])].filter((bound) => bound !== undefined);
    this.below = this.bounds.map(() => new Uint32Array((column.length + 31) >>> 5));
  }

  add(slot: number, value: number): void {
    const word = slot >>> 5;
    const bit = 1 << (slot & 31);
    for (let at = this.bounds.length - 1; at >= 0 && value < (this.bounds[at] as number); at--) {
      let below = this.below[at] as Uint32Array;
      if (word >= below.length) {
        below = lengthened(below, 2 * word);
        this.below[at] = below;
      }
      below[word] = (below[word] as number) | bit;
    }
  }

  /** The slots of the set whose value lies between both, the ends included. */
  keep(set: SlotSet, column: Float64Array, least: number, most: number): SlotSet {
    let size = 0;
    if (set.slots) {
      const kept = new Uint32Array(set.size);
      for (const slot of set.slots) {
        const value = column[slot] as number;
        if (value >= least && value <= most) kept[size++] = slot;
      }
      return fewOf(kept.subarray(0, size));
    }
    const first = this.partOf(least);
    const last = this.partOf(most);
    // Whole parts, as far as the bounds reach; in the first and the last part each value is compared.
    const isWhole = least === Number.NEGATIVE_INFINITY || this.bounds[first - 1] === least;
    const from = first < last && isWhole ? first : first + 1;
    const { words } = set.bits;
    const kept = new Uint32Array(words.length);
    const beforeFirst = this.before(first, words.length);
    const beforeFrom = this.before(from, words.length);
    const beforeLast = this.before(last, words.length);
    const beforeEnd = this.before(last + 1, words.length);
    // Word for word: a call for each of a million takes several times as long.
    for (let at = 0; at < words.length; at++) {
      const all = words[at] as number;
      if (all === 0) continue;
      const ofFirst = (beforeFrom[at] as number) & ~(beforeFirst[at] as number);
      const ofLast = (beforeEnd[at] as number) & ~(beforeLast[at] as number);
      let bits = all & (beforeLast[at] as number) & ~(beforeFrom[at] as number);
      let rest = all & (ofFirst | ofLast);
      while (rest !== 0) {
        const lowest = rest & -rest;
        const value = column[at * 32 + 31 - Math.clz32(lowest)] as number;
        if (value >= least && value <= most) bits |= lowest;
        rest ^= lowest;
      }
      kept[at] = bits;
    }
    return packed(TypedFastBitSet.fromWords(kept));
  }

  /** Bits of the slots in the parts before one; the first part has none before it, and the end has all. */
  private before(part: number, length: number): Uint32Array {
    const below = this.below[part - 1];
    if (!below) return new Uint32Array(length).fill(part === 0 ? 0 : ALL);
    if (below.length >= length) return below;
    const longer = lengthened(below, length);
    this.below[part - 1] = longer;
    return longer;
  }

  /** How many of the bounds are not more. */
  private partOf(value: number): number {
    let part = 0;
    while (part < this.bounds.length && (this.bounds[part] as number) <= value) part++;
    return part;
  }
}

export function lengthened(words: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(length);
  longer.set(words);
  return longer;
}
