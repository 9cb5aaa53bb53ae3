import { useCallback, useSyncExternalStore } from 'react';

/** What is asked of the window. The widths are the breakpoints of utilities.css, where style sheets ask the same. */
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
  /** 1100 px: three panes have room. */
  threePanes: '(min-width: 68.75rem)',
  /** 1920 px: and the day beside them. */
  fourPanes: '(min-width: 120rem)',
} as const;

type Media = keyof typeof media;

export const matchesMedia = (name: Media): boolean => window.matchMedia(media[name]).matches;

/** Followed while it is shown. A server knows no window: it draws as if it did not match. */
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
