import { type MouseEvent, type PointerEvent, useRef, useState } from 'react';

/** Specification, part 1 §9. */
const SWIPE_THRESHOLD_PX = 50;
/** Under this a finger is only pressing. */
const SLOP_PX = 6;

/** The step of a swipe by this distance: 1 the next one, -1 the previous one, 0 none. */
export function swipeStep(dx: number, dy: number): -1 | 0 | 1 {
  if (Math.abs(dx) < SWIPE_THRESHOLD_PX || Math.abs(dx) <= Math.abs(dy)) return 0;
  return dx < 0 ? 1 : -1;
}

/** Gestures of another kind on the same element; those it takes are no swipes. */
interface OtherGestures {
  takeDown(event: PointerEvent): boolean;
  takeMove(event: PointerEvent): boolean;
  takeUp(event: PointerEvent): boolean;
  cancel(): void;
}

interface SwipeOptions {
  isEnabled?: boolean;
  others?: OtherGestures | undefined;
}

/**
 * Follows a finger or a pressed mouse sideways; past the threshold it calls `onSwipe`.
 * @returns the pull in pixels, null while there is none
 */
export function useSwipe(onSwipe: (step: -1 | 1) => void, { isEnabled = true, others }: SwipeOptions = {}) {
  const press = useRef<{ id: number; x: number; y: number } | null>(null);
  const wasPulled = useRef(false);
  const [offset, setOffset] = useState<number | null>(null);

  const stop = () => {
    press.current = null;
    setOffset(null);
  };

  return {
    offset,
    handlers: {
      onPointerDown(event: PointerEvent) {
        wasPulled.current = false;
        if (others?.takeDown(event)) return stop();
        if (!isEnabled || !event.isPrimary || event.button !== 0) return;
        press.current = { id: event.pointerId, x: event.clientX, y: event.clientY };
      },
      onPointerMove(event: PointerEvent) {
        if (others?.takeMove(event)) return;
        const start = press.current;
        if (start?.id !== event.pointerId) return;
        const dx = event.clientX - start.x;
        if (!wasPulled.current) {
          if (Math.abs(dx) < SLOP_PX) return;
          wasPulled.current = true;
          event.currentTarget.setPointerCapture(event.pointerId);
        }
        setOffset(dx);
      },
      onPointerUp(event: PointerEvent) {
        if (others?.takeUp(event)) return stop();
        const start = press.current;
        if (start?.id !== event.pointerId) return;
        stop();
        const step = swipeStep(event.clientX - start.x, event.clientY - start.y);
        if (step !== 0) onSwipe(step);
      },
      onPointerCancel() {
        others?.cancel();
        stop();
      },
      /** The end of a pull is no click on what was pulled. */
      onClickCapture(event: MouseEvent) {
        const isFromKeyboard = event.detail === 0;
        if (!wasPulled.current || isFromKeyboard) return;
        wasPulled.current = false;
        event.stopPropagation();
        event.preventDefault();
      },
    },
  };
}
