import type { z } from 'zod';
import type { Attachment } from '#shared/contracts/attachments.ts';
import type { deskCalls, ReplyChannel, HeldReply as ServerHeld } from '#shared/contracts/desk.ts';
import { filesInWords, putFilesBack } from '#web/features/attachments/index.ts';
import { changeDraft, readDraft } from '#web/features/conversations/index.ts';
import { replyDone } from '#web/features/inquiries/index.ts';
import {
  discardQueued,
  HELD_MS,
  handleOutcome,
  isHandedOver,
  noteHanded,
  type OutboxEntry,
  queueChange,
  shownOutbox,
  useOutbox,
} from '#web/features/offline/index.ts';
import { ApiFailure, BAD_ANSWER, callApi } from '#web/lib/apiClient.ts';
import { t } from '#web/lib/i18n.tsx';
import { currentQueryClient } from '#web/lib/queryClient.ts';
import { createStore, useStore } from '#web/lib/store.ts';
import { scoped } from '#web/platform/scope.ts';
import { readStoredSession } from '#web/platform/sessionStorage.ts';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { putEntry } from './clientChanges.ts';
import { invalidateDesk, putRow, refreshClients } from './queries.ts';
import { chooseMode, replyKey } from './thread/channels.ts';
import { dropUndo, offerUndo } from './undo.ts';

type Reply = z.input<typeof deskCalls.reply.body>;

export interface HeldReply extends Pick<Reply, 'channel' | 'property_id' | 'inquiry_id'> {
  content: string;
  attachments: readonly Attachment[];
  clientId: number;
  name: string;
  /** The id of the attempt: the server stores it once. */
  id: string;
  /** The reply was taken back: opens its client. */
  onTakenBack(): void;
}

/** Steps that can be undone, by the id of the entry they take back. */
const undoSteps = createStore<ReadonlyMap<string, number>>(new Map());

function endUndo(entryId: string): void {
  const { [entryId]: step, ...others } = Object.fromEntries(undoSteps.get());
  if (step === undefined) return;
  undoSteps.set(new Map(Object.entries(others)));
  dropUndo(step);
}

/** Files of answers that have not arrived, by the ids of the answers. */
const heldFiles = createStore<ReadonlyMap<string, readonly Attachment[]>>(new Map());

function holdFiles(id: string, attachments: readonly Attachment[]): void {
  const { [id]: _before, ...others } = Object.fromEntries(heldFiles.get());
  heldFiles.set(new Map(Object.entries(attachments.length > 0 ? { ...others, [id]: attachments } : others)));
}

const noFiles: readonly Attachment[] = [];
export const useHeldFiles = () => useStore(heldFiles);

/** The words of an answer, without the count of its files that stands for them. */
export const wordsOf = ({ input }: OutboxEntry): string =>
  (input.body as { content?: string } | undefined)?.content ?? '';

/** Holds an answer for a moment in which it can be taken back, and then sends it; offline it waits. */
export async function holdReply(held: HeldReply): Promise<void> {
  const { clientId, name, id, attachments, onTakenBack, ...reply } = held;
  const userId = readStoredSession()?.user.id ?? 0;
  const files = attachments.length > 0 ? { attachment_ids: attachments.map((file) => file.id) } : {};
  const body = { ...reply, ...files, client_id: id };
  const now = Date.now();
  await queueChange({
    id,
    userId,
    kind: 'deskReply',
    call: 'desk.reply',
    input: { params: { id: clientId }, body },
    wordsIn: reply.content === '' ? null : 'content',
    notBefore: now + HELD_MS,
    handed: handingOver().has(clientId) ? 'no' : 'maybe',
    label: t('Message to {name}', { name }),
    detail: reply.content || filesInWords(attachments.length),
  });
  queueHandOver(userId, clientId, body, now);
  holdFiles(id, attachments);
  const takeBack = () =>
    void takeReplyBack(userId, { id, clientId, content: reply.content }).then((isBack) => {
      if (isBack) onTakenBack();
    });
  const step = offerUndo(t('Sending to {name}', { name }), takeBack, 'info');
  undoSteps.set(new Map(undoSteps.get()).set(id, step));
}

/** The last hand-over of each client that has not ended. */
const handingOver = scoped(() => new Map<number, Promise<void>>());

/** An answer goes out after the earlier ones to its client: it is handed over where none of them waits here. */
async function handOverInTurn(userId: number, clientId: number, body: Reply, now: number): Promise<void> {
  const { client_id: id } = body;
  const isOfClient = (entry: OutboxEntry) => entry.kind === 'deskReply' && clientOf(entry) === clientId;
  const first = shownOutbox(userId).find(
    (entry) => isOfClient(entry) && entry.state !== 'refused' && !isHandedOver(entry),
  );
  if (first?.id !== id) return noteHanded(userId, id, 'no');
  await noteHanded(userId, id, 'maybe');
  await handOver(userId, clientId, body, now);
}

function queueHandOver(userId: number, clientId: number, body: Reply, now: number): void {
  const inTurn = () => handOverInTurn(userId, clientId, body, now);
  const turn = handingOver().get(clientId)?.then(inTurn) ?? inTurn();
  handingOver().set(clientId, turn);
  void turn.finally(() => {
    if (handingOver().get(clientId) === turn) handingOver().delete(clientId);
  });
}

