import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { TalkWay } from '#shared/chatApps.ts';
import type { DeskRow, QueueScope, QueueView } from '#shared/contracts/desk.ts';
import { useColleagues } from '#web/features/offices/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { dropKeys, keepKeys } from '#web/lib/keptKeys.ts';
import { serverNow } from '#web/lib/serverTime.ts';
import { useShortcut } from '#web/lib/shortcuts.ts';
import { readStored, writeStored } from '#web/lib/store.ts';
import {
  readUrl,
  type UrlCodec,
  type UrlSchema,
  type UrlValues,
  useUrlState,
  writeUrl,
} from '#web/lib/urlState.ts';
import { canAssign, canTake, useAssign } from '../assigning.ts';
import type { ClientChange } from '../deskData.ts';
import { isOwnRow, prefetchClient, useClientRow, useUpdateClient } from '../queries.ts';
import { noteKey, openComposer, replyKey } from '../thread/channels.ts';
import { undoLast } from '../undo.ts';
import { whenNext } from './QueueRow.tsx';

export const inboxViews = ['needs_me', 'today', 'waiting', 'snoozed', 'done'] as const;

const schema = {
  view: inboxViews,
  client: 'id',
  search: 'text',
  // An address without a scope uses the last chosen one.
  scope: ['last', 'own', 'office'],
} as const satisfies UrlSchema;

const codec: UrlCodec<UrlValues<typeof schema>> = {
  read: (params) => readUrl(schema, params),
  write: (state, params) => writeUrl(schema, state, params),
};

/** The field that searches the queue, as the keys name it. */
export const QUEUE_SEARCH = 'search of the queue';

/** The queue's part in the keys of the Desk. */
interface QueueHandle {
  focus(): void;
  /** The client before or after another one as the queue is shown. */
  neighbour(id: number | null, step: 1 | -1): DeskRow | undefined;
}

const scopeKey = (userId: number) => `silong_desk_scope_${userId}`;

/** Held-down keys pass clients faster than this. */
const PREFETCH_MS = 150;

/** The inbox's state in the URL, the selected client and the acts on it. @param isEverybody all clients, without views. */
export function useInbox(userId: number, isEverybody: boolean, isPhone: boolean) {
  const [asked, show] = useUrlState(codec);
  const view: QueueView = isEverybody ? 'all' : asked.view;
  const selectedId = asked.client === '' ? null : Number(asked.client);
  const row = useClientRow(selectedId);
  const [dialog, setDialog] = useState<'snooze' | 'assign' | null>(null);
  const colleagues = useColleagues();
  const queue = useRef<QueueHandle>(null);
  const conversation = useRef<HTMLDivElement>(null);
  const isFocusMoving = useRef(false);
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
  /** Selects the next client in the queue's order and moves the focus along; on a phone back to the list. */
  const moveOn = () => {
    isFocusMoving.current = conversation.current?.contains(document.activeElement) ?? false;
    const next =
      queue.current?.neighbour(selectedId, 1) ??
      (selectedId === null ? undefined : queue.current?.neighbour(selectedId, -1));
    select(isPhone ? null : (next?.id ?? null));
  };
  /** A refused change selects its client again. */
  const act = async (id: number, given: ClientChange, words: string) => {
    if (!(await update(id, given, words)) && !isPhone) select(id);
  };
  const setDone = () => {
    if (!row) return;
    const { name, done_at } = row;
    const isDone = done_at !== null;
    const words = isDone ? t('{name} is not done', { name }) : t('{name} is done', { name });
    if (!isDone) moveOn();
    void act(row.id, { done: !isDone }, words);
  };
  const snooze = (until: string) => {
    if (!row) return;
    moveOn();
    const when = whenNext(until, serverNow());
    void act(row.id, { snoozed_until: until }, t('{name} comes back: {when}', { name: row.name, when }));
  };
  /** @throws the reason of a refusal. */
  const giveTo = async (to: DeskRow['agent'], note?: string) => {
    if (!row) return;
    const id = await assign(row, to, note);
    if (to.id === userId) select(id);
    else moveOn();
  };

  // Keys kept for one client's drafts are dropped with the selection.
  useEffect(
    () => (selectedId === null ? undefined : () => dropKeys([replyKey(selectedId), noteKey(selectedId)])),
    [selectedId],
  );

  useEffect(() => {
    if (isFocusMoving.current && selectedId !== null) threadOf(conversation)?.focus();
    isFocusMoving.current = false;
  }, [selectedId]);

  usePrefetchedNeighbours(queue, selectedId);

  const canTakeOver = me && row && colleagues && canTake(row, colleagues);
  return {
    queue,
    conversation,
    view,
    search: asked.search,
    showView: (next: UrlValues<typeof schema>['view']) =>
      show((before) => ({ ...before, view: next, search: '' }), { isReplacing: true }),
    showSearch: (search: string) => show((before) => ({ ...before, search }), { isReplacing: true }),
    scope,
    setScope: seesOffice ? setScope : undefined,
    selectedId,
    row,
    isOwn,
    colleagues,
    mayAssign,
    dialog,
    setDialog,
    select,
    moveOn,
    setDone,
    snooze,
    giveTo,
    takeOver: canTakeOver ? () => giveTo(me) : undefined,
    focusThread: () => threadOf(conversation)?.focus(),
  };
}

