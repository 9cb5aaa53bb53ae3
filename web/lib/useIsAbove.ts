import { type RefObject, useEffect, useState } from 'react';

/** At least the header's height: content behind it is out of sight. */
const BELOW_HEADER = '-68px 0px 0px 0px';

/** Whether an element has scrolled out of sight at the top of the window. */
export function useIsAbove(element: RefObject<HTMLElement | null>): boolean {
  const [isAbove, setIsAbove] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1);
        if (last) setIsAbove(!last.isIntersecting && last.boundingClientRect.top < window.innerHeight / 2);
      },
      { rootMargin: BELOW_HEADER },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isAbove;
}
