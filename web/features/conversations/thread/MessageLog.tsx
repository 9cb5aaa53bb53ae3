import { ArrowDown, Check, CheckCheck, CircleAlert, Clock3, CloudOff, Mail } from 'lucide-react';
import { memo, useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Conversation } from '#shared/contracts/conversations.ts';
import { msg } from '#shared/messages.ts';
import { AttachmentList } from '#web/features/attachments/index.ts';
import { clockTime } from '#web/lib/dates.ts';
import { t } from '#web/lib/i18n.tsx';
import { matchesMedia } from '#web/lib/useMediaQuery.ts';
import { Avatar } from '#web/ui/display/Avatar.tsx';
import { Timestamp } from '#web/ui/display/Timestamp.tsx';
import { Spinner } from '#web/ui/states/Spinner.tsx';
import styles from './MessageLog.module.css';
import { groupByDay, type Run, type ShownMessage } from './threadData.ts';

export type Participant = Pick<Conversation['participant'], 'name' | 'avatar_url'>;

interface MessageLogProps {
  box: HTMLDivElement | null;
  onBox(box: HTMLDivElement | null): void;
  participant: Participant;
  messages: ShownMessage[];
  scroll: ReturnType<typeof useThreadScroll>;
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
        // The position is kept by hand, the same way in every browser.
        className="scroll-pane flex flex-col pt-2 px-4 pb-4 [overflow-anchor:none]"
        role="log"
        aria-label={t('Messages with {name}', { name: participant.name })}
        aria-busy={older === 'loading'}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
        tabIndex={0}
        onScroll={scroll.onScroll}
      >
        <div className="flex-[1_0_auto]">
          {hasOlder && (
            <OlderPages
              box={box}
              state={older}
              ahead={400}
              loading={t('Loading older messages')}
              failed={t('Older messages could not be loaded. Try Again')}
              onLoad={onLoadOlder}
            />
          )}
        </div>
        {days.map((day) => (
          <section key={day.key} aria-label={day.label}>
            <p className="flex justify-center py-3 text-muted text-xs font-[650]">
              <span className="py-0.75 px-3 rounded-full bg-surface [box-shadow:inset_0_0_0_1px_var(--s-border)]">
                {day.label}
              </span>
            </p>
            {day.runs.map((run) => (
              <MessageRun key={run.key} run={run} participant={participant} />
            ))}
          </section>
        ))}
        {last?.isOwn && last.state !== 'sending' && (
          <p className="-mt-1.25 pr-1 text-muted text-xs font-[550] leading-4 text-right">
            {t(states[last.state].words)}
          </p>
        )}
        {isTyping && <TypingDots participant={participant} />}
      </div>
      {!scroll.isAtEnd && <NewestButton newCount={scroll.newCount} onClick={scroll.scrollToEnd} />}
    </div>
  );
});

/** The way back down. */
export const NewestButton = ({ newCount = 0, onClick }: { newCount?: number; onClick(): void }) => (
  <button
    type="button"
    className={`pill absolute bottom-3 left-1/2 shadow-lg text-primary ${styles.newest}`}
    onClick={onClick}
  >
    <ArrowDown size={16} />
    {newCount > 0
      ? t('{count, plural, one {# new message} other {# new messages}}', { count: newCount })
      : t('Newest')}
  </button>
);

const RUN = 'relative flex flex-col gap-0.75 min-w-0 max-w-[min(32rem,80%)]';

export const MessageRun = ({ run, participant }: { run: Omit<Run, 'key'>; participant: Participant }) => (
  <div
    className={`flex items-end gap-2 mb-2.5 ${run.isOwn ? 'justify-end' : ''}`}
    // Own messages and their states are not read out.
    aria-live={run.isOwn ? 'off' : undefined}
  >
    {!run.isOwn && <Avatar src={run.author ? null : participant.avatar_url} size={28} className="mb-0.5" />}
    <div
      className={`${RUN} ${run.isOwn ? 'items-end *:last:rounded-br-[0.3125rem]' : '*:last:rounded-bl-[0.3125rem]'}`}
    >
      {run.author ? (
        <span className="px-1 text-muted text-xs font-semibold" dir="auto">
          {run.author}
          <span className="visuallyHidden">:</span>
        </span>
      ) : (
        <span className="visuallyHidden">{run.isOwn ? t('You:') : `${participant.name}:`}</span>
      )}
      {run.messages.map((message) => (
        <MessageBubble key={message.key} message={message} />
      ))}
    </div>
  </div>
);

