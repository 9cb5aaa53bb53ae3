import { Op } from 'sequelize';
import type { OfficeMemberModel, OfficeModel } from '#server/db/models.ts';
import {
  lockOffice,
  type Membership,
  memberIds,
  membershipOf,
  publishOfficeChange,
  requireManaged,
} from '#server/features/auth/writes/offices.ts';
import { lockOwnUser } from '#server/features/auth/writes/passwords.ts';
import { withoutUndefined } from '#server/features/auth/writes/profile.ts';
import { handOverLines, requireColleague } from '#server/features/clients/writes/handOver.ts';
import type { ServerContext } from '#server/features/context.ts';
import { followUp } from '#server/features/properties/followUps.ts';
import { syncListingVisibility } from '#server/features/properties/moderation/service.ts';
import type { SignedInUser } from '#server/http/caller.ts';
import { ConflictError, found, invalidField } from '#server/http/errors.ts';
import { LONGEST_AWAY_DAYS, MAX_OFFICE_MEMBERS } from '#shared/limits.ts';
import { addDays, manilaDay } from '#shared/manilaDays.ts';
import { msg } from '#shared/messages.ts';

/** Waiting clients, snoozed or not. */
export const WAITING = { waiting_since: { [Op.ne]: null }, done_at: null };

/** In a transaction that holds the caller's account. @throws {NotFoundError} the caller is in no office. */
export const ownMembership = async (context: ServerContext, user: SignedInUser): Promise<Membership> =>
  found(await membershipOf(context.db, user.id), 'office');

/** The caller's membership, with account and office locked. @throws {ForbiddenError} the caller does not manage it. */
export async function asManager(context: ServerContext, user: SignedInUser): Promise<Membership> {
  const { db } = context;
  await lockOwnUser(context, user.id);
  const membership = await requireManaged(db, user.id);
  found(await lockOffice(db, membership.office.id), 'office');
  return membership;
}

/** To all members, and to further accounts. */
export async function publishOffice(context: ServerContext, officeId: number, ...others: number[]) {
  publishOfficeChange(context, [...(await memberIds(context.db, officeId)), ...others]);
}

/** @throws {ConflictError} the person is in an office, or this one is full. */
export async function joinOffice(context: ServerContext, userId: number, office: OfficeModel): Promise<void> {
  const { OfficeMember } = context.db.models;
  if (await OfficeMember.findByPk(userId)) throw alreadyInOffice();
  if ((await OfficeMember.count({ where: { office_id: office.id } })) >= MAX_OFFICE_MEMBERS)
    throw new ConflictError(
      msg('This office already has {limit} members, the maximum.', {
        limit: MAX_OFFICE_MEMBERS,
      }),
      'office_full',
    );
  await OfficeMember.create({
    user_id: userId,
    office_id: office.id,
    role: 'agent',
    joined_at: context.now(),
  });
}

/** @throws {NotFoundError} no member of the caller's office. */
export async function openMember(context: ServerContext, user: SignedInUser, id: number) {
  const { OfficeMember } = context.db.models;
  const membership = await ownMembership(context, user);
  const member = await OfficeMember.findOne({ where: { user_id: id, office_id: membership.office.id } });
  return { membership, member: found(member, 'member') };
}

/** @throws {ConflictError} the office would have no manager. */
export async function requireOtherManager(
  context: ServerContext,
  { user_id, office_id, role }: OfficeMemberModel,
): Promise<void> {
  if (role !== 'manager') return;
  const others = { office_id, role: 'manager' as const, user_id: { [Op.ne]: user_id } };
  if ((await context.db.models.OfficeMember.count({ where: others })) === 0)
    throw new ConflictError(
      msg('This is the office’s only manager. Make someone else a manager first.'),
      'last_manager',
    );
}

export async function setAbsence(
  context: ServerContext,
  membership: Membership,
  member: OfficeMemberModel,
  { away_until, stand_in_id }: { away_until?: string | null | undefined; stand_in_id?: number | null | undefined },
): Promise<void> {
  const today = manilaDay(context.now());
  if (away_until && (away_until < today || away_until > addDays(today, LONGEST_AWAY_DAYS)))
    throw invalidField('away_until', msg('Choose a day from today up to a year ahead'));
  if (stand_in_id === member.user_id) throw invalidField('stand_in_id', msg('Choose someone else'));
  if (stand_in_id) await requireColleague(context, membership, { id: stand_in_id, path: 'stand_in_id' });
  await member.update(withoutUndefined({ away_until, stand_in_id }));
}

/** @throws {InvalidInputError} there is no stand-in. */
export async function handOverWaiting(
  context: ServerContext,
  membership: Membership,
  { user_id: fromId, stand_in_id: toId }: OfficeMemberModel,
  user: SignedInUser,
): Promise<void> {
  if (toId === null) throw invalidField('stand_in_id', msg('Choose a stand-in'));
  await requireColleague(context, membership, { id: toId, path: 'stand_in_id' });
  await handOverLines(context, { fromId, toId, actorId: user.id, note: null }, WAITING);
}

/** Hidden listings too; listings hidden by an admin stay hidden. */
export async function handOverListings(context: ServerContext, fromId: number, toId: number): Promise<void> {
  const { Property } = context.db.models;
  const where = { agent_id: fromId };
  const listings = await Property.findAll({ attributes: ['id'], where, order: ['id'] });
  const ids = listings.map(({ id }) => id);
  // References that the colleague has given to other listings stay with those.
  const taken = await Property.findAll({
    attributes: ['reference'],
    where: { agent_id: toId, reference: { [Op.ne]: null } },
  });
  const references = taken.flatMap(({ reference }) => reference ?? []);
  await Property.update({ reference: null }, { where: { ...where, reference: references }, silent: true });
  await Property.update({ agent_id: toId }, { where, silent: true });
  await syncListingVisibility(context, toId);
  await followUp(context, 'handedOver', { ids });
}

export async function requireNothingLeft({ db }: ServerContext, id: number, withListings: boolean) {
  const clients = await db.models.Client.count({ where: { agent_id: id, kind: 'client' } });
  const listings = withListings ? await db.models.Property.count({ where: { agent_id: id } }) : 0;
  if (clients + listings > 0) throw invalidField('heir_id', msg('Choose a colleague to take over the clients'));
}

export const alreadyInOffice = () => new ConflictError(msg('You are already in an office'), 'already_in_office');
