import { ForeignKeyConstraintError, Op, Transaction } from 'sequelize';
import type { SharedListInvitationModel } from '#server/db/models.ts';
import { lockUser } from '#server/features/auth/writes/passwords.ts';
import { requireConfirmedAddress } from '#server/features/auth/writes/secondFactor.ts';
import { createToken, hashToken } from '#server/features/auth/writes/sessions.ts';
import type { ServerContext } from '#server/features/context.ts';
import { notifyLater } from '#server/features/notifications/writes.ts';
import { publicListing } from '#server/features/properties/policy.ts';
import { SessionExpiredError, type SignedInUser } from '#server/http/access.ts';
import { ConflictError, ForbiddenError, found, NotFoundError } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import { listInvitationMail } from '#server/mail/templates.ts';
import type { ListRole, listsCalls } from '#shared/contracts/lists.ts';
import {
  LIST_INVITATION_DAYS,
  MAX_LIST_COMMENTS,
  MAX_LIST_INVITATIONS,
  MAX_LIST_ITEMS,
  MAX_LIST_MEMBERS,
  MAX_SHARED_LISTS,
} from '#shared/limits.ts';
import { msg } from '#shared/messages.ts';
import { managesList, nameAmongMembers } from './policy.ts';
import { type Membership, memberIds, membershipOf, readList, readSummaries } from './reads.ts';

const DAY_MS = 24 * 3_600_000;
const detail = { isDetail: true };

interface ChangeOptions {
  /** Who is no member any more after it. */
  leftId?: number;
  ownerOnly?: boolean;
  /** It shows in the open list, not among somebody's lists. */
  isDetail?: boolean;
}

