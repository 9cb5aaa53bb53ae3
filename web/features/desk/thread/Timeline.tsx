import { memo, useEffect, useMemo, useState } from 'react';
import type { DeskRow } from '#shared/contracts/desk.ts';
import { manilaDay, startOfManilaDay } from '#shared/manilaDays.ts';
import {
  MessageRun,
  NewestButton,
  OlderPages,
  type Participant,
  TypingDots,
  useIsOtherTyping,
} from '#web/features/conversations/index.ts';
import { t } from '#web/lib/i18n.tsx';
import type { More } from '#web/lib/pagedList.ts';
import { joinRoom } from '#web/lib/socket.ts';
import { matchesMedia } from '#web/lib/useMediaQuery.ts';
import { EntryBoundary } from '#web/ui/states/EmptyState.tsx';
import { Entry, type TimelineActs } from './TimelineEntries.tsx';
import { groupTimeline, type MessageItem, newestMailedReply } from './timelineData.ts';
import { type ShownClient, Unsent } from './Unsent.tsx';

interface TimelineProps extends ShownClient {
  person: Pick<DeskRow, 'id' | 'name' | 'avatar_url' | 'agent'>;
  older: More;
  now: Date;
  proposingId: number | null;
  /** Always the same object; null where a colleague's client is only read. */
  acts: TimelineActs | null;
}

/** All entries with one client, the newest below; older entries that come in above do not move the visible part. */
export const Timeline = memo(function Timeline(props: TimelineProps) {
  const { person, userId, held, conversations, newestFirst, older, now, proposingId, acts } = props;
  const { name, avatar_url } = person;
  const participant = useMemo(() => ({ name, avatar_url }), [name, avatar_url]);
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
        className="scroll-pane flex flex-col-reverse"
        role="log"
        aria-label={
          acts
            ? t('Between you and {name}', { name })
            : t('Between {agent} and {name}', { agent: person.agent.name, name })
        }
        aria-busy={older.isLoading}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
        tabIndex={0}
      >
        <div className="flex-none w-full max-w-208 mx-auto mb-auto px-4 pt-1 pb-4">
          {older.hasMore && (
            <OlderPages
              box={box}
              state={older.isLoading ? 'loading' : older.isFailed ? 'failed' : 'idle'}
              ahead={600}
              loading={t('Loading older entries')}
              failed={t('Older entries could not be loaded. Try Again')}
              onLoad={older.load}
            />
          )}
          {days.map((day) => (
            <section key={day.key} aria-label={day.label}>
              <p className="flex justify-center py-3 text-muted text-xs font-[650]">{day.label}</p>
              <ol className="grid grid-cols-1 gap-2.5">
                {day.items.map((item) => (
                  <li key={item.key} className="px-1 [content-visibility:auto] [contain-intrinsic-size:auto_5rem]">
                    <EntryBoundary>
                      {item.kind === 'messages' ? (
                        <Messages item={item} participant={participant} />
                      ) : (
                        <Entry
                          entry={item.entry}
                          clientId={person.id}
                          userId={userId}
                          participant={participant}
                          // Only entries with a relative time are drawn anew each minute.
                          now={item.entry.kind === 'viewing' ? now : null}
                          isProposing={item.entry.kind === 'viewing' && item.entry.viewing.id === proposingId}
                          isNewestMail={item.entry.id === newestMail}
                          acts={acts}
                        />
                      )}
                    </EntryBoundary>
                  </li>
                ))}
              </ol>
            </section>
          ))}
          <Unsent
            box={box}
            clientId={person.id}
            userId={userId}
            held={held}
            conversations={conversations}
            newestFirst={newestFirst}
          />
          <TypingNow conversations={conversations} userId={userId} participant={participant} />
        </div>
      </div>
      <ToNewest box={box} />
    </div>
  );
});

const Messages = memo(
  function Messages({ item, participant }: { item: MessageItem; participant: Participant }) {
    return (
      <>
        {item.about && (
          <p className="py-1 text-muted text-xs text-center">
            {t('Chat about {title}', { title: item.about.title })}
          </p>
        )}
        <MessageRun run={item} participant={participant} />
      </>
    );
  },
  (before, after) => before.participant === after.participant && isSameRun(before.item, after.item),
);

/** Grouped anew, a run is another object with the same messages in it. */
const isSameRun = (one: MessageItem, other: MessageItem) => JSON.stringify(one) === JSON.stringify(other);

type TypingNowProps = Pick<ShownClient, 'userId' | 'conversations'> & { participant: Participant };

function TypingNow({ conversations, userId, participant }: TypingNowProps) {
  const newest = conversations.find(({ status }) => status === 'active')?.id ?? null;
  const isTyping = useIsOtherTyping(newest, userId);
  useEffect(() => (newest === null ? undefined : joinRoom(`conversation ${newest}`)), [newest]);
  return isTyping ? (
    <div className="pt-2.5 px-1">
      <TypingDots participant={participant} />
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
    <NewestButton onClick={() => box?.scrollTo({ top: 0, behavior: matchesMedia('calm') ? 'auto' : 'smooth' })} />
  );
}
