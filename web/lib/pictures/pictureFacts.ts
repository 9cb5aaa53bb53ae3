/** Measures of a picture. Shares are from 0 to 1. */
export interface PictureFacts {
  /** Upright, in pixels. */
  width: number;
  height: number;
  /** Mean lightness: 0 is black. */
  brightness: number;
  /** Share of pixels that are all but black or all but white. */
  clipped: number;
  /** Variance of the Laplacian of the lightness (0 to 255): how much fine detail there is. */
  sharpness: number;
  /** Share of pixels equal to their right neighbour, as in drawings but not in photos. */
  flatness: number;
  /** A difference hash of 64 bits ('0' and '1'); similar pictures differ in few bits. */
  fingerprint: string;
}

interface Pixels {
  width: number;
  height: number;
  /** RGBA. */
  data: ArrayLike<number>;
}

const DARK = 20;
const LIGHT = 245;
const HASH_WIDTH = 9;
const HASH_HEIGHT = 8;

/** @param pixels of the picture scaled to about 960 pixels, so that measures of different cameras are comparable */
export function measurePicture(pixels: Pixels, size: { width: number; height: number }): PictureFacts {
  const { width, height } = pixels;
  const light = lightnessOf(pixels);
  const count = Math.max(1, light.length);
  let sum = 0;
  let clipped = 0;
  for (const value of light) {
    sum += value;
    if (value < DARK || value > LIGHT) clipped += 1;
  }
  return {
    width: size.width,
    height: size.height,
    brightness: sum / count / 255,
    clipped: clipped / count,
    sharpness: laplacianVariance(light, width, height),
    flatness: flatnessOf(pixels),
    fingerprint: fingerprintOf(light, width, height),
  };
}

/** Number of different bits (of 64). */
export function differenceOf(one: string, other: string): number {
  let count = 0;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) count += 1;
  return count;
}

/** Luma by Rec. 601. */
function lightnessOf({ data, width, height }: Pixels): Float32Array {
  const light = new Float32Array(width * height);
  for (let at = 0; at < light.length; at += 1) {
    const [red = 0, green = 0, blue = 0] = [data[at * 4], data[at * 4 + 1], data[at * 4 + 2]];
    light[at] = 0.299 * red + 0.587 * green + 0.114 * blue;
  }
  return light;
}

function laplacianVariance(light: Float32Array, width: number, height: number): number {
  let count = 0;
  let sum = 0;
  let squares = 0;
  const at = (x: number, y: number) => light[y * width + x] ?? 0;
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const edge = at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1) - 4 * at(x, y);
      count += 1;
      sum += edge;
      squares += edge * edge;
    }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2;
}

function flatnessOf({ data, width, height }: Pixels): number {
  let same = 0;
  for (let y = 0; y < height; y += 1)
    for (let x = 1; x < width; x += 1) {
      const at = (y * width + x) * 4;
      if (data[at] === data[at - 4] && data[at + 1] === data[at - 3] && data[at + 2] === data[at - 2])
        same += 1;
    }
  return same / Math.max(1, (width - 1) * height);
}

/** For each of 9 × 8 fields: whether it is lighter than its right neighbour. */
function fingerprintOf(light: Float32Array, width: number, height: number): string {
  const fields = Array.from({ length: HASH_WIDTH * HASH_HEIGHT }, (_, field) => {
    const left = Math.floor(((field % HASH_WIDTH) * width) / HASH_WIDTH);
    const right = Math.max(left + 1, Math.floor((((field % HASH_WIDTH) + 1) * width) / HASH_WIDTH));
    const row = Math.floor(field / HASH_WIDTH);
    const top = Math.floor((row * height) / HASH_HEIGHT);
    const bottom = Math.max(top + 1, Math.floor(((row + 1) * height) / HASH_HEIGHT));
    let sum = 0;
    for (let y = top; y < bottom; y += 1)
      for (let x = left; x < right; x += 1) sum += light[y * width + x] ?? 0;
    return sum / ((right - left) * (bottom - top));
  });
  return fields
    .map((value, at) => ((at + 1) % HASH_WIDTH === 0 ? '' : value > (fields[at + 1] ?? 0) ? '1' : '0'))
    .join('');
}