export function listsService(context: ServerContext): Service<typeof listsCalls> {
  const { db, now, jobs } = context;
  const {
    SharedList,
    SharedListMember,
    SharedListItem,
    SharedListVote,
    SharedListComment,
    SharedListInvitation,
    User,
  } = db.models;

  /**
   * Changes a list that the caller is in, with their account and the list held, and tells the others.
   * @throws {NotFoundError} they are not in it.
   */
  function change<Result>(
    user: SignedInUser,
    listId: number,
    work: (membership: Membership) => Promise<Result>,
    { leftId, ownerOnly = false, isDetail = false }: ChangeOptions = {},
  ): Promise<Result> {
    return db.transaction(async () => {
      if (!(await lockUser(context, user.id))) throw new SessionExpiredError();
      await lockList(context, listId);
      const membership = await membershipOf(context, user.id, listId);
      if (ownerOnly && !managesList(membership.member.role)) throw ownersOnly();
      const before = await memberIds(context, listId);
      const result = await work(membership);
      // A list that was deleted is nobody's any more.
      const isThere = (await SharedList.count({ where: { id: listId } })) > 0;
      if (isThere) await SharedList.update({ updated_at: now() }, { where: { id: listId }, silent: true });
      const leftIds = isThere ? before.filter((id) => id === leftId) : before;
      const told = isDetail ? [] : before.filter((id) => !leftIds.includes(id));
      announce(context, listId, told, leftIds);
      return result;
    });
  }

  async function requireItem(listId: number, itemId: number) {
    return found(await SharedListItem.findOne({ where: { id: itemId, list_id: listId } }), 'item');
  }

  async function addItem(listId: number, property_id: number, user: SignedInUser): Promise<boolean> {
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

  /** @throws {ConflictError} they are in as many lists as one may be. */
  async function addMember(listId: number, userId: number, role: ListRole): Promise<void> {
    if ((await SharedListMember.count({ where: { user_id: userId } })) >= MAX_SHARED_LISTS)
      throw new ConflictError(
        msg('You can be in up to {limit} lists. Leave or delete one first.', { limit: MAX_SHARED_LISTS }),
        'too_many_lists',
      );
    await SharedListMember.create({ list_id: listId, user_id: userId, role, joined_at: now() });
  }

  /** An invitation that can still be used, by somebody who may still sign in. */
  async function findInvitation(token: string) {
    const where = { token_hash: hashToken(token), expires_at: { [Op.gt]: now() } };
    const invitation = found(await SharedListInvitation.findOne({ where }), 'invitation');
    const inviter = invitation.invited_by === null ? null : await User.findByPk(invitation.invited_by);
    const list = await SharedList.findByPk(invitation.list_id);
    if (!list || inviter?.status !== 'active') throw new NotFoundError('invitation');
    return { invitation, inviter, list };
  }

  /** @returns the address of the page that the new invitation opens. */
  async function createInvitation(listId: number, invited_by: number, email: string | null): Promise<string> {
    // Mailed again it is another link, and the one before opens nothing.
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

  /** The person is in it from here on; a mailed invitation is used up by it. */
  async function join(invitation: SharedListInvitationModel, listName: string, user: SignedInUser) {
    const listId = invitation.list_id;
    const where = { list_id: listId };
    if (await SharedListMember.count({ where: { ...where, user_id: user.id } })) return;
    if ((await SharedListMember.count({ where })) >= MAX_LIST_MEMBERS)
      throw new ConflictError(
        msg('This list already has {limit} members, the maximum.', { limit: MAX_LIST_MEMBERS }),
        'list_full',
      );
    await addMember(listId, user.id, 'member');
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
    announce(context, listId, await memberIds(context, listId), []);
  }

  return {
    list: async ({ user }) => ({ lists: await readSummaries(context, user.id) }),

    async create({ user, address, body: { name, property_id } }) {
      const id = await db
        .transaction(async () => {
          // Two at once cannot pass the limit together.
          if (!(await lockUser(context, user.id))) throw new SessionExpiredError();
          const list = await SharedList.create({ name });
          await addMember(list.id, user.id, 'owner');
          if (property_id !== undefined) await addItem(list.id, property_id, user);
          announce(context, list.id, [user.id], []);
          return list.id;
        })
        .catch(deletedMeanwhile);
      return readList(context, { user, address }, id);
    },

    /** @throws {NotFoundError} the link is unknown, withdrawn or too old, or whoever made it may not sign in any more. */
    async look({ user, body: { token } }) {
      const { invitation, inviter, list } = await findInvitation(token);
      const ids = await memberIds(context, list.id);
      return {
        name: list.name,
        invited_by: nameAmongMembers(inviter.name),
        members: ids.length,
        expires_at: invitation.expires_at.toISOString(),
        list_id: user && ids.includes(user.id) ? list.id : null,
      };
    },

    async join({ user, address, body: { token } }) {
      const id = await db.transaction(async () => {
        if (!(await lockUser(context, user.id))) throw new SessionExpiredError();
        const seen = await findInvitation(token);
        await lockList(context, seen.list.id);
        // It may have been withdrawn, or used, while the list was waited for.
        const { invitation, list } = await findInvitation(token);
        await join(invitation, list.name, user);
        return list.id;
      });
      return readList(context, { user, address }, id);
    },

    get: ({ user, address, params: { id } }) => readList(context, { user, address }, id),

    async rename({ user, address, params: { id }, body: { name } }) {
      await change(user, id, ({ list }) => list.update({ name }), { ownerOnly: true });
      return readList(context, { user, address }, id);
    },

    async remove({ user, params: { id } }) {
      await change(user, id, ({ list }) => list.destroy(), { ownerOnly: true });
      return { id };
    },

    async addItem({ user, address, params: { id }, body: { property_id } }) {
      await change(user, id, async () => {
        if (await addItem(id, property_id, user))
          await jobs.add('listNotice', { listId: id, actorId: user.id, news: 'item' });
      }).catch(deletedMeanwhile);
      return readList(context, { user, address }, id);
    },

    async removeItem({ user, address, params: { id, itemId } }) {
      await change(user, id, async () => (await requireItem(id, itemId)).destroy());
      return readList(context, { user, address }, id);
    },

    async vote({ user, address, params: { id, itemId }, body: { vote } }) {
      await change(
        user,
        id,
        async () => {
          await requireItem(id, itemId);
          const key = { item_id: itemId, user_id: user.id };
          const own = await SharedListVote.findOne({ where: key });
          const values = { vote: vote ?? 'maybe', voted_at: now() };
          if (vote === null) await own?.destroy();
          else if (own) await own.update(values);
          else await SharedListVote.create({ ...key, ...values });
        },
        detail,
      );
      return readList(context, { user, address }, id);
    },

    async comment({ user, address, params: { id, itemId }, body: { text } }) {
      await change(
        user,
        id,
        async () => {
          await requireItem(id, itemId);
          const items = await SharedListItem.findAll({ attributes: ['id'], where: { list_id: id } });
          const where = { item_id: items.map((item) => item.id) };
          if ((await SharedListComment.count({ where })) >= MAX_LIST_COMMENTS)
            throw new ConflictError(
              msg('This list already has {limit} comments, the maximum.', {
                limit: MAX_LIST_COMMENTS,
              }),
              'list_full',
            );
          await SharedListComment.create({ item_id: itemId, user_id: user.id, text, created_at: now() });
          await jobs.add('listNotice', { listId: id, actorId: user.id, news: 'comment' });
        },
        detail,
      );
      return readList(context, { user, address }, id);
    },

    /** @throws {ForbiddenError} somebody else wrote it. */
    async removeComment({ user, address, params: { id, commentId } }) {
      await change(
        user,
        id,
        async () => {
          const comment = found(await SharedListComment.findByPk(commentId), 'comment');
          const isHere = await SharedListItem.count({ where: { id: comment.item_id, list_id: id } });
          found(isHere > 0, 'comment');
          if (comment.user_id !== user.id)
            throw new ForbiddenError(msg('You can only delete your own comments'), 'not_own_comment');
          await comment.destroy();
        },
        detail,
      );
      return readList(context, { user, address }, id);
    },

    async makeLink({ user, address, params: { id } }) {
      const url = await change(user, id, () => createInvitation(id, user.id, null), { ownerOnly: true });
      return { list: await readList(context, { user, address }, id), url };
    },

    async invite({ user, language, address, params: { id }, body: { email } }) {
      await change(
        user,
        id,
        async ({ list }) => {
          requireConfirmedAddress(found(await User.findByPk(user.id), 'user'));
          const link = await createInvitation(id, user.id, email);
          const inviter = nameAmongMembers(user.name);
          const facts = { inviter, list: list.name, link, days: LIST_INVITATION_DAYS };
          await context.mail.queue({
            recipient: email,
            about: { users: [user.id] },
            goodUntil: new Date(now().getTime() + LIST_INVITATION_DAYS * DAY_MS),
            ...listInvitationMail(context, user.language ?? language, facts),
          });
        },
        { ownerOnly: true },
      );
      return readList(context, { user, address }, id);
    },

    async withdraw({ user, address, params: { id, invitationId } }) {
      await change(
        user,
        id,
        async () => {
          const where = { id: invitationId, list_id: id };
          found((await SharedListInvitation.destroy({ where })) > 0, 'invitation');
        },
        { ownerOnly: true },
      );
      return readList(context, { user, address }, id);
    },

    async removeMember({ user, params: { id, userId } }) {
      await change(
        user,
        id,
        async ({ list, member: caller }) => {
          const isSelf = userId === user.id;
          const where = { list_id: id, user_id: userId };
          const member = found(await SharedListMember.findOne({ where }), 'member');
          if (!isSelf && !managesList(caller.role)) throw ownersOnly();
          if (member.role === 'owner')
            throw new ConflictError(
              msg('You own this list. Delete it if no one needs it anymore.'),
              'owner_stays',
            );
          await member.destroy();
          const items = await SharedListItem.findAll({ attributes: ['id'], where: { list_id: id } });
          const item_id = items.map((item) => item.id);
          await SharedListVote.destroy({ where: { item_id, user_id: userId } });
          // By a link that is still open they would be back: it ends, as what was mailed to them.
          if (!isSelf) {
            const removed = await User.findByPk(userId);
            const mine = [{ email: null }, ...(removed ? [{ email: removed.email }] : [])];
            await SharedListInvitation.destroy({ where: { list_id: id, [Op.or]: mine } });
          }
          if (!isSelf)
            await notifyLater(context, [userId], {
              type: 'info',
              title: msg('Removed from a List'),
              message: msg('You are no longer in “{list}”.', { list: list.name }),
              action: { label: msg('View Lists'), url: '/lists' },
            });
        },
        { leftId: userId },
      );
      return { id };
    },
  };
}

const ownersOnly = () => new ForbiddenError(msg('Only the owner of the list can do this'), 'owners_only');

function deletedMeanwhile(error: unknown): never {
  throw error instanceof ForeignKeyConstraintError ? new NotFoundError('property') : error;
}

/** Holds a list until the transaction ends; after the accounts, in every transaction that takes both. */
const lockList = ({ db }: Pick<ServerContext, 'db'>, id: number) =>
  db.models.SharedList.findByPk(id, { lock: Transaction.LOCK.NO_KEY_UPDATE });

/** In a transaction: once it is committed, open windows of these people look at the list again. */
function announce(
  { db, bus }: Pick<ServerContext, 'db' | 'bus'>,
  listId: number,
  memberIds: number[],
  leftIds: number[],
): void {
  db.afterCommit(() => bus.publish('listChanged', { listId, memberIds, leftIds }));
}
