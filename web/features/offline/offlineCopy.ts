import { type DehydratedState, dehydrate, hydrate, type Query } from '@tanstack/react-query';
import { currentQueryClient } from '#web/lib/queryClient.ts';
import { openBrowserStore } from '#web/platform/browserStore.ts';
import { currentPlatform, setPlatform } from '#web/platform/platform.ts';
import { scoped } from '#web/platform/scope.ts';

const DAY_MS = 24 * 3_600_000;
/** What has not been looked at for so long is of no use in a tunnel. */
const MAX_AGE_MS = 14 * DAY_MS;
const WRITE_AT_MOST_EVERY_MS = 2_000;
/** Another shape of what is kept: older copies are thrown away. */
const FORMAT = '3';

/** What a person reads without the server: their listings, messages, people, viewings. Not an admin's lists. */
const keptRoots = new Set([
  'properties',
  'agentDashboard',
  'conversations',
  'viewings',
  'agents',
  'notifications',
  'analytics',
  'desk',
  'site',
]);

interface KeptCopy {
  format: string;
  keptAt: number;
  answers: DehydratedState;
}

const kept = scoped<{ userId: number; end: () => void } | null>(() => null);

/**
 * Shows what was last known before the server has answered, and goes on keeping it.
 * @param userId whose copy it is, and nobody else's is shown; null ends it. The same person again changes nothing.
 */
export async function keepOfflineCopy(userId: number | null): Promise<void> {
  const { offlineStore } = currentPlatform();
  if (kept()?.userId === userId) return;
  kept()?.end();
  kept.set(null);
  if (userId === null || !offlineStore) return;
  kept.set({ userId, end: () => undefined });
  const queryClient = currentQueryClient();
  const name = `answers.${userId}`;
  const known = readCopy(await offlineStore.read(name));
  if (known) hydrate(queryClient, known);

  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    timer = undefined;
    const answers = dehydrate(queryClient, {
      shouldDehydrateQuery: isKept,
      shouldDehydrateMutation: () => false,
    });
    const copy: KeptCopy = { format: FORMAT, keptAt: Date.now(), answers: asAnswered(answers) };
    offlineStore
      .write(name, JSON.stringify(copy))
      .catch((error: unknown) => console.warn('The offline copy could not be kept', error));
  };
  const stop = queryClient.getQueryCache().subscribe(({ type }) => {
    if (type === 'updated' || type === 'removed') timer ??= setTimeout(write, WRITE_AT_MOST_EVERY_MS);
  });
  // Closing the window must not lose what the last seconds brought.
  const onHide = () => {
    if (timer !== undefined) write();
  };
  window.addEventListener('pagehide', onHide);
  kept.set({
    userId,
    end() {
      clearTimeout(timer);
      stop();
      window.removeEventListener('pagehide', onHide);
    },
  });
}

function readCopy(text: string | null): DehydratedState | null {
  try {
    const copy = JSON.parse(text ?? 'null') as KeptCopy | null;
    const isGood = copy?.format === FORMAT && Date.now() - copy.keptAt < MAX_AGE_MS;
    return isGood ? copy.answers : null;
  } catch {
    return null;
  }
}

/** Also what could not be fetched anew since: that is just when it is needed. Not what was searched for. */
function isKept({ queryKey, state }: Query): boolean {
  const isFound = queryKey.includes('found');
  return (
    state.data !== undefined && !isFound && typeof queryKey[0] === 'string' && keptRoots.has(queryKey[0])
  );
}

/**
 * As if it had been answered, and out of date: nobody told this device what happened since. That a later try failed is
 * nothing to come back to.
 */
function asAnswered(answers: DehydratedState): DehydratedState {
  return {
    ...answers,
    queries: answers.queries.map((query) => ({
      ...query,
      state: { ...query.state, status: 'success', error: null, fetchStatus: 'idle', isInvalidated: true },
    })),
  };
}

/** When the oldest thing on the screen was fetched; null when nothing was. */
export function oldestShownAt(): Date | null {
  const times = currentQueryClient()
    .getQueryCache()
    .findAll({ type: 'active' })
    .filter(isKept)
    .map(({ state }) => state.dataUpdatedAt);
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}

/**
 * On a browser that was told to remember a person, what they saw last is kept for the next time. Nothing is kept for
 * anybody else, and signing out (null) throws it away. Browsers that allow no storage go without.
 */
export async function keepBrowserCopy(userId: number | null): Promise<void> {
  try {
    const store = openBrowserStore();
    await keepOfflineCopy(null);
    setPlatform({ ...currentPlatform(), offlineStore: userId === null ? null : store });
    if (userId === null) await store.clear();
    else await keepOfflineCopy(userId);
  } catch (error) {
    console.warn('Nothing can be kept for reading offline', error);
  }
}
