import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { matchesMedia } from '#web/lib/useMediaQuery.ts';
import type { ShownMessage } from './grouping.ts';

/** This near to the end counts as at the end, in pixels. */
const END_PX = 48;

export interface ThreadScroll {
  isAtEnd: boolean;
  /** Messages of the other side that came while the person was reading further up. */
  newCount: number;
  onScroll(): void;
  scrollToEnd(): void;
}

/** Stays with the newest message unless the person has scrolled away; older pages above do not move what is read. */
export function useThreadScroll(
  box: HTMLElement | null,
  threadId: number | null,
  messages: ShownMessage[],
): ThreadScroll {
  const [isAtEnd, setIsAtEnd] = useState(true);
  const [seenKey, setSeenKey] = useState<string | null>(null);
  const isStuck = useRef(true);
  const shown = useRef<{ id: number | null; first?: string; last?: string; height: number }>({
    id: threadId,
    height: 0,
  });

  const stick = useCallback((isNowStuck: boolean) => {
    isStuck.current = isNowStuck;
    setIsAtEnd(isNowStuck);
  }, []);

  // After every render: whatever grew, the view stays where it belongs.
  useLayoutEffect(() => {
    if (!box) return;
    const before = shown.current;
    const first = messages[0]?.key;
    const last = messages.at(-1);
    const isOther = before.id !== threadId;
    const isPrepended = !isOther && before.first !== undefined && before.first !== first;
    const isOwnNew = last?.isOwn === true && last.key !== before.last;
    if (isOther || isOwnNew) stick(true);
    if (isStuck.current) box.scrollTop = box.scrollHeight;
    else if (isPrepended) box.scrollTop += box.scrollHeight - before.height;
    shown.current = {
      id: threadId,
      height: box.scrollHeight,
      ...(first !== undefined ? { first } : {}),
      ...(last ? { last: last.key } : {}),
    };
  });

  // The on-screen keyboard and a growing text box take room from below.
  useEffect(() => {
    if (!box) return;
    const observer = new ResizeObserver(() => {
      if (isStuck.current) box.scrollTop = box.scrollHeight;
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [box]);

  const lastKey = messages.at(-1)?.key ?? null;
  useEffect(() => {
    if (isAtEnd) setSeenKey(lastKey);
  }, [isAtEnd, lastKey]);

  const seenAt = messages.findIndex(({ key }) => key === seenKey);
  const missed = isAtEnd || seenAt < 0 ? [] : messages.slice(seenAt + 1).filter(({ isOwn }) => !isOwn);

  const newCount = missed.length;
  const onScroll = useCallback(() => {
    if (box) stick(box.scrollHeight - box.scrollTop - box.clientHeight < END_PX);
  }, [box, stick]);
  const scrollToEnd = useCallback(() => {
    const isCalm = matchesMedia('calm');
    box?.scrollTo({ top: box.scrollHeight, behavior: isCalm ? 'auto' : 'smooth' });
  }, [box]);
  return useMemo(
    () => ({ isAtEnd, newCount, onScroll, scrollToEnd }),
    [isAtEnd, newCount, onScroll, scrollToEnd],
  );
}
