import { ArrowDown } from 'lucide-react';
import { memo, useEffect, useMemo, useRef } from 'react';
import type { Conversation } from '#shared/contracts/conversations.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { groupByDay, type Run, type ShownMessage } from './grouping.ts';
import { MessageBubble, stateWords } from './MessageBubble.tsx';
import styles from './MessageLog.module.css';
import { TypingDots } from './TypingDots.tsx';
import type { ThreadScroll } from './useThreadScroll.ts';

interface MessageLogProps {
  box: HTMLDivElement | null;
  /** Takes the element that scrolls. */
  onBox(box: HTMLDivElement | null): void;
  participant: Pick<Conversation['participant'], 'name' | 'avatar_url'>;
  messages: ShownMessage[];
  scroll: ThreadScroll;
  isTyping: boolean;
  hasOlder: boolean;
  older: 'idle' | 'loading' | 'failed';
  onLoadOlder(): void;
  now: Date;
}

/** The messages by day and by sender. Older ones are fetched as the person scrolls up. Typing does not draw them anew. */
export const MessageLog = memo(function MessageLog(props: MessageLogProps) {
  const { box, onBox, participant, messages, scroll, isTyping, hasOlder, older, onLoadOlder, now } = props;
  const days = useMemo(() => groupByDay(messages, now), [messages, now]);
  const last = messages.at(-1);
  return (
    <div className={styles.frame}>
      <div
        ref={onBox}
        className={styles.log}
        role="log"
        aria-label={`Messages with ${participant.name}`}
        aria-busy={older === 'loading'}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
        tabIndex={0}
        onScroll={scroll.onScroll}
      >
        <div className={styles.older}>
          {hasOlder && <OlderMessages box={box} state={older} onLoad={onLoadOlder} />}
        </div>
        {days.map((day) => (
          <section key={day.key} className={styles.day} aria-label={day.label}>
            <p className={styles.dayLabel}>
              <span>{day.label}</span>
            </p>
            {day.runs.map((run) => (
              <MessageRun key={run.key} run={run} participant={participant} />
            ))}
          </section>
        ))}
        {last?.isOwn && last.state !== 'sending' && <p className={styles.state}>{stateWords[last.state]}</p>}
        {isTyping && <TypingDots name={participant.name} avatar={participant.avatar_url} />}
      </div>
      {!scroll.isAtEnd && (
        <button type="button" className={styles.pill} onClick={scroll.scrollToEnd}>
          <ArrowDown size={16} aria-hidden="true" />
          {scroll.newCount > 0
            ? `${scroll.newCount} new ${scroll.newCount === 1 ? 'message' : 'messages'}`
            : 'Newest'}
        </button>
      )}
    </div>
  );
});

function MessageRun({ run, participant }: { run: Run; participant: MessageLogProps['participant'] }) {
  return (
    <div className={`${styles.run} ${run.isOwn ? styles.own : styles.other}`}>
      {!run.isOwn && <Avatar src={participant.avatar_url} size={28} className={styles.avatar} />}
      <div className={styles.bubbles}>
        <span className="visuallyHidden">{run.isOwn ? 'You:' : `${participant.name}:`}</span>
        {run.messages.map((message) => (
          <MessageBubble key={message.key} message={message} />
        ))}
      </div>
    </div>
  );
}

interface OlderMessagesProps {
  box: HTMLDivElement | null;
  state: 'idle' | 'loading' | 'failed';
  onLoad(): void;
}

/** Asks for the page above a little before it comes into view. */
function OlderMessages({ box, state, onLoad }: OlderMessagesProps) {
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!mark.current || state !== 'idle') return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onLoad(), {
      root: box,
      rootMargin: '400px 0px 0px',
    });
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, [box, state, onLoad]);

  return (
    <div ref={mark} className={styles.olderRow}>
      {state === 'failed' ? (
        <button type="button" className={styles.retry} onClick={onLoad}>
          Older messages could not be loaded. Try Again
        </button>
      ) : (
        <span className={styles.ring} role="status">
          <span className="visuallyHidden">Loading older messages</span>
        </span>
      )}
    </div>
  );
}
