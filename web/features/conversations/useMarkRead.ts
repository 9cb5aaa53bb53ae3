import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { cacheChange } from './chatCache.ts';
import { showThread } from './onScreen.ts';
import { putRead } from './queries.ts';
import { newestUnread, type ThreadData } from './threadData.ts';

function subscribe(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

/** Tells the server what was read: only what is in view, in a window that is being looked at. */
export function useMarkRead(
  id: number | null,
  thread: ThreadData | undefined,
  userId: number,
  isAtEnd: boolean,
): void {
  const client = useQueryClient();
  const isVisible = useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');
  const toldOf = useRef(0);
  const unreadId = (thread?.isLoaded && newestUnread(thread, userId)?.id) || 0;

  useEffect(() => (id === null ? undefined : showThread(id)), [id]);

  useEffect(() => {
    if (id === null || !isVisible || !isAtEnd || unreadId <= toldOf.current) return;
    toldOf.current = unreadId;
    putRead(id).then(
      () => cacheChange(client, id, { unread_count: 0 }),
      (error: unknown) => {
        console.warn('A conversation could not be marked as read', error);
        toldOf.current = 0;
      },
    );
  }, [client, id, unreadId, isVisible, isAtEnd]);
}
