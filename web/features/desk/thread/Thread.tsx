import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  Check,
  ChevronDown,
  Flag,
  MessageSquareDashed,
  SquareArrowOutUpRight,
  UserRoundCheck,
  UserRoundX,
} from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { DeskClient, DeskRow, TimelineEntry, WaitingReason } from '#shared/contracts/desk.ts';
import { type Message, msg } from '#shared/messages.ts';
import { useSession } from '#web/features/auth/index.ts';
import { showThread } from '#web/features/conversations/index.ts';
import { decisionDone, useSeenTime, viewingFailure } from '#web/features/viewings/index.ts';
import { ApiFailure } from '#web/lib/apiClient.ts';
import { relativeTime, shortMoment } from '#web/lib/dates.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { useDroppedKeys } from '#web/lib/keptKeys.ts';
import { joinStops } from '#web/lib/socket.ts';
import { storedText } from '#web/lib/storedText.ts';
import { useNow } from '#web/lib/useNow.ts';
import { desktopConsole } from '#web/platform/desktop.ts';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { useMenu } from '#web/ui/dialogs/Menu.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Avatar } from '#web/ui/display/Avatar.tsx';
import { Timestamp } from '#web/ui/display/Timestamp.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { PartState } from '#web/ui/states/PartState.tsx';
import { moreOf } from '#web/ui/states/ShowMore.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { assignFailure } from '../assigning.ts';
import { useAnswerOf } from '../clientChanges.ts';
import { stageLabel, stages } from '../deskData.ts';
import { useDeskKey } from '../inbox/useInbox.ts';
import { clientQuery, isOwnRow, refreshClients, timelineQuery, useMarkRead, useUpdateClient } from '../queries.ts';
import { Composer } from './Composer.tsx';
import { noteKey, replyKey } from './channels.ts';
import { Timeline } from './Timeline.tsx';
import type { TimelineActs } from './TimelineEntries.tsx';
import { viewingInHand } from './timelineData.ts';
import type { ComposerHandle } from './useComposer.ts';

interface ThreadProps {
  clientId: number;
  /** An answer was sent: the next one may be shown. */
  onDone(): void;
  /** An answer was taken back, possibly while another client is shown. */
  onTakenBack(): void;
  /** Takes a colleague's client over; undefined where the agent may not. @throws why it was refused. */
  onTakeOver?: (() => Promise<void>) | undefined;
  /** Content before the person: a way back. */
  before?: ReactNode;
  /** Further actions at the end of the header. */
  after?: ReactNode;
}

/** The thread with one client, and the box to answer in. Fills its parent; keyed by the client. */
export function Thread(props: ThreadProps) {
  const { clientId, before, after } = props;
  const known = useQuery(clientQuery(clientId));
  const timeline = useInfiniteQuery(timelineQuery(clientId));
  const newestFirst = useMemo(() => timeline.data?.pages.flatMap(({ entries }) => entries), [timeline.data]);
  const now = useNow();
  useMarkRead(clientId);
  // Handed over while it was open, to where the agent sees nothing of it.
  const isGone = known.error instanceof ApiFailure && known.error.status === 404;
  const isDrawn = known.data !== undefined && newestFirst !== undefined;
  const hasFailed = !isDrawn && (known.isError || timeline.isError);
  const isForeign = known.data !== undefined && !isOwnRow(known.data.row);
  useDroppedKeys([replyKey(clientId), noteKey(clientId)], isGone || hasFailed || isForeign);

  return (
    <section
      className="@container grid grid-rows-[auto_1fr] grid-cols-1 flex-1 min-h-0 min-w-0 bg-surface focus-visible:-outline-offset-3"
      aria-label={t('Conversation')}
      tabIndex={-1}
    >
      <header className="flex items-center gap-2.5 min-h-14 py-2 px-4 border-b border-b-line @max-[27rem]:gap-2 @max-[27rem]:px-3">
        {before}
        {known.data ? <Person row={known.data.row} now={now} /> : <Skeleton width="14rem" height="1.5rem" />}
        <span className="flex flex-none items-center gap-2 ml-auto @max-[27rem]:gap-0">
          {known.data && !isGone && isOwnRow(known.data.row) && (
            <>
              <PopOut conversations={known.data.conversations} />
              <StageMenu row={known.data.row} />
            </>
          )}
          {after}
        </span>
      </header>
      <div className="grid grid-rows-[minmax(0,1fr)_auto] grid-cols-1 min-h-0">
        {isGone ? (
          <EmptyState
            icon={<UserRoundX size={28} />}
            title={t('Not your client')}
            text={t('Someone else looks after this client now, or the client does not exist.')}
          />
        ) : known.data && newestFirst ? (
          <Conversation {...props} client={known.data} newestFirst={newestFirst} timeline={timeline} now={now} />
        ) : (
          <PartState
            query={known.error ? known : { ...timeline, data: undefined }}
            loadingText={t('Loading the conversation')}
            className="grid grid-cols-1 content-end gap-3 p-4"
            skeleton={
              <>
                <Skeleton className="rounded-md" width="60%" height="5rem" />
                <Skeleton className="justify-self-end rounded-md" width="50%" height="4rem" />
                <Skeleton className="rounded-md" width="40%" height="2.5rem" />
              </>
            }
            failure={(error) => failureSentence(error, t('This conversation could not be loaded.'))}
          />
        )}
      </div>
    </section>
  );
}

