import { type RefObject, useLayoutEffect, useRef } from 'react';
import { controlClass } from './Field.tsx';

/** A text area that grows; its `max-h` is the bound. */
export const growingAreaClass = `${controlClass} h-auto min-h-19 py-2 leading-[1.45] resize-none`;

/**
 * Makes a text area as high as its text, within the bounds of its classes. `field-sizing` would do the same, but not in every browser of
 * the floor.
 */
export function useGrowing(area: RefObject<HTMLTextAreaElement | null>, text: string): void {
  const width = useRef(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    if (area.current) growToText(area.current);
  }, [area, text]);

  useLayoutEffect(() => {
    const box = area.current;
    if (!box) return;
    // Lines break elsewhere in a narrower box. The next frame: an observer that resizes what it observes is reported as an error.
    const observer = new ResizeObserver(() => {
      if (box.clientWidth === width.current) return;
      width.current = box.clientWidth;
      requestAnimationFrame(() => growToText(box));
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [area]);
}

function growToText(box: HTMLTextAreaElement): void {
  const borders = box.offsetHeight - box.clientHeight;
  box.style.height = 'auto';
  box.style.height = `${box.scrollHeight + borders}px`;
}
