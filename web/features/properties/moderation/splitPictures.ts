/** Specification, part 3 §9. */
const MAX_PICTURES = 8;

export function splitPictures(images: readonly string[]): { shown: readonly string[]; more: number } {
  return { shown: images.slice(0, MAX_PICTURES), more: Math.max(0, images.length - MAX_PICTURES) };
}
