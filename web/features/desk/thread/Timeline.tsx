import { ArrowDown } from 'lucide-react';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import type { Conversation } from '#shared/contracts/conversations.ts';
import type { DeskRow, TimelineEntry } from '#shared/contracts/desk.ts';
import type { Inquiry } from '#shared/contracts/inquiries.ts';
import { startOfManilaDay } from '#shared/manilaDays.ts';
import { MessageRun, TypingDots, useIsOtherTyping } from '#web/features/conversations/index.ts';
import { type AnswerViewing, CompactViewing } from '#web/features/viewings/index.ts';
import { manilaDay } from '#web/lib/dates.ts';
import { t } from '#web/lib/i18n.tsx';
import type { More } from '#web/lib/pagedList.ts';
import { joinRoom } from '#web/lib/socket.ts';
import { matchesMedia } from '#web/lib/useMediaQuery.ts';
import { Spinner } from '#web/ui/states/Spinner.tsx';
import { NoteCard } from '../client/NoteCard.tsx';
import { AssignedEntry, InquiryEntry, ReplyEntry, ReviewEntry, StageEntry } from './TimelineEntries.tsx';
import { groupTimeline, type MessageItem, newestMailedReply, type SingleEntry } from './timelineData.ts';
import { Unsent } from './Unsent.tsx';

export interface TimelineActs {
  answerViewing: AnswerViewing;
  /** Takes an inquiry into the composer. */
  onAnswer(inquiry: Inquiry, text?: string): void;
  onReviewAnswered(): void;
  onPropose(viewingId: number | null): void;
}

interface TimelineProps {
  person: Pick<DeskRow, 'id' | 'name' | 'avatar_url' | 'agent'>;
  userId: number;
  conversations: readonly Conversation[];
  newestFirst: readonly TimelineEntry[];
  older: More;
  now: Date;
  /** The viewing for which another time is being chosen. */
  proposingId: number | null;
  /** Always the same object; null where a colleague's client is only read. */
  acts: TimelineActs | null;
}

/**
 * All entries with one client, the newest below, as a box scrolled from its foot in the browser: it stays with the
 * newest, and does not move the visible part while older entries come in above.
 */
export const Timeline = memo(function Timeline(props: TimelineProps) {
  const { person, userId, conversations, newestFirst, older, now, proposingId, acts } = props;
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const today = manilaDay(now);
  const days = useMemo(
    () => groupTimeline(newestFirst, startOfManilaDay(today), userId),
    [newestFirst, today, userId],
  );
  const newestMail = useMemo(() => newestMailedReply(newestFirst), [newestFirst]);
  return (
    <div className="relative grid min-h-0">
      <div
        ref={setBox}
        className="flex flex-col-reverse min-h-0 overflow-x-hidden overflow-y-auto overscroll-contain focus-visible:-outline-offset-3"
        role="log"
        aria-label={
          acts
            ? t('Between you and {name}', { name: person.name })
            : t('Between {agent} and {name}', { agent: person.agent.name, name: person.name })
        }
        aria-busy={older.isLoading}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
        tabIndex={0}
      >
        <div className="flex-none w-full max-w-208 mx-auto mb-auto px-4 pt-1 pb-4">
          {older.hasMore && <OlderEntries box={box} older={older} />}
          {days.map((day) => (
            <section key={day.key} aria-label={day.label}>
              <p className="flex justify-center py-3 text-muted text-xs font-[650]">{day.label}</p>
              <ol className="grid grid-cols-1 gap-2.5">
                {day.items.map((item) => (
                  <li
                    key={item.key}
                    className="px-1 [content-visibility:auto] [contain-intrinsic-size:auto_5rem]"
                  >
                    {item.kind === 'messages' ? (
                      <Messages item={item} name={person.name} avatar={person.avatar_url} />
                    ) : (
                      <Entry
                        entry={item.entry}
                        clientId={person.id}
                        userId={userId}
                        name={person.name}
                        avatar={person.avatar_url}
                        // Only entries with a relative time are drawn anew each minute.
                        now={item.entry.kind === 'viewing' ? now : null}
                        isProposing={item.entry.kind === 'viewing' && item.entry.viewing.id === proposingId}
                        isNewestMail={item.entry.id === newestMail}
                        acts={acts}
                      />
                    )}
                  </li>
                ))}
              </ol>
            </section>
          ))}
          <Unsent
            box={box}
            clientId={person.id}
            userId={userId}
            conversations={conversations}
            newestFirst={newestFirst}
          />
          <TypingNow
            conversations={conversations}
            userId={userId}
            name={person.name}
            avatar={person.avatar_url}
          />
        </div>
      </div>
      <ToNewest box={box} />
    </div>
  );
});

interface MessagesProps {
  item: MessageItem;
  name: string;
  avatar: string | null;
}

const Messages = memo(
  function Messages({ item, name, avatar }: MessagesProps) {
    return (
      <>
        {item.about && (
          <p className="py-1 text-muted text-xs text-center">
            {t('Chat about {title}', { title: item.about.title })}
          </p>
        )}
        <MessageRun run={item} participant={{ name, avatar_url: avatar }} />
      </>
    );
  },
  (before, after) =>
    before.name === after.name && before.avatar === after.avatar && isSameRun(before.item, after.item),
);

