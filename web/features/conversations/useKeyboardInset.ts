import { type RefObject, useEffect } from 'react';

/**
 * Keeps `--visible-height` and `--visible-top` of an element at what the on-screen keyboard leaves of the window: not
 * every browser takes the keyboard out of 100dvh.
 */
export function useKeyboardInset(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const follow = () => {
      // Zoomed in by two fingers, the visible part is not what the keyboard leaves.
      if (viewport.scale > 1.01) return;
      element.current?.style.setProperty('--visible-height', `${viewport.height}px`);
      element.current?.style.setProperty('--visible-top', `${viewport.offsetTop}px`);
    };
    follow();
    viewport.addEventListener('resize', follow);
    viewport.addEventListener('scroll', follow);
    return () => {
      viewport.removeEventListener('resize', follow);
      viewport.removeEventListener('scroll', follow);
    };
  }, [element]);
}
