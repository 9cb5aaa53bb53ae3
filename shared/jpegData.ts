/**
 * Reads the data of a JPEG without drawing it. Decoders make a picture of nearly any bytes: where a code makes no
 * sense they go on, and the rest of the picture is shifted, grey or in wrong colours.
 */

interface JpegState {
  /** The mark of its end stands there. Without it some decoders draw nothing. */
  hasEnd: boolean;
  /** Codes make no sense, or more is missing than an unseen rest at its end. */
  isDamaged: boolean;
}

/** The mark behind which viewers read no more. */
export const JPEG_END = new Uint8Array([0xff, 0xd9]);

const MARK = { scan: 0xda, end: 0xd9, tables: 0xc4, restartInterval: 0xdd, progressive: 0xc2 };
/** Of frames that are read here: baseline, extended, progressive. */
const FRAMES = [0xc0, 0xc1, MARK.progressive];
const isRestart = (mark: number) => mark >= 0xd0 && mark <= 0xd7;
/** Marks without a length: padding, and marks inside of a scan's data. */
const isBare = (mark: number) => mark <= 1 || isRestart(mark) || mark === 0xd8;

/** Shares of the units that may be missing at the end of the last scan: of all values, of the last bit, of colours. */
const UNSEEN = { edge: 0.02, lastBit: 0.5, colours: 1 };
/** Bytes behind the last code: more of them than padding show that codes were read in a wrong rhythm. */
const PADDING_BYTES = 3;
/** Other requests are served in between. */
const SLICE_MS = 8;
const UNITS_A_LOOK = 256;
/** A larger picture is not looked at: its values would take a hundred megabytes. */
const MOST_PIXELS = 200_000_000;
const BITS_A_VALUE = 8;
/** The most bits of the first value of a block with 8 bits a pixel. */
const MOST_DC_BITS = 11;
const COEFFICIENTS = 64;
const SIXTEEN_ZEROS = 0xf0;

interface Component {
  id: number;
  /** Blocks of it in a unit of a scan that has several components. */
  blocks: number;
  /** Units of a scan that it has for itself: one block each. */
  ownUnits: number;
  /** By coefficient: bits that a later scan adds; -1: not sent yet. */
  missingBits: Int8Array;
  /** A bit for each value that is not zero, in two numbers for each block. Of progressive pictures only. */
  values: Uint32Array;
}

interface Frame {
  isProgressive: boolean;
  units: number;
  components: Component[];
}

interface ScanPart {
  component: Component;
  /** In one unit. */
  blocks: number;
  dc: CodeTable | undefined;
  ac: CodeTable | undefined;
}

interface Scan {
  parts: ScanPart[];
  units: number;
  /** The first and the last coefficient. */
  first: number;
  last: number;
  isProgressive: boolean;
  /** It adds a bit to known values. */
  isRefinement: boolean;
  restartEvery: number;
  /** Share of the units that may be missing at its end. */
  unseen: number;
}

/** @returns null: a kind of JPEG that is not read here. */
export async function examineJpeg(bytes: Uint8Array): Promise<JpegState | null> {
  const tables = new Map<number, CodeTable>();
  let frame: Frame | null = null;
  let restartEvery = 0;
  let missing = 0;
  let isDamaged = false;
  let hasEnd = false;
  let hasScan = false;
  let at = bytes.indexOf(0xff);
  while (at >= 0 && at + 2 <= bytes.length) {
    const mark = bytes[at + 1] ?? 0;
    if (mark === MARK.end) {
      hasEnd = true;
      break;
    }
    const length = isBare(mark) || mark === 0xff || at + 4 > bytes.length ? 0 : readPair(bytes, at + 2);
    const segment = bytes.subarray(at + 4, at + 2 + length);
    at += mark === 0xff ? 1 : 2 + length;
    if (FRAMES.includes(mark)) frame ??= readFrame(segment, mark === MARK.progressive);
    else if (mark === MARK.tables) readTables(segment, tables);
    else if (mark === MARK.restartInterval) restartEvery = readPair(segment, 0);
    else if (mark === MARK.scan) {
      if (!frame) return null;
      hasScan = true;
      const scan = readScan(segment, frame, tables, restartEvery);
      // Only the last scan may break off.
      if (!scan || missing > 0) isDamaged = true;
      if (scan) {
        const walk = await walkScan(bytes, at, scan);
        ({ missing, at } = walk);
        isDamaged ||= walk.isFaulty || missing > scan.unseen || (frame.isProgressive && walk.isOutOfStep);
        if (!frame.isProgressive && isComplete(frame)) {
          // Bytes that a telephone appends are not looked at, also where it forgot the end.
          hasEnd = bytes[at + 1] === MARK.end;
          isDamaged ||= hasEnd && walk.isOutOfStep;
          break;
        }
      }
    }
    at = bytes.indexOf(0xff, at);
  }
  if (!frame || !hasScan) return null;
  isDamaged ||= !isComplete(frame) || (missing > 0 && hasEnd);
  return { hasEnd, isDamaged };
}