interface OlderPagesProps {
  box: HTMLElement | null;
  state: 'idle' | 'loading' | 'failed';
  /** The distance above the visible part at which the page is requested, in pixels. */
  ahead: number;
  loading: string;
  failed: string;
  onLoad(): void;
}

/** Asks for the page above a little before it comes into view. */
export function OlderPages({ box, state, ahead, loading, failed, onLoad }: OlderPagesProps) {
  const mark = useRef<HTMLDivElement>(null);
  const load = useEffectEvent(onLoad);
  useEffect(() => {
    if (!mark.current || state !== 'idle') return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), {
      root: box,
      rootMargin: `${ahead}px 0px 0px`,
    });
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, [box, state, ahead]);

  return (
    <div ref={mark} className="grid place-items-center h-12">
      {state === 'failed' ? (
        <button type="button" className="min-h-control text-primary text-sm font-semibold" onClick={onLoad}>
          {failed}
        </button>
      ) : (
        <span role="status">
          <Spinner size={22} />
          <span className="visuallyHidden">{loading}</span>
        </span>
      )}
    </div>
  );
}

type TextPart = { text: string; href?: string };

const ADDRESS = /https?:\/\/[^\s<>"']+/g;
const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[' };

/** Without the marks of the sentence around it, and without brackets that were not opened in the address. */
function trimAddress(match: string): string {
  const countOf = (sign: string) => match.split(sign).length;
  const last = match.at(-1) ?? '';
  const opening = OPENING[last];
  const isOfSentence = opening ? countOf(last) > countOf(opening) : '.,;:!?'.includes(last);
  return isOfSentence ? trimAddress(match.slice(0, -1)) : match;
}

export function linkify(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: match, index } of text.matchAll(ADDRESS)) {
    const href = trimAddress(match);
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: href, href });
    end = index + href.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

export function LinkedText({ text: whole }: { text: string }) {
  return linkify(whole).map(({ text, href }, index) =>
    href ? (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a message never change places
        key={index}
        className="text-inherit underline-offset-2"
        href={href}
        target="_blank"
        rel="noopener noreferrer nofollow"
      >
        {text}
      </a>
    ) : (
      text
    ),
  );
}

const states = {
  waiting: { words: msg('Waiting for the connection'), Icon: CloudOff },
  refused: { words: msg('Not sent. See the outbox for the reason.'), Icon: CircleAlert },
  sending: { words: msg('Sending'), Icon: Clock3 },
  sent: { words: msg('Sent'), Icon: Check },
  read: { words: msg('Read'), Icon: CheckCheck },
};

const viaWords = { form: msg('Sent with the message form'), email: msg('Answered by email') } as const;

const OTHERS = 'bg-sunken dark:bg-[color-mix(in_srgb,var(--s-text)_9%,var(--s-surface))]';
/** The grounds of messages, and the colors of notes on them. */
const looks = {
  own: {
    ground: 'bg-primary text-on-primary',
    note: 'text-[color-mix(in_srgb,var(--s-on-primary)_86%,var(--s-primary))]',
  },
  other: { ground: OTHERS, note: 'text-muted' },
};

function MessageBubble({ message }: { message: ShownMessage }) {
  const { content, attachments, created_at, isOwn, state, via } = message;
  const isGone = content === '' && attachments?.length === 0;
  const { words, Icon } = states[state];
  const look = isOwn ? looks.own : looks.other;
  return (
    <div
      // With the time, at the end of the last line.
      dir="auto"
      className={`relative w-fit max-w-full pt-2 px-3 pb-1.75 rounded-lg leading-[1.4] ${look.ground}`}
    >
      {via && (
        <p dir="ltr" className={`flex items-center gap-1 text-xs font-semibold ${look.note}`}>
          <Mail size={13} />
          {t(viaWords[via])}
        </p>
      )}
      {attachments && <AttachmentList attachments={attachments} />}
      <p className="text-md wrap-anywhere whitespace-pre-wrap">
        {isGone ? <i>{t('This file was deleted.')}</i> : <LinkedText text={content} />}
        <span className={`inline-block h-px ${isOwn ? 'w-20' : 'w-15'}`} aria-hidden="true" />
      </p>
      <span
        className={`absolute end-3 bottom-1.5 flex items-center gap-0.75 text-2xs/4 whitespace-nowrap ${look.note}`}
      >
        <Timestamp dir="ltr" at={created_at}>
          {clockTime(created_at)}
        </Timestamp>
        {isOwn && (
          <span
            className={`inline-flex ${state === 'read' ? 'text-accent dark:text-inherit' : ''}`}
            title={t(words)}
          >
            <Icon size={15} strokeWidth={2.4} />
            <span className="visuallyHidden">{t(words)}</span>
          </span>
        )}
      </span>
    </div>
  );
}

