import { Transaction } from 'sequelize';
import { recordAudit, requireStillAdmin } from '#server/features/auditLog/record.ts';
import type { ServerContext } from '#server/features/context.ts';
import { csvFile } from '#server/http/csv.ts';
import { found } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import type { conversationModerationCalls } from '#shared/contracts/conversations.ts';
import {
  adminConversationColumns,
  adminConversations,
  countMessages,
  getAdminConversation,
  readThread,
} from './reads.ts';

export const conversationModerationService = (
  context: ServerContext,
): Service<typeof conversationModerationCalls> => ({
  stats: () => countMessages(context),
  list: ({ query }) => adminConversations.readPage(context.db, query),
  export({ query }) {
    const conversations = adminConversations.readBatches(context.db, query);
    return csvFile(context, 'conversations', adminConversationColumns, conversations);
  },

  /**
   * Reads a private conversation; admin, conversation and reason are written to the audit log first.
   * @throws {NotFoundError} no such conversation.
   */
  async get({ user, address, ability, params: { id }, query: { reason } }) {
    const admin = { user, address, ability };
    const conversation = await getAdminConversation(context.db, id);
    await context.db.transaction(async () => {
      await requireStillAdmin(context, admin);
      const entry = { action: 'conversation.read', entityType: 'conversation', entityId: id, reason };
      await recordAudit(context, admin, entry);
    });
    return { conversation, messages: await readThread(context.db, id) };
  },

  /** Both sides are notified at once. @throws {NotFoundError} no such conversation. */
  async setStatus({ user, address, ability, params: { id }, body: { status } }) {
    const admin = { user, address, ability };
    const { db, bus } = context;
    const changed = await db.transaction(async () => {
      await requireStillAdmin(context, admin);
      const lock = Transaction.LOCK.NO_KEY_UPDATE;
      const conversation = found(await db.models.Conversation.findByPk(id, { lock }), 'conversation');
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
    return getAdminConversation(context.db, id);
  },
});