export const waitingWords: Record<WaitingReason, Message> = {
  inquiry: msg('Wrote an inquiry'),
  message: msg('Wrote in the chat'),
  viewing: msg('Requested a viewing'),
  viewing_answer: msg('Answered about a viewing'),
  review: msg('Wrote a review'),
  delivery: msg('Your email was not delivered'),
  reminder: msg('Back from snooze'),
};

/** On the desktop the chat can have a window of its own. */
function PopOut({ conversations }: Pick<DeskClient, 'conversations'>) {
  const bridge = desktopConsole()?.bridge;
  const newest = conversations.find(({ status }) => status === 'active') ?? conversations[0];
  if (!bridge || !newest) return null;
  return (
    <IconButton
      label={t('Open in New Window')}
      icon={<SquareArrowOutUpRight size={18} />}
      onClick={() => void bridge.call('openThread', newest.id).catch((error: unknown) => console.warn(error))}
    />
  );
}

function Person({ row, now }: { row: DeskRow; now: Date }) {
  const { name, avatar_url, waiting_for, waiting_since, awaiting_since, snoozed_until, done_at } = row;
  const isSnoozed = snoozed_until !== null && Date.parse(snoozed_until) > now.getTime();
  return (
    <>
      <Avatar src={avatar_url} size={34} className="@max-[27rem]:hidden" />
      <div className="grid min-w-0 leading-[1.3]">
        <h2 dir="auto" className="truncate text-base tracking-[-0.01em]">
          {storedText(name)}
        </h2>
        <p className="truncate text-muted text-caption">
          {done_at !== null ? (
            t('Done')
          ) : isSnoozed ? (
            t('Snoozed until {time}', { time: shortMoment(snoozed_until) })
          ) : waiting_for && waiting_since ? (
            <>
              {t(waitingWords[waiting_for])} ·{' '}
              <Timestamp at={waiting_since}>{relativeTime(waiting_since, now)}</Timestamp>
            </>
          ) : awaiting_since ? (
            t('Waiting for their answer')
          ) : (
            (row.property?.title ?? t('Nothing to do'))
          )}
        </p>
      </div>
    </>
  );
}

const NO_CONVERSATIONS: DeskClient['conversations'] = [];
/** Of a server of the version before. */
const NONE_HELD: DeskClient['held'] = [];

/** Replaces the text box where a colleague, by that name, writes. */
function TakeOver({ name, onTakeOver }: Pick<ThreadProps, 'onTakeOver'> & { name: string }) {
  const { mutate, isPending, error } = useMutation({ mutationFn: () => onTakeOver?.() ?? Promise.resolve() });
  return (
    <div className="bottom-bar grid gap-2">
      <Notice kind="error">{error && assignFailure(error)}</Notice>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 min-h-control">
        <p className="flex-1 min-w-48 text-sm">
          <strong className="font-semibold">{t('{name} looks after this client.', { name })}</strong>{' '}
          <span className="text-muted">
            {onTakeOver
              ? t('Take over to answer. You get the whole history.')
              : t('You can read this conversation. You can take over while the client is waiting.')}
          </span>
        </p>
        {onTakeOver && (
          <Button size="small" disabled={isPending} aria-busy={isPending} onClick={() => mutate()}>
            <UserRoundCheck size={16} />
            {t('Take Over')}
          </Button>
        )}
      </div>
    </div>
  );
}

interface ConversationProps extends ThreadProps {
  client: DeskClient;
  newestFirst: readonly TimelineEntry[];
  timeline: Parameters<typeof moreOf>[0] & Parameters<typeof PartState>[0]['query'];
  now: Date;
}