const readPair = (bytes: Uint8Array, at: number) => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);

/** Every value was sent; of colours the first value of each block is enough for the eye. */
const isComplete = ({ components }: Frame) =>
  components.every(({ missingBits }, index) =>
    (index === 0 ? missingBits : missingBits.subarray(0, 1)).every(
      (bits) => bits === 0 || (bits === 1 && index > 0),
    ),
  );

function readFrame(segment: Uint8Array, isProgressive: boolean): Frame | null {
  const count = segment[5] ?? 0;
  if (segment[0] !== BITS_A_VALUE || count === 0 || segment.length < 6 + count * 3) return null;
  const [height, width] = [readPair(segment, 1), readPair(segment, 3)];
  const sampled = Array.from({ length: count }, (_, index) => {
    const [id = 0, sampling = 0] = segment.subarray(6 + index * 3);
    return { id, across: sampling >> 4, down: sampling & 15 };
  });
  if (width * height > MOST_PIXELS || sampled.some((each) => each.across * each.down === 0)) return null;
  const across = Math.max(...sampled.map((each) => each.across));
  const down = Math.max(...sampled.map((each) => each.down));
  const blocksIn = (size: number, own: number, most: number) => Math.ceil(Math.ceil((size * own) / most) / 8);
  return {
    isProgressive,
    units: Math.ceil(width / (8 * across)) * Math.ceil(height / (8 * down)),
    components: sampled.map((each) => {
      const ownUnits = blocksIn(width, each.across, across) * blocksIn(height, each.down, down);
      return {
        id: each.id,
        blocks: each.across * each.down,
        ownUnits,
        missingBits: new Int8Array(COEFFICIENTS).fill(-1),
        values: new Uint32Array(isProgressive ? ownUnits * 2 : 0),
      };
    }),
  };
}

/** @returns null: it names no component or values that there are not. */
function readScan(
  segment: Uint8Array,
  frame: Frame,
  tables: ReadonlyMap<number, CodeTable>,
  restartEvery: number,
): Scan | null {
  const count = segment[0] ?? 0;
  const [first = 0, last = 0, bits = 0] = segment.subarray(1 + count * 2);
  const named = Array.from({ length: count }, (_, index) => {
    const [id, use = 0] = segment.subarray(1 + index * 2);
    return { component: frame.components.find((each) => each.id === id), use };
  });
  const known = named.flatMap(({ component, use }) => (component ? [{ component, use }] : []));
  const [only] = known;
  if (!only || known.length < count) return null;
  // Of others some cameras write what makes no sense, and decoders take no notice.
  const span = frame.isProgressive ? { first, last } : { first: 0, last: COEFFICIENTS - 1 };
  if (span.first > span.last || span.last >= COEFFICIENTS) return null;
  for (const { component } of known)
    component.missingBits.fill(frame.isProgressive ? bits & 15 : 0, span.first, span.last + 1);
  const isRefinement = frame.isProgressive && bits >> 4 > 0;
  const isOfColour = frame.isProgressive && span.first > 0 && only.component !== frame.components[0];
  return {
    ...span,
    parts: known.map(({ component, use }) => ({
      component,
      blocks: count === 1 ? 1 : component.blocks,
      dc: tables.get(use >> 4),
      ac: tables.get(0x10 + (use & 15)),
    })),
    units: count === 1 ? only.component.ownUnits : frame.units,
    isProgressive: frame.isProgressive,
    isRefinement,
    restartEvery,
    unseen: isOfColour ? UNSEEN.colours : isRefinement ? UNSEEN.lastBit : UNSEEN.edge,
  };
}

/** Codes of up to nine bits are found in one step. */
const QUICK_BITS = 9;
const MOST_BITS = 16;

interface CodeTable {
  /** By the next nine bits: length and symbol; 0: a longer code. */
  quick: Uint16Array;
  /** By length: the largest code, and where its symbols begin. */
  largest: Int32Array;
  offset: Int32Array;
  symbols: Uint8Array;
}

