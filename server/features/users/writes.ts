import { literal, Op, Transaction } from 'sequelize';
import { lockedInOrder } from '#server/db/sql.ts';
import { sentBy } from '#server/features/auth/policy.ts';
import { endMembership } from '#server/features/auth/writes/offices.ts';
import { lockUser } from '#server/features/auth/writes/passwords.ts';
import { revokeAllSessions } from '#server/features/auth/writes/sessions.ts';
import type { ServerContext } from '#server/features/context.ts';
import { leaveLists } from '#server/features/lists/writes.ts';
import { mailGuestsOfErased } from '#server/features/notifications/jobs/clients.ts';
import { followUp } from '#server/features/properties/followUps.ts';
import { endViewings } from '#server/features/viewingHistory/writes.ts';
import { ForbiddenError, found } from '#server/http/errors.ts';
import { DELETED_USER_NAME } from '#shared/contracts/conversations.ts';
import { english, msg } from '#shared/messages.ts';

/** Shown to admins with a listing whose agent's account was deleted. */
const UNLISTED_REASON = english('Its agent’s account was deleted');
/** An address that is never delivered (RFC 2606); unique, or agents would see one client. */
const deletedUserEmail = (userId: number) => `deleted-user-${userId}@silong.invalid`;

/**
 * Deletes an account with its personal data. Data shared with others is kept: conversations stay with the other side,
 * reviews and inquiries lose the name, listings are unlisted. The caller has checked the permission. Sockets and caches
 * are updated after the commit.
 * @throws {NotFoundError} there is no such account. @throws {ForbiddenError} an admin's account.
 */
export async function eraseAccount(context: ServerContext, userId: number): Promise<void> {
  const { db, now } = context;
  const { models } = db;
  const user = found(await lockUser(context, userId), 'user');
  if (user.role === 'admin')
    throw new ForbiddenError(msg('Administrator accounts cannot be deleted'), 'admin_not_deletable');
  // Before the account: a sender of a message locks the conversation first, then the account.
  await models.Conversation.findAll({
    attributes: ['id'],
    where: onEitherSide(userId),
    ...lockedInOrder('UPDATE'),
  });
  await models.User.findByPk(userId, { lock: Transaction.LOCK.UPDATE });
  await revokeAllSessions(context, userId);
  const asked = await models.Inquiry.findAll({ attributes: ['id'], where: literal(sentBy(String(userId))) });
  const inquiryIds = asked.map(({ id }) => id);
  // Also those that the person booked by a link, without the account.
  const agreed = { [Op.or]: [{ user_id: userId }, { agent_id: userId }, { inquiry_id: inquiryIds }] };
  await endViewings(context, agreed, 'account_deleted', userId);
  await mailGuestsOfErased(context, userId);
  await models.SlotOffer.destroy({ where: { inquiry_id: inquiryIds } });
  const listingIds = await unlist(context, userId);
  // Rows without a remaining side are deleted.
  const abandoned = [
    { user_id: userId, agent_id: null },
    { user_id: null, agent_id: userId },
  ];
  await models.Conversation.destroy({ where: { [Op.or]: abandoned } });
  await models.Viewing.destroy({ where: { [Op.or]: abandoned } });
  await models.Inquiry.destroy({ where: { [Op.or]: abandoned } });
  // The outcome is the agent's own note.
  await models.Viewing.update(
    { outcome: null, outcome_note: null },
    { where: { agent_id: userId }, silent: true },
  );
  // Agents keep question and answer without the person; further replies would be undeliverable.
  await models.Inquiry.update(
    { name: DELETED_USER_NAME, email: deletedUserEmail(userId), phone: null, status: 'closed' },
    { where: { id: inquiryIds } },
  );
  // Files that came by mail have no owner.
  await models.Attachment.destroy({ where: { owner_id: null, inquiry_id: inquiryIds } });
  // Results of checks by mail servers name the sender's address. One query each: together they would read all mails.
  await models.IncomingMail.update({ authentication: null }, { where: { inquiry_id: inquiryIds } });
  await db.sequelize.query(
    'UPDATE incoming_mails SET authentication = NULL WHERE message_id IN (SELECT id FROM messages WHERE sender_id = :userId)',
    { replacements: { userId } },
  );
  // Views stay counted, without the viewer.
  await db.sequelize.query("UPDATE property_views SET viewer_key = 'deleted:' || id WHERE viewer_key = :key", {
    replacements: { key: `user:${userId}` },
  });
  // The request is fulfilled by any deletion; its reason is personal data too.
  await models.ErasureRequest.update({ reason: null }, { where: { user_id: userId } });
  await models.ErasureRequest.update(
    { status: 'completed', decided_at: now() },
    { where: { user_id: userId, status: 'open' } },
  );
  // Texts of closed reports are deleted; open ones still need them.
  await models.ListingReport.update(
    { details: null },
    { where: { reporter_id: userId, status: { [Op.ne]: 'open' } } },
  );
  await eraseMentions(context, userId, inquiryIds);
  const addresses = [user.email, user.pending_email].filter((address) => address !== null);
  await models.OutgoingMail.destroy({ where: { recipient: addresses } });
  await models.OfficeInvitation.destroy({ where: { email: addresses } });
  await models.SharedListInvitation.destroy({ where: { email: addresses } });
  await endMembership(context, userId);
  await leaveLists(context, userId);
  // Rows of the person are deleted by cascade: profile, sessions, favourites, notices, settings. Viewings stay with the other side.
  await user.destroy();
  await followUp(context, 'agentErased', { ids: listingIds });
}

const onEitherSide = (userId: number) => ({ [Op.or]: [{ user_id: userId }, { agent_id: userId }] });

/** Notices and mails to other people that name or quote the person. */
async function eraseMentions({ db }: ServerContext, userId: number, inquiryIds: readonly number[]) {
  const { Mention, Notification, OutgoingMail } = db.models;
  const of = [{ user_id: userId }, { inquiry_id: [...inquiryIds] }];
  const named = await Mention.findAll({ where: { [Op.or]: of } });
  await Notification.destroy({
    where: { id: named.flatMap(({ notification_id }) => notification_id ?? []) },
  });
  await OutgoingMail.destroy({ where: { id: named.flatMap(({ mail_id }) => mail_id ?? []) } });
}

/** Unlists the listings; another agent may get them. Drafts were for the agent alone. */
async function unlist({ db }: ServerContext, agentId: number): Promise<number[]> {
  const { Property } = db.models;
  const own = { agent_id: agentId };
  await Property.destroy({ where: { ...own, is_draft: true } });
  const listings = await Property.findAll({
    attributes: ['id'],
    where: own,
    ...lockedInOrder('NO_KEY_UPDATE'),
  });
  await Property.update(
    { moderation_status: 'inactive', moderation_reason: UNLISTED_REASON, hidden_by: 'agent_deleted' },
    { where: { ...own, moderation_status: { [Op.ne]: 'rejected' } } },
  );
  await Property.update({ agent_id: null }, { where: own });
  return listings.map(({ id }) => id);
}
