import type { Inquiry } from '#shared/contracts/inquiries.ts';
import { fullTime, relativeTime } from '#web/lib/dates.ts';
import { Badge } from '#web/ui/Badge.tsx';
import styles from './InquiryCard.module.css';
import { replyWords } from './inquiryRules.ts';
import { WAITING } from './useInquiryWaiting.ts';

interface ReplyNoteProps {
  inquiry: Inquiry;
  now: Date;
  /** The server does not know of it yet. */
  isWaiting?: boolean;
}

/** The last reply: how, when, and what became of it. */
export function ReplyNote({ inquiry, now, isWaiting = false }: ReplyNoteProps) {
  const words = replyWords(inquiry);
  if (!words) return null;
  const { reply_message: message, reply_at: at } = inquiry;
  return (
    <div className={styles.reply}>
      <p className={styles.replyHead}>
        <strong>{words.title}</strong>
        {at && (
          <time dateTime={at} title={fullTime(at)}>
            {relativeTime(at, now)}
          </time>
        )}
        {isWaiting ? (
          <Badge tone="warning">{WAITING}</Badge>
        ) : (
          <Badge tone={words.tone}>{words.delivery}</Badge>
        )}
      </p>
      <p className={styles.message}>{message}</p>
    </div>
  );
}
