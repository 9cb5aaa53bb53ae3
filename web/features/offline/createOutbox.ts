import { ALREADY_APPLIED, ApiFailure, BAD_ANSWER, NetworkFailure } from '#web/lib/apiClient.ts';
import { type AnyInput, addressOf, type CallName, type InputOf, routes } from '#web/lib/calls.ts';
import { t } from '#web/lib/i18n.tsx';
import type { KeptText, OutboxStore } from '#web/platform/platform.ts';

const KINDS = [
  'message',
  'reply',
  'inquiryStatus',
  'listing',
  'viewing',
  'deskReply',
  'deskChange',
  'deskNote',
] as const;
export type OutboxKind = (typeof KINDS)[number];

/** Of stored entries. A version whose entries mean something else to earlier versions counts on. */
const FORMAT = 1;

export type QueuedCall =
  | 'conversations.send'
  | 'desk.addNote'
  | 'desk.removeNote'
  | 'desk.reply'
  | 'desk.takeReplyBack'
  | 'desk.update'
  | 'desk.updateNote'
  | 'inquiries.reply'
  | 'inquiries.setStatus'
  | 'propertyWrite.update'
  | 'viewings.update';

/** A change that the server does not know yet. */
export interface OutboxEntry {
  /** Sent with the call as its Idempotency-Key: repeated calls make one change. */
  id: string;
  userId: number;
  /** 'damaged': the stored text cannot be read; `detail` is that text. */
  kind: OutboxKind | 'damaged';
  /** Null of a damaged entry, and of one that waits for the newer version that wrote it. */
  call: CallName | null;
  input: AnyInput;
  /** Entries of one lane are sent one after the other; trouble with one holds up no other lane. */
  lane: string;
  /** The field of the body that holds a person's own words, which may be changed after a refusal. */
  wordsIn: 'content' | 'message' | 'text' | null;
  /** The change as its owner reads it: 'Message to Maria Santos'. */
  label: string;
  /** The words themselves, or the new state. */
  detail: string;
  /** When it was made, ISO-8601. */
  createdAt: string;
  order: number;
  /** It is not sent before this moment (milliseconds since 1970), and until then can be taken back; 0: at once. See `isHeld`. */
  notBefore: number;
  /** Whether the server has it too, and sends it at its time by itself; 'maybe': it was asked to, and has not answered. */
  handed: 'no' | 'maybe' | 'yes';
  /** How often the server had trouble with it, and when it is tried again (milliseconds since 1970). */
  tries: number;
  retryAt: number;
  /** 'sending': it is on its way and can no longer be taken back. 'refused': its owner decides. */
  state: 'waiting' | 'sending' | 'refused';
  /** Discarded while it was on its way: if it does not arrive, it is not sent again. */
  isDiscarded: boolean;
  /** The server's sentence, also of a try that is repeated. */
  error: string | null;
  code: string | null;
  /** After a conflict: the status that the server named. */
  found: string | null;
}

export interface AnyDraft
  extends Pick<OutboxEntry, 'id' | 'userId' | 'input' | 'label' | 'detail'>,
    Partial<Pick<OutboxEntry, 'lane' | 'notBefore' | 'handed' | 'wordsIn'>> {
  kind: OutboxKind;
  call: QueuedCall;
  /** Where another of its kind waits in its lane, both become one: the body to send in place of the other's. */
  mergedWith?(body: unknown): unknown;
}

/** A change to be made by a call, with the input that its contract wants. */
export interface OutboxDraft<Name extends QueuedCall> extends Omit<AnyDraft, 'call' | 'input'> {
  call: Name;
  input: InputOf<Name>;
}

/** Changes to the same thing go out in the order they were made. */
export const laneOf = ({ lane, call, input }: Pick<AnyDraft, 'lane' | 'call' | 'input'>): string =>
  lane ?? addressOf(call, input);

interface OutboxParts {
  /** Where the entries lie; another window of the same person reads and writes the same place. */
  store(): OutboxStore;
  /** One window at a time. */
  alone<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
  send(entry: OutboxEntry): Promise<unknown>;
  /** A person's entries as they are now, after every change. */
  changed(userId: number, entries: OutboxEntry[]): void;
  /** The server has it. @param answer undefined where it had it before. */
  delivered(entry: OutboxEntry, answer: unknown): void;
  refused(entry: OutboxEntry): void;
  now(): Date;
}

/** The server's code when something else changed first. */
const CHANGED_MEANWHILE = 'changed_meanwhile';

