/** Specification, part 1 §9. */
const SWIPE_THRESHOLD_PX = 50;
export const MAX_DOTS = 10;

/** The index `delta` pictures further; the last is followed by the first. */
export function stepIndex(index: number, delta: number, count: number): number {
  return count === 0 ? 0 : (((index + delta) % count) + count) % count;
}

/** The step of a swipe by this distance: 1 the next picture, -1 the previous one, 0 none. */
export function swipeStep(dx: number, dy: number): -1 | 0 | 1 {
  if (Math.abs(dx) < SWIPE_THRESHOLD_PX || Math.abs(dx) <= Math.abs(dy)) return 0;
  return dx < 0 ? 1 : -1;
}

/** Number of pictures beside the large one on a wide screen; fewer than these would not fill the frame. */
export function tileCount(count: number): 0 | 2 | 4 {
  if (count >= 5) return 4;
  return count >= 3 ? 2 : 0;
}

export const MAX_ZOOM = 4;
/** The scale after a double tap. */
export const NEAR_ZOOM = 2.5;
/** The factor of a key or a button. */
export const ZOOM_STEP = 1.5;

/** How a picture is shown: its scale, and how far its middle is from the box's, in pixels. */
export interface Zoom {
  scale: number;
  x: number;
  y: number;
}

export interface Point {
  x: number;
  y: number;
}

interface Box {
  width: number;
  height: number;
}

export const unzoomed: Zoom = { scale: 1, x: 0, y: 0 };

const clamp = (value: number, most: number) => Math.min(most, Math.max(-most, value));

/** No further than its edge: the box is never left empty on one side. */
export function keepInBox({ scale, x, y }: Zoom, { width, height }: Box): Zoom {
  if (scale === 1) return unzoomed;
  return {
    scale,
    x: clamp(x, (width * (scale - 1)) / 2),
    y: clamp(y, (height * (scale - 1)) / 2),
  };
}

/**
 * Another scale, within its bounds. The picture's point at `from` moves to `to`, so that a picture follows the fingers.
 * @param from and @param to are measured from the middle of the box.
 */
export function zoomTo(zoom: Zoom, scale: number, box: Box, from: Point, to = from): Zoom {
  const next = Math.min(MAX_ZOOM, Math.max(1, scale));
  const ratio = next / zoom.scale;
  const shift = { x: to.x - (from.x - zoom.x) * ratio, y: to.y - (from.y - zoom.y) * ratio };
  return keepInBox({ scale: next, ...shift }, box);
}
