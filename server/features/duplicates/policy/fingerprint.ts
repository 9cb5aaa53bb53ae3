import sharp from 'sharp';
import { MAX_DECODING_SECONDS, MAX_PIXELS } from '#server/media/pictures.ts';

/**
 * Fingerprint of a picture in 64 bits: whether brightness rises from each of 9 × 8 fields to its right neighbour (a
 * 'difference hash'). The same picture at another size, quality or brightness differs in few bits, another picture in
 * about half of them.
 */
const COLUMNS = 8;
const ROWS = 8;
const BANDS = 4;
const BITS_A_BAND = (COLUMNS * ROWS) / BANDS;

/** Pictures that differ in at most this many bits count as one, slightly cropped ones included. */
const MOST_BITS_APART = 8;
/** Smallest rise in grey levels: in even areas the noise of compression would decide. */
const LEAST_RISE = 2;
/** A picture of nearly one colour, or with one gradient, would match all such pictures. */
const LEAST_CONTRAST = 24;
const LEAST_BITS = 6;

/** Keys for an index of similar pictures. */
type Bands = readonly [number, number, number, number];

/**
 * @param bytes a picture in any size; a small one costs less.
 * @returns 16 hexadecimal digits; null if it shows too little.
 */
export async function readFingerprint(bytes: Buffer): Promise<string | null> {
  const light = await sharp(bytes, { limitInputPixels: MAX_PIXELS })
    .timeout({ seconds: MAX_DECODING_SECONDS })
    .flatten({ background: 'white' })
    .greyscale()
    .resize(COLUMNS + 1, ROWS, { fit: 'fill' })
    .raw()
    .toBuffer();
  return fingerprintOf(light);
}

/** @param light of 9 × 8 fields, row by row, 0 to 255. */
export function fingerprintOf(light: Uint8Array): string | null {
  const bits: boolean[] = [];
  for (let row = 0; row < ROWS; row += 1)
    for (let column = 0; column < COLUMNS; column += 1) {
      const at = row * (COLUMNS + 1) + column;
      bits.push((light[at + 1] ?? 0) - (light[at] ?? 0) >= LEAST_RISE);
    }
  const rising = bits.filter(Boolean).length;
  const contrast = Math.max(...light) - Math.min(...light);
  if (contrast < LEAST_CONTRAST || rising < LEAST_BITS || rising > bits.length - LEAST_BITS) return null;
  return toHex(bits);
}

function toHex(bits: readonly boolean[]): string {
  const digits = Array.from({ length: bits.length / 4 }, (_, digit) =>
    bits.slice(digit * 4, digit * 4 + 4).reduce((value, bit) => value * 2 + Number(bit), 0),
  );
  return digits.map((digit) => digit.toString(16)).join('');
}

/** Number of different bits, 0 to 64. */
export function hammingDistance(one: string, other: string): number {
  const differing = (from: number) =>
    countBits(
      Number.parseInt(one.slice(from, from + 8), 16) ^ Number.parseInt(other.slice(from, from + 8), 16),
    );
  return differing(0) + differing(8);
}

export function isSimilar(one: string, other: string): boolean {
  return hammingDistance(one, other) <= MOST_BITS_APART;
}

function countBits(word: number): number {
  let count = 0;
  for (let rest = word; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/**
 * Each band takes every fourth bit, so that it covers the whole picture: many pictures have the same sky or ceiling.
 */
export function bandsOf(fingerprint: string): Bands {
  const bands: [number, number, number, number] = [0, 0, 0, 0];
  for (const digit of fingerprint) {
    const value = Number.parseInt(digit, 16);
    for (let band = 0; band < BANDS; band += 1)
      bands[band] = ((bands[band] ?? 0) << 1) | ((value >> (BANDS - 1 - band)) & 1);
  }
  return bands;
}

/**
 * The band itself and all bands one bit away. Of two pictures up to seven bits apart at least one band differs in no
 * more than one bit: such pairs are always found, and pairs eight bits apart nearly always.
 */
export function nearBands(band: number): number[] {
  return [band, ...Array.from({ length: BITS_A_BAND }, (_, bit) => band ^ (1 << bit))];
}
