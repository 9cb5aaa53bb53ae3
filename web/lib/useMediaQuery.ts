import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';

/** Media queries; the widths are the breakpoints of utilities.css. */
const media = {
  dark: '(prefers-color-scheme: dark)',
  calm: '(prefers-reduced-motion: reduce)',
  finePointer: '(pointer: fine)',
  coarsePointer: '(pointer: coarse)',
  hover: '(hover: hover) and (pointer: fine)',
  belowLg: '(max-width: 47.99rem)',
  md: '(min-width: 40rem)',
  lg: '(min-width: 48rem)',
  xl: '(min-width: 60rem)',
  /** 1100 px: room for three panes. */
  threePanes: '(min-width: 68.75rem)',
  /** 1920 px: room for the day's calendar as well. */
  fourPanes: '(min-width: 120rem)',
} as const;

type Media = keyof typeof media;

export const matchesMedia = (name: Media): boolean => window.matchMedia(media[name]).matches;

/** Whether the media query matches; false on a server. */
export function useMediaQuery(name: Media): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(media[name]);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [name],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchesMedia(name),
    () => false,
  );
}

const subscribeToNothing = () => () => undefined;

/** False on a server and during hydration. */
export function useInBrowser(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}

/** Longer than a screen needs to be drawn and its live regions to be known. */
const HEARD_AFTER_MS = 100;

/**
 * False for the first moment of a screen that a browser opens by itself: a live region that appears with its words is
 * not announced, so its words follow. Always true on a server and on the page that it rendered.
 */
export function useIsHeard(): boolean {
  const [isHeard, setHeard] = useState(!useInBrowser());
  useEffect(() => {
    const timer = setTimeout(() => setHeard(true), HEARD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isHeard;
}