const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 5 * 60_000;
/** How long a change is held, and can be taken back. */
export const HELD_MS = 5_000;
/** A clock that is put right by less than this holds nothing up for long. */
const CLOCK_TOLERANCE_MS = 1_000;

/** A time further away than it can be meant was written by a clock that has been put right since: it counts as past. */
const isToCome = (at: number, now: number, longest: number): boolean =>
  at > now && at <= now + longest + CLOCK_TOLERANCE_MS;

/** It is not sent yet, and can be taken back. */
export const isHeld = ({ notBefore }: Pick<OutboxEntry, 'notBefore'>, now = Date.now()): boolean =>
  isToCome(notBefore, now, HELD_MS);

/** Changes wait here, survive a restart, and are sent once each. */
export function createOutbox(parts: OutboxParts) {
  const nowMs = () => parts.now().getTime();
  const read = async (userId: number) => readEntries(await parts.store().read(userId), userId);

  /** One change of one person's entries at a time, in all windows. */
  function change<Result>(
    userId: number,
    work: (entries: OutboxEntry[], store: OutboxStore) => Promise<Result>,
  ): Promise<Result> {
    return parts.alone(`silong-outbox ${userId}`, async () => {
      const result = await work(await read(userId), parts.store());
      parts.changed(userId, await read(userId));
      return result;
    });
  }

  const write = (store: OutboxStore, entry: OutboxEntry) =>
    store.put(entry.userId, entry.id, JSON.stringify({ ...entry, format: FORMAT }));

  const editRefused = (userId: number, id: string, make: (entry: OutboxEntry) => Partial<OutboxEntry> | null) =>
    change(userId, async (entries, store) => {
      const entry = entries.find((one) => one.id === id && one.state === 'refused');
      const changes = entry && make(entry);
      if (entry && changes) await write(store, { ...entry, ...waitingAgain, ...changes });
    });

  const remove = (userId: number, id: string) => change(userId, (_, store) => store.remove(userId, id));

  /** Changes taken back since the list was read are not sent, and a change being sent can no longer be taken back. */
  const begin = (userId: number, id: string, isAsked: boolean) =>
    change(userId, async (entries, store) => {
      const entry = entries.find((one) => one.id === id);
      if (!entry || !isDue(entries, entry, nowMs(), isAsked)) return null;
      if (entry.isDiscarded) {
        await store.remove(userId, id);
        return null;
      }
      const sending: OutboxEntry = { ...entry, state: 'sending' };
      await write(store, sending);
      return sending;
    });

  const noteFailure = ({ userId, id }: OutboxEntry, error: unknown) =>
    change(userId, async (entries, store) => {
      const entry = entries.find((one) => one.id === id);
      if (entry?.isDiscarded) await store.remove(userId, id);
      if (!entry || entry.isDiscarded) return;
      const after: OutboxEntry = { ...entry, ...afterFailure(error, entry.tries, nowMs()) };
      await write(store, after);
      if (after.state === 'refused') parts.refused(after);
    });

  /** @returns 'away': no answer came, so the others would not arrive either. */
  async function deliver(entry: OutboxEntry): Promise<'done' | 'away'> {
    const { userId, id } = entry;
    let answer: unknown;
    try {
      answer = await parts.send(entry);
    } catch (error) {
      if (!(error instanceof ApiFailure && error.code === ALREADY_APPLIED)) {
        await noteFailure(entry, error);
        return isSilence(error) ? 'away' : 'done';
      }
    }
    // First it is shown where it belongs, so that it is never gone from the screen.
    parts.delivered(entry, answer);
    await remove(userId, id);
    return 'done';
  }

  return {
    /** The same one twice is one entry. */
    add: (draft: AnyDraft) =>
      change(draft.userId, async (entries, store) => {
        if (entries.some(({ id }) => id === draft.id)) return;
        const { mergedWith, ...change } = draft;
        const lane = laneOf(change);
        const before = entries.findLast(
          (entry) => entry.lane === lane && entry.kind === change.kind && entry.state === 'waiting',
        );
        if (before && mergedWith) {
          await write(store, merge(before, change, mergedWith(before.input.body)));
          await store.remove(before.userId, before.id);
          return;
        }
        await write(store, {
          ...blank,
          ...change,
          lane,
          createdAt: parts.now().toISOString(),
          order: 1 + Math.max(0, ...entries.map(({ order }) => order)),
        });
      }),
    /** @returns false: it is on its way, and may arrive; if it does not, it is not sent again. */
    discard: (userId: number, id: string): Promise<boolean> =>
      change(userId, async (entries, store) => {
        const entry = entries.find((one) => one.id === id);
        if (entry?.state === 'sending') await write(store, { ...entry, isDiscarded: true });
        else await store.remove(userId, id);
        return entry?.state !== 'sending';
      }),
    retry: (userId: number, id: string) => editRefused(userId, id, () => ({})),
    /** A refused change waits again, made for the status that its owner was shown. */
    overwrite: (userId: number, id: string) =>
      editRefused(userId, id, ({ input, found }) => ({
        input: { ...input, body: withExpectation(input.body, found) },
      })),
    /** A refused one waits again in other words. */
    reword: (userId: number, id: string, words: string) =>
      editRefused(userId, id, ({ input, wordsIn }) => {
        const body = wordsIn && { ...(input.body as object), [wordsIn]: words };
        return body && { input: { ...input, body }, detail: words };
      }),
    /** Whether a change of this lane waits: later changes go behind it. */
    isBehind: async (userId: number, lane: string) =>
      (await read(userId)).some((entry) => entry.lane === lane && entry.state !== 'refused'),
    /**
     * Sends the due changes, oldest first, until no answer comes.
     * @param isAsked its owner wants it now: no change waits for the end of a pause after trouble.
     */
    flush: (userId: number, isAsked = false) =>
      parts.alone(`silong-outbox-flush ${userId}`, async () => {
        const tried = new Set<string>();
        for (;;) {
          const entries = (await read(userId)).filter(({ call }) => call !== null);
          const next = entries.find((entry) => !tried.has(entry.id) && isDue(entries, entry, nowMs(), isAsked));
          if (!next) return;
          tried.add(next.id);
          const begun = await begin(userId, next.id, isAsked);
          if (begun && (await deliver(begun)) === 'away') return;
        }
      }),
    /** Notes the state of the server's own copy of a held change. */
    noteHanded: (userId: number, id: string, handed: OutboxEntry['handed']) =>
      change(userId, async (entries, store) => {
        const entry = entries.find((one) => one.id === id);
        if (entry) await write(store, { ...entry, handed });
      }),
    load: async (userId: number) => parts.changed(userId, await read(userId)),
  };
}

