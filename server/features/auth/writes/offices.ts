import { literal, Op, Transaction } from 'sequelize';
import type { Database } from '#server/db/connection.ts';
import type { OfficeMemberModel, OfficeModel } from '#server/db/models.ts';
import type { ServerContext } from '#server/features/context.ts';
import { ForbiddenError, found } from '#server/http/errors.ts';
import { isOfOffices } from '#shared/apiAccess.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { msg } from '#shared/messages.ts';
import { APPROVED_AGENT, isApprovedAgent } from '../policy.ts';

/** A person's place in an office. */
export interface Membership {
  office: OfficeModel;
  member: OfficeMemberModel;
}

/** As of the running transaction; null without an office. */
export async function membershipOf({ models }: Database, userId: number): Promise<Membership | null> {
  const member = await models.OfficeMember.findByPk(userId);
  const office = member && (await models.Office.findByPk(member.office_id));
  return member && office ? { office, member } : null;
}

export const managersOnly = () => new ForbiddenError(msg('Only an office manager can do this'), 'managers_only');

/** In the running transaction. @throws {NotFoundError} no office. @throws {ForbiddenError} `managers_only`. */
export async function requireManaged(db: Database, userId: number): Promise<Membership> {
  const membership = found(await membershipOf(db, userId), 'office');
  if (membership.member.role !== 'manager') throw managersOnly();
  return membership;
}

/** Ends a manager's webhooks and token scopes with data of other members; a later role does not restore them. */
export async function endOfficeAccess({ models }: Database, userId: number): Promise<void> {
  await models.Webhook.destroy({ where: { user_id: userId, office_id: { [Op.ne]: null } } });
  for (const token of await models.ApiToken.findAll({ where: { user_id: userId } })) {
    const scopes = token.scopes.split(' ');
    const others = scopes.filter((scope) => !isOfOffices(scope));
    if (others.length === 0) await token.destroy();
    else if (others.length < scopes.length) await token.update({ scopes: others.join(' ') });
  }
}

/** Whether the clients of all members are visible. */
export const maySeeQueue = ({ office, member }: Membership): boolean =>
  member.role === 'manager' || office.shares_queue;

export const isAway = ({ away_until }: Pick<OfficeMemberModel, 'away_until'>, now: Date): boolean =>
  away_until !== null && away_until >= manilaDay(now);

export async function memberIds({ models }: Database, officeId: number): Promise<number[]> {
  const members = await models.OfficeMember.findAll({
    attributes: ['user_id'],
    where: { office_id: officeId },
    order: ['user_id'],
  });
  return members.map(({ user_id }) => user_id);
}

/** Whether both accounts are in one office, and are two. */
export async function areColleagues({ models }: Database, oneId: number, otherId: number): Promise<boolean> {
  const members = await models.OfficeMember.findAll({
    attributes: ['office_id'],
    where: { user_id: [oneId, otherId] },
  });
  const [one, other] = members;
  return one !== undefined && one.office_id === other?.office_id;
}

/** Whether colleagues may hand clients to the account. */
export async function isActiveAgent({ models }: Database, userId: number): Promise<boolean> {
  const account = await models.User.findByPk(userId);
  const profile = await models.AgentProfile.findByPk(userId);
  return account?.status === 'active' && isApprovedAgent(account, profile);
}

/** Locks an office until the transaction ends; after the accounts, in every transaction that takes both. */
export const lockOffice = ({ models }: Database, id: number): Promise<OfficeModel | null> =>
  models.Office.findByPk(id, { lock: Transaction.LOCK.NO_KEY_UPDATE });

/** Open windows of these accounts refresh their office after the commit. */
export function publishOfficeChange(
  { db, bus }: Pick<ServerContext, 'db' | 'bus'>,
  userIds: readonly number[],
): void {
  db.afterCommit(() => bus.publish('officeChanged', { userIds: [...userIds] }));
}

/**
 * Ends a membership, in a transaction that holds the account: the longest-serving member becomes manager if none is
 * left, and an empty office is deleted. Clients that were to be given back stay.
 */
export async function endMembership(context: ServerContext, userId: number): Promise<void> {
  const { db } = context;
  const { OfficeMember, Client } = db.models;
  const membership = await membershipOf(db, userId);
  if (!membership) return;
  const { id } = membership.office;
  await lockOffice(db, id);
  publishOfficeChange(context, await memberIds(db, id));
  await membership.member.destroy();
  await endOfficeAccess(db, userId);
  await OfficeMember.update({ stand_in_id: null }, { where: { stand_in_id: userId } });
  await Client.update({ came_from_id: null }, { where: { came_from_id: userId }, silent: true });
  await Client.update(
    { came_from_id: null },
    { where: { agent_id: userId, came_from_id: { [Op.ne]: null } }, silent: true },
  );
  if ((await OfficeMember.count({ where: { office_id: id, role: 'manager' } })) > 0) return;
  const isActive = literal(
    `CASE WHEN EXISTS (SELECT 1 FROM users u JOIN agent_profiles a ON a.user_id = u.id
      WHERE u.id = "OfficeMember"."user_id" AND u.status = 'active' AND ${APPROVED_AGENT}) THEN 0 ELSE 1 END`,
  );
  const next = await OfficeMember.findOne({
    where: { office_id: id },
    order: [isActive, 'joined_at', 'user_id'],
  });
  if (next) await next.update({ role: 'manager' });
  else await membership.office.destroy();
}
