import {
  AlarmClock,
  CalendarCheck,
  CalendarDays,
  CornerUpLeft,
  type LucideIcon,
  Mail,
  MailWarning,
  MessageSquare,
  Star,
  StickyNote,
} from 'lucide-react';
import { memo } from 'react';
import type { DeskRow, QueueScope, QueueView, WaitingReason } from '#shared/contracts/desk.ts';
import { addDays, manilaDay, startOfManilaDay } from '#shared/manilaDays.ts';
import { type Message, msg } from '#shared/messages.ts';
import { clockTime, dayLabel } from '#web/lib/dates.ts';
import { t } from '#web/lib/i18n.tsx';
import { Avatar } from '#web/ui/display/Avatar.tsx';
import { Timestamp } from '#web/ui/display/Timestamp.tsx';
import { isOwnRow } from '../queries.ts';

/** In pixels; every row is as high, so that nothing moves when a line gets longer. */
export const ROW_HEIGHT = 56;

/** `alone`: where `words` would not do for an entry without a text. */
type ChannelLook = { Icon: LucideIcon; words: Message; alone?: Message };

const channels: Record<WaitingReason | DeskRow['last']['kind'], ChannelLook> = {
  inquiry: { Icon: Mail, words: msg('Inquiry') },
  reply: { Icon: CornerUpLeft, words: msg('Your reply'), alone: msg('Reply') },
  message: { Icon: MessageSquare, words: msg('Chat'), alone: msg('Message') },
  viewing: { Icon: CalendarDays, words: msg('Viewing') },
  viewing_answer: { Icon: CalendarCheck, words: msg('Answer about a viewing') },
  review: { Icon: Star, words: msg('Review') },
  note: { Icon: StickyNote, words: msg('Note') },
  delivery: { Icon: MailWarning, words: msg('Email not delivered') },
  reminder: { Icon: AlarmClock, words: msg('Reminder') },
};

/** A newer server may name what this page does not know. */
const lookOf = (kind: keyof typeof channels): ChannelLook => channels[kind] ?? channels.message;

interface QueueRowProps {
  id: string;
  row: DeskRow;
  view: QueueView;
  now: Date;
  isSelected: boolean;
  /** An answer is on its way to them. */
  isSending: boolean;
  /** The client's agent, in an office's queue; with picture. */
  owner?: { name: string; avatar_url?: string | null } | undefined;
  /** Its place in the whole queue, from 1, and how long that is; -1: not known yet. */
  place: number;
  length: number;
  /** Its distance from the top, in pixels. */
  top: number;
  onSelect(id: number): void;
}

const STATES =
  'hover:bg-tint aria-selected:bg-primary-soft group-focus-visible/list:aria-selected:shadow-inset-focus';

/** A client's row: since when, for what and about which listing the client waits. */
export const QueueRow = memo(function QueueRow(props: QueueRowProps) {
  const { id, row, view, now, isSelected, isSending, owner, place, length, top, onSelect } = props;
  const { Icon, words } = lookOf(row.waiting_for ?? row.last.kind);
  const time = rowTime(row, view, now);
  const waited = row.waiting_since === null ? 0 : now.getTime() - Date.parse(row.waiting_since);
  // After a day a colleague may have answered.
  const isLate = view === 'needs_me' && waited > DAY_MS;
  const isOwn = isOwnRow(row);
  const isUnread = row.unread > 0 || row.waiting_for === 'inquiry';
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the list's
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      aria-setsize={length}
      aria-posinset={place}
      className={`option absolute inset-x-2 w-auto px-2.5 select-none ${STATES}`}
      style={{ height: ROW_HEIGHT, transform: `translateY(${top}px)` }}
      onClick={() => onSelect(row.id)}
    >
      <span className="relative flex-none">
        <Avatar src={row.avatar_url} size={34} />
        {isUnread && (
          <span className="absolute -top-px -right-px w-2.5 h-2.5 border-2 border-surface rounded-full bg-primary" />
        )}
      </span>
      <span className="grid flex-1 gap-px min-w-0 leading-[1.35]">
        <span className="flex items-baseline gap-2 min-w-0">
          <span dir="auto" className={`truncate text-sm ${isUnread ? 'font-bold' : 'font-semibold'}`}>
            {row.name}
          </span>
          {row.property && (
            <span dir="auto" className="flex-1 min-w-0 truncate text-muted text-xs">
              {row.property.title}
            </span>
          )}
          <Timestamp
            className={`flex-none ml-auto text-xs tabular-nums ${isLate ? 'text-warning' : 'text-muted'}`}
            at={time.at}
          >
            {time.text}
          </Timestamp>
        </span>
        <span className="flex items-center gap-1.5 min-w-0 text-muted text-caption">
          {owner && (
            <span className="inline-flex flex-none items-center gap-1 max-w-[45%]">
              <Avatar src={owner.avatar_url} size={16} />
              <span className="visuallyHidden">{t('With')}</span>
              <span className="truncate font-semibold">
                <bdi>{isOwn ? t('You') : owner.name}</bdi>
              </span>
            </span>
          )}
          <Icon size={13} className="flex-none" role="img" aria-label={t(words)} />
          <span dir="auto" className={`truncate ${isUnread ? 'text-ink' : ''}`}>
            {isSending ? t('Sending your answer…') : previewOf(row, view, isOwn)}
          </span>
          {row.unread > 0 && <span className="visuallyHidden">{t('{count} unread', { count: row.unread })}</span>}
        </span>
      </span>
    </div>
  );
});

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const viewLabels: Record<QueueView, Message> = {
  needs_me: msg('Needs me'),
  today: msg('Today'),
  waiting: msg('Waiting on client'),
  snoozed: msg('Snoozed'),
  done: msg('Done'),
  all: msg('All clients'),
};

