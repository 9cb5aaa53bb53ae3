import { Op, Transaction } from 'sequelize';
import type { SharedListInvitationModel } from '#server/db/models.ts';
import { lockUser } from '#server/features/auth/writes/passwords.ts';
import { createToken, hashToken } from '#server/features/auth/writes/sessions.ts';
import type { ServerContext } from '#server/features/context.ts';
import { notifyLater } from '#server/features/notifications/writes.ts';
import { publicListing } from '#server/features/properties/policy.ts';
import { SessionExpiredError } from '#server/http/access.ts';
import type { SignedInUser } from '#server/http/caller.ts';
import { ConflictError, ForbiddenError, found, NotFoundError } from '#server/http/errors.ts';
import type { ListRole } from '#shared/contracts/lists.ts';
import {
  LIST_INVITATION_DAYS,
  MAX_LIST_INVITATIONS,
  MAX_LIST_ITEMS,
  MAX_LIST_MEMBERS,
  MAX_SHARED_LISTS,
} from '#shared/limits.ts';
import { msg } from '#shared/messages.ts';
import { type Membership, managesList, memberIds, membershipOf, nameAmongMembers } from './reads.ts';

const DAY_MS = 24 * 3_600_000;

export interface ChangeOptions {
  leftId?: number;
  ownerOnly?: boolean;
  /** Visible in the open list, not in the summary. */
  isDetail?: boolean;
}

/** Changes a list of the caller under locks, and publishes the change. @throws {NotFoundError} the caller is no member. */
export function changeList<Result>(
  context: ServerContext,
  user: SignedInUser,
  listId: number,
  work: (membership: Membership) => Promise<Result>,
  { leftId, ownerOnly = false, isDetail = false }: ChangeOptions = {},
): Promise<Result> {
  const { db, now } = context;
  const { SharedList } = db.models;
  return db.transaction(async () => {
    if (!(await lockUser(context, user.id))) throw new SessionExpiredError();
    await lockList(context, listId);
    const membership = await membershipOf(context, user.id, listId);
    if (ownerOnly && !managesList(membership.member.role)) throw ownersOnly();
    const before = await memberIds(context, listId);
    const result = await work(membership);
    const isThere = (await SharedList.count({ where: { id: listId } })) > 0;
    if (isThere) await SharedList.update({ updated_at: now() }, { where: { id: listId }, silent: true });
    const leftIds = isThere ? before.filter((id) => id === leftId) : before;
    const notified = isDetail ? [] : before.filter((id) => !leftIds.includes(id));
    publishChange(context, listId, notified, leftIds);
    return result;
  });
}

export async function requireItem(context: ServerContext, listId: number, itemId: number) {
  const { SharedListItem } = context.db.models;
  return found(await SharedListItem.findOne({ where: { id: itemId, list_id: listId } }), 'item');
}

export async function addItem(
  { db, now }: ServerContext,
  listId: number,
  property_id: number,
  user: SignedInUser,
): Promise<boolean> {
  const { SharedListItem } = db.models;
  if (!(await db.models.Property.count({ where: { ...publicListing, id: property_id } })))
    throw new NotFoundError('property');
  const where = { list_id: listId };
  if (await SharedListItem.count({ where: { ...where, property_id } })) return false;
  if ((await SharedListItem.count({ where })) >= MAX_LIST_ITEMS)
    throw new ConflictError(
      msg('This list already has {limit} listings, the maximum.', { limit: MAX_LIST_ITEMS }),
      'list_full',
    );
  await SharedListItem.create({ ...where, property_id, added_by: user.id, created_at: now() });
  return true;
}

/** @throws {ConflictError} `too_many_lists`. */
export async function addMember(context: ServerContext, listId: number, userId: number, role: ListRole) {
  const { SharedListMember } = context.db.models;
  if ((await SharedListMember.count({ where: { user_id: userId } })) >= MAX_SHARED_LISTS)
    throw new ConflictError(
      msg('You can be in up to {limit} lists. Leave or delete one first.', { limit: MAX_SHARED_LISTS }),
      'too_many_lists',
    );
  await SharedListMember.create({ list_id: listId, user_id: userId, role, joined_at: context.now() });
}

