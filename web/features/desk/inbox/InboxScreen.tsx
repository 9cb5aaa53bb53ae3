import { ArrowLeft, Check, Clock, Inbox, RotateCcw, UserRound, UserRoundCog, X } from 'lucide-react';
import { useState } from 'react';
import type { DeskRow } from '#shared/contracts/desk.ts';
import { msg } from '#shared/messages.ts';
import { Trans, t } from '#web/lib/i18n.tsx';
import { useMediaQuery } from '#web/lib/useMediaQuery.ts';
import { IconButton } from '#web/ui/controls/Button.tsx';
import { useModal } from '#web/ui/dialogs/Dialog.tsx';
import { SplitPanes } from '#web/ui/layout/SplitPanes.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ClientPane } from '../client/ClientPane.tsx';
import { Thread } from '../thread/Thread.tsx';
import { Agenda } from './Agenda.tsx';
import { AssignDialog } from './AssignDialog.tsx';
import { Queue } from './Queue.tsx';
import { SnoozeDialog } from './SnoozeDialog.tsx';
import { inboxViews, useInbox } from './useInbox.ts';

interface InboxScreenProps {
  userId: number;
  /** All clients instead of the queue's views. */
  isEverybody?: boolean;
}

/**
 * The queue, the conversation with the selected client, and the client: beside each other, or one after the other on a phone. No
 * client is selected when the screen opens, so opening it marks nothing as read.
 */
export function InboxScreen({ userId, isEverybody = false }: InboxScreenProps) {
  const isPhone = !useMediaQuery('md');
  const hasClientPane = useMediaQuery('threePanes');
  const hasAgenda = useMediaQuery('fourPanes');
  const [isClientOpen, setIsClientOpen] = useState(false);
  const inbox = useInbox({ userId, isEverybody, isPhone });
  const { selectedId, row, colleagues, select, dialog, setDialog } = inbox;

  const queuePane = (
    <Queue
      ref={inbox.queue}
      scope={inbox.scope}
      onScope={inbox.setScope}
      view={inbox.view}
      views={isEverybody ? [] : inboxViews}
      search={inbox.search}
      selectedId={selectedId}
      onView={inbox.showView}
      onSearch={inbox.showSearch}
      onSelect={select}
      onOpen={inbox.focusThread}
    />
  );
  const threadPane = (
    <div ref={inbox.conversation} className="flex flex-col min-h-0 min-w-0 bg-surface">
      {selectedId === null ? (
        <NobodySelected />
      ) : (
        <Thread
          key={selectedId}
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
          after={
            <ClientActs
              row={row}
              isOwn={inbox.isOwn}
              onDone={inbox.setDone}
              onSnooze={() => setDialog('snooze')}
              onAssign={inbox.mayAssign ? () => setDialog('assign') : undefined}
              onClient={hasClientPane ? undefined : () => setIsClientOpen(true)}
            />
          }
        />
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
            ...(hasClientPane
              ? [
                  {
                    id: 'client',
                    size: { initial: 340, min: 264, max: 520, label: t('Width of the client') },
                    content:
                      selectedId === null ? (
                        <NoClient />
                      ) : (
                        <ClientPane key={selectedId} clientId={selectedId} />
                      ),
                  },
                ]
              : []),
            ...(hasAgenda
              ? [
                  {
                    id: 'today',
                    size: { initial: 300, min: 240, max: 420, label: t('Width of the day') },
                    content: <Agenda />,
                  },
                ]
              : []),
          ]}
        />
      )}
      {isClientOpen && !hasClientPane && selectedId !== null && (
        <ClientDrawer clientId={selectedId} onClose={() => setIsClientOpen(false)} />
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
  row: DeskRow | undefined;
  /** A colleague's client is read-only, or can be taken over. */
  isOwn: boolean;
  onDone(): void;
  onSnooze(): void;
  /** With colleagues who could take the client. */
  onAssign: (() => void) | undefined;
  /** Opens the client's pane, where it is not beside the conversation. */
  onClient: (() => void) | undefined;
}

/** Acts on the selected client as a whole, within reach of a thumb. */
function ClientActs({ row, isOwn, onDone, onSnooze, onAssign, onClient }: ClientActsProps) {
  const isDone = row?.done_at != null;
  const look = 'w-9! h-9! pointer-coarse:w-11! pointer-coarse:h-11!';
  return (
    <span className="flex flex-none items-center">
      <IconButton
        className={look}
        label={isDone ? t('Not done') : t('Done')}
        aria-keyshortcuts="e"
        icon={isDone ? <RotateCcw size={18} /> : <Check size={20} />}
        disabled={!isOwn}
        onClick={onDone}
      />
      <IconButton
        className={look}
        label={t('Snooze')}
        aria-keyshortcuts="z"
        icon={<Clock size={18} />}
        disabled={!isOwn}
        onClick={onSnooze}
      />
      {onAssign && (
        <IconButton
          className={look}
          label={t('Assign…')}
          aria-keyshortcuts="a"
          aria-haspopup="dialog"
          icon={<UserRoundCog size={19} />}
          onClick={onAssign}
        />
      )}
      {onClient && (
        <IconButton
          className={look}
          label={t('Show the client')}
          aria-haspopup="dialog"
          icon={<UserRound size={19} />}
          onClick={onClient}
        />
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

function NobodySelected() {
  return (
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
                    key: (
                      <kbd className="mr-1 py-0.5 px-1.5 border border-line-strong rounded-[0.375rem] bg-sunken font-[inherit] text-xs font-semibold" />
                    ),
                  }}
                />
              </li>
            ))}
          </ul>
        }
      />
    </section>
  );
}

const NoClient = () => <section className="bg-surface" aria-label={t('Client')} />;

/** The client's pane over the conversation: from the side, on a phone from below. */
function ClientDrawer({ clientId, onClose }: { clientId: number; onClose(): void }) {
  const { props, close, layer } = useModal({ onClose });
  return (
    <dialog
      {...props}
      className="fixed inset-y-0 right-0 left-auto w-[min(24rem,100vw)] max-w-none h-dvh max-h-none m-0 ml-auto p-0 overflow-hidden border-0 bg-surface shadow-lg text-ink open:animate-slide backdrop:bg-[rgb(10_20_18_/_45%)] max-md:inset-y-auto max-md:bottom-0 max-md:left-0 max-md:w-full max-md:h-[85dvh] max-md:mt-auto max-md:rounded-t-lg max-md:open:animate-rise"
      aria-label={t('About the client')}
    >
      <ClientPane
        clientId={clientId}
        after={<IconButton label={t('Close')} icon={<X size={22} />} onClick={close} />}
      />
      {layer}
    </dialog>
  );
}
