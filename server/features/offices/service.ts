import { Op } from 'sequelize';
import type { OfficeModel } from '#server/db/models.ts';
import {
  endMembership,
  endOfficeAccess,
  lockOffice,
  managersOnly,
  memberIds,
  publishOfficeChange,
  requireManaged,
} from '#server/features/auth/writes/offices.ts';
import { lockOwnUser } from '#server/features/auth/writes/passwords.ts';
import { withoutUndefined } from '#server/features/auth/writes/profile.ts';
import {
  type HandedOver,
  handOverLines,
  holdAgents,
  requireColleague,
} from '#server/features/clients/writes/handOver.ts';
import { refreshClientsOf } from '#server/features/clients/writes.ts';
import type { RequestsOf, ServerContext } from '#server/features/context.ts';
import { notifyLater } from '#server/features/notifications/writes.ts';
import { ConflictError, found, invalidField } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import type { officesCalls } from '#shared/contracts/offices.ts';
import { INVITATION_DAYS, MAX_OPEN_INVITATIONS } from '#shared/limits.ts';
import { msg } from '#shared/messages.ts';
import { readFigures, readOwnOffice, readPublicOffice } from './reads.ts';
import {
  alreadyInOffice,
  asManager,
  handOverListings,
  handOverWaiting,
  joinOffice,
  openMember,
  ownMembership,
  publishOffice,
  requireNothingLeft,
  requireOtherManager,
  setAbsence,
  WAITING,
} from './writes.ts';

const DAY_MS = 24 * 3_600_000;
const OFFICE_URL = '/desk/office';

type Requests = RequestsOf<typeof officesCalls>;

export function officesService(context: ServerContext): Service<typeof officesCalls> {
  const { db, jobs, now, contacts } = context;
  const { OfficeMember, OfficeInvitation, User } = db.models;

  return {
    get: ({ user }) => readOwnOffice(context, user),

    create: (request) => createOffice(context, request),

    async update({ user, body }) {
      await db.transaction(async () => {
        const { office } = await asManager(context, user);
        await office.update({ ...withoutUndefined(body), ...uncheckedIfOther(office, body.license_number) });
        await publishOffice(context, office.id);
      });
      return readOwnOffice(context, user);
    },

    async close({ user }) {
      await db.transaction(async () => {
        const { office } = await asManager(context, user);
        if ((await OfficeMember.count({ where: { office_id: office.id } })) > 1)
          throw new ConflictError(
            msg('The office still has other members. Remove them first, or make one of them a manager and leave.'),
            'office_has_members',
          );
        await endMembership(context, user.id);
      });
      return readOwnOffice(context, user);
    },

    invite: (request) => invite(context, request),

    async withdraw({ user, params: { id } }) {
      await db.transaction(async () => {
        const { office } = await asManager(context, user);
        const where = { id, office_id: office.id, answered_at: null };
        const invitation = found(await OfficeInvitation.findOne({ where }), 'invitation');
        await invitation.update({ answered_at: now(), answer: 'withdrawn' });
        await jobs.add('readNotices', { topics: [`invitation-${id}`], readerIds: null });
        const invited = await User.findOne({ attributes: ['id'], where: { email: invitation.email } });
        await publishOffice(context, office.id, ...(invited ? [invited.id] : []));
      });
      return readOwnOffice(context, user);
    },

    answer: (request) => answerInvitation(context, request),

    updateMember: (request) => updateMember(context, request),

    removeMember: (request) => removeMember(context, request),

    handOver: (request) => handOverClients(context, request),

    async figures({ user, query }) {
      const { office } = await requireManaged(db, user.id);
      return { members: await readFigures(context, office.id, query) };
    },

    async public({ params: { id }, user, address }) {
      return contacts.apply({ user, address }, found(await readPublicOffice(context, id), 'office'));
    },
  };
}

/** A check is of one number: another number is unchecked. */
function uncheckedIfOther({ license_number }: OfficeModel, number: string | null | undefined) {
  if (number === undefined || number === license_number) return {};
  return { license_expires_on: null, license_checked_at: null, license_checked_by: null };
}

