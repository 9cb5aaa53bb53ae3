import type { Attachment } from '#shared/contracts/attachments.ts';
import type { Message } from '#shared/contracts/conversations.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import type { OutboxEntry } from '#web/features/offline/index.ts';
import { dayLabel } from '#web/lib/dates.ts';

export interface ThreadData {
  /** Oldest first, each once. */
  messages: Message[];
  hasOlder: boolean;
  /** No message is missing up to this id. Messages pushed after it may have gaps until the next catch-up. */
  syncedTo: number;
  /** False while only pushed messages are known. */
  isLoaded: boolean;
}

export const emptyThread: ThreadData = { messages: [], hasOlder: false, syncedTo: 0, isLoaded: false };

/** Each message once, oldest first. A read mark that is known is not lost to an older answer. */
export function mergeMessages(known: Message[], fresh: Message[]): Message[] {
  if (fresh.length === 0) return known;
  const byId = new Map(known.map((message) => [message.id, message]));
  for (const message of fresh) {
    const before = byId.get(message.id);
    byId.set(message.id, { ...message, read_at: message.read_at ?? before?.read_at ?? null });
  }
  return [...byId.values()].sort((a, b) => a.id - b.id);
}

export const withNewest = (known: ThreadData | undefined, page: Message[], pageSize: number): ThreadData => ({
  messages: mergeMessages(known?.messages ?? [], page),
  hasOlder: page.length >= pageSize,
  syncedTo: page.at(-1)?.id ?? 0,
  isLoaded: true,
});

/** Merges the newest page into a thread that was not followed; known messages stay if there is no gap between. */
export function withPeeked(known: ThreadData | undefined, page: Message[], pageSize: number): ThreadData {
  const first = page[0]?.id ?? 0;
  const meets = known?.isLoaded && (known.syncedTo >= first || page.length < pageSize);
  return meets ? withMissed(known, page) : withNewest(undefined, page, pageSize);
}

/** All messages after `catchUpFrom`, fetched after a pause. */
export const withMissed = (known: ThreadData, missed: Message[]): ThreadData => ({
  ...known,
  messages: mergeMessages(known.messages, missed),
  syncedTo: Math.max(known.syncedTo, missed.at(-1)?.id ?? 0),
});

export const withOlder = (known: ThreadData, page: Message[], pageSize: number): ThreadData => ({
  ...known,
  messages: mergeMessages(known.messages, page),
  hasOlder: page.length >= pageSize,
});

/** The id after which missed messages are fetched: after it there may be gaps, and unknown read marks. */
export function catchUpFrom(thread: ThreadData, userId: number): number {
  const firstUnread = thread.messages.find(({ sender_id, read_at }) => sender_id === userId && read_at === null);
  return Math.min(thread.syncedTo, firstUnread ? firstUnread.id - 1 : thread.syncedTo);
}

/** A read mark: messages of the other side are read up to an id. */
export function withRead(thread: ThreadData, mark: { readerId: number; upToId: number; read_at: string }) {
  const { readerId, upToId, read_at } = mark;
  const isNowRead = (message: Message) =>
    message.id <= upToId && message.sender_id !== readerId && message.read_at === null;
  if (!thread.messages.some(isNowRead)) return thread;
  return {
    ...thread,
    messages: thread.messages.map((message) => (isNowRead(message) ? { ...message, read_at } : message)),
  };
}

/** The newest message of the other side that the person has not read. */
export const newestUnread = (thread: ThreadData, userId: number): Message | undefined =>
  thread.messages.findLast((message) => message.sender_id !== userId && message.read_at === null);

/** When the person last read something of the other side here, in the server's time. */
export const lastReadAt = (thread: ThreadData | undefined, userId: number): string | null =>
  thread?.messages.findLast((message) => message.sender_id !== userId && message.read_at)?.read_at ?? null;

/** A message that is shown: stored, or on its way. */
export interface ShownMessage {
  /** Stays the same when a message on its way arrives. */
  key: string;
  content: string;
  attachments?: readonly Attachment[];
  created_at: string;
  isOwn: boolean;
  /** The author, if it is neither the person nor the current other side: an agent before a hand-over. */
  author?: string | null;
  /** 'waiting': in the outbox until the server can be reached. 'refused': there too, until its owner decides. */
  state: 'waiting' | 'refused' | 'sending' | 'sent' | 'read';
  /** It came otherwise than by the chat. */
  via?: 'form' | 'email';
}

/** Messages of one side, one shortly after the other. */
export interface Run {
  key: string;
  isOwn: boolean;
  author: string | null;
  messages: ShownMessage[];
}

export interface Sides {
  userId: number;
  ownSide: Message['sender_type'];
  participantId: number | null;
}

type Day = { key: string; label: string; runs: Run[] };

const RUN_GAP_MS = 5 * 60_000;

/** The author of a message follows from its side: after a hand-over several agents have written on one side. */
export function toShown(message: Message, { userId, ownSide, participantId }: Sides): ShownMessage {
  const { id, sender_id, sender_type, sender_name, client_id } = message;
  const isOwn = sender_type === ownSide;
  const isPresent = sender_id === (isOwn ? userId : participantId);
  return {
    key: sender_id === userId && client_id ? client_id : String(id),
    content: message.content,
    attachments: message.attachments,
    created_at: message.created_at,
    isOwn,
    author: isPresent ? null : sender_name,
    state: message.read_at === null ? 'sent' : 'read',
  };
}

export function toWaiting({ id, detail, createdAt, state }: OutboxEntry): ShownMessage {
  const shown = state === 'refused' ? state : 'waiting';
  return { key: id, content: detail, created_at: createdAt, isOwn: true, state: shown };
}

/** By day in Manila, and within the day by sender. */
export function groupByDay(messages: ShownMessage[], now: Date): Day[] {
  const days: Day[] = [];
  for (const message of messages) {
    const dayKey = manilaDay(message.created_at);
    let day = days.at(-1);
    if (day?.key !== dayKey) {
      day = { key: dayKey, label: dayLabel(message.created_at, now), runs: [] };
      days.push(day);
    }
    const run = day.runs.at(-1);
    if (run && continuesRun(run, message)) run.messages.push(message);
    else {
      const { key, isOwn, author = null } = message;
      day.runs.push({ key, isOwn, author, messages: [message] });
    }
  }
  return days;
}

export function continuesRun(run: Omit<Run, 'key'>, message: ShownMessage): boolean {
  const last = run.messages.at(-1);
  if (!last || run.isOwn !== message.isOwn || run.author !== (message.author ?? null)) return false;
  return Date.parse(message.created_at) - Date.parse(last.created_at) < RUN_GAP_MS;
}
