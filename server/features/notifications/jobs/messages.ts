import type { ConversationModel, MessageModel } from '#server/db/models.ts';
import { keepPlan } from '#server/db/postgres.ts';
import { isAmong, SqlBuilder } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { JobPayloads } from '#server/jobs/payloads.ts';
import { msg } from '#shared/messages.ts';
import { AT_ONCE, conversationUrl, previewOf } from '../words.ts';
import { type Notice, notifyEach, type PersonalNotice } from '../writes.ts';

interface MessageNotice extends PersonalNotice {
  messageId: number;
}

/** Notices of unread messages, in the order of their ids. */
export async function readMessageNotices(
  { db }: ServerContext,
  messageIds: readonly number[],
): Promise<MessageNotice[]> {
  type Row = Pick<MessageModel, 'id' | 'content' | 'sender_id' | 'conversation_id'> &
    Pick<ConversationModel, 'user_id' | 'agent_id'>;
  const sql = new SqlBuilder(db.dialect);
  const rows = await db.readRows<Row>(
    keepPlan(`SELECT m.id, m.content, m.sender_id, m.conversation_id, c.user_id, c.agent_id
     FROM messages m JOIN conversations c ON c.id = m.conversation_id
     WHERE ${isAmong(sql, 'm.id', messageIds)} AND m.read_at IS NULL ORDER BY m.id`),
    sql.parameters,
  );
  return rows.flatMap((row) => {
    const notice: Notice = {
      type: 'info',
      title: msg('New Message'),
      message: previewOf(row.content),
      action: { label: msg('View Conversation'), url: conversationUrl(row.conversation_id) },
      about: { users: [row.sender_id] },
    };
    return [row.user_id, row.agent_id]
      .filter((person): person is number => person !== null && person !== row.sender_id)
      .map((userId) => ({ messageId: row.id, userId, notice }));
  });
}

export async function notifyOfMessages(
  context: ServerContext,
  notices: readonly MessageNotice[],
): Promise<void> {
  await notifyEach(context, notices, {
    wantedBy: 'messageNotifications',
    isMailedOnce: true,
    push: AT_ONCE,
    isMailed: context.systemSettings.current().notifications.notifyNewMessages,
    stillNews: (wanted) => holdUnread(context, wanted),
  });
}

/**
 * Messages read meanwhile need no notice. Locked, because a running read marks the notice too, once it is stored; and
 * after the recipients, in the order of account deletions. Of several, messages held by a read get a job of their
 * own, which waits for it: two transactions waiting for each other would fail.
 */
async function holdUnread(
  { db, jobs }: ServerContext,
  notices: readonly MessageNotice[],
): Promise<readonly MessageNotice[]> {
  const ids = [...new Set(notices.map(({ messageId }) => messageId))];
  const sql = new SqlBuilder(db.dialect);
  const skipsLocked = ids.length > 1 ? 'SKIP LOCKED' : '';
  const rows = await db.writeRows<{ id: number }>(
    `SELECT id FROM messages WHERE ${isAmong(sql, 'id', ids)} AND read_at IS NULL
     ${db.dialect === 'postgres' ? `FOR SHARE ${skipsLocked}` : ''}`,
    sql.parameters,
  );
  const held = new Set(rows.map(({ id }) => id));
  if (db.dialect === 'postgres' && ids.length > 1)
    await jobs.addAll(
      'messageNotices',
      ids.filter((id) => !held.has(id)).map((id) => ({ messageIds: [id] })),
    );
  return notices.filter(({ messageId }) => held.has(messageId));
}

export async function markNoticesRead(
  context: ServerContext,
  { conversationId, readerId }: JobPayloads['readNotices'],
): Promise<void> {
  const where = { user_id: readerId, action_url: conversationUrl(conversationId), read_at: null };
  await context.db.models.Notification.update({ read_at: context.now() }, { where });
}