const noFailure = { error: null, code: null, found: null, tries: 0, retryAt: 0 };
const waitingAgain = { state: 'waiting', ...noFailure } as const;
const blank = {
  ...waitingAgain,
  order: 0,
  notBefore: 0,
  handed: 'no',
  wordsIn: null,
  isDiscarded: false,
} as const;

/** Two changes as one, under the id of the later one: it is unknown whether the earlier one arrived. */
function merge(before: OutboxEntry, change: Omit<AnyDraft, 'mergedWith'>, body: unknown): OutboxEntry {
  const { lane, order } = before;
  const detail = `${before.detail}\n${change.detail}`;
  return { ...before, ...change, lane, order, input: { ...change.input, body }, detail, tries: 0 };
}

/** No answer came, or none that recognises this person: the next change would fare no better. */
const isSilence = (error: unknown): boolean =>
  error instanceof NetworkFailure || (error instanceof ApiFailure && [401, 511].includes(error.status));

/** Trouble of the server or of an intermediary: not about the change, which is tried again later. */
const isTrouble = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure &&
  (error.code === BAD_ANSWER || [408, 425, 429].includes(error.status) || error.status >= 500);

function afterFailure(error: unknown, tries: number, now: number): Partial<OutboxEntry> {
  if (isSilence(error)) return { state: 'waiting' };
  if (isTrouble(error))
    return {
      state: 'waiting',
      tries: tries + 1,
      retryAt: now + Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** tries),
      error: error.message,
    };
  // A refused change is not held any more.
  const refused = { state: 'refused', handed: 'no' } as const;
  if (!(error instanceof ApiFailure)) return { ...refused, error: t('It could not be sent.') };
  const { code, message, issues, values } = error;
  return {
    ...refused,
    error: issues[0]?.message ?? message,
    code,
    found: code === CHANGED_MEANWHILE && typeof values.status === 'string' ? values.status : null,
  };
}

/** The owner may make the change nevertheless: another user changed the same before. */
export const isConflict = ({ state, code }: OutboxEntry): boolean =>
  state === 'refused' && code === CHANGED_MEANWHILE;

