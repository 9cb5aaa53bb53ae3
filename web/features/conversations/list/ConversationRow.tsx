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
      <span className={styles.words}>
        <span className={styles.top}>
          <span className={styles.name}>{participant.name}</span>
          {last_message_at && (
            <time className={styles.time} dateTime={last_message_at} title={fullTime(last_message_at)}>
              {relativeTime(last_message_at, now)}
            </time>
          )}
        </span>
        <span className={styles.subject}>
          {status && <span className={styles.status}>{status}</span>}
          {property ? `${subject} · ${property.title}` : subject}
        </span>
        <span className={styles.bottom}>
          <span className={styles.preview}>
            {last_message ? `${isOwn ? 'You: ' : ''}${last_message.content}` : 'No messages yet'}
          </span>
          {unread_count > 0 && (
            <span className={styles.count}>
              {unread_count > 99 ? '99+' : unread_count}
              <span className="visuallyHidden"> unread</span>
            </span>
          )}
        </span>
      </span>
    </button>
  );
}
