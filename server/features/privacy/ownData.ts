import { Op } from 'sequelize';
import type { ServerContext } from '#server/features/context.ts';
import { SessionExpiredError } from '#server/http/access.ts';

/** Secrets of the account: no use to its owner, of use to a thief. */
const WITHHELD = ['password_hash', 'token_hash'];

/**
 * Everything kept about a person, by subject, in the names of the database. Of what others wrote to them, the words:
 * they are part of the person's own correspondence.
 */
export async function collectOwnData({ db, now }: ServerContext, userId: number) {
  const { models } = db;
  const mine = { where: { user_id: userId }, order: [['id', 'ASC']] as [string, string][] };
  const account = await models.User.findByPk(userId);
  if (!account) throw new SessionExpiredError();
  const conversations = await models.Conversation.findAll({
    where: { [Op.or]: [{ user_id: userId }, { agent_id: userId }] },
    order: [['id', 'ASC']],
  });
  const subjects = {
    account: [account],
    agent_profile: await models.AgentProfile.findAll({ where: { user_id: userId } }),
    settings: await models.PersonalSettings.findAll({ where: { user_id: userId } }),
    sessions: await models.Session.findAll(mine),
    favorites: await models.Favorite.findAll(mine),
    reviews_written: await models.Review.findAll({ where: { reviewer_id: userId }, order: [['id', 'ASC']] }),
    reviews_received: await models.Review.findAll({ where: { agent_id: userId }, order: [['id', 'ASC']] }),
    inquiries_sent: await models.Inquiry.findAll(mine),
    inquiries_received: await models.Inquiry.findAll({ where: { agent_id: userId }, order: [['id', 'ASC']] }),
    conversations,
    messages: await models.Message.findAll({
      where: { conversation_id: conversations.map(({ id }) => id) },
      order: [['id', 'ASC']],
    }),
    viewings: await models.Viewing.findAll({
      where: { [Op.or]: [{ user_id: userId }, { agent_id: userId }] },
      order: [['id', 'ASC']],
    }),
    notifications: await models.Notification.findAll(mine),
    saved_replies: await models.SavedReply.findAll({ where: { agent_id: userId }, order: [['id', 'ASC']] }),
    properties: await models.Property.findAll({ where: { agent_id: userId }, order: [['id', 'ASC']] }),
    property_views: await models.PropertyView.findAll({
      where: { viewer_key: `user:${userId}` },
      order: [['id', 'ASC']],
    }),
    pictures: await models.Media.findAll({ where: { uploaded_by: userId } }),
    reports_made: await models.ListingReport.findAll({
      where: { reporter_id: userId },
      order: [['id', 'ASC']],
    }),
    erasure_requests: await models.ErasureRequest.findAll(mine),
  };
  return {
    made_at: now().toISOString(),
    ...Object.fromEntries(
      Object.entries(subjects).map(([name, rows]) => [name, rows.map((row) => openly(row.get()))]),
    ),
  };
}

function openly(row: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !WITHHELD.includes(name)));
}
