import { useEffect, useState } from 'react';

/** Calls `advance` every `intervalMs` while playing; held while pointed at, focused, in the background or motion is unwelcome. */
export function useAutoplay(isPlaying: boolean, intervalMs: number, advance: () => void) {
  const [isPointedAt, setIsPointedAt] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const runs = isPlaying && !isPointedAt && !hasFocus;

  useEffect(() => {
    if (!runs || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const timer = setInterval(() => {
      if (!document.hidden) advance();
    }, intervalMs);
    return () => clearInterval(timer);
  }, [runs, intervalMs, advance]);

  return {
    isRunning: runs,
    holdHandlers: {
      onPointerEnter: () => setIsPointedAt(true),
      onPointerLeave: () => setIsPointedAt(false),
      onFocus: () => setHasFocus(true),
      onBlur: () => setHasFocus(false),
    },
  };
}
