import {
  type Answered,
  ApiFailure,
  BAD_ANSWER,
  callAny,
  callApi,
  NetworkFailure,
  newClientId,
} from '#web/lib/apiClient.ts';
import { invalidate } from '#web/lib/apiQueries.ts';
import type { AnswerOf, CallName, Feature, InputOf } from '#web/lib/calls.ts';
import { t } from '#web/lib/i18n.tsx';
import { currentQueryClient } from '#web/lib/queryClient.ts';
import { currentConnection, listenToConnection } from '#web/lib/socket.ts';
import { createStore, useStore } from '#web/lib/store.ts';
import { openChannel } from '#web/platform/browserStorage.ts';
import { currentPlatform } from '#web/platform/platform.ts';
import { scoped } from '#web/platform/scope.ts';
import { readStoredSession } from '#web/platform/sessionStorage.ts';
import {
  type AnyDraft,
  createOutbox,
  isHeld,
  laneOf,
  nextDueAt,
  type OutboxDraft,
  type OutboxEntry,
  type OutboxKind,
  type QueuedCall,
} from './createOutbox.ts';

/** A connection that died silently must not hold the queue for ever. */
const SEND_TIMEOUT_MS = 20_000;
/** Interval of attempts while a change waits and no event reports that the server is back. */
const RETRY_MS = 15_000;
/** A timer of more ends at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

const entries = createStore<readonly OutboxEntry[]>([]);
const outboxChannel = scoped(() => openChannel('silong-outbox'));
/** The last work of each name, for browsers that give no locks: there at least this page does one thing at a time. */
const lastWork = scoped(() => new Map<string, Promise<unknown>>());

async function alone<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  let isBegun = false;
  const begin = () => {
    isBegun = true;
    return work();
  };
  try {
    if (navigator.locks) return await navigator.locks.request(name, begin);
  } catch (error) {
    // Firefox refuses locks where it refuses site data.
    if (isBegun) throw error;
  }
  const next = (lastWork().get(name) ?? Promise.resolve()).then(work, work);
  lastWork().set(name, next);
  return next;
}

/** The data that is outdated once a change of each kind has been made. */
const outdated: Record<OutboxKind, (CallName | Feature)[]> = {
  message: ['conversations', 'clients'],
  reply: ['inquiries', 'clients', 'analytics', 'insights'],
  inquiryStatus: ['inquiries', 'clients', 'analytics', 'insights'],
  listing: [
    'propertyWrite',
    'propertyTool',
    'clients',
    'inquiries',
    'properties',
    'agents',
    'favorites.properties',
  ],
  viewing: ['viewings', 'availability.freeTimes', 'clients'],
  deskReply: ['conversations', 'inquiries', 'clients', 'analytics', 'insights'],
  deskChange: [],
  deskNote: [],
};

/** Callbacks of the part that shows changes of a kind, run when a change has been decided. */
interface Outcome<Kind extends OutboxKind> {
  /** @param answer the server's; undefined where it had made the change before. */
  delivered(entry: OutboxEntry, answer: AnswerOfKind<Kind> | undefined): void;
  refused(entry: OutboxEntry): void;
}

/** The answer to a change of a kind that one call makes. */
type AnswerOfKind<Kind extends OutboxKind> = Kind extends 'deskReply'
  ? AnswerOf<'desk.reply' | 'desk.sendReply'>
  : unknown;

const outcomes: { [Kind in OutboxKind]?: Outcome<Kind> } = {};

/** Called where the feature is loaded, once for each kind. */
export function handleOutcome<Kind extends OutboxKind>(kind: Kind, outcome: Outcome<Kind>): void {
  Object.assign(outcomes, { [kind]: outcome });
}

/** The Desk shows queued changes in a browser too; elsewhere there a change fails at once. */
const shownInBrowsers = new Set<OutboxKind>(['viewing', 'deskReply', 'deskChange', 'deskNote']);

async function send(entry: OutboxEntry, keepalive = false): Promise<unknown> {
  const { userId, call, input, id, handed } = entry;
  // Another person may have signed in meanwhile: it is not sent under their name.
  if (!call || readStoredSession()?.user.id !== userId) throw new NetworkFailure();
  const signal = keepalive ? undefined : AbortSignal.timeout(SEND_TIMEOUT_MS);
  if (handed === 'yes')
    try {
      return await callApi('desk.sendReply', { params: heldParams(entry) }, { signal });
    } catch (error) {
      if (!(error instanceof ApiFailure && error.status === 404)) throw error;
    }
  return callAny(call, input, { idempotencyKey: id, signal, keepalive });
}

