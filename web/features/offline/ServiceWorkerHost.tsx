import { Suspense, useEffect, useEffectEvent, useRef } from 'react';
import { useSession } from '#web/features/auth/index.ts';
import { useNavigate } from '#web/lib/router.tsx';
import { useStore } from '#web/lib/store.ts';
import { keptAnswerAt, newVersion } from '#web/lib/workerNews.ts';
import { serviceWorkers } from '#web/platform/browserStorage.ts';
import { currentPlatform } from '#web/platform/platform.ts';
import { isSessionRemembered } from '#web/platform/sessionStorage.ts';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';

const PageNotices = lazyWithRetry(async () => (await import('./PageNotices.tsx')).PageNotices, 'none');

/** The resources of the first page load first. */
const AFTER_MS = 1_000;

/**
 * Lets the worker keep pages that are read in a browser, and shows the worker's messages. The console has its own
 * files and copies.
 */
export function ServiceWorkerHost() {
  const { user } = useSession();
  const navigate = useNavigate();
  const open = useEffectEvent((path: string) => void navigate(path));
  const userId = user?.id ?? null;
  useEffect(() => {
    if (!import.meta.env.PROD || currentPlatform().kind !== 'browser' || !serviceWorkers()) return;
    let end: (() => void) | undefined;
    let isOver = false;
    const start = async () => {
      const { followWorker } = await import('./pageWorker.ts');
      if (!isOver) end = followWorker(userId, open);
    };
    const timer = setTimeout(
      () => void start().catch((error: unknown) => console.warn('There is no service worker', error)),
      // For a person who has just left, copies are removed at once.
      document.readyState === 'complete' ? 0 : AFTER_MS,
    );
    return () => {
      isOver = true;
      clearTimeout(timer);
      end?.();
    };
  }, [userId]);
  // The strip of a new version must not be missing in it.
  useEffect(() => {
    if (userId === null) return;
    const timer = setTimeout(() => void PageNotices.preload(), AFTER_MS);
    return () => clearTimeout(timer);
  }, [userId]);
  const isCopy = useStore(keptAnswerAt) !== null;
  const isOutdated = useStore(newVersion) !== null;
  return (
    (isCopy || isOutdated) && (
      <Suspense fallback={null}>
        <PageNotices />
      </Suspense>
    )
  );
}

/**
 * Sends the changes that a person has made. A remembered person's last seen data stays in this browser until they
 * sign out, unsent changes included.
 */
export function useBrowserCopy(): void {
  const { user } = useSession();
  const keptFor = useRef<number | null>(null);
  const last = useRef<Promise<void>>(Promise.resolve());
  const userId = user?.id ?? null;
  useEffect(() => {
    if (currentPlatform().kind !== 'browser' || userId === keptFor.current) return;
    const before = keptFor.current;
    keptFor.current = userId;
    const isRemembered = isSessionRemembered();
    // One person after the other.
    last.current = Promise.all([import('./offlineCopy.ts'), last.current])
      .then(([{ keepBrowserCopy }]) => keepBrowserCopy(userId, isRemembered, before))
      .catch((error: unknown) => console.warn('Nothing can be kept for reading offline', error));
  }, [userId]);
}