function Conversation(props: ConversationProps) {
  const { client, newestFirst, timeline, now, onDone, onTakenBack, onTakeOver } = props;
  const { row, viewings } = client;
  const isOwn = isOwnRow(row);
  // A colleague's conversation is neither joined nor marked as read.
  const conversations = isOwn ? client.conversations : NO_CONVERSATIONS;
  const shown = { userId: useSession().user?.id ?? 0, held: client.held ?? NONE_HELD, conversations, newestFirst };
  const queries = useQueryClient();
  const composer = useRef<ComposerHandle>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [proposingId, setProposingId] = useState<number | null>(null);
  const answerViewing = useAnswerOf(row.id);
  const acts = useMemo(
    (): TimelineActs => ({
      answerViewing,
      onAnswer: (inquiry, text) => composer.current?.answer(inquiry, text),
      onReviewAnswered: () => void refreshClients(queries, [row.id]).catch(() => undefined),
      onPropose: setProposingId,
    }),
    [answerViewing, queries, row.id],
  );
  const openIds = conversations.map(({ id }) => id).join(',');
  useEffect(() => {
    // Their messages are before the agent's eyes: no other notice is needed.
    const ids = openIds.split(',').filter(Boolean);
    return joinStops(...ids.map((id) => showThread(Number(id))));
  }, [openIds]);

  const inHand = isOwn ? viewingInHand(viewings, now) : null;
  const seenTime = useSeenTime(inHand);
  const cardOf = (id: number) => frame.current?.querySelector<HTMLElement>(`[data-viewing="${id}"]`);
  const confirm = () => {
    if (!inHand) return;
    answerViewing({ id: inHand.id, decision: 'confirmed', startsAt: seenTime() ?? inHand.starts_at }).then(
      () => showToast(t(decisionDone.confirmed)),
      (error: unknown) => showToast(viewingFailure(error), 'error'),
    );
  };
  const propose = () => {
    if (inHand && cardOf(inHand.id)) setProposingId(inHand.id);
  };
  const goToViewing = () => {
    const card = inHand && cardOf(inHand.id);
    card?.focus({ preventScroll: true });
    card?.scrollIntoView({ block: 'center' });
  };
  const isRequested = inHand?.status === 'requested';
  useDeskKey('c', t('Confirm the requested viewing'), confirm, { isEnabled: isRequested });
  useDeskKey('p', t('Propose another time'), propose, { isEnabled: inHand !== null });
  useDeskKey('v', t('Go to the viewing'), goToViewing, { isEnabled: inHand !== null });

  return (
    <>
      <div ref={frame} className="grid grid-cols-1 min-h-0 bg-page">
        {newestFirst.length === 0 ? (
          <div className="grid place-content-center justify-items-center gap-2 p-6 text-muted text-sm text-center">
            <MessageSquareDashed size={28} strokeWidth={1.5} />
            <p>{t('No messages yet.')}</p>
          </div>
        ) : (
          <Timeline
            {...shown}
            person={row}
            older={moreOf(timeline)}
            now={now}
            proposingId={proposingId}
            acts={isOwn ? acts : null}
          />
        )}
      </div>
      {isOwn ? (
        <Composer {...shown} ref={composer} client={row} onSent={onDone} onTakenBack={onTakenBack} />
      ) : (
        <TakeOver name={row.agent.name} onTakeOver={onTakeOver} />
      )}
    </>
  );
}

const STAGE =
  'option menu-item min-h-8 px-2 text-sm hover:bg-primary-soft aria-checked:font-semibold pointer-coarse:min-h-control';

/** How far the client is; 's' opens it, and 1 to 6 choose in it. */
function StageMenu({ row }: { row: DeskRow }) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => setIsOpen(false), []);
  const { panel, onKeyDown } = useMenu(isOpen, close, button);
  const update = useUpdateClient();
  useDeskKey('s', t('Change the stage'), () => setIsOpen(true));

  const choose = (stage: (typeof stages)[number]) => {
    close();
    button.current?.focus();
    if (stage === row.stage) return;
    const words = t('{name}: stage {stage}', { name: row.name, stage: t(stageLabel[stage]) });
    void update(row.id, { stage }, words);
  };
  const onKey = (event: KeyboardEvent) => {
    const stage = stages[Number(event.key) - 1];
    if (stage && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      choose(stage);
    } else onKeyDown(event);
  };

  return (
    <div className="relative flex-none">
      <button
        ref={button}
        type="button"
        className="pill pill-small"
        aria-label={t('Stage: {stage}', { stage: t(stageLabel[row.stage]) })}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-keyshortcuts="s"
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className="@max-[27rem]:hidden">{t(stageLabel[row.stage])}</span>
        <Flag size={14} className="hidden @max-[27rem]:block" />
        <ChevronDown size={14} />
      </button>
      {isOpen && (
        <div
          ref={panel}
          id={id}
          role="menu"
          tabIndex={-1}
          aria-label={t('Stage')}
          className="menu top-full right-0 w-44 min-w-0 mt-1 p-1"
          onKeyDown={onKey}
        >
          {stages.map((stage, at) => (
            <button
              key={stage}
              type="button"
              role="menuitemradio"
              aria-checked={stage === row.stage}
              tabIndex={-1}
              className={STAGE}
              onClick={() => choose(stage)}
            >
              <Check size={15} className={stage === row.stage ? 'text-primary' : 'invisible'} />
              <span className="flex-1">{t(stageLabel[stage])}</span>
              <kbd className="font-[inherit] text-muted text-xs pointer-coarse:hidden">{at + 1}</kbd>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
