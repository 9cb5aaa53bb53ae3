import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Check, Clock, Inbox, RotateCcw, UserRound, UserRoundCog, X } from 'lucide-react';
import { useState } from 'react';
import { msg } from '#shared/messages.ts';
import { asksOutcome, statusBadge } from '#web/features/viewings/index.ts';
import { clockTime, formatDay } from '#web/lib/dates.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { Trans, t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';
import { useMediaQuery } from '#web/lib/useMediaQuery.ts';
import { useNow } from '#web/lib/useNow.ts';
import { IconButton } from '#web/ui/controls/Button.tsx';
import { Badge } from '#web/ui/display/Badge.tsx';
import { SplitPanes } from '#web/ui/layout/SplitPanes.tsx';
import { EmptyState, ErrorBoundary } from '#web/ui/states/EmptyState.tsx';
import { PartState } from '#web/ui/states/PartState.tsx';
import { Skeleton, Skeletons } from '#web/ui/states/Skeleton.tsx';
import { ClientPane } from '../client/ClientPane.tsx';
import { Drawer } from '../client/Part.tsx';
import { deskQuery } from '../queries.ts';
import { Thread } from '../thread/Thread.tsx';
import { AssignDialog, SnoozeDialog } from './ActDialogs.tsx';
import { Queue } from './Queue.tsx';
import { type Inbox as InboxState, inboxViews, useDeskKeys, useInbox } from './useInbox.ts';

interface InboxScreenProps {
  userId: number;
  /** All clients instead of the queue's views. */
  isEverybody: boolean;
}

