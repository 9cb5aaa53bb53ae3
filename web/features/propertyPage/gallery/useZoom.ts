import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';

export const MAX_ZOOM = 4;
/** The scale after a double tap. */
const NEAR_ZOOM = 2.5;
const ZOOM_STEP = 1.5;

/** How a picture is shown: its scale, and how far its middle is from the box's, in pixels. */
interface Zoom {
  scale: number;
  x: number;
  y: number;
}

interface Point {
  x: number;
  y: number;
}

type Box = Pick<DOMRect, 'width' | 'height'>;

export const unzoomed: Zoom = { scale: 1, x: 0, y: 0 };

const clamp = (value: number, most: number) => Math.min(most, Math.max(-most, value));

/** No further than its edge: the box is never left empty on one side. */
export function keepInBox({ scale, x, y }: Zoom, { width, height }: Box): Zoom {
  if (scale === 1) return unzoomed;
  return { scale, x: clamp(x, (width * (scale - 1)) / 2), y: clamp(y, (height * (scale - 1)) / 2) };
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

/** Two taps are one double tap within so long and so near to each other. */
const DOUBLE_TAP_MS = 300;
const DOUBLE_TAP_PX = 30;
/** Under this a finger has only tapped. */
const SLOP_PX = 6;

export type GalleryZoom = ReturnType<typeof useZoom>;

const middle = ([one, other]: Point[]): Point => ({
  x: ((one?.x ?? 0) + (other?.x ?? one?.x ?? 0)) / 2,
  y: ((one?.y ?? 0) + (other?.y ?? one?.y ?? 0)) / 2,
});
const distance = ([one, other]: Point[]) => (one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0);

/**
 * Enlarges the current picture: two fingers, a double tap or double click, keys and buttons. While it is enlarged,
 * one finger moves it. @param index index of the picture: another one is shown whole again.
 */
export function useZoom(index: number) {
  const [shown, setShown] = useState({ index, zoom: unzoomed });
  const zoom = shown.index === index ? shown.zoom : unzoomed;
  /** Fingers move it: it follows at once. */
  const [isHeld, setIsHeld] = useState(false);
  /** As it is now: several moves may come before it is drawn again. */
  const latest = useRef({ zoom, isHeld });
  latest.current = { zoom, isHeld };
  /** The box that the pictures are shown in. */
  const box = useRef<HTMLDivElement>(null);
  /** Where each finger is, from the middle of the box. */
  const fingers = useRef(new Map<number, Point>());
  const pressedAt = useRef<Point | null>(null);
  const lastTap = useRef<(Point & { at: number }) | null>(null);

  const sizeOf = () => box.current?.getBoundingClientRect() ?? new DOMRect();
  const show = (next: Zoom) => {
    latest.current.zoom = next;
    setShown({ index, zoom: next });
  };
  const hold = (isHeldNow: boolean) => {
    latest.current.isHeld = isHeldNow;
    setIsHeld(isHeldNow);
  };
  const zoomBy = (factor: number) => show(zoomTo(zoom, zoom.scale * factor, sizeOf(), { x: 0, y: 0 }));
  const pointOf = ({ clientX, clientY }: PointerEvent): Point => {
    const { left, top, width, height } = sizeOf();
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
  };
  const drop = (pointerId: number) => {
    fingers.current.delete(pointerId);
    if (fingers.current.size === 0) hold(false);
  };

  /** @returns whether this was the second tap. */
  function tap(event: PointerEvent): boolean {
    const point = pointOf(event);
    const before = lastTap.current;
    const isDouble =
      before !== null &&
      event.timeStamp - before.at <= DOUBLE_TAP_MS &&
      distance([before, point]) <= DOUBLE_TAP_PX;
    lastTap.current = isDouble ? null : { ...point, at: event.timeStamp };
    if (isDouble) show(zoom.scale > 1 ? unzoomed : zoomTo(zoom, NEAR_ZOOM, sizeOf(), point));
    return isDouble;
  }

  return {
    ...zoom,
    isHeld,
    box,
    zoomIn: () => zoomBy(ZOOM_STEP),
    zoomOut: () => zoomBy(1 / ZOOM_STEP),
    /** + and - bring it nearer and farther, 0 shows all of it. */
    onKeyDown(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === '+' || event.key === '=') zoomBy(ZOOM_STEP);
      else if (event.key === '-') zoomBy(1 / ZOOM_STEP);
      else if (event.key === '0') show(unzoomed);
      else return;
      event.preventDefault();
    },
    /** Like takeMove and takeUp: @returns whether the gesture is the zoom's; others may be a swipe to the next picture. */
    takeDown(event: PointerEvent) {
      // The arrows on the picture are no part of it.
      if ((event.target as Element).closest('button') || event.button !== 0) return false;
      // A pointer lifted outside of the window sends no event.
      if (event.isPrimary) fingers.current.clear();
      fingers.current.set(event.pointerId, pointOf(event));
      pressedAt.current = fingers.current.size === 1 ? pointOf(event) : null;
      if (fingers.current.size === 1 && zoom.scale === 1) return false;
      for (const id of fingers.current.keys()) event.currentTarget.setPointerCapture(id);
      hold(true);
      return true;
    },
    takeMove(event: PointerEvent) {
      if (!fingers.current.has(event.pointerId) || !latest.current.isHeld) return false;
      const before = [...fingers.current.values()];
      fingers.current.set(event.pointerId, pointOf(event));
      const after = [...fingers.current.values()];
      if (before.length === 1) {
        const [from, to] = [middle(before), middle(after)];
        const { scale, x, y } = latest.current.zoom;
        show(keepInBox({ scale, x: x + to.x - from.x, y: y + to.y - from.y }, sizeOf()));
      } else if (before.length === 2) {
        const { zoom: now } = latest.current;
        const scale = (now.scale * distance(after)) / Math.max(distance(before), 1);
        show(zoomTo(now, scale, sizeOf(), middle(before), middle(after)));
      }
      return true;
    },
    takeUp(event: PointerEvent) {
      if (!fingers.current.has(event.pointerId)) return false;
      const wasHeld = latest.current.isHeld;
      const start = pressedAt.current;
      drop(event.pointerId);
      const hasTapped = start !== null && distance([start, pointOf(event)]) < SLOP_PX;
      return (hasTapped && tap(event)) || wasHeld;
    },
    /** The system took the fingers over. */
    cancel() {
      fingers.current.clear();
      hold(false);
    },
  };
}
