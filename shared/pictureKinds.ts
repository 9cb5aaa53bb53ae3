/** The kind of a picture by its first bytes: names and claimed types are often wrong. */
export type PictureKind = 'png' | 'jpeg' | 'gif' | 'webp' | 'heic' | 'avif';

/** So many bytes name the kind. */
export const KIND_BYTES = 64;

const AVIF = /avi[fs]/;
const HEIC = /he[iv][cxms]/;
/** Brands of the family that both belong to. */
const FAMILY = /mif[12]|msf1/;

/** @returns null: none of these. */
export function pictureKindOf(bytes: Uint8Array): PictureKind | null {
  const head = String.fromCharCode(...bytes.subarray(0, KIND_BYTES));
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (/^GIF8[79]a/.test(head)) return 'gif';
  if (/^RIFF[\s\S]{4}WEBP/.test(head)) return 'webp';
  if (head.slice(4, 8) !== 'ftyp') return null;
  // Behind the main brand come four bytes of its version, and brands that the file is compatible with.
  const length = ((bytes[2] ?? 0) << 8) | (bytes[3] ?? 0);
  const brands = [head.slice(8, 12), head.slice(16, length)];
  const heic = brands.findIndex((brand) => HEIC.test(brand));
  const avif = brands.findIndex((brand) => AVIF.test(brand));
  if (avif >= 0 && (heic < 0 || avif <= heic)) return 'avif';
  return heic >= 0 || FAMILY.test(head.slice(8, 12)) ? 'heic' : null;
}
