import {
  AlarmClock,
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
import type { DeskRow, QueueView, WaitingReason } from '#shared/contracts/desk.ts';
import { type Message, msg } from '#shared/messages.ts';
import { t } from '#web/lib/i18n.tsx';
import { Avatar } from '#web/ui/display/Avatar.tsx';
import { Timestamp } from '#web/ui/display/Timestamp.tsx';
import { isOwnRow } from '../queries.ts';
import { LONG_WAIT_MS, previewOf, rowTime } from './rowWords.ts';

/** In pixels; every row is as high, so that nothing moves when a line gets longer. */
export const ROW_HEIGHT = 56;

const channels: Record<WaitingReason | DeskRow['last']['kind'], { Icon: LucideIcon; words: Message }> = {
  inquiry: { Icon: Mail, words: msg('Inquiry') },
  reply: { Icon: CornerUpLeft, words: msg('Your reply') },
  message: { Icon: MessageSquare, words: msg('Chat') },
  viewing: { Icon: CalendarDays, words: msg('Viewing') },
  review: { Icon: Star, words: msg('Review') },
  note: { Icon: StickyNote, words: msg('Note') },
  delivery: { Icon: MailWarning, words: msg('Email not delivered') },
  reminder: { Icon: AlarmClock, words: msg('Reminder') },
};

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

/** A client's row: since when, for what and about which listing the client waits. */
export const QueueRow = memo(function QueueRow(props: QueueRowProps) {
  const { id, row, view, now, isSelected, isSending, owner, place, length, top, onSelect } = props;
  const { Icon, words } = channels[row.waiting_for ?? row.last.kind];
  const time = rowTime(row, view, now);
  const isLate =
    view === 'needs_me' &&
    row.waiting_since !== null &&
    now.getTime() - Date.parse(row.waiting_since) > LONG_WAIT_MS;
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
      className="absolute inset-x-2 flex items-center gap-3 px-2.5 rounded-sm cursor-pointer select-none hover:bg-[color-mix(in_srgb,var(--s-text)_4%,transparent)] aria-selected:bg-primary-soft group-focus-visible/list:aria-selected:shadow-[inset_0_0_0_2px_var(--s-primary)]"
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
        <span className="flex items-center gap-1.5 min-w-0 text-muted text-[0.8125rem]">
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
          {row.unread > 0 && (
            <span className="visuallyHidden">{t('{count} unread', { count: row.unread })}</span>
          )}
        </span>
      </span>
    </div>
  );
});
