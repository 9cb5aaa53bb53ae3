import type { Conversation } from '#shared/contracts/conversations.ts';
import { fullTime, relativeTime } from '#web/lib/dates.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import styles from './ConversationList.module.css';

interface ConversationRowProps {
  conversation: Conversation;
  isSelected: boolean;
  now: Date;
  onSelect(): void;
}

const statusWords = { active: null, suspended: 'Suspended', closed: 'Closed' } as const;

export function ConversationRow({ conversation, isSelected, now, onSelect }: ConversationRowProps) {
  const { participant, subject, property, last_message, last_message_at, unread_count, own_side } =
    conversation;
  const isOwn = last_message?.sender_type === own_side;
  const status = statusWords[conversation.status];
  return (
    <button
      type="button"
      className={`${styles.row} ${unread_count > 0 ? styles.unread : ''}`}
      aria-current={isSelected ? 'true' : undefined}
      onClick={onSelect}
    >
      <Avatar src={participant.avatar_url} size={48} />
      <span className="grid flex-1 gap-0.5 min-w-0 leading-[1.35]">
        <span className="flex items-baseline justify-between gap-2 min-w-0">
          <span
            className={`overflow-hidden text-ellipsis whitespace-nowrap text-[0.9375rem] font-[650] ${styles.name}`}
          >
            {participant.name}
          </span>
          {last_message_at && (
            <time
              className={`flex-none text-muted text-xs ${styles.time}`}
              dateTime={last_message_at}
              title={fullTime(last_message_at)}
            >
              {relativeTime(last_message_at, now)}
            </time>
          )}
        </span>
        <span className="overflow-hidden text-ellipsis whitespace-nowrap text-muted text-[0.8125rem]">
          {status && (
            <span className="mr-1.5 py-0.25 px-1.75 rounded-full bg-[color-mix(in_srgb,var(--s-warning)_14%,var(--s-surface))] text-warning text-[0.6875rem] font-bold">
              {status}
            </span>
          )}
          {property ? `${subject} · ${property.title}` : subject}
        </span>
        <span className="flex justify-between gap-2 min-w-0 items-center min-h-5">
          <span
            className={`overflow-hidden text-ellipsis whitespace-nowrap text-muted text-sm ${styles.preview}`}
          >
            {last_message ? `${isOwn ? 'You: ' : ''}${last_message.content}` : 'No messages yet'}
          </span>
          {unread_count > 0 && (
            <span
              className={`flex-none min-w-5 py-0 px-1.5 rounded-full bg-primary text-on-primary text-[0.6875rem] font-[750] text-center ${styles.count}`}
            >
              {unread_count > 99 ? '99+' : unread_count}
              <span className="visuallyHidden"> unread</span>
            </span>
          )}
        </span>
      </span>
    </button>
  );
}
