import type { TimelineEntry } from '#shared/contracts/desk.ts';
import type { Viewing } from '#shared/contracts/viewings.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { continuesRun, type Run, type ShownMessage } from '#web/features/conversations/index.ts';
import { isUpcoming } from '#web/features/viewings/index.ts';
import { dayLabel } from '#web/lib/dates.ts';

type MessageEntry = Extract<TimelineEntry, { kind: 'message' }>;
export type SingleEntry = Exclude<TimelineEntry, MessageEntry>;

/** Messages of one side in one conversation, one shortly after the other. */
export interface MessageItem extends Run {
  kind: 'messages';
  conversationId: number;
  /** The conversation's subject, where the messages before had another one. */
  about: { id: number; title: string } | null;
}

type TimelineItem = MessageItem | { kind: 'entry'; key: string; entry: SingleEntry };

interface TimelineDay {
  /** '2026-11-23' */
  key: string;
  label: string;
  items: TimelineItem[];
}

function toShown({ message, by }: MessageEntry, agentId: number): ShownMessage {
  const isOwn = by === 'agent';
  const isBefore = isOwn && message.sender_id !== agentId;
  return {
    key: isOwn && message.client_id ? message.client_id : String(message.id),
    author: isBefore ? message.sender_name : null,
    content: message.content,
    attachments: message.attachments,
    created_at: message.created_at,
    isOwn,
    state: message.read_at === null ? 'sent' : 'read',
  };
}

/** The timeline, oldest first, by day in Manila; messages of one side stand together. @param now for the days' names. */
export function groupTimeline(newestFirst: readonly TimelineEntry[], now: Date, agentId: number) {
  const days: TimelineDay[] = [];
  const shown = new Set<string>();
  let about: number | null = null;
  for (const entry of newestFirst.toReversed()) {
    if (shown.has(entry.id)) continue;
    shown.add(entry.id);
    const dayKey = manilaDay(entry.at);
    let day = days.at(-1);
    if (day?.key !== dayKey) {
      day = { key: dayKey, label: dayLabel(entry.at, now), items: [] };
      days.push(day);
    }
    if (entry.kind !== 'message') {
      if (entry.kind === 'inquiry') about = entry.inquiry.property?.id ?? null;
      day.items.push({ kind: 'entry', key: entry.id, entry });
      continue;
    }
    const message = toShown(entry, agentId);
    const last = day.items.at(-1);
    const { conversationId } = entry.message;
    const run = last?.kind === 'messages' && last.conversationId === conversationId ? last : null;
    if (run && continuesRun(run, message)) run.messages.push(message);
    else
      day.items.push({
        kind: 'messages',
        key: message.key,
        isOwn: message.isOwn,
        author: message.author ?? null,
        conversationId,
        about: entry.property?.id === about ? null : entry.property,
        messages: [message],
      });
    about = entry.property?.id ?? null;
  }
  return days;
}

/** The newest reply that went out by mail: the client's answer to it comes by mail too, and is not seen here. */
export const newestMailedReply = (newestFirst: readonly TimelineEntry[]): string | null =>
  newestFirst.find((entry) => entry.kind === 'reply' && entry.reply.method === 'email')?.id ?? null;

/** The viewing that the keys mean: the soonest request that waits for the agent, else the soonest one to come. */
export function viewingInHand(viewings: readonly Viewing[], now: Date): Viewing | null {
  const toCome = viewings
    .filter((viewing) => isUpcoming(viewing, now))
    .toSorted((a, b) => a.starts_at.localeCompare(b.starts_at));
  return toCome.find(({ status }) => status === 'requested') ?? toCome[0] ?? null;
}