/** The first of its lane that is not refused. 'sending' as well: the window that sent it is gone. */
function isDue(entries: OutboxEntry[], entry: OutboxEntry, now: number, isAsked: boolean): boolean {
  const head = entries.find(({ lane, state }) => lane === entry.lane && state !== 'refused');
  const isPaused = !isAsked && isToCome(entry.retryAt, now, LONGEST_RETRY_MS);
  return head?.id === entry.id && !isHeld(entry, now) && !isPaused;
}

/** When something comes due (milliseconds since 1970) that is not due yet; null when nothing does. */
export function nextDueAt(entries: readonly OutboxEntry[], now: number): number | null {
  const lanes = new Set<string>();
  const times = entries.flatMap(({ lane, state, notBefore, retryAt }) => {
    if (state === 'refused' || lanes.has(lane)) return [];
    lanes.add(lane);
    const toCome = [
      ...(isHeld({ notBefore }, now) ? [notBefore] : []),
      ...(isToCome(retryAt, now, LONGEST_RETRY_MS) ? [retryAt] : []),
    ];
    return toCome.length > 0 ? [Math.max(...toCome)] : [];
  });
  return times.length > 0 ? Math.min(...times) : null;
}

const readEntries = (texts: readonly KeptText[], userId: number): OutboxEntry[] =>
  texts.map(({ id, text }) => readEntry(id, text, userId)).sort((one, other) => one.order - other.order);

type StoredEntry = Partial<OutboxEntry & PathEntry & { format: number }>;

/** The fields that an entry of version 0.1 had in place of `call` and `input`. */
type PathEntry = { method: string; path: string; body: unknown };

/** The call of a method and a path without query; null where none has it. A fixed path goes before one with parameters. */
export function findCall(method: string, path: string): { call: CallName; params: Record<string, string> } | null {
  const found = [...routes].flatMap(([call, [ownMethod, ownPath]]) => {
    const pattern = new RegExp(`^${ownPath.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
    const match = ownMethod === method ? pattern.exec(path) : null;
    return match ? [{ call, params: { ...match.groups } }] : [];
  });
  const [first = null] = found.sort(
    (one, other) => Object.keys(one.params).length - Object.keys(other.params).length,
  );
  return first;
}

/** The call that an entry of version 0.1 names by method and path. */
function withCall({ method, path, body, ...entry }: StoredEntry): Partial<OutboxEntry> | null {
  if (entry.call) return entry;
  const found = method && path ? findCall(method, path) : null;
  if (!found || !path) return null;
  return { lane: path, ...entry, call: found.call, input: { params: found.params, body } };
}

/** Entries of a page of a newer version, open beside this one or closed: they are for that version alone. */
const isNewer = ({ format = FORMAT, kind, call }: StoredEntry): boolean =>
  format > FORMAT || (kind !== undefined && !KINDS.includes(kind as OutboxKind)) || (!!call && !routes.has(call));

/** Shown and not touched; in a lane of its own, as after a return to this version nothing would ever send it. */
const asWaiting = (id: string, userId: number, { kind, label, detail, createdAt, order }: StoredEntry) => ({
  ...blank,
  id,
  userId,
  kind: kind as OutboxKind,
  call: null,
  input: {},
  lane: id,
  label: typeof label === 'string' ? label : '',
  detail: typeof detail === 'string' ? detail : '',
  createdAt: typeof createdAt === 'string' ? createdAt : new Date(0).toISOString(),
  order: typeof order === 'number' ? order : 0,
});

/** A text that cannot be read becomes a damaged entry, which holds up no other. */
function readEntry(id: string, text: string, userId: number): OutboxEntry {
  try {
    const { format, ...stored } = JSON.parse(text) as StoredEntry;
    if (stored.id === id && stored.userId === userId && isNewer({ ...stored, format }))
      return asWaiting(id, userId, stored);
    const entry = withCall(stored);
    if (entry?.id === id && entry.userId === userId && entry.kind && entry.call && entry.input)
      return { ...blank, lane: addressOf(entry.call, entry.input), ...entry } as OutboxEntry;
  } catch {
    // Returned as damaged.
  }
  return {
    ...blank,
    id,
    userId,
    kind: 'damaged',
    call: null,
    input: {},
    lane: id,
    label: t('Something that cannot be read'),
    detail: text,
    createdAt: new Date(0).toISOString(),
    state: 'refused',
    error: t('It was damaged on this computer.'),
  };
}

function withExpectation(body: unknown, found: string | null): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const { expected_status: _, ...others } = body as Record<string, unknown>;
  return found === null ? others : { ...others, expected_status: found };
}
