import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, Check, Clock, Inbox, RotateCcw, UserRound, UserRoundCog, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { DeskRow, QueueScope, QueueView } from '#shared/contracts/desk.ts';
import { msg } from '#shared/messages.ts';
import { useColleagues } from '#web/features/offices/index.ts';
import { Trans, t } from '#web/lib/i18n.tsx';
import { dropKeys, keepKeys } from '#web/lib/keptKeys.ts';
import { readStored, writeStored } from '#web/lib/store.ts';
import {
  readUrl,
  type UrlCodec,
  type UrlSchema,
  type UrlValues,
  useUrlState,
  writeUrl,
} from '#web/lib/urlState.ts';
import { useMediaQuery } from '#web/lib/useMediaQuery.ts';
import { IconButton } from '#web/ui/controls/IconButton.tsx';
import { useModal } from '#web/ui/dialogs/useModal.tsx';
import { SplitPanes } from '#web/ui/layout/SplitPanes.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { canAssign, canTake, useAssign } from '../assigning.ts';
import { ClientPane } from '../client/ClientPane.tsx';
import type { ClientChange } from '../deskData.ts';
import { useDeskKeys } from '../deskKeys.ts';
import { isOwnRow, prefetchClient, useClientRow, useUpdateClient } from '../queries.ts';
import { noteKey, openComposer, replyKey } from '../thread/composerState.ts';
import { Thread } from '../thread/Thread.tsx';
import { Agenda } from './Agenda.tsx';
import { AssignDialog } from './AssignDialog.tsx';
import { QUEUE_SEARCH, Queue, type QueueHandle } from './Queue.tsx';
import { whenNext } from './rowWords.ts';
import { SnoozeDialog } from './SnoozeDialog.tsx';

const inboxViews = ['needs_me', 'today', 'waiting', 'snoozed', 'done'] as const;

const schema = {
  view: inboxViews,
  client: 'id',
  search: 'text',
  // Where the address does not say it, the one that was chosen last.
  scope: ['last', 'own', 'office'],
} as const satisfies UrlSchema;

const codec: UrlCodec<UrlValues<typeof schema>> = {
  read: (params) => readUrl(schema, params),
  write: (state, params) => writeUrl(schema, state, params),
};

const scopeKey = (userId: number) => `silong_desk_scope_${userId}`;

/** Held-down keys pass many by. */
const PREFETCH_MS = 150;

interface InboxScreenProps {
  userId: number;
  /** Everybody, instead of the queue's views. */
  isEverybody?: boolean;
}

/**
 * The queue, the conversation with whom is selected in it, and who they are: beside each other, or one after the other on a
 * phone. Nobody is selected when it opens, so nothing is read by opening it.
 */