/** The same of a whole office. */
const officeViewLabels: Record<QueueView, Message> = { ...viewLabels, needs_me: msg('Needs us') };

export const labelsOf = (scope: QueueScope) => (scope === 'office' ? officeViewLabels : viewLabels);

/** '5m', '3h', '2d', then a date. */
function shortAge(moment: string, now: Date): string {
  const age = Math.max(0, now.getTime() - Date.parse(moment));
  if (age < MINUTE_MS) return t('now');
  if (age < HOUR_MS) return t('{count}m', { count: Math.floor(age / MINUTE_MS) });
  if (age < DAY_MS) return t('{count}h', { count: Math.floor(age / HOUR_MS) });
  if (age < 14 * DAY_MS) return t('{count}d', { count: Math.floor(age / DAY_MS) });
  return dayLabel(moment, now);
}

/** '6:00 PM' today, 'Tomorrow', else 'Mar 4'. */
export function whenNext(moment: string, now: Date): string {
  const day = manilaDay(moment);
  if (day === manilaDay(now)) return clockTime(moment);
  return day === addDays(manilaDay(now), 1) ? t('Tomorrow') : dayLabel(moment, now);
}

/** The time that counts in a part of the queue, as shown in a row. */
export function rowTime(row: DeskRow, view: QueueView, now: Date): { text: string; at: string } {
  const age = (at: string) => ({ text: shortAge(at, now), at });
  if (view === 'snoozed' && row.snoozed_until)
    return { text: whenNext(row.snoozed_until, now), at: row.snoozed_until };
  if (view === 'today' && row.next_viewing_at && manilaDay(row.next_viewing_at) === manilaDay(now))
    return { text: clockTime(row.next_viewing_at), at: row.next_viewing_at };
  if (view === 'waiting' && row.awaiting_since) return age(row.awaiting_since);
  return age(view === 'done' || view === 'all' ? row.last.at : (row.waiting_since ?? row.last.at));
}

/** The last entry on one line. @param isOwn whether the reader's side wrote it. */
export function previewOf({ last, waiting_for, next_action, agent }: DeskRow, view: QueueView, isOwn = true) {
  if (view === 'today' && next_action) return next_action;
  if (waiting_for === 'delivery')
    return isOwn ? t('Your email could not be delivered') : t('An email could not be delivered');
  const { words, alone = words } = lookOf(last.kind);
  const text = last.text?.replace(/\s+/g, ' ').trim() || t(alone);
  // The text of a viewing is the client's, whichever side answered last.
  if (last.by !== 'agent' || last.kind === 'viewing') return text;
  return isOwn ? t('You: {text}', { text }) : t('{name}: {text}', { name: agent.name, text });
}

const TODAY_HOURS = 3;
const LAST_HOUR_TODAY = 21;
const MORNING_HOUR = 9;
const MONDAY = 1;

const atHour = (day: string, hour: number) => new Date(startOfManilaDay(day).getTime() + hour * HOUR_MS);

/** The morning of a day in Manila, '2026-01-31'. */
export const morningOf = (day: string): string => atHour(day, MORNING_HOUR).toISOString();

/** Later today (null where today is as good as over), tomorrow morning, Monday morning; hours are Manila's. */
export function snoozeChoices(now: Date) {
  const today = manilaDay(now);
  const later = new Date(Math.ceil((now.getTime() + TODAY_HOURS * HOUR_MS) / (HOUR_MS / 2)) * (HOUR_MS / 2));
  const weekday = new Date(Date.parse(today)).getUTCDay();
  const toMonday = (MONDAY - weekday + 7) % 7 || 7;
  return [
    {
      id: 'today',
      label: t('Later today'),
      until: later <= atHour(today, LAST_HOUR_TODAY) ? later.toISOString() : null,
    },
    { id: 'tomorrow', label: t('Tomorrow'), until: morningOf(addDays(today, 1)) },
    { id: 'week', label: t('Next week'), until: morningOf(addDays(today, toMonday)) },
  ];
}
