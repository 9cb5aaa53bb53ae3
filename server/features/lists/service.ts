import { ForeignKeyConstraintError, Op } from 'sequelize';
import { lockUser } from '#server/features/auth/writes/passwords.ts';
import { requireConfirmedAddress } from '#server/features/auth/writes/secondFactor.ts';
import type { RequestsOf, ServerContext } from '#server/features/context.ts';
import { notifyLater } from '#server/features/notifications/writes.ts';
import { SessionExpiredError } from '#server/http/access.ts';
import type { SignedInUser } from '#server/http/caller.ts';
import { ConflictError, ForbiddenError, found, NotFoundError } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import { listInvitationMail } from '#server/mail/templates.ts';
import type { listsCalls } from '#shared/contracts/lists.ts';
import { LIST_INVITATION_DAYS, MAX_LIST_COMMENTS } from '#shared/limits.ts';
import { msg } from '#shared/messages.ts';
import {
  type Membership,
  managesList,
  memberIds,
  nameAmongMembers,
  readGlimpse,
  readList,
  readSummaries,
} from './reads.ts';
import {
  addItem,
  addMember,
  type ChangeOptions,
  changeList,
  createInvitation,
  findInvitation,
  joinList,
  lockList,
  ownersOnly,
  publishChange,
  requireItem,
} from './writes.ts';

const DAY_MS = 24 * 3_600_000;
const detail = { isDetail: true };
const byOwner = { ownerOnly: true };

type Requests = RequestsOf<typeof listsCalls>;

/** Changes a list of the caller. @returns the list afterwards. */
async function change(
  context: ServerContext,
  { user, address, params: { id } }: { user: SignedInUser; address: string; params: { id: number } },
  work: Parameters<typeof changeList>[3],
  options: ChangeOptions = {},
) {
  await changeList(context, user, id, work, options);
  return readList(context, { user, address }, id);
}

export function listsService(context: ServerContext): Service<typeof listsCalls> {
  const { db, jobs } = context;
  const { SharedList, SharedListInvitation } = db.models;

  return {
    list: async ({ user }) => ({ lists: await readSummaries(context, user.id) }),

    async create({ user, address, body: { name, property_id } }) {
      const id = await db
        .transaction(async () => {
          // The lock keeps parallel calls within the limit.
          if (!(await lockUser(context, user.id))) throw new SessionExpiredError();
          const list = await SharedList.create({ name });
          await addMember(context, list.id, user.id, 'owner');
          if (property_id !== undefined) await addItem(context, list.id, property_id, user);
          publishChange(context, list.id, [user.id], []);
          return list.id;
        })
        .catch(deletedMeanwhile);
      return readList(context, { user, address }, id);
    },

    look: (request) => readInvitation(context, request),

    async join({ user, address, body: { token } }) {
      const id = await db.transaction(async () => {
        if (!(await lockUser(context, user.id))) throw new SessionExpiredError();
        const seen = await findInvitation(context, token);
        await lockList(context, seen.list.id);
        // The invitation may have been withdrawn, or used, while the call waited for the list.
        const { invitation, list } = await findInvitation(context, token);
        await joinList(context, invitation, list.name, user);
        return list.id;
      });
      return readList(context, { user, address }, id);
    },

    get: ({ user, address, params: { id } }) => readList(context, { user, address }, id),

    rename: (request) => change(context, request, ({ list }) => list.update({ name: request.body.name }), byOwner),

    async remove({ user, params: { id } }) {
      await changeList(context, user, id, ({ list }) => list.destroy(), byOwner);
      return { id };
    },

    addItem(request) {
      const { user, params, body } = request;
      return change(context, request, async () => {
        if (await addItem(context, params.id, body.property_id, user))
          await jobs.add('listNotice', { listId: params.id, actorId: user.id, news: 'item' });
      }).catch(deletedMeanwhile);
    },

    removeItem(request) {
      const { id, itemId } = request.params;
      return change(context, request, async () => (await requireItem(context, id, itemId)).destroy());
    },

    vote: (request) => vote(context, request),

    comment: (request) => addComment(context, request),

    removeComment: (request) => removeComment(context, request),

    async makeLink({ user, address, params: { id } }) {
      const invite = () => createInvitation(context, id, user.id, null);
      const url = await changeList(context, user, id, invite, byOwner);
      return { list: await readList(context, { user, address }, id), url };
    },

    invite: (request) => invite(context, request),

    withdraw(request) {
      const { id: list_id, invitationId } = request.params;
      const where = { id: invitationId, list_id };
      const work = async () => found((await SharedListInvitation.destroy({ where })) > 0, 'invitation');
      return change(context, request, work, byOwner);
    },

    removeMember: (request) => removeMember(context, request),
  };
}

function deletedMeanwhile(error: unknown): never {
  throw error instanceof ForeignKeyConstraintError ? new NotFoundError('property') : error;
}