export const TypingDots = ({ participant }: { participant: Participant }) => (
  <div className={`flex items-end gap-2 ${styles.row}`}>
    <Avatar src={participant.avatar_url} size={28} />
    <div className={`flex items-center gap-1 h-9 px-3.5 rounded-lg rounded-bl-[0.3125rem] ${OTHERS}`}>
      <span className="visuallyHidden">{t('{name} is typing…', { name: participant.name })}</span>
      {[0, 150, 300].map((delay) => (
        <span
          key={delay}
          className={`w-1.75 h-1.75 rounded-full bg-muted ${styles.dot}`}
          style={{ animationDelay: `${delay}ms` }}
          aria-hidden="true"
        />
      ))}
    </div>
  </div>
);

/** This near to the end counts as at the end, in pixels. */
const END_PX = 48;

/** Stays with the newest message unless the person has scrolled away; older pages do not move the visible part. */
export function useThreadScroll(box: HTMLElement | null, threadId: number | null, messages: ShownMessage[]) {
  const [isAtEnd, setIsAtEnd] = useState(true);
  const [seenKey, setSeenKey] = useState<string | null>(null);
  const isStuck = useRef(true);
  const shown = useRef({ id: threadId, first: '', last: '', height: 0 });

  const stick = useCallback((isNowStuck: boolean) => {
    isStuck.current = isNowStuck;
    setIsAtEnd(isNowStuck);
  }, []);

  // After every render: new content keeps the scroll position.
  useLayoutEffect(() => {
    if (!box) return;
    const before = shown.current;
    const first = messages[0]?.key ?? '';
    const last = messages.at(-1);
    const isOther = before.id !== threadId;
    const isPrepended = !isOther && before.first !== '' && before.first !== first;
    const isOwnNew = last?.isOwn === true && last.key !== before.last;
    if (isOther || isOwnNew) stick(true);
    if (isStuck.current) box.scrollTop = box.scrollHeight;
    else if (isPrepended) box.scrollTop += box.scrollHeight - before.height;
    shown.current = { id: threadId, first, last: last?.key ?? '', height: box.scrollHeight };
  });

  // The on-screen keyboard and a growing text box take room from below.
  useEffect(() => {
    if (!box) return;
    const observer = new ResizeObserver(() => {
      if (isStuck.current) box.scrollTop = box.scrollHeight;
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [box]);

  const lastKey = messages.at(-1)?.key ?? null;
  useEffect(() => {
    if (isAtEnd) setSeenKey(lastKey);
  }, [isAtEnd, lastKey]);

  const seenAt = messages.findIndex(({ key }) => key === seenKey);
  /** Messages of the other side that came while the person was reading further up. */
  const newCount = isAtEnd || seenAt < 0 ? 0 : messages.slice(seenAt + 1).filter(({ isOwn }) => !isOwn).length;
  const onScroll = useCallback(() => {
    if (box) stick(box.scrollHeight - box.scrollTop - box.clientHeight < END_PX);
  }, [box, stick]);
  const scrollToEnd = useCallback(() => {
    const isCalm = matchesMedia('calm');
    box?.scrollTo({ top: box.scrollHeight, behavior: isCalm ? 'auto' : 'smooth' });
  }, [box]);
  return useMemo(() => ({ isAtEnd, newCount, onScroll, scrollToEnd }), [isAtEnd, newCount, onScroll, scrollToEnd]);
}