/** A server that does not answer holds nothing up: the answer is sent from here. */
const HAND_OVER_TIMEOUT_MS = 20_000;

/** Gives an answer to the server at once, which sends it at its time: whatever becomes of this page, it goes out. */
async function handOver(userId: number, clientId: number, body: Reply, now: number): Promise<void> {
  const times = { sent_at: new Date(now).toISOString(), not_before: new Date(now + HELD_MS).toISOString() };
  const signal = AbortSignal.timeout(HAND_OVER_TIMEOUT_MS);
  const { client_id: id } = body;
  try {
    const input = { params: { id: clientId }, body: { ...body, ...times } };
    await callApi('desk.reply', input, { keepalive: true, signal });
    await noteHanded(userId, id, 'yes');
  } catch (error) {
    const isRefused = error instanceof ApiFailure && error.code !== BAD_ANSWER && error.status < 500;
    // Otherwise it may have arrived.
    if (isRefused || !navigator.onLine) await noteHanded(userId, id, 'no');
  }
}

/** Puts its words back into the composer, before newer text there. @returns false: it is on its way already. */
export async function takeReplyBack(
  userId: number,
  { id, clientId, content }: Pick<HeldReply, 'id' | 'clientId' | 'content'>,
): Promise<boolean> {
  const isBack = await discardQueued(userId, id);
  endUndo(id);
  if (!isBack) {
    showToast(t('It is already on its way. If it does not arrive, it will not be sent again.'), 'info');
    holdFiles(id, noFiles);
    void refreshClients(currentQueryClient(), [clientId]).catch(() => undefined);
    return false;
  }
  putBack(clientId, content, heldFiles.get().get(id) ?? noFiles);
  holdFiles(id, noFiles);
  return true;
}

function putBack(clientId: number, content: string, files: readonly Attachment[]): void {
  const key = replyKey(clientId);
  putFilesBack(key, files);
  const { text } = readDraft(key);
  const isLonger = text.trim() !== '' && text.trim() !== content;
  const both = isLonger ? [content, text].filter((part) => part !== '').join('\n\n') : content;
  changeDraft(key, { text: both, attempt: null, status: 'idle', error: null });
  chooseMode(clientId, { isNote: false });
}

/**
 * An answer that the server could not send at its time, and that this page does not have: it is no longer kept there.
 * @param isEdited its words come back into the composer. @throws {ApiFailure | NetworkFailure}
 */
export async function takeRefusedBack(clientId: number, held: ServerHeld, isEdited: boolean): Promise<void> {
  const { client_id: id, content, attachments } = held;
  if (isEdited) putBack(clientId, content, attachments);
  await callApi('desk.takeReplyBack', { params: { id: clientId, clientId: id } });
  await refreshClients(currentQueryClient(), [clientId]);
}

export const useUnsent = (userId: number, clientId: number): OutboxEntry[] =>
  useOutbox(userId).filter((entry) => clientOf(entry) === clientId);

export const useSendingTo = (userId: number): ReadonlySet<number> =>
  new Set(
    useOutbox(userId).flatMap((entry) =>
      entry.kind === 'deskReply' && entry.state !== 'refused' ? (clientOf(entry) ?? []) : [],
    ),
  );

/** The client of a change; null for a change of other data. */
function clientOf({ call, input }: OutboxEntry): number | null {
  const id = call?.startsWith('desk.') ? input.params?.id : undefined;
  return id === undefined ? null : Number(id);
}

function refresh(entry: OutboxEntry): void {
  const client = currentQueryClient();
  const id = clientOf(entry);
  // A failed refetch is repeated with the next event.
  void (id === null ? invalidateDesk(client) : refreshClients(client, [id]).catch(() => undefined));
}

const showRefusal = ({ label, error }: OutboxEntry) =>
  showToast(t('{label}: {error}', { label, error: error ?? '' }), 'error');

handleOutcome('deskReply', {
  delivered(delivered, answer) {
    endUndo(delivered.id);
    holdFiles(delivered.id, noFiles);
    const client = currentQueryClient();
    const clientId = clientOf(delivered);
    if (!answer?.entry || clientId === null) return refresh(delivered);
    const { entry, row } = answer;
    void putEntry(client, clientId, entry);
    putRow(client, row);
    refresh(delivered);
    if (entry.kind !== 'reply') return;
    const { text, kind } = replyDone(entry.inquiry);
    showToast(text, kind);
  },
  // The words stay where they stand, to be put in others or sent again.
  refused(entry) {
    endUndo(entry.id);
    showRefusal(entry);
    refresh(entry);
  },
});

function revertChange(entry: OutboxEntry): void {
  showRefusal(entry);
  void discardQueued(entry.userId, entry.id).finally(() => refresh(entry));
}

handleOutcome('deskChange', { delivered: refresh, refused: revertChange });
handleOutcome('viewing', { delivered: refresh, refused: revertChange });
handleOutcome('deskNote', {
  delivered: refresh,
  // A new note's words are nowhere else.
  refused: (entry) => (entry.call === 'desk.addNote' ? showRefusal(entry) : revertChange(entry)),
});

export const channelOf = ({ input }: OutboxEntry): ReplyChannel => (input.body as Reply).channel;