/** @param tables by class and number, as the file names them. */
function readTables(segment: Uint8Array, tables: Map<number, CodeTable>): void {
  for (let at = 0; at + 17 <= segment.length; ) {
    const name = segment[at] ?? 0;
    const counts = segment.subarray(at + 1, at + 17);
    const size = counts.reduce((sum, count) => sum + count, 0);
    tables.set(name, buildTable(counts, segment.subarray(at + 17, at + 17 + size)));
    at += 17 + size;
  }
}

function buildTable(counts: Uint8Array, symbols: Uint8Array): CodeTable {
  const quick = new Uint16Array(1 << QUICK_BITS);
  const largest = new Int32Array(MOST_BITS + 1).fill(-1);
  const offset = new Int32Array(MOST_BITS + 1);
  let code = 0;
  let index = 0;
  for (let length = 1; length <= MOST_BITS; length += 1) {
    offset[length] = index - code;
    for (let left = counts[length - 1] ?? 0; left > 0; left -= 1) {
      const spare = QUICK_BITS - length;
      if (spare >= 0) quick.fill((length << 8) | (symbols[index] ?? 0), code << spare, (code + 1) << spare);
      largest[length] = code;
      code += 1;
      index += 1;
    }
    code <<= 1;
  }
  return { quick, largest, offset, symbols };
}

/** The bits of a scan; behind a mark and the end of the file come zeros. */
class ScanBits {
  private held = 0;
  private count = 0;
  /** Zeros among the held bits. */
  private added = 0;

  constructor(
    private readonly bytes: Uint8Array,
    public at: number,
  ) {}

  /** More bits were used than there are. */
  get isStarved(): boolean {
    return this.added > this.count;
  }

  private fill(): void {
    const { bytes } = this;
    while (this.count <= 24) {
      let byte = bytes[this.at];
      if (byte === 0xff) {
        if (bytes[this.at + 1] === 0) this.at += 2;
        else byte = undefined;
      } else if (byte !== undefined) this.at += 1;
      if (byte === undefined) this.added += 8;
      this.held = (this.held << 8) | (byte ?? 0);
      this.count += 8;
    }
  }

  /** @returns the next bits, at most 16. */
  take(bits: number): number {
    if (bits === 0) return 0;
    if (this.count < bits) this.fill();
    this.count -= bits;
    return (this.held >>> this.count) & ((1 << bits) - 1);
  }

  /** @returns the symbol of the next code; -1: there is no such code. */
  decode({ quick, largest, offset, symbols }: CodeTable): number {
    if (this.count < MOST_BITS) this.fill();
    const found = quick[(this.held >>> (this.count - QUICK_BITS)) & ((1 << QUICK_BITS) - 1)] ?? 0;
    if (found !== 0) {
      this.count -= found >> 8;
      return found & 255;
    }
    for (let length = QUICK_BITS + 1; length <= MOST_BITS; length += 1) {
      const code = (this.held >>> (this.count - length)) & ((1 << length) - 1);
      if (code > (largest[length] ?? -1)) continue;
      this.count -= length;
      return symbols[code + (offset[length] ?? 0)] ?? -1;
    }
    return -1;
  }

  /** @returns how many bytes were left up to the next mark, without zeros. */
  toNextMark(): number {
    let left = Math.max(0, this.count - this.added) >> 3;
    this.held = 0;
    this.count = 0;
    this.added = 0;
    const { bytes } = this;
    for (;;) {
      const found = bytes.indexOf(0xff, this.at);
      const next = found < 0 ? bytes.length : found;
      for (; this.at < next; this.at += 1) left += bytes[this.at] === 0 ? 0 : 1;
      const mark = bytes[next + 1];
      if (mark !== 0 && mark !== 0xff) return left;
      // Other bytes of 255 are padding.
      left += mark === 0 ? 1 : 0;
      this.at += mark === 0 ? 2 : 1;
    }
  }
}

interface ScanWalk {
  /** At the next mark. */
  at: number;
  /** Share of the units that are missing at its end. */
  missing: number;
  /** A code makes no sense. */
  isFaulty: boolean;
  /** Bytes are left over behind the last code. */
  isOutOfStep: boolean;
}