/** A valid invitation whose author's account is active. */
export async function findInvitation(context: ServerContext, token: string) {
  const { SharedList, SharedListInvitation, User } = context.db.models;
  const where = { token_hash: hashToken(token), expires_at: { [Op.gt]: context.now() } };
  const invitation = found(await SharedListInvitation.findOne({ where }), 'invitation');
  const inviter = invitation.invited_by === null ? null : await User.findByPk(invitation.invited_by);
  const list = await SharedList.findByPk(invitation.list_id);
  if (!list || inviter?.status !== 'active') throw new NotFoundError('invitation');
  return { invitation, inviter, list };
}

/** @returns the address of the page that the new invitation opens. */
export async function createInvitation(
  context: ServerContext,
  listId: number,
  invited_by: number,
  email: string | null,
): Promise<string> {
  const { now } = context;
  const { SharedListInvitation } = context.db.models;
  // A repeated mail carries a new link and voids the former one.
  if (email !== null) await SharedListInvitation.destroy({ where: { list_id: listId, email } });
  const open = { list_id: listId, expires_at: { [Op.gt]: now() } };
  if ((await SharedListInvitation.count({ where: open })) >= MAX_LIST_INVITATIONS)
    throw new ConflictError(
      msg('You already have {limit} open invitations. Withdraw one to send another.', {
        limit: MAX_LIST_INVITATIONS,
      }),
      'too_many_invitations',
    );
  const token = createToken();
  await SharedListInvitation.create({
    list_id: listId,
    token_hash: hashToken(token),
    email,
    invited_by,
    created_at: now(),
    expires_at: new Date(now().getTime() + LIST_INVITATION_DAYS * DAY_MS),
  });
  return `${context.env.publicUrl}/lists/join/${token}`;
}

/** Adds the person; a mailed invitation is used up by it. */
export async function joinList(
  context: ServerContext,
  invitation: SharedListInvitationModel,
  listName: string,
  user: SignedInUser,
) {
  const { SharedListMember } = context.db.models;
  const listId = invitation.list_id;
  const where = { list_id: listId };
  if (await SharedListMember.count({ where: { ...where, user_id: user.id } })) return;
  if ((await SharedListMember.count({ where })) >= MAX_LIST_MEMBERS)
    throw new ConflictError(
      msg('This list already has {limit} members, the maximum.', { limit: MAX_LIST_MEMBERS }),
      'list_full',
    );
  await addMember(context, listId, user.id, 'member');
  if (invitation.email !== null) await invitation.destroy();
  const owners = await SharedListMember.findAll({ where: { ...where, role: 'owner' } });
  await notifyLater(
    context,
    owners.map(({ user_id }) => user_id),
    {
      type: 'success',
      title: msg('New Member'),
      message: msg('{name} joined “{list}”.', { name: nameAmongMembers(user.name), list: listName }),
      action: { label: msg('View List'), url: `/lists/${listId}` },
      about: { users: [user.id] },
    },
  );
  publishChange(context, listId, await memberIds(context, listId), []);
}

/** Ends a deleted account's memberships: its lists pass to the longest-serving member, or end without one. */
export async function leaveLists(context: ServerContext, userId: number): Promise<void> {
  const { SharedList, SharedListMember } = context.db.models;
  const own = await SharedListMember.findAll({ where: { user_id: userId }, order: ['list_id'] });
  for (const { list_id: listId, role } of own) {
    await SharedList.findByPk(listId, { lock: Transaction.LOCK.NO_KEY_UPDATE });
    const members = await SharedListMember.findAll({
      where: { list_id: listId },
      order: ['joined_at', 'id'],
    });
    const others = members.filter(({ user_id }) => user_id !== userId);
    await SharedListMember.destroy({ where: { list_id: listId, user_id: userId } });
    if (others.length === 0) await SharedList.destroy({ where: { id: listId } });
    else if (role === 'owner') await others[0]?.update({ role: 'owner' });
    const remaining = others.map(({ user_id }) => user_id);
    publishChange(context, listId, remaining, [userId]);
  }
}

export const ownersOnly = () => new ForbiddenError(msg('Only the owner of the list can do this'), 'owners_only');

/** Locks a list until the transaction ends; after the accounts, in every transaction that takes both. */
export const lockList = ({ db }: Pick<ServerContext, 'db'>, id: number) =>
  db.models.SharedList.findByPk(id, { lock: Transaction.LOCK.NO_KEY_UPDATE });

/** Open windows of these people refresh the list after the commit. */
export function publishChange(
  { db, bus }: Pick<ServerContext, 'db' | 'bus'>,
  listId: number,
  memberIds: number[],
  leftIds: number[],
): void {
  db.afterCommit(() => bus.publish('listChanged', { listId, memberIds, leftIds }));
}
