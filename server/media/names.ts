/** The widths a picture is served at; any other is refused, so that nobody can fill the disk with sizes. */
export const variantWidths = [320, 640, 960, 1280, 1920] as const;
export type VariantWidth = (typeof variantWidths)[number];

export const MEDIA_PATH = '/media/';

/** A file that was being written when its process ended. */
export const DRAFT_SUFFIX = '.part';

const FILE_NAME = /^([0-9a-f]{64})(?:-\d+)?\.webp$/;
const ADDRESS = new RegExp(`^${MEDIA_PATH}([0-9a-f]{64})$`);

/** The file of a picture as stored, or of its variant. */
export function fileName(hash: string, width: VariantWidth | null): string {
  return width === null ? `${hash}.webp` : `${hash}-${width}.webp`;
}

/** Every file a picture may have. */
export function fileNames(hash: string): string[] {
  return [null, ...variantWidths].map((width) => fileName(hash, width));
}

/** Null for a file that is no picture of ours. */
export function hashOfFile(name: string): string | null {
  return FILE_NAME.exec(name)?.[1] ?? null;
}

/** Null for an address that is not one of a stored picture. */
export function hashOfAddress(address: string): string | null {
  return ADDRESS.exec(address)?.[1] ?? null;
}