/** Queue, conversation and client beside each other, on a phone one after the other. Opening it marks nothing as read. */
export function InboxScreen({ userId, isEverybody }: InboxScreenProps) {
  const isPhone = !useMediaQuery('md');
  const hasClientPane = useMediaQuery('threePanes');
  const hasAgenda = useMediaQuery('fourPanes');
  const [isClientOpen, setIsClientOpen] = useState(false);
  const inbox = useInbox(userId, isEverybody, isPhone);
  useDeskKeys(inbox, isPhone);
  const { selectedId, row, colleagues, select, dialog, setDialog } = inbox;

  const queuePane = <Queue inbox={inbox} views={isEverybody ? [] : inboxViews} />;
  const threadPane = (
    <div ref={inbox.conversation} className="flex flex-col min-h-0 min-w-0 bg-surface">
      {selectedId === null ? (
        <NobodySelected />
      ) : (
        <ErrorBoundary key={selectedId}>
          <Thread
            clientId={selectedId}
            onDone={inbox.moveOn}
            onTakenBack={() => select(selectedId)}
            onTakeOver={inbox.takeOver}
            before={
              isPhone && (
                <IconButton
                  className="-ml-2"
                  label={t('Back to the queue')}
                  icon={<ArrowLeft size={20} />}
                  onClick={() => select(null)}
                />
              )
            }
            after={<ClientActs inbox={inbox} onClient={hasClientPane ? undefined : () => setIsClientOpen(true)} />}
          />
        </ErrorBoundary>
      )}
    </div>
  );

  return (
    <>
      <h1 className="visuallyHidden">{isEverybody ? t('Clients') : t('Inbox')}</h1>
      {isPhone ? (
        <div className="grid grid-cols-1 grid-rows-[minmax(0,1fr)] h-full">
          {selectedId === null ? queuePane : threadPane}
        </div>
      ) : (
        <SplitPanes
          storageKey={`silong_desk_panes_${userId}`}
          panes={[
            {
              id: 'queue',
              size: { initial: 376, min: 240, max: 560, label: t('Width of the queue') },
              content: queuePane,
            },
            { id: 'conversation', content: threadPane },
            hasClientPane && {
              id: 'client',
              size: { initial: 340, min: 264, max: 520, label: t('Width of the client') },
              content:
                selectedId === null ? (
                  <section className="bg-surface" aria-label={t('Client')} />
                ) : (
                  <ClientPane key={selectedId} clientId={selectedId} />
                ),
            },
            hasAgenda && {
              id: 'today',
              size: { initial: 300, min: 240, max: 420, label: t('Width of the day') },
              content: <Agenda />,
            },
          ].filter((pane) => pane !== false)}
        />
      )}
      {isClientOpen && !hasClientPane && selectedId !== null && (
        <Drawer
          className="w-[min(24rem,100vw)] max-md:h-[85dvh] overflow-hidden"
          label={t('About the client')}
          onClose={() => setIsClientOpen(false)}
        >
          {(close) => (
            <ClientPane
              clientId={selectedId}
              after={<IconButton label={t('Close')} icon={<X size={22} />} onClick={close} />}
            />
          )}
        </Drawer>
      )}
      {dialog === 'snooze' && row && (
        <SnoozeDialog name={row.name} onSnooze={inbox.snooze} onClose={() => setDialog(null)} />
      )}
      {dialog === 'assign' && row && colleagues && (
        <AssignDialog
          row={row}
          userId={userId}
          colleagues={colleagues}
          onAssign={inbox.giveTo}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}

interface ClientActsProps {
  inbox: InboxState;
  /** Opens the client's pane, where it is not beside the conversation. */
  onClient: (() => void) | undefined;
}

/** Acts on the selected client as a whole, within reach of a thumb. */
function ClientActs({ inbox, onClient }: ClientActsProps) {
  const { row, isOwn, mayAssign, setDone, setDialog } = inbox;
  const isDone = row?.done_at != null;
  const acts = [
    {
      label: isDone ? t('Not done') : t('Done'),
      icon: isDone ? <RotateCcw size={18} /> : <Check size={20} />,
      keys: 'e',
      act: setDone,
    },
    { label: t('Snooze'), icon: <Clock size={18} />, keys: 'z', act: () => setDialog('snooze') },
    {
      label: t('Assign…'),
      icon: <UserRoundCog size={19} />,
      keys: 'a',
      act: mayAssign ? () => setDialog('assign') : undefined,
      hasDialog: true,
    },
    { label: t('Show the client'), icon: <UserRound size={19} />, act: onClient, hasDialog: true },
  ];
  return (
    <span className="flex flex-none items-center">
      {acts.map(
        ({ label, icon, keys, act, hasDialog }) =>
          act && (
            <IconButton
              key={keys ?? label}
              className="w-9 h-9 pointer-coarse:w-11 pointer-coarse:h-11"
              label={label}
              icon={icon}
              aria-keyshortcuts={keys}
              aria-haspopup={hasDialog && 'dialog'}
              // A colleague's client is read-only, or can be taken over.
              disabled={!isOwn && !hasDialog}
              onClick={act}
            />
          ),
      )}
    </span>
  );
}

const keysToKnow = [
  { keys: ['J', 'K'], words: msg('next, previous') },
  { keys: ['E'], words: msg('done') },
  { keys: ['Z'], words: msg('snooze') },
  { keys: ['?'], words: msg('all keys') },
];

const NobodySelected = () => (
  <section className="grid flex-1 content-center overflow-y-auto" aria-label={t('Conversation')}>
    <EmptyState
      icon={<Inbox size={28} />}
      title={t('Choose a client')}
      text={t('Choose a client to see their inquiries, chats, viewings and reviews together.')}
      action={
        <ul className="flex flex-wrap justify-center gap-x-5 gap-y-2 text-muted text-sm pointer-coarse:hidden">
          {keysToKnow.map(({ keys, words }) => (
            <li key={keys.join()}>
              <Trans
                id="<key>{keys}</key> {words}"
                values={{ keys: keys.join(' '), words: t(words) }}
                components={{
                  key: <kbd className="keycap mr-1" />,
                }}
              />
            </li>
          ))}
        </ul>
      }
    />
  </section>
);

/** The viewings of the day, beside everything else where the window is wide enough. */
function Agenda() {
  const query = useQuery(deskQuery());
  const now = useNow();
  return (
    <section className="min-h-0 overflow-y-auto p-4 bg-page" aria-label={t('Today')}>
      <h2 className="text-base">{t('Today')}</h2>
      <p className="mb-4 text-muted text-sm">{formatDay(now.toISOString())}</p>
      <PartState
        query={{ ...query, data: query.data?.agenda }}
        headingLevel={3}
        loadingText={t('Loading the day…')}
        skeleton={
          <Skeletons count={3}>
            <Skeleton className="mb-2 rounded-md" height="4.5rem" />
          </Skeletons>
        }
        failure={(error) => failureSentence(error, t('The day could not be loaded'))}
      >
        {(agenda) =>
          agenda.length === 0 ? (
            <p className="text-muted text-sm">{t('No viewings today.')}</p>
          ) : (
            <ol className="grid gap-2">
              {agenda.map((viewing) => {
                const badge = statusBadge(viewing, 'agent', now);
                const isPast = Date.parse(viewing.ends_at) < now.getTime();
                return (
                  <li key={viewing.id} className={`card grid gap-1 ${isPast ? 'opacity-65' : ''}`}>
                    <span className="flex items-center justify-between gap-2">
                      <time className="font-bold tabular-nums" dateTime={viewing.starts_at}>
                        {clockTime(viewing.starts_at)}
                      </time>
                      <Badge tone={badge.tone}>{badge.label}</Badge>
                    </span>
                    <span dir="auto" className="truncate font-semibold">
                      {viewing.user.name}
                    </span>
                    <Link
                      className="truncate text-muted text-xs no-underline hover:underline"
                      to={`/properties/${viewing.property.id}`}
                    >
                      <bdi>{viewing.property.title}</bdi>
                    </Link>
                    {asksOutcome(viewing, now) && (
                      <Link className="font-semibold" to={`/desk/calendar?viewing=${viewing.id}`}>
                        {t('How did it go?')}
                      </Link>
                    )}
                  </li>
                );
              })}
            </ol>
          )
        }
      </PartState>
    </section>
  );
}
