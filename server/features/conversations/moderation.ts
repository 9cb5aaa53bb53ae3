import { Transaction } from 'sequelize';
import { type Admin, recordAudit, requireStillAdmin } from '#server/features/auditLog/record.ts';
import type { ServerContext } from '#server/features/context.ts';
import { NotFoundError } from '#server/http/errors.ts';
import type { AdminConversation, AdminConversationDetail } from '#shared/contracts/conversationModeration.ts';
import type { ConversationStatus } from '#shared/contracts/conversations.ts';
import { getAdminConversation, readThread } from './moderationReads.ts';

/**
 * Two people's private words. That they are read, by whom and why is in the audit log before they are handed over.
 * @throws {NotFoundError} there is no such conversation.
 */
export async function openConversation(
  context: ServerContext,
  admin: Admin,
  id: number,
  reason: string,
): Promise<AdminConversationDetail> {
  const conversation = await getAdminConversation(context, id);
  await context.db.transaction(async () => {
    await requireStillAdmin(context, admin);
    const entry = { action: 'conversation.read', entityType: 'conversation', entityId: id, reason };
    await recordAudit(context, admin, entry);
  });
  return { conversation, messages: await readThread(context.db, id) };
}

/** Both sides are told at once. @throws {NotFoundError} there is no such conversation. */
export async function setConversationStatus(
  context: ServerContext,
  admin: Admin,
  id: number,
  status: ConversationStatus,
): Promise<AdminConversation> {
  const { db, bus } = context;
  const changed = await db.transaction(async () => {
    await requireStillAdmin(context, admin);
    const lock = Transaction.LOCK.NO_KEY_UPDATE;
    const conversation = await db.models.Conversation.findByPk(id, { lock });
    if (!conversation) throw new NotFoundError('Conversation');
    const before = { status: conversation.status };
    if (before.status === status) return null;
    await conversation.update({ status });
    const about = { action: 'conversation.status', entityType: 'conversation', entityId: id };
    await recordAudit(context, admin, { ...about, before, after: { status } });
    return conversation;
  });
  if (changed) {
    const participantIds = [changed.user_id, changed.agent_id];
    bus.publish('conversationStatusChanged', { conversationId: id, status, participantIds });
  }
  return getAdminConversation(context, id);
}