export type Inbox = ReturnType<typeof useInbox>;

const threadOf = ({ current }: RefObject<HTMLElement | null>) => current?.querySelector<HTMLElement>('section');

/** Loads the clients before and after the selected one. */
function usePrefetchedNeighbours(queue: RefObject<QueueHandle | null>, selectedId: number | null): void {
  const client = useQueryClient();
  useEffect(() => {
    if (selectedId === null) return;
    const timer = setTimeout(() => {
      for (const direction of [1, -1] as const) {
        const near = queue.current?.neighbour(selectedId, direction);
        if (near) prefetchClient(client, near.id);
      }
    }, PREFETCH_MS);
    return () => clearTimeout(timer);
  }, [client, queue, selectedId]);
}

/** The Desk's keys, beside those of the shown conversation. */
export function useDeskKeys(inbox: Inbox, isPhone: boolean): void {
  const { queue, selectedId, row, isOwn, select, setDialog } = inbox;
  // Also while the row is loading.
  const canWrite = selectedId !== null && (row === undefined || isOwn);
  const step = (direction: 1 | -1) => {
    const next = queue.current?.neighbour(selectedId, direction);
    if (next) select(next.id);
    queue.current?.focus();
  };
  const write = (isNote: boolean, talkedBy?: TalkWay) =>
    selectedId !== null && openComposer(selectedId, isNote, talkedBy);
  useDeskKey('j', t('Next client'), () => step(1), { mayRepeat: true });
  useDeskKey('k', t('Previous client'), () => step(-1), { mayRepeat: true });
  useDeskKey('enter', t('Open the conversation'), inbox.focusThread, { isEnabled: selectedId !== null });
  useDeskKey('r', t('Reply'), () => write(false), { isEnabled: canWrite });
  useDeskKey('n', t('Write a private note'), () => write(true), { isEnabled: canWrite });
  const log = (talkedBy: TalkWay) => () => write(true, talkedBy);
  useDeskKey('l c', t('Log a call'), log('phone'), { isEnabled: canWrite });
  useDeskKey('l v', t('Log a talk on Viber'), log('viber'), { isEnabled: canWrite });
  useDeskKey('l w', t('Log a talk on WhatsApp'), log('whatsapp'), { isEnabled: canWrite });
  useDeskKey('l m', t('Log a talk on Messenger'), log('messenger'), { isEnabled: canWrite });
  const done = row?.done_at != null ? t('Not done') : t('Done');
  useDeskKey('e', done, inbox.setDone, { isEnabled: isOwn });
  useDeskKey('z', t('Snooze'), () => setDialog('snooze'), { isEnabled: isOwn });
  useDeskKey('a', t('Assign to a colleague'), () => setDialog('assign'), { isEnabled: inbox.mayAssign });
  useDeskKey('u', t('Undo'), undoLast);
  useDeskKey('/', t('Search clients'), () => {
    if (isPhone) select(null);
    keepKeys(QUEUE_SEARCH);
  });
  useDeskKey('escape', t('Back to the queue'), () => {
    if (isPhone) select(null);
    else queue.current?.focus();
  });
}

type KeyOptions = Pick<Parameters<typeof useShortcut>[0], 'mayRepeat' | 'isEnabled'>;

export const useDeskKey = (keys: string, label: string, run: () => void, options?: KeyOptions) =>
  useShortcut({ keys, label, group: t('Desk'), run, ...options });