async function createOffice(
  context: ServerContext,
  { user, body: { license_number = null, about = null, email = null, phone = null, ...body } }: Requests['create'],
) {
  const { db, now } = context;
  const { Office, OfficeMember } = db.models;
  await db.transaction(async () => {
    // The lock lets the second of two parallel calls find the first membership.
    await lockOwnUser(context, user.id);
    if (await OfficeMember.findByPk(user.id)) throw alreadyInOffice();
    const office = await Office.create({ ...body, license_number, about, email, phone });
    await OfficeMember.create({
      user_id: user.id,
      office_id: office.id,
      role: 'manager',
      joined_at: now(),
    });
    await publishOffice(context, office.id);
  });
  return readOwnOffice(context, user);
}

// The job finds out whether the address has an account: nothing visible to the caller depends on it.
async function invite(context: ServerContext, { user, body: { email } }: Requests['invite']) {
  const { db, now } = context;
  const { OfficeInvitation } = db.models;
  await db.transaction(async () => {
    const { office } = await asManager(context, user);
    const expires_at = new Date(now().getTime() + INVITATION_DAYS * DAY_MS);
    const known = await OfficeInvitation.findOne({
      where: { office_id: office.id, email, answered_at: null },
    });
    const open = { office_id: office.id, answered_at: null, expires_at: { [Op.gt]: now() } };
    const isRenewed = known !== null && known.expires_at > now();
    if (!isRenewed && (await OfficeInvitation.count({ where: open })) >= MAX_OPEN_INVITATIONS)
      throw new ConflictError(
        msg('You already have {limit} open invitations. Withdraw one to send another.', {
          limit: MAX_OPEN_INVITATIONS,
        }),
        'too_many_invitations',
      );
    const values = { invited_by: user.id, created_at: now(), expires_at };
    const invitation = known
      ? await known.update(values)
      : await OfficeInvitation.create({ ...values, office_id: office.id, email });
    await context.jobs.add('officeInvitationNotice', { invitationId: invitation.id });
    await publishOffice(context, office.id);
  });
  return readOwnOffice(context, user);
}

async function answerInvitation(
  context: ServerContext,
  { user, params: { id }, body: { answer } }: Requests['answer'],
) {
  const { db, jobs, now } = context;
  const { OfficeMember, OfficeInvitation } = db.models;
  await db.transaction(async () => {
    const account = await lockOwnUser(context, user.id);
    const seen = await OfficeInvitation.findByPk(id);
    // In the order of `withdraw`: the office before the invitation.
    const office = seen && (await lockOffice(db, seen.office_id));
    const invitation = office && (await OfficeInvitation.findByPk(id));
    const isTheirs = invitation?.email === account.email && account.email_verified_at !== null;
    const isOpen = invitation?.answered_at === null && invitation.expires_at > now();
    found(isTheirs && isOpen, 'invitation');
    if (!office || !invitation) return;
    const isAccepted = answer === 'accepted';
    if (isAccepted) await joinOffice(context, account.id, office);
    await invitation.update({ answered_at: now(), answer });
    await jobs.add('readNotices', { topics: [`invitation-${id}`], readerIds: null });
    const managers = await OfficeMember.findAll({ where: { office_id: office.id, role: 'manager' } });
    const managerIds = managers.map(({ user_id }) => user_id);
    const names = { name: account.name, office: office.name };
    await notifyLater(context, managerIds, {
      type: isAccepted ? 'success' : 'info',
      title: isAccepted ? msg('New Member') : msg('Invitation Declined'),
      message: isAccepted
        ? msg('{name} joined {office}.', names)
        : msg('{name} declined your invitation to {office}.', names),
      action: { label: msg('View Office'), url: OFFICE_URL },
      about: { users: [account.id] },
    });
    await publishOffice(context, office.id, account.id);
  });
  return readOwnOffice(context, user);
}

