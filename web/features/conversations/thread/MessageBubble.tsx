import { Check, CheckCheck, Clock3, CloudOff } from 'lucide-react';
import { clockTime, fullTime } from '#web/lib/dates.ts';
import type { ShownMessage } from './grouping.ts';
import styles from './MessageBubble.module.css';

type TextPart = { text: string; href?: string };

const ADDRESS = /https?:\/\/[^\s<>"']+/g;
/** Belongs to the sentence around the address, not to the address. */
const TRAILING = /[.,;:!?)\]]+$/;

/** Web addresses in a text, and what stands between them. */
export function linkify(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: match, index } of text.matchAll(ADDRESS)) {
    const href = match.replace(TRAILING, '');
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: href, href });
    end = index + href.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

export const stateWords = {
  waiting: 'Waiting for the connection',
  sending: 'Sending',
  sent: 'Sent',
  read: 'Read',
} as const;
const stateIcons = { waiting: CloudOff, sending: Clock3, sent: Check, read: CheckCheck };

/** One message, with its time and, for one's own, how far it got. */
export function MessageBubble({ message }: { message: ShownMessage }) {
  const { content, created_at, isOwn, state } = message;
  const StateIcon = stateIcons[state];
  return (
    <div
      className={`relative w-fit max-w-full pt-2 px-3 pb-1.75 rounded-[1.125rem] leading-[1.4] ${isOwn ? styles.own : styles.other}`}
    >
      <p className={`text-[0.9375rem] wrap-anywhere whitespace-pre-wrap ${styles.text}`}>
        {linkify(content).map(({ text, href }, index) =>
          href ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a message never change places
            <a key={index} href={href} target="_blank" rel="noopener noreferrer nofollow">
              {text}
            </a>
          ) : (
            text
          ),
        )}
        <span className={`inline-block w-15 h-px ${styles.room}`} aria-hidden="true" />
      </p>
      <span
        className={`absolute right-3 bottom-1.5 flex items-center gap-0.75 text-[0.6875rem] whitespace-nowrap ${styles.meta}`}
      >
        <time dateTime={created_at} title={fullTime(created_at)}>
          {clockTime(created_at)}
        </time>
        {isOwn && (
          <span className={`${styles.state} ${styles[state]}`} title={stateWords[state]}>
            <StateIcon size={15} strokeWidth={2.4} aria-hidden="true" />
            <span className="visuallyHidden">{stateWords[state]}</span>
          </span>
        )}
      </span>
    </div>
  );
}
