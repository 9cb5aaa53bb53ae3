import type { Message } from '#shared/contracts/conversations.ts';
import type { OutboxEntry } from '#web/features/offline/index.ts';
import { dayLabel, manilaDay } from '#web/lib/dates.ts';

/** A message that is shown: stored, or on its way. */
export interface ShownMessage {
  /** Stays the same when a message on its way arrives. */
  key: string;
  content: string;
  created_at: string;
  isOwn: boolean;
  /** 'waiting': in the outbox until the server can be reached. */
  state: 'waiting' | 'sending' | 'sent' | 'read';
}

/** Messages of one side, one shortly after the other. */
export interface Run {
  key: string;
  isOwn: boolean;
  messages: ShownMessage[];
}

export interface Day {
  key: string;
  label: string;
  runs: Run[];
}

const RUN_GAP_MS = 5 * 60_000;

export function toShown(message: Message, userId: number): ShownMessage {
  const isOwn = message.sender_id === userId;
  return {
    key: isOwn && message.client_id ? message.client_id : String(message.id),
    content: message.content,
    created_at: message.created_at,
    isOwn,
    state: message.read_at === null ? 'sent' : 'read',
  };
}

/** One of the person's own that waits in the outbox. */
export function toWaiting({ id, detail, createdAt }: OutboxEntry): ShownMessage {
  return { key: id, content: detail, created_at: createdAt, isOwn: true, state: 'waiting' };
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
    if (run && continues(run, message)) run.messages.push(message);
    else day.runs.push({ key: message.key, isOwn: message.isOwn, messages: [message] });
  }
  return days;
}

function continues(run: Run, message: ShownMessage): boolean {
  const last = run.messages.at(-1);
  return (
    last !== undefined &&
    run.isOwn === message.isOwn &&
    Date.parse(message.created_at) - Date.parse(last.created_at) < RUN_GAP_MS
  );
}