/** The server knows what it holds by the change's id. */
const heldParams = ({ id, input }: Pick<OutboxEntry, 'id' | 'input'>) => ({
  id: Number(input.params?.id),
  clientId: id,
});

const outbox = createOutbox({
  store: () => currentPlatform().outboxStore,
  alone,
  send: (entry) => send(entry),
  changed(userId, changed) {
    if (JSON.stringify(shownOutbox(userId)) === JSON.stringify(changed)) return;
    entries.set([...entries.get().filter((entry) => entry.userId !== userId), ...changed]);
    outboxChannel()?.postMessage(null);
  },
  delivered(entry, answer) {
    const { kind } = entry;
    if (kind === 'damaged') return;
    (outcomes[kind] as Outcome<'message'> | undefined)?.delivered(entry, answer);
    void invalidate(currentQueryClient(), ...(outdated[kind] ?? []));
  },
  refused(entry) {
    if (entry.kind !== 'damaged') outcomes[entry.kind]?.refused(entry);
  },
  now: () => new Date(),
});

const warn = (error: unknown) => console.warn('The outbox could not be sent', error);

/** Sends queued changes when they are due and the server seems to be there. @returns ends it. */
export function followOutbox(userId: number): () => void {
  const own = () => shownOutbox(userId);
  const flush = () => void outbox.flush(userId).catch(warn);
  const onConnection = () => {
    if (currentConnection() === 'online') flush();
  };
  const channel = outboxChannel();
  const onNews = () => void outbox.load(userId).catch(warn);
  let wake: ReturnType<typeof setTimeout> | undefined;
  const schedule = () => {
    clearTimeout(wake);
    const dueAt = nextDueAt(own(), Date.now());
    if (dueAt !== null) wake = setTimeout(onDue, Math.min(dueAt - Date.now(), LONGEST_TIMER_MS));
  };
  const onDue = () => {
    flush();
    // The clock may have been put back while it waited.
    schedule();
  };
  const timer = setInterval(() => {
    if (own().some(({ state }) => state !== 'refused')) flush();
  }, RETRY_MS);
  // The console keeps held changes for its next start, and has asked; a browser's page may never come back.
  const onHide = () => {
    if (currentPlatform().kind === 'browser') sendHeld(own());
  };
  const onLeave = (event: BeforeUnloadEvent) => {
    if (currentPlatform().kind === 'browser' && isLostWithPage(own())) event.preventDefault();
  };
  const stopConnection = listenToConnection(onConnection);
  const stopEntries = entries.subscribe(schedule);
  const listening = new AbortController();
  const { signal } = listening;
  window.addEventListener('online', flush, { signal });
  window.addEventListener('pagehide', onHide, { signal });
  window.addEventListener('beforeunload', onLeave, { signal });
  channel?.addEventListener('message', onNews, { signal });
  void outbox.load(userId).then(() => {
    schedule();
    flush();
  }, warn);
  return () => {
    clearInterval(timer);
    clearTimeout(wake);
    stopConnection();
    stopEntries();
    window.removeEventListener('online', flush);
    window.removeEventListener('pagehide', onHide);
    window.removeEventListener('beforeunload', onLeave);
    channel?.removeEventListener('message', onNews);
  };
}

/** By id: another window's held changes may still be taken back there when this window is closed. */
const madeHere = scoped(() => new Set<string>());

/**
 * Changes held for a moment, so that they can be taken back, are sent when the page closes, unless the server has them already;
 * sent twice, a change is made once.
 */
function sendHeld(held: readonly OutboxEntry[]): void {
  for (const entry of held)
    if (madeHere().has(entry.id) && entry.state === 'waiting' && entry.handed !== 'yes' && isHeld(entry))
      void send(entry, true).catch(warn);
}

/** A page's last breath may not arrive: only what the server has is certain to go out. */
const isLostWithPage = (unsent: readonly OutboxEntry[]): boolean =>
  !currentPlatform().outboxStore.isKept && !unsent.every(isHandedOver);

/** The server sends it, whatever becomes of this page. */
export const isHandedOver = ({ state, handed }: OutboxEntry): boolean => state !== 'refused' && handed === 'yes';

export const mayQueue = (kind: OutboxKind): boolean =>
  currentPlatform().kind === 'desktop' || shownInBrowsers.has(kind);

export type SendResult<Data> = { isQueued: false; data: Data } | { isQueued: true };

/**
 * Makes a change now or, when no answer comes, puts it into the outbox, where its owner sees it wait. Earlier
 * changes of the same lane go first.
 * @param direct makes it when no change stands before it.
 * @throws {ApiFailure} the server answered and refused.
 */