async function walkScan(bytes: Uint8Array, from: number, scan: Scan): Promise<ScanWalk> {
  const { units, restartEvery } = scan;
  const bits = new ScanBits(bytes, from);
  let missing = 0;
  let isFaulty = false;
  let readUnit = unitReader(bits, scan);
  let sliceEnd = performance.now() + SLICE_MS;
  for (let unit = 0; readUnit && unit < units; unit += 1) {
    if (restartEvery > 0 && unit > 0 && unit % restartEvery === 0) {
      bits.toNextMark();
      if (!isRestart(bytes[bits.at + 1] ?? 0)) {
        missing = (units - unit) / units;
        break;
      }
      isFaulty = bytes[bits.at + 1] !== 0xd0 + ((unit / restartEvery - 1) % 8);
      bits.at += 2;
      readUnit = unitReader(bits, scan);
    }
    isFaulty ||= readUnit?.(unit) === false;
    if (bits.isStarved) {
      missing = (units - unit) / units;
      isFaulty = isRestart(bytes[bits.at + 1] ?? 0);
    }
    if (isFaulty || missing > 0) break;
    if (unit % UNITS_A_LOOK === 0 && performance.now() > sliceEnd) {
      await new Promise((resolve) => setTimeout(resolve));
      sliceEnd = performance.now() + SLICE_MS;
    }
  }
  const left = bits.toNextMark();
  // Marks of restarts stand between the codes that are not read, too.
  while (isRestart(bytes[bits.at + 1] ?? 0)) {
    bits.at += 2;
    bits.toNextMark();
  }
  return { at: bits.at, missing, isFaulty, isOutOfStep: readUnit !== null && left > PADDING_BYTES };
}

/** @returns reads one unit, and whether its codes make sense; null: the file leaves out the tables. */
function unitReader(bits: ScanBits, scan: Scan): ((unit: number) => boolean) | null {
  const { parts, first, isProgressive, isRefinement } = scan;
  const [only] = parts;
  if (isProgressive && first > 0) return only?.ac ? bandReader(bits, only.ac, only.component.values, scan) : null;
  if (isRefinement) return () => parts.every(({ blocks }) => repeat(blocks, () => bits.take(1) >= 0));
  const tables = parts.flatMap(({ blocks, dc, ac }) => (dc && (ac || isProgressive) ? [{ blocks, dc, ac }] : []));
  if (tables.length < parts.length) return null;
  return () =>
    tables.every(({ blocks, dc, ac }) =>
      repeat(blocks, () => readDc(bits, dc) && (isProgressive || !ac || readAc(bits, ac))),
    );
}

function repeat(times: number, read: () => boolean): boolean {
  for (let left = times; left > 0; left -= 1) if (!read()) return false;
  return true;
}

function readDc(bits: ScanBits, table: CodeTable): boolean {
  const size = bits.decode(table);
  bits.take(Math.max(0, size & 15));
  return size >= 0 && size <= MOST_DC_BITS;
}

/** Values 1 to 63 of a block: each code names the zeros before a value, and the bits of it. */
function readAc(bits: ScanBits, table: CodeTable): boolean {
  for (let index = 1; index < COEFFICIENTS; ) {
    const code = bits.decode(table);
    if (code < 0) return false;
    const size = code & 15;
    index += (code >> 4) + 1;
    if (size === 0 && code !== SIXTEEN_ZEROS) return true;
    if (index > COEFFICIENTS) return false;
    bits.take(size);
  }
  return true;
}

/**
 * The same of a band of values in a progressive picture, where a code may end several blocks at once. A refinement
 * also has one bit for each value that is not zero yet.
 */
function bandReader(bits: ScanBits, table: CodeTable, values: Uint32Array, { first, last, isRefinement }: Scan) {
  let ended = 0;
  return (unit: number): boolean => {
    let index = first;
    const isSet = () => (((values[unit * 2 + (index >> 5)] ?? 0) >>> (index & 31)) & 1) === 1;
    /** @param zeros to pass. */
    const pass = (zeros: number) => {
      for (let left = zeros; index <= last; index += 1) {
        if (isRefinement && isSet()) bits.take(1);
        else if (left === 0) return;
        else left -= 1;
      }
    };
    while (ended === 0 && index <= last) {
      const code = bits.decode(table);
      if (code < 0) return false;
      const size = code & 15;
      const run = code >> 4;
      if (size === 0 && code !== SIXTEEN_ZEROS) {
        ended = (1 << run) + bits.take(run);
        break;
      }
      if (isRefinement && size > 1) return false;
      bits.take(size);
      pass(run);
      if (index > last) return false;
      const at = unit * 2 + (index >> 5);
      if (size > 0) values[at] = (values[at] ?? 0) | (1 << (index & 31));
      index += 1;
    }
    if (ended > 0) {
      if (isRefinement && (values[unit * 2] || values[unit * 2 + 1])) pass(COEFFICIENTS);
      ended -= 1;
    }
    return true;
  };
}
