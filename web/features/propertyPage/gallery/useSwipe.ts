import { type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import { swipeStep } from './galleryLogic.ts';

/** Under this a finger is only pressing. */
const SLOP_PX = 6;

interface Press {
  pointerId: number;
  x: number;
  y: number;
  hasMoved: boolean;
}

/** Follows a finger (or a pressed mouse) sideways; past the threshold it calls `onSwipe` with the step asked for. */
export function useSwipe(isEnabled: boolean, onSwipe: (step: -1 | 1) => void) {
  const press = useRef<Press | null>(null);
  const wasDragged = useRef(false);
  /** Pixels the pictures are pulled aside; null while nobody pulls. */
  const [offset, setOffset] = useState<number | null>(null);

  const stop = () => {
    press.current = null;
    setOffset(null);
  };

  return {
    offset,
    handlers: {
      onPointerDown(event: PointerEvent) {
        wasDragged.current = false;
        if (!isEnabled || !event.isPrimary || event.button !== 0) return;
        press.current = {
          pointerId: event.pointerId,
          x: event.clientX,
          y: event.clientY,
          hasMoved: false,
        };
      },
      onPointerMove(event: PointerEvent) {
        const start = press.current;
        if (!start || start.pointerId !== event.pointerId) return;
        const dx = event.clientX - start.x;
        if (!start.hasMoved) {
          if (Math.abs(dx) < SLOP_PX) return;
          start.hasMoved = true;
          wasDragged.current = true;
          event.currentTarget.setPointerCapture(event.pointerId);
        }
        setOffset(dx);
      },
      onPointerUp(event: PointerEvent) {
        const start = press.current;
        if (!start || start.pointerId !== event.pointerId) return;
        stop();
        const step = swipeStep(event.clientX - start.x, event.clientY - start.y);
        if (step !== 0) onSwipe(step);
      },
      onPointerCancel: stop,
      /** The end of a pull is no click on the picture. */
      onClickCapture(event: MouseEvent) {
        const isFromKeyboard = event.detail === 0;
        if (!wasDragged.current || isFromKeyboard) return;
        wasDragged.current = false;
        event.stopPropagation();
        event.preventDefault();
      },
    },
  };
}
