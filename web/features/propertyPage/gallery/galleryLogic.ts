/** Specification, part 1 §9. */
const SWIPE_THRESHOLD_PX = 50;
export const MAX_DOTS = 10;

/** The index `delta` pictures further; the last is followed by the first. */
export function stepIndex(index: number, delta: number, count: number): number {
  return count === 0 ? 0 : (((index + delta) % count) + count) % count;
}

/** What a finger that moved this far asks for: 1 the next picture, -1 the previous one, 0 nothing. */
export function swipeStep(dx: number, dy: number): -1 | 0 | 1 {
  if (Math.abs(dx) < SWIPE_THRESHOLD_PX || Math.abs(dx) <= Math.abs(dy)) return 0;
  return dx < 0 ? 1 : -1;
}

/** How many pictures stand beside the large one on a wide screen; fewer than these would not fill the frame. */
export function tileCount(count: number): 0 | 2 | 4 {
  if (count >= 5) return 4;
  return count >= 3 ? 2 : 0;
}
