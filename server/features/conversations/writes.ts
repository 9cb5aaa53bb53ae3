import type { Attributes } from 'sequelize';
import type { AttachmentModel, ConversationModel, MessageModel } from '#server/db/models.ts';
import { isAmong, SqlBuilder, toIso } from '#server/db/sql.ts';
import { presentAttachment, withAttachments } from '#server/features/attachments/reads.ts';
import { attach, fileGone, holdAttachments } from '#server/features/attachments/service.ts';
import type { ServerContext } from '#server/features/context.ts';
import { noteInteractions } from '#server/features/reviews/jobs.ts';
import type { SignedInUser } from '#server/http/caller.ts';
import { ApiError, ConflictError } from '#server/http/errors.ts';
import type { Attachment } from '#shared/contracts/attachments.ts';
import type { UserStatus } from '#shared/contracts/auth.ts';
import { msg } from '#shared/messages.ts';
import { sideOf, whyNotWritable } from './policy.ts';
import { MESSAGE_COLUMNS, presentMessage } from './reads.ts';

/** A row of `messages`, with its times as Date on both databases. */
export type StoredMessage = Attributes<MessageModel> & { sender_name: string | null; attachments: Attachment[] };

export interface HeldConversation extends Pick<ConversationModel, 'id' | 'status' | 'user_id' | 'agent_id'> {
  last_message_at: Date | string | null;
  /** Status of both accounts, if read. */
  user_status?: UserStatus | null;
  agent_status?: UserStatus | null;
}

interface NewMessage {
  sender: Pick<SignedInUser, 'id' | 'name'>;
  /** Locked by the running transaction; the sender takes part in it. */
  conversation: HeldConversation;
  content: string;
  clientId: string | null;
  /** Files that the sender has uploaded for it. */
  attachmentIds: readonly number[];
}

/**
 * Stores messages in the running transaction, in order within a conversation, with their jobs; sockets get them after
 * the commit. A known client-made id returns the stored message. No two of the messages share a conversation, a
 * sender and a client-made id.
 * @returns for each message its row, or the error of its conversation.
 */
export async function storeMessages(context: ServerContext, messages: readonly NewMessage[]) {
  const { db, bus, jobs } = context;
  const outcomes = new Map<NewMessage, StoredMessage | ApiError>();
  for (const message of messages) {
    const refusal = refusalOf(message);
    if (refusal) outcomes.set(message, refusal);
  }
  const files = new Map<NewMessage, AttachmentModel[]>();
  for (const message of messages.filter(({ attachmentIds }) => attachmentIds.length > 0)) {
    if (outcomes.has(message)) continue;
    const held = await holdForMessage(context, message, [...files.values()].flat());
    if (held instanceof ApiError) outcomes.set(message, held);
    else files.set(message, held);
  }
  const writable = messages.filter((message) => !outcomes.has(message));
  const created = await insertMessages(context, writable);
  for (const [message, row] of created) {
    const held = files.get(message) ?? [];
    await attach(context, held, 'message_id', row.id);
    outcomes.set(message, Object.assign(row, { attachments: held.map(presentAttachment) }));
  }
  const maybeRetried = messages.filter((message) => message.clientId !== null && !created.has(message));
  for (const [message, row] of await readRetried(context, maybeRetried))
    outcomes.set(message, isSame(row, message) ? row : otherWords());

  const rows = [...created.values()];
  if (rows[0]) {
    db.afterCommit(() => {
      for (const [{ conversation }, row] of created)
        bus.publish('messageSent', {
          message: presentMessage(row),
          participantIds: [conversation.user_id, conversation.agent_id],
        });
    });
    const sql = new SqlBuilder(db.dialect);
    const newest = new Map(rows.map((row) => [row.conversation_id, row.created_at]));
    const times = [...newest].map(([id, time]) => `WHEN ${sql.bind(id)} THEN ${sql.bindTime(time)}`);
    const type = db.dialect === 'postgres' ? 'timestamptz' : 'text';
    const at = `CAST(CASE id ${times.join(' ')} END AS ${type})`;
    await db.writeRows(
      `UPDATE conversations SET last_message_at = ${at}, updated_at = ${at} WHERE ${isAmong(sql, 'id', [...newest.keys()])}`,
      sql.parameters,
    );
    await jobs.add('messageNotices', { messageIds: rows.map(({ id }) => id) });
    await noteInteractions(
      context,
      [...created].flatMap(([{ conversation }, row]) =>
        row.sender_type === 'agent' ? [{ agentId: conversation.agent_id, reviewerId: conversation.user_id }] : [],
      ),
    );
  }
  return messages.map((message) => {
    const outcome = outcomes.get(message);
    if (!outcome) throw new Error('A message was neither stored nor found');
    return outcome;
  });
}

