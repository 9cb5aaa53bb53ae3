import type { Query, QueryFunction, QueryKey } from '@tanstack/react-query';
import { ofCalls } from '#web/lib/apiQueries.ts';
import { currentQueryClient } from '#web/lib/queryClient.ts';
import { answered, openBrowserOutbox, openBrowserStore } from '#web/platform/browserStore.ts';
import { currentPlatform, memoryOutbox, setPlatform } from '#web/platform/platform.ts';
import { scoped } from '#web/platform/scope.ts';
import { followOutbox } from './outbox.ts';

const DAY_MS = 24 * 3_600_000;
/** Answers as old as this are of no use in a tunnel. */
const MAX_AGE_MS = 14 * DAY_MS;
const WRITE_AT_MOST_EVERY_MS = 2_000;
/** Version of the stored shape: answers of older versions are not shown. */
const FORMAT = '7';

/** The calls that a person reads without the server: their listings, messages, people, viewings. Not an admin's lists. */
const keptCalls = ofCalls(
  'properties',
  'offers',
  'propertyWrite',
  'propertyTool',
  'inquiries',
  'clients',
  'conversations',
  'viewings',
  'availability',
  'agents',
  'reviews',
  'notifications',
  'analytics.get',
  'insights',
  'desk',
  'offices.get',
  'site',
);

interface KeptAnswer {
  format: string;
  /** When the server gave it, in milliseconds since 1970. */
  at: number;
  data: unknown;
}

const kept = scoped<{ userId: number; end: () => void } | null>(() => null);

/**
 * Keeps each answer of a person, and shows the last known one before the server has answered. An answer is read
 * when its screen first asks for it, so a long life of the copy costs no memory.
 * @param userId the owner of the copy, which is shown to no other person; null ends it. The same person again
 * changes nothing.
 */
export function keepOfflineCopy(userId: number | null): void {
  const { offlineStore } = currentPlatform();
  if (kept()?.userId === userId) return;
  kept()?.end();
  kept.set(null);
  if (userId === null || !offlineStore) return;
  const client = currentQueryClient();
  const changed = new Set<Query>();
  let isRestoring = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const restore = async (query: Query): Promise<void> => {
    const text = await offlineStore.read(userId, query.queryHash).catch(() => null);
    const answer = readAnswer(text);
    if (!answer || kept()?.userId !== userId || query.state.data !== undefined) return;
    isRestoring = true;
    query.setData(answer.data, { updatedAt: answer.at, manual: true });
    isRestoring = false;
  };
  const write = () => {
    timer = undefined;
    for (const { queryHash, state } of changed) {
      if (state.data === undefined) continue;
      const answer: KeptAnswer = { format: FORMAT, at: state.dataUpdatedAt, data: state.data };
      offlineStore
        .write(userId, queryHash, JSON.stringify(answer), answer.at)
        .catch((error: unknown) => console.warn('The offline copy could not be kept', error));
    }
    changed.clear();
  };
  const stop = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || isRestoring || !isKept(event.query)) return;
    changed.add(event.query);
    timer ??= setTimeout(write, WRITE_AT_MOST_EVERY_MS);
  });
  const { queries, ...defaults } = client.getDefaultOptions();
  client.setDefaultOptions({
    ...defaults,
    queries: {
      ...queries,
      async persister(ask: QueryFunction, context, query) {
        if (query.state.data === undefined && isKeptKey(query.queryKey)) await restore(query);
        return ask(context);
      },
    },
  });
  // Closing the window must not lose the answers of the last seconds.
  const onHide = () => {
    if (timer !== undefined) write();
  };
  window.addEventListener('pagehide', onHide);
  kept.set({
    userId,
    end() {
      clearTimeout(timer);
      stop();
      client.setDefaultOptions({ ...defaults, queries });
      window.removeEventListener('pagehide', onHide);
    },
  });
}

/** Removes the copy of a person who has logged out. Unsent changes are no part of it. */
export async function dropOfflineCopy(userId: number): Promise<void> {
  if (kept()?.userId === userId) keepOfflineCopy(null);
  await currentPlatform().offlineStore?.remove(userId);
}

function readAnswer(text: string | null): KeptAnswer | null {
  try {
    const answer = JSON.parse(text ?? 'null') as KeptAnswer | null;
    return answer?.format === FORMAT && Date.now() - answer.at < MAX_AGE_MS ? answer : null;
  } catch {
    return null;
  }
}

/** Searches are not kept. */
const isKeptKey = (queryKey: QueryKey): boolean =>
  keptCalls.predicate({ queryKey }) && !queryKey.includes('found');

/** Answers that could not be refetched stay too: offline they are needed. */
const isKept = ({ queryKey, state }: Query): boolean => state.data !== undefined && isKeptKey(queryKey);

/** When the oldest thing on the screen was fetched; null when nothing was. */
export function oldestShownAt(): Date | null {
  const times = currentQueryClient()
    .getQueryCache()
    .findAll({ type: 'active' })
    .filter(isKept)
    .map(({ state }) => state.dataUpdatedAt);
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}

const endFollowing = scoped(() => () => {});

/**
 * Sends the changes that the server does not have yet. A browser that remembers the person keeps these changes and
 * the last seen data for the next time. Other persons' outboxes last as long as the page. Browsers that allow no
 * storage keep nothing.
 * @param before the person signed in until now: their copy is removed.
 */
export async function keepBrowserCopy(userId: number | null, isRemembered: boolean, before: number | null) {
  endFollowing()();
  endFollowing.set(() => {});
  keepOfflineCopy(null);
  const { offlineStore } = currentPlatform();
  if (before !== null && offlineStore)
    await answered(offlineStore.remove(before)).catch((error: unknown) =>
      console.warn('The offline copy could not be removed', error),
    );
  setPlatform({ ...currentPlatform(), offlineStore: null, outboxStore: memoryOutbox() });
  if (userId === null) return;
  try {
    if (isRemembered) await keepFor(userId);
  } finally {
    endFollowing.set(followOutbox(userId));
  }
}

/** Each for itself: a browser may keep the one and not the other. */
async function keepFor(userId: number): Promise<void> {
  const [outbox, copy] = await Promise.allSettled([openBrowserOutbox(), openBrowserStore()]);
  if (outbox.status === 'fulfilled')
    for (const { id, text } of await memoryOutbox().read(userId)) {
      await outbox.value.put(userId, id, text);
      await memoryOutbox().remove(userId, id);
    }
  setPlatform({
    ...currentPlatform(),
    ...(outbox.status === 'fulfilled' && { outboxStore: outbox.value }),
    ...(copy.status === 'fulfilled' && { offlineStore: copy.value }),
  });
  keepOfflineCopy(userId);
  for (const outcome of [outbox, copy])
    if (outcome.status === 'rejected') console.warn('This browser keeps nothing', outcome.reason);
}
