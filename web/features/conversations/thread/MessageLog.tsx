import { ArrowDown } from 'lucide-react';
import { memo, useEffect, useMemo, useRef } from 'react';
import type { Conversation } from '#shared/contracts/conversations.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
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
    <div className="relative grid flex-1 min-h-0">
      <div
        ref={onBox}
        className={`flex flex-col min-h-0 pt-2 px-4 pb-4 overscroll-contain focus-visible:-outline-offset-3 ${styles.log}`}
        role="log"
        aria-label={`Messages with ${participant.name}`}
        aria-busy={older === 'loading'}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
        tabIndex={0}
        onScroll={scroll.onScroll}
      >
        <div className="flex-[1_0_auto]">
          {hasOlder && <OlderMessages box={box} state={older} onLoad={onLoadOlder} />}
        </div>
        {days.map((day) => (
          <section key={day.key} className={styles.day} aria-label={day.label}>
            <p className={`flex justify-center py-3 text-muted text-xs font-[650] ${styles.dayLabel}`}>
              <span>{day.label}</span>
            </p>
            {day.runs.map((run) => (
              <MessageRun key={run.key} run={run} participant={participant} />
            ))}
          </section>
        ))}
        {last?.isOwn && last.state !== 'sending' && (
          <p className={`-mt-1.25 pr-1 text-muted text-xs font-[550] text-right ${styles.state}`}>
            {stateWords[last.state]}
          </p>
        )}
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
    <div className={`flex items-end gap-2 mb-2.5 ${styles.run} ${run.isOwn ? styles.own : styles.other}`}>
      {!run.isOwn && <Avatar src={participant.avatar_url} size={28} className={styles.avatar} />}
      <div className={`relative flex flex-col gap-0.75 min-w-0 max-w-[min(32rem,80%)] ${styles.bubbles}`}>
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
    <div ref={mark} className="grid place-items-center h-12">
      {state === 'failed' ? (
        <button
          type="button"
          className="min-h-control border-0 bg-transparent text-primary text-sm font-semibold cursor-pointer"
          onClick={onLoad}
        >
          Older messages could not be loaded. Try Again
        </button>
      ) : (
        <span role="status">
          <Spinner size={22} />
          <span className="visuallyHidden">Loading older messages</span>
        </span>
      )}
    </div>
  );
}