/** @param taken files of other messages in the same transaction. */
async function holdForMessage(
  context: ServerContext,
  { sender, attachmentIds }: NewMessage,
  taken: readonly AttachmentModel[],
): Promise<AttachmentModel[] | ApiError> {
  try {
    const free = attachmentIds.filter((id) => taken.every((file) => file.id !== id));
    if (free.length < attachmentIds.length) throw fileGone();
    return await holdAttachments(context, sender.id, free);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** Whether a stored message is the one that is sent again. */
export function isSame(
  { content, attachments }: Pick<StoredMessage, 'content' | 'attachments'>,
  sent: Pick<NewMessage, 'content' | 'attachmentIds'>,
): boolean {
  const ids = sent.attachmentIds.toSorted((one, other) => one - other);
  return content === sent.content && String(attachments.map(({ id }) => id)) === String(ids);
}

function refusalOf({ conversation, sender }: NewMessage): ConflictError | null {
  const reason = whyNotWritable(conversation);
  const state = conversation.status === 'active' ? 'abandoned' : conversation.status;
  if (reason) return new ConflictError(reason, `conversation_${state}`);
  const isUser = sideOf(sender, conversation) === 'user';
  const otherStatus = isUser ? conversation.agent_status : conversation.user_status;
  return otherStatus && otherStatus !== 'active' ? accountInactive() : null;
}

/** A message to an inactive account would stay unread. */
export const accountInactive = () =>
  new ConflictError(msg('This account is not active, so you cannot chat with it'), 'account_inactive');

/** A client-made id names one message: different content under the same id is an error, not a success. */
export const otherWords = () =>
  new ApiError(
    'unprocessable',
    msg('This was sent before with other words. Send it as a new message.'),
    'client_id_reused',
  );

/** The unique key of `messages`. */
const nameOf = (row: Pick<StoredMessage, 'conversation_id' | 'sender_id' | 'client_id'>) =>
  JSON.stringify([row.conversation_id, row.sender_id, row.client_id]);

/** @returns the new messages, in their order. */
async function insertMessages({ db, now }: ServerContext, messages: readonly NewMessage[]) {
  const created = new Map<NewMessage, StoredMessage>();
  if (messages.length === 0) return created;
  const sql = new SqlBuilder(db.dialect);
  const timeOf = clock(now());
  const rows = messages.map(({ sender, conversation, content, clientId }) => ({
    conversation_id: conversation.id,
    sender_id: sender.id,
    sender_type: sideOf(sender, conversation) ?? ('user' as const),
    content,
    client_id: clientId,
    created_at: timeOf(conversation),
  }));
  const values = rows.map(
    ({ created_at, ...row }) =>
      `(${Object.values(row).map((value) => sql.bind(value))}, ${sql.bindTime(created_at)})`,
  );
  const stored = await db.writeRows<Pick<StoredMessage, 'id' | 'conversation_id' | 'sender_id' | 'client_id'>>(
    `INSERT INTO messages (conversation_id, sender_id, sender_type, content, client_id, created_at)
     VALUES ${values} ON CONFLICT (conversation_id, sender_id, client_id) DO NOTHING
     RETURNING id, conversation_id, sender_id, client_id`,
    sql.parameters,
  );
  // Ids by name, in the order of the values; only a message with a client-made id can be missing.
  const ids = new Map<string, number[]>();
  for (const row of stored.sort((one, other) => one.id - other.id))
    ids.set(nameOf(row), [...(ids.get(nameOf(row)) ?? []), row.id]);
  for (const [nth, message] of messages.entries()) {
    const written = rows[nth];
    const id = written && ids.get(nameOf(written))?.shift();
    if (written && id !== undefined)
      created.set(message, {
        ...{ id, ...written, read_at: null },
        ...{ sender_name: message.sender.name, attachments: [] },
      });
  }
  return created;
}

/** Largest lead of a conversation's last time over the clock after quick messages; a larger lead is another clock's. */
const MOST_AHEAD_MS = 1_000;

/** Times of the messages of a conversation rise by at least a millisecond, also after stored ones. */
function clock(now: Date): (conversation: HeldConversation) => Date {
  const last = new Map<number, number>();
  return ({ id, last_message_at }) => {
    const before = last.get(id) ?? (last_message_at === null ? 0 : Date.parse(toIso(last_message_at)));
    const isAhead = before >= now.getTime() && before < now.getTime() + MOST_AHEAD_MS;
    const time = isAhead ? before + 1 : now.getTime();
    last.set(id, time);
    return new Date(time);
  };
}

/** Messages stored by earlier tries. */
async function readRetried({ db }: ServerContext, messages: readonly NewMessage[]) {
  if (messages.length === 0) return new Map();
  const sql = new SqlBuilder(db.dialect);
  const same = messages.map(
    ({ conversation, sender, clientId }) =>
      `(conversation_id = ${sql.bind(conversation.id)} AND sender_id = ${sql.bind(sender.id)} AND client_id = ${sql.bind(clientId)})`,
  );
  const rows = await db.writeRows<Omit<StoredMessage, 'attachments'>>(
    `SELECT ${MESSAGE_COLUMNS} FROM messages m WHERE ${same.join(' OR ')}`,
    sql.parameters,
  );
  const time = (value: Date | string) => new Date(toIso(value));
  const stored = new Map(
    (await withAttachments(db, 'message_id', rows, 'writeRows')).map((row) => [
      nameOf(row),
      { ...row, created_at: time(row.created_at), read_at: row.read_at && time(row.read_at) },
    ]),
  );
  return new Map(
    messages.flatMap((message) => {
      const { conversation, sender, clientId } = message;
      const row = stored.get(
        nameOf({ conversation_id: conversation.id, sender_id: sender.id, client_id: clientId }),
      );
      return row ? [[message, row] as const] : [];
    }),
  );
}