/** @throws {NotFoundError} the link is unknown, withdrawn or too old, or its author's account is not active. */
async function readInvitation(context: ServerContext, { user, body: { token } }: Requests['look']) {
  const { invitation, inviter, list } = await findInvitation(context, token);
  const ids = await memberIds(context, list.id);
  return {
    name: list.name,
    invited_by: nameAmongMembers(inviter.name),
    members: ids.length,
    ...(await readGlimpse(context, list.id)),
    expires_at: invitation.expires_at.toISOString(),
    list_id: user && ids.includes(user.id) ? list.id : null,
  };
}

function vote(context: ServerContext, request: Requests['vote']) {
  const { params, body, user } = request;
  const { SharedListVote } = context.db.models;
  const work = async () => {
    await requireItem(context, params.id, params.itemId);
    const key = { item_id: params.itemId, user_id: user.id };
    const own = await SharedListVote.findOne({ where: key });
    const values = { vote: body.vote ?? 'maybe', voted_at: context.now() };
    if (body.vote === null) await own?.destroy();
    else if (own) await own.update(values);
    else await SharedListVote.create({ ...key, ...values });
  };
  return change(context, request, work, detail);
}

function addComment(context: ServerContext, request: Requests['comment']) {
  const { now, jobs } = context;
  const { SharedListItem, SharedListComment } = context.db.models;
  const { user, params, body } = request;
  const { id: list_id, itemId: item_id } = params;
  const work = async () => {
    await requireItem(context, list_id, item_id);
    const items = await SharedListItem.findAll({ attributes: ['id'], where: { list_id } });
    const where = { item_id: items.map(({ id }) => id) };
    if ((await SharedListComment.count({ where })) >= MAX_LIST_COMMENTS)
      throw new ConflictError(
        msg('This list already has {limit} comments, the maximum.', { limit: MAX_LIST_COMMENTS }),
        'list_full',
      );
    await SharedListComment.create({ item_id, user_id: user.id, text: body.text, created_at: now() });
    await jobs.add('listNotice', { listId: list_id, actorId: user.id, news: 'comment' });
  };
  return change(context, request, work, detail);
}

/** @throws {ForbiddenError} another person's comment. */
function removeComment(context: ServerContext, request: Requests['removeComment']) {
  const { id: list_id, commentId } = request.params;
  const { SharedListItem, SharedListComment } = context.db.models;
  const work = async () => {
    const comment = found(await SharedListComment.findByPk(commentId), 'comment');
    found((await SharedListItem.count({ where: { id: comment.item_id, list_id } })) > 0, 'comment');
    if (comment.user_id !== request.user.id)
      throw new ForbiddenError(msg('You can only delete your own comments'), 'not_own_comment');
    await comment.destroy();
  };
  return change(context, request, work, detail);
}

function invite(context: ServerContext, request: Requests['invite']) {
  const { user, language, params, body } = request;
  const work = async ({ list }: Membership) => {
    requireConfirmedAddress(found(await context.db.models.User.findByPk(user.id), 'user'));
    const link = await createInvitation(context, params.id, user.id, body.email);
    const inviter = nameAmongMembers(user.name);
    const facts = { inviter, list: list.name, link, days: LIST_INVITATION_DAYS };
    await context.mail.queue({
      recipient: body.email,
      about: { users: [user.id] },
      goodUntil: new Date(context.now().getTime() + LIST_INVITATION_DAYS * DAY_MS),
      ...listInvitationMail(context, user.language ?? language, facts),
    });
  };
  return change(context, request, work, byOwner);
}

async function removeMember(context: ServerContext, { user, params: { id, userId } }: Requests['removeMember']) {
  const { SharedListMember, SharedListItem, SharedListVote, SharedListInvitation, User } = context.db.models;
  await changeList(
    context,
    user,
    id,
    async ({ list, member: caller }) => {
      const isSelf = userId === user.id;
      const where = { list_id: id, user_id: userId };
      const member = found(await SharedListMember.findOne({ where }), 'member');
      if (!isSelf && !managesList(caller.role)) throw ownersOnly();
      if (member.role === 'owner')
        throw new ConflictError(msg('You own this list. Delete it if no one needs it anymore.'), 'owner_stays');
      await member.destroy();
      const items = await SharedListItem.findAll({ attributes: ['id'], where: { list_id: id } });
      const item_id = items.map((item) => item.id);
      await SharedListVote.destroy({ where: { item_id, user_id: userId } });
      // An open link would let the removed person in again: links end, and so do their mailed invitations.
      if (!isSelf) {
        const removed = await User.findByPk(userId);
        const mine = [{ email: null }, ...(removed ? [{ email: removed.email }] : [])];
        await SharedListInvitation.destroy({ where: { list_id: id, [Op.or]: mine } });
        await notifyLater(context, [userId], {
          type: 'info',
          title: msg('Removed from a List'),
          message: msg('You are no longer in “{list}”.', { list: list.name }),
          action: { label: msg('View Lists'), url: '/lists' },
        });
      }
    },
    { leftId: userId },
  );
  return { id };
}