async function updateMember(context: ServerContext, { user, params: { id }, body }: Requests['updateMember']) {
  const { db } = context;
  const { hand_over_now: isAtOnce = false, role, ...absence } = body;
  if (isAtOnce) await refreshClientsOf(context, [id]);
  await db.transaction(async () => {
    const before = await db.models.OfficeMember.findByPk(id);
    const standInId = absence.stand_in_id === undefined ? before?.stand_in_id : absence.stand_in_id;
    // With the stand-in's account, as `holdAgents` locks all accounts in one order.
    const held = isAtOnce && standInId ? standInId : id;
    await holdAgents(context, { fromId: id, toId: held, actorId: user.id }, isAtOnce ? WAITING : null);
    const { membership, member } = await openMember(context, user, id);
    found(await lockOffice(db, membership.office.id), 'office');
    const isManager = membership.member.role === 'manager';
    if (role !== undefined && role !== member.role) {
      if (!isManager) throw managersOnly();
      if (role === 'agent') await requireOtherManager(context, member);
      await member.update({ role });
      if (role === 'agent') await endOfficeAccess(db, member.user_id);
    }
    if (!isManager && member.user_id !== user.id) throw managersOnly();
    await setAbsence(context, membership, member, absence);
    if (isAtOnce) await handOverWaiting(context, membership, member, user);
    await publishOffice(context, membership.office.id);
  });
  return readOwnOffice(context, user);
}

// A member with clients can leave only with an heir, who takes all of them.
async function removeMember(
  context: ServerContext,
  {
    user,
    params: { id },
    body: { heir_id: heirId = null, with_listings: withListings },
  }: Requests['removeMember'],
) {
  const { db } = context;
  await refreshClientsOf(context, [id, ...(heirId === null ? [] : [heirId])]);
  await db.transaction(async () => {
    await holdAgents(context, { fromId: id, toId: heirId ?? id, actorId: user.id }, {});
    const { membership, member } = await openMember(context, user, id);
    const { office } = membership;
    found(await lockOffice(db, office.id), 'office');
    if (membership.member.role !== 'manager' && member.user_id !== user.id) throw managersOnly();
    if ((await db.models.OfficeMember.count({ where: { office_id: office.id } })) === 1)
      throw new ConflictError(msg('You are the only member. Close the office instead.'), 'only_member');
    await requireOtherManager(context, member);
    if (heirId !== null) {
      if (heirId === id) throw invalidField('heir_id', msg('Choose someone else'));
      await requireColleague(context, membership, { id: heirId, path: 'heir_id' });
      const leaving = { fromId: id, toId: heirId, actorId: user.id, note: null };
      await handOverLines(context, leaving, {});
      if (withListings) await handOverListings(context, id, heirId);
    } else await requireNothingLeft(context, id, withListings);
    const others = (await memberIds(db, office.id)).filter((memberId) => memberId !== id);
    await endMembership(context, id);
    publishOfficeChange(context, [...others, id]);
    if (id !== user.id)
      await notifyLater(context, [id], {
        type: 'info',
        title: msg('Removed from Your Office'),
        message: msg('{name} removed you from {office}.', { name: user.name, office: office.name }),
        action: { label: msg('View Office'), url: OFFICE_URL },
        about: { users: [user.id] },
      });
  });
  return readOwnOffice(context, user);
}

async function handOverClients(
  context: ServerContext,
  { user, body: { from_id: fromId, to_id: toId, which, note = null } }: Requests['handOver'],
) {
  const { db } = context;
  const { office } = await ownMembership(context, user);
  const members = await memberIds(db, office.id);
  await refreshClientsOf(context, members);
  const givers = fromId === null ? members.filter((id) => id !== toId) : [fromId];
  const done: HandedOver[] = [];
  for (const giver of givers)
    done.push(
      await db.transaction(async () => {
        const handOver = { fromId: giver, toId, actorId: user.id, note };
        const where = { waiting: WAITING, all: {}, came_from: { came_from_id: toId } }[which];
        await holdAgents(context, handOver, where);
        const membership = await ownMembership(context, user);
        const from = await db.models.OfficeMember.findByPk(giver);
        if (from?.office_id !== membership.office.id)
          throw invalidField('from_id', msg('Choose a colleague from your office'));
        const isOwn = giver === user.id || (which === 'came_from' && toId === user.id);
        if (!isOwn && membership.member.role !== 'manager') throw managersOnly();
        await requireColleague(context, membership, { id: toId, path: 'to_id' });
        return handOverLines(context, handOver, where);
      }),
    );
  await refreshClientsOf(context, [...givers, toId]);
  return {
    moved: done.reduce((sum, { lines }) => sum + lines.length, 0),
    clashing_viewings: done.reduce((sum, { clashing_viewings }) => sum + clashing_viewings, 0),
    office: await readOwnOffice(context, user),
  };
}