export function InboxScreen({ userId, isEverybody = false }: InboxScreenProps) {
  const [asked, show] = useUrlState(codec);
  const view: QueueView = isEverybody ? 'all' : asked.view;
  const selectedId = asked.client === '' ? null : Number(asked.client);
  const row = useClientRow(selectedId);
  const isPhone = !useMediaQuery('md');
  const hasClientPane = useMediaQuery('threePanes');
  const hasAgenda = useMediaQuery('fourPanes');
  const [isClientOpen, setIsClientOpen] = useState(false);
  const [dialog, setDialog] = useState<'snooze' | 'assign' | null>(null);
  const colleagues = useColleagues();
  const queue = useRef<QueueHandle>(null);
  const conversation = useRef<HTMLDivElement>(null);
  const isFocusMoving = useRef(false);
  const client = useQueryClient();
  const update = useUpdateClient();
  const assign = useAssign();
  const seesOffice = colleagues?.seesQueue === true;
  const lastScope = readStored('localStorage', scopeKey(userId)) === 'office' ? 'office' : 'own';
  const scope: QueueScope = !seesOffice ? 'own' : asked.scope === 'last' ? lastScope : asked.scope;
  const setScope = (next: QueueScope) => {
    writeStored('localStorage', scopeKey(userId), next);
    show((before) => ({ ...before, scope: next, client: '' }), { isReplacing: true });
  };
  const isOwn = row !== undefined && isOwnRow(row);
  const me = colleagues?.members.find(({ id }) => id === userId);
  const mayAssign = row !== undefined && colleagues !== null && canAssign(row, colleagues);

  // On a phone the browser's Back leads from a conversation to the list.
  const select = (id: number | null) =>
    show((before) => ({ ...before, client: id === null ? '' : String(id) }), {
      isReplacing: !isPhone || id === null,
    });
  const step = (direction: 1 | -1) => {
    const next = queue.current?.neighbour(selectedId, direction);
    if (next) select(next.id);
    queue.current?.focus();
  };
  const back = () => {
    if (isPhone) select(null);
    else queue.current?.focus();
  };
  /** On to the next, in the order there was, and the focus with it; on a phone back to the list. */
  const moveOn = () => {
    isFocusMoving.current = conversation.current?.contains(document.activeElement) ?? false;
    const next =
      queue.current?.neighbour(selectedId, 1) ??
      (selectedId === null ? undefined : queue.current?.neighbour(selectedId, -1));
    select(isPhone ? null : (next?.id ?? null));
  };
  /** What is refused leads back to whom it was about. */
  const act = async (id: number, given: ClientChange, words: string) => {
    if (!(await update(id, given, words)) && !isPhone) select(id);
  };
  const setDone = () => {
    if (!row) return;
    const isDone = row.done_at !== null;
    const words = isDone
      ? t('{name} is not done', { name: row.name })
      : t('{name} is done', { name: row.name });
    if (!isDone) moveOn();
    void act(row.id, { done: !isDone }, words);
  };
  const snooze = (until: string) => {
    if (!row) return;
    moveOn();
    const when = whenNext(until, new Date());
    void act(row.id, { snoozed_until: until }, t('{name} comes back: {when}', { name: row.name, when }));
  };
  /** @throws why it was refused. */
  const giveTo = async (to: DeskRow['agent'], note?: string) => {
    if (!row) return;
    const id = await assign(row, to, note);
    if (to.id === userId) select(id);
    else moveOn();
  };
  const open = () => conversation.current?.querySelector<HTMLElement>('section')?.focus();

  useDeskKeys({
    isSelected: selectedId !== null,
    isOwn,
    canAssign: mayAssign,
    isDone: row?.done_at != null,
    canWrite: selectedId !== null && (row === undefined || isOwn),
    step,
    open,
    search: () => {
      if (isPhone) select(null);
      keepKeys(QUEUE_SEARCH);
    },
    reply: () => selectedId !== null && openComposer(selectedId, { isNote: false }),
    note: () => selectedId !== null && openComposer(selectedId, { isNote: true }),
    done: setDone,
    snooze: () => row && setDialog('snooze'),
    assign: () => setDialog('assign'),
    back,
  });

  // What was typed for one client is nobody else's.
  useEffect(() => {
    if (selectedId !== null) return () => dropKeys([replyKey(selectedId), noteKey(selectedId)]);
    return undefined;
  }, [selectedId]);

  useEffect(() => {
    if (isFocusMoving.current && selectedId !== null)
      conversation.current?.querySelector<HTMLElement>('section')?.focus();
    isFocusMoving.current = false;
  }, [selectedId]);

  // Who may be opened next is asked for beforehand.
  useEffect(() => {
    if (selectedId === null) return;
    const timer = setTimeout(() => {
      for (const direction of [1, -1] as const) {
        const near = queue.current?.neighbour(selectedId, direction);
        if (near) prefetchClient(client, near.id);
      }
    }, PREFETCH_MS);
    return () => clearTimeout(timer);
  }, [client, selectedId]);

  const queuePane = (
    <Queue
      ref={queue}
      scope={scope}
      onScope={seesOffice ? setScope : undefined}
      view={view}
      views={isEverybody ? [] : inboxViews}
      search={asked.search}
      selectedId={selectedId}
      onView={(next) => show((before) => ({ ...before, view: next, search: '' }), { isReplacing: true })}
      onSearch={(search) => show((before) => ({ ...before, search }), { isReplacing: true })}
      onSelect={select}
      onOpen={open}
    />
  );
  const threadPane = (
    <div ref={conversation} className="flex flex-col min-h-0 min-w-0 bg-surface">
      {selectedId === null ? (
        <NobodySelected />
      ) : (
        <Thread
          key={selectedId}
          clientId={selectedId}
          onDone={moveOn}
          onTakenBack={() => select(selectedId)}
          onTakeOver={me && row && colleagues && canTake(row, colleagues) ? () => giveTo(me) : undefined}
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
              isOwn={isOwn}
              onDone={setDone}
              onSnooze={() => setDialog('snooze')}
              onAssign={mayAssign ? () => setDialog('assign') : undefined}
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
        <SnoozeDialog name={row.name} onSnooze={snooze} onClose={() => setDialog(null)} />
      )}
      {dialog === 'assign' && row && colleagues && (
        <AssignDialog
          row={row}
          userId={userId}
          colleagues={colleagues}
          onAssign={giveTo}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}

interface ClientActsProps {
  row: DeskRow | undefined;
  /** A colleague's can only be looked at, or taken over. */
  isOwn: boolean;
  onDone(): void;
  onSnooze(): void;
  /** Where there are colleagues who could take them. */
  onAssign: (() => void) | undefined;
  /** Opens who they are, where that is not beside the conversation. */
  onClient: (() => void) | undefined;
}

/** What can be done about the selected client as a whole, within reach of a thumb too. */
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

/** Who the client is, over the conversation: from the side, on a phone from below. */
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
