import { callApi, NetworkFailure } from '#web/lib/apiClient.ts';
import { currentQueryClient } from '#web/lib/queryClient.ts';
import { currentConnection, listenToConnection } from '#web/lib/socket.ts';
import { createStore, useStore } from '#web/lib/store.ts';
import { currentPlatform } from '#web/platform/platform.ts';
import { scoped } from '#web/platform/scope.ts';
import { createOutbox, type OutboxDraft, type OutboxEntry } from './createOutbox.ts';

const STORED_NAME = 'outbox';
/** A connection that died silently must not hold the queue for ever. */
const SEND_TIMEOUT_MS = 20_000;
/** While something waits and nothing tells that the server is back. */
const RETRY_MS = 15_000;

const entries = createStore<readonly OutboxEntry[]>([]);
/** Where nothing may be kept on disk, the entries last as long as the page. */
const unkept = scoped<OutboxEntry[]>(() => []);
const openChannel = scoped(() =>
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('silong-outbox'),
);

const outbox = createOutbox({
  async read() {
    const store = currentPlatform().offlineStore;
    if (!store) return unkept();
    const text = await store.read(STORED_NAME);
    return text ? (JSON.parse(text) as OutboxEntry[]) : [];
  },
  async write(changed) {
    unkept.set(changed);
    await currentPlatform().offlineStore?.write(STORED_NAME, JSON.stringify(changed));
  },
  alone: (name, work) => (navigator.locks ? navigator.locks.request(name, work) : work()),
  send: ({ method, path, body, id }) =>
    callApi(method, path, { body, idempotencyKey: id, signal: AbortSignal.timeout(SEND_TIMEOUT_MS) }),
  changed(changed) {
    entries.set(changed);
    openChannel()?.postMessage(null);
  },
  // Whatever list shows it is old now; those on the screen are fetched anew.
  delivered: () => void currentQueryClient().invalidateQueries(),
  now: () => new Date(),
});

/** Sends what waits whenever the server seems to be there. @returns ends it. */
export function followOutbox(userId: number): () => void {
  const flush = () =>
    void outbox.flush(userId).catch((error: unknown) => console.warn('The outbox could not be sent', error));
  const onConnection = () => {
    if (currentConnection() === 'online') flush();
  };
  const channel = openChannel();
  const onNews = () => void outbox.load();
  const timer = setInterval(() => {
    if (entries.get().some(({ state }) => state === 'waiting')) flush();
  }, RETRY_MS);
  const stopConnection = listenToConnection(onConnection);
  window.addEventListener('online', flush);
  channel?.addEventListener('message', onNews);
  void outbox.load().then(flush);
  return () => {
    clearInterval(timer);
    stopConnection();
    window.removeEventListener('online', flush);
    channel?.removeEventListener('message', onNews);
  };
}

export type SendResult<Data> = { isQueued: false; data: Data } | { isQueued: true };

/**
 * Makes a change now or, when nobody answers, puts it into the outbox, where its owner sees it wait.
 * @throws {ApiFailure} the server answered and refused.
 */
export async function sendOrQueue<Data>(draft: OutboxDraft): Promise<SendResult<Data>> {
  const isBehindOthers = entries.get().some(({ state, path }) => state === 'waiting' && path === draft.path);
  if (!isBehindOthers) {
    try {
      const data = await callApi<Data>(draft.method, draft.path, {
        body: draft.body,
        idempotencyKey: draft.id,
        signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
      });
      return { isQueued: false, data };
    } catch (error) {
      const isSilence =
        error instanceof NetworkFailure || (error instanceof DOMException && error.name === 'TimeoutError');
      if (!isSilence) throw error;
    }
  }
  // What was sent before it to the same place goes first.
  await outbox.add(draft);
  return { isQueued: true };
}

/** Puts a change straight into the outbox: it was tried, and nobody answered. */
export const queueChange = outbox.add;
export const discardQueued = outbox.discard;
export const flushOutbox = outbox.flush;

export async function retryQueued(id: string, userId: number): Promise<void> {
  await outbox.retry(id);
  await outbox.flush(userId);
}

/** The person's own changes that the server does not know yet, oldest first. */
export function useOutbox(userId: number | undefined): OutboxEntry[] {
  const all = useStore(entries);
  return all.filter((entry) => entry.userId === userId);
}