/** Grouped anew, a run is another object with the same messages in it. */
function isSameRun(one: MessageItem, other: MessageItem): boolean {
  return (
    one.key === other.key &&
    one.about?.id === other.about?.id &&
    one.messages.length === other.messages.length &&
    one.messages.every(({ key, content, state }, at) => {
      const message = other.messages[at];
      return message?.key === key && message.content === content && message.state === state;
    })
  );
}

interface EntryProps {
  entry: SingleEntry;
  clientId: number;
  userId: number;
  name: string;
  avatar: string | null;
  now: Date | null;
  isProposing: boolean;
  isNewestMail: boolean;
  acts: TimelineActs | null;
}

const Entry = memo(function Entry(props: EntryProps) {
  const { entry, clientId, userId, name, avatar, now, isProposing, isNewestMail, acts } = props;
  switch (entry.kind) {
    case 'inquiry':
      return (
        <InquiryEntry
          inquiry={entry.inquiry}
          agentId={userId}
          name={name}
          avatar={avatar}
          onAnswer={acts?.onAnswer}
        />
      );
    case 'reply':
      return (
        <ReplyEntry
          inquiry={entry.inquiry}
          reply={entry.reply}
          isNewestMail={isNewestMail}
          onAnswer={acts?.onAnswer}
        />
      );
    case 'viewing':
      return (
        <CompactViewing
          viewing={entry.viewing}
          now={now ?? new Date()}
          answer={acts?.answerViewing ?? null}
          isProposing={isProposing}
          onPropose={(isNow) => acts?.onPropose(isNow ? entry.viewing.id : null)}
        />
      );
    case 'review':
      return <ReviewEntry review={entry.review} agentId={userId} onAnswered={acts?.onReviewAnswered} />;
    case 'note':
      return (
        <div className="max-w-[min(36rem,88%)] ml-auto">
          <NoteCard clientId={clientId} note={entry.note} isReadOnly={acts === null} />
        </div>
      );
    case 'stage':
      return <StageEntry from={entry.from} to={entry.to} at={entry.at} />;
    case 'assigned':
      return <AssignedEntry entry={entry} />;
  }
});

/** Asks for the page above a little before it comes into view. */
function OlderEntries({ box, older }: { box: HTMLElement | null; older: More }) {
  const mark = useRef<HTMLDivElement>(null);
  const { isLoading, isFailed, load } = older;
  const loadNow = useRef(load);
  loadNow.current = load;
  useEffect(() => {
    if (!mark.current || isLoading || isFailed) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && loadNow.current(), {
      root: box,
      rootMargin: '600px 0px 0px',
    });
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, [box, isLoading, isFailed]);
  return (
    <div ref={mark} className="grid place-items-center h-12">
      {isFailed && !isLoading ? (
        <button
          type="button"
          className="min-h-control border-0 bg-transparent text-primary text-sm font-semibold cursor-pointer"
          onClick={load}
        >
          {t('Older entries could not be loaded. Try Again')}
        </button>
      ) : (
        <span role="status">
          <Spinner size={22} />
          <span className="visuallyHidden">{t('Loading older entries')}</span>
        </span>
      )}
    </div>
  );
}

interface TypingNowProps {
  conversations: readonly Conversation[];
  userId: number;
  name: string;
  avatar: string | null;
}

function TypingNow({ conversations, userId, name, avatar }: TypingNowProps) {
  const newest = conversations.find(({ status }) => status === 'active')?.id ?? null;
  const isTyping = useIsOtherTyping(newest, userId);
  useEffect(() => (newest === null ? undefined : joinRoom(`conversation ${newest}`)), [newest]);
  return isTyping ? (
    <div className="pt-2.5 px-1">
      <TypingDots name={name} avatar={avatar} />
    </div>
  ) : null;
}

/** A distance from the newest entry, in pixels, that counts as reading further up. */
const AWAY_PX = 200;

/** The way back down. Scrolling draws nothing else anew. */
function ToNewest({ box }: { box: HTMLElement | null }) {
  const [isAway, setIsAway] = useState(false);
  useEffect(() => {
    if (!box) return;
    // Counted from the foot, upwards below zero.
    const onScroll = () => setIsAway(box.scrollTop < -AWAY_PX);
    box.addEventListener('scroll', onScroll, { passive: true });
    return () => box.removeEventListener('scroll', onScroll);
  }, [box]);
  if (!isAway) return null;
  return (
    <button
      type="button"
      className="absolute bottom-3 left-1/2 -translate-x-1/2 inline-flex items-center gap-1.5 min-h-9 pl-3 pr-4 border border-line rounded-full bg-surface shadow-lg text-primary text-sm font-[650] whitespace-nowrap cursor-pointer hover:border-primary pointer-coarse:min-h-11"
      onClick={() => box?.scrollTo({ top: 0, behavior: matchesMedia('calm') ? 'auto' : 'smooth' })}
    >
      <ArrowDown size={16} aria-hidden="true" />
      {t('Newest')}
    </button>
  );
}