export async function sendOrQueue<Name extends QueuedCall>(
  draft: OutboxDraft<Name>,
  direct: () => Promise<Answered<Name>> = () => sendNow(draft),
): Promise<SendResult<Answered<Name>>> {
  if (!mayQueue(draft.kind)) return { isQueued: false, data: await direct() };
  if (!(await outbox.isBehind(draft.userId, laneOf(draft as AnyDraft)))) {
    try {
      return { isQueued: false, data: await direct() };
    } catch (error) {
      if (!isNoAnswer(error)) throw error;
    }
  }
  await queueChange(draft);
  return { isQueued: true };
}

const sendNow = <Name extends QueuedCall>(draft: OutboxDraft<Name>) => {
  const { id, kind, call, input } = draft as AnyDraft;
  return callAny(
    call,
    input,
    mayQueue(kind) ? { idempotencyKey: id, signal: AbortSignal.timeout(SEND_TIMEOUT_MS) } : {},
  ) as Promise<Answered<Name>>;
};

/** An intermediary's answer is no refusal of the server's. */
const isNoAnswer = (error: unknown): boolean =>
  error instanceof NetworkFailure || (error instanceof ApiFailure && error.code === BAD_ANSWER);

/** Puts a change into the outbox, from where it is sent as soon as it may be. */
export async function queueChange<Name extends QueuedCall>(draft: OutboxDraft<Name>): Promise<void> {
  madeHere().add(draft.id);
  await outbox.add(draft as AnyDraft);
  void outbox.flush(draft.userId).catch(warn);
}

/** Notes the server's part in a held change. */
export const noteHanded = outbox.noteHanded;

/** @returns false: it is on its way, and may arrive; if it does not, it is not sent again. */
export async function discardQueued(userId: number, id: string): Promise<boolean> {
  const entry = shownOutbox(userId).find((one) => one.id === id);
  const answer = entry && entry.handed !== 'no' ? await takeFromServer(entry) : 'taken';
  const isWaiting = await outbox.discard(userId, id);
  if (answer === 'silent' && entry?.handed === 'maybe') {
    // It is taken back once the server answers, in case it did arrive.
    await queueChange({
      id: newClientId(),
      userId,
      kind: 'deskChange',
      call: 'desk.takeReplyBack',
      input: { params: heldParams(entry) },
      label: t('Taking back: {label}', { label: entry.label }),
      detail: entry.detail,
    });
    return isWaiting;
  }
  return answer === 'taken' && (isWaiting || entry?.handed !== 'no');
}

/** A person waits for it. */
const TAKE_BACK_TIMEOUT_MS = 3_000;

async function takeFromServer(entry: OutboxEntry): Promise<'taken' | 'sent' | 'silent'> {
  const signal = AbortSignal.timeout(TAKE_BACK_TIMEOUT_MS);
  try {
    await callApi('desk.takeReplyBack', { params: heldParams(entry) }, { signal });
    return 'taken';
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.code === BAD_ANSWER || error.status >= 500) return 'silent';
    return error.code === 'already_sent' ? 'sent' : 'taken';
  }
}
/** Sends the queued changes now, also the ones that wait for the end of a pause after trouble. */
export const flushOutbox = (userId: number) => outbox.flush(userId, true);

const thenFlush =
  <Given extends [userId: number, ...unknown[]]>(work: (...given: Given) => Promise<unknown>) =>
  async (...given: Given): Promise<void> => {
    await work(...given);
    await outbox.flush(given[0], true);
  };

export const retryQueued = thenFlush(outbox.retry);
export const overwriteQueued = thenFlush(outbox.overwrite);
export const rewordQueued = thenFlush(outbox.reword);

/** Whether a change is made by a call with these parameters. */
export function isCall<Name extends QueuedCall>(
  { call, input }: Pick<OutboxEntry, 'call' | 'input'>,
  name: Name,
  params: InputOf<Name>['params'],
): boolean {
  const isSame = ([key, value]: [string, unknown]) => String(input.params?.[key]) === String(value);
  return call === name && Object.entries(params ?? {}).every(isSame);
}

/** The person's own changes that the server does not know yet, oldest first. */
export const useOutbox = (userId: number | undefined): OutboxEntry[] =>
  useStore(entries).filter((entry) => entry.userId === userId);

/** The outbox outside of components. */
export const shownOutbox = (userId: number | undefined): OutboxEntry[] =>
  entries.get().filter((entry) => entry.userId === userId);

/** The same, read from where it lies. */
export async function readOutbox(userId: number): Promise<OutboxEntry[]> {
  await outbox.load(userId);
  return shownOutbox(userId);
}
