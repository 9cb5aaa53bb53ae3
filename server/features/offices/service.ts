import { Op } from 'sequelize';
import type { OfficeMemberModel, OfficeModel } from '#server/db/models.ts';
import {
  announceOffice,
  endMembership,
  endOfficeAccess,
  lockOffice,
  type Membership,
  managersOnly,
  memberIds,
  membershipOf,
  requireManaged,
} from '#server/features/auth/writes/offices.ts';
import { lockUser } from '#server/features/auth/writes/passwords.ts';
import {
  type HandedOver,
  handOverLines,
  holdAgents,
  requireColleague,
} from '#server/features/clients/writes/handOver.ts';
import { refreshClientsOf } from '#server/features/clients/writes.ts';
import type { ServerContext } from '#server/features/context.ts';
import { notifyLater } from '#server/features/notifications/writes.ts';
import { followUp } from '#server/features/properties/followUps.ts';
import { syncListingVisibility } from '#server/features/properties/moderation/service.ts';
import { SessionExpiredError, type SignedInUser } from '#server/http/access.ts';
import { ConflictError, found, InvalidInputError } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import type { officesCalls } from '#shared/contracts/offices.ts';
import {
  INVITATION_DAYS,
  LONGEST_AWAY_DAYS,
  MAX_OFFICE_MEMBERS,
  MAX_OPEN_INVITATIONS,
} from '#shared/limits.ts';
import { addDays, manilaDay } from '#shared/manilaDays.ts';
import { msg } from '#shared/messages.ts';
import { readFigures, readOwnOffice, readPublicOffice } from './reads.ts';

const DAY_MS = 24 * 3_600_000;
/** Lines of who needs the agent, put off or not. */
const WAITING = { waiting_since: { [Op.ne]: null }, done_at: null };
const OFFICE_URL = '/desk/office';

export function officesService(context: ServerContext): Service<typeof officesCalls> {
  const { db, now, contacts } = context;
  const { Office, OfficeMember, OfficeInvitation, User } = db.models;

  /** In a transaction that holds the caller's account. @throws {NotFoundError} the caller is in no office. */
  async function ownMembership(user: SignedInUser): Promise<Membership> {
    return found(await membershipOf(db, user.id), 'office');
  }

  /** The same, with the office held. @throws {ForbiddenError} the caller does not manage it. */
  async function asManager(user: SignedInUser): Promise<Membership> {
    if (!(await lockUser(context, user.id))) throw new SessionExpiredError();
    const membership = await requireManaged(db, user.id);
    found(await lockOffice(db, membership.office.id), 'office');
    return membership;
  }

  /** Everybody there and, beside them, these. */
  async function announce(officeId: number, ...others: number[]): Promise<void> {
    announceOffice(context, [...(await memberIds(db, officeId)), ...others]);
  }

  return {
    get: ({ user }) => readOwnOffice(context, user),

    async create({
      user,
      body: { license_number = null, about = null, email = null, phone = null, ...body },
    }) {
      await db.transaction(async () => {
        // Two offices at once would be two memberships: the second one finds the first.
        if (!(await lockUser(context, user.id))) throw new SessionExpiredError();
        if (await OfficeMember.findByPk(user.id)) throw alreadyInOffice();
        const office = await Office.create({ ...body, license_number, about, email, phone });
        await OfficeMember.create({
          user_id: user.id,
          office_id: office.id,
          role: 'manager',
          joined_at: now(),
        });
        await announce(office.id);
      });
      return readOwnOffice(context, user);
    },

    async update({ user, body }) {
      await db.transaction(async () => {
        const { office } = await asManager(user);
        await office.update({ ...definedOf(body), ...uncheckedIfOther(office, body.license_number) });
        await announce(office.id);
      });
      return readOwnOffice(context, user);
    },

    async close({ user }) {
      await db.transaction(async () => {
        const { office } = await asManager(user);
        if ((await OfficeMember.count({ where: { office_id: office.id } })) > 1)
          throw new ConflictError(
            msg(
              'The office still has other members. Remove them first, or make one of them a manager and leave.',
            ),
            'office_has_members',
          );
        await endMembership(context, user.id);
      });
      return readOwnOffice(context, user);
    },

    // Whether somebody has the address is found out by the job alone: nothing that the caller sees depends on it.
    async invite({ user, body: { email } }) {
      await db.transaction(async () => {
        const { office } = await asManager(user);
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
        await announce(office.id);
      });
      return readOwnOffice(context, user);
    },

    async withdraw({ user, params: { id } }) {
      await db.transaction(async () => {
        const { office } = await asManager(user);
        const where = { id, office_id: office.id, answered_at: null };
        const invitation = found(await OfficeInvitation.findOne({ where }), 'invitation');
        await invitation.update({ answered_at: now(), answer: 'withdrawn' });
        const invited = await User.findOne({ attributes: ['id'], where: { email: invitation.email } });
        await announce(office.id, ...(invited ? [invited.id] : []));
      });
      return readOwnOffice(context, user);
    },

    async answer({ user, params: { id }, body: { answer } }) {
      await db.transaction(async () => {
        const account = await lockUser(context, user.id);
        if (!account) throw new SessionExpiredError();
        const seen = await OfficeInvitation.findByPk(id);
        // As whoever withdraws it takes the two.
        const office = seen && (await lockOffice(db, seen.office_id));
        const invitation = office && (await OfficeInvitation.findByPk(id));
        const isTheirs = invitation?.email === account.email && account.email_verified_at !== null;
        const isOpen = invitation?.answered_at === null && invitation.expires_at > now();
        found(isTheirs && isOpen, 'invitation');
        if (!office || !invitation) return;
        if (answer === 'accepted') await join(account.id, office);
        await invitation.update({ answered_at: now(), answer });
        const managers = await OfficeMember.findAll({ where: { office_id: office.id, role: 'manager' } });
        await notifyLater(
          context,
          managers.map(({ user_id }) => user_id),
          {
            type: answer === 'accepted' ? 'success' : 'info',
            title: answer === 'accepted' ? msg('New Member') : msg('Invitation Declined'),
            message:
              answer === 'accepted'
                ? msg('{name} joined {office}.', { name: account.name, office: office.name })
                : msg('{name} declined your invitation to {office}.', {
                    name: account.name,
                    office: office.name,
                  }),
            action: { label: msg('View Office'), url: OFFICE_URL },
            about: { users: [account.id] },
          },
        );
        await announce(office.id, account.id);
      });
      return readOwnOffice(context, user);
    },

    async updateMember({ user, params: { id }, body }) {
      const { hand_over_now: isAtOnce = false, role, ...absence } = body;
      if (isAtOnce) await refreshClientsOf(context, [id]);
      await db.transaction(async () => {
        const before = await OfficeMember.findByPk(id);
        const standInId = absence.stand_in_id === undefined ? before?.stand_in_id : absence.stand_in_id;
        // Also the stand-in's account, as `holdAgents` takes all of them in one order.
        const held = isAtOnce && standInId ? standInId : id;
        await holdAgents(context, { fromId: id, toId: held, actorId: user.id }, isAtOnce ? WAITING : null);
        const { membership, member } = await openMember(user, id);
        found(await lockOffice(db, membership.office.id), 'office');
        const isManager = membership.member.role === 'manager';
        if (role !== undefined && role !== member.role) {
          if (!isManager) throw managersOnly();
          if (role === 'agent') await requireOtherManager(member);
          await member.update({ role });
          if (role === 'agent') await endOfficeAccess(db, member.user_id);
        }
        if (!isManager && member.user_id !== user.id) throw managersOnly();
        await setAbsence(membership, member, absence);
        if (isAtOnce) await handOverWaiting(membership, member, user);
        await announce(membership.office.id);
      });
      return readOwnOffice(context, user);
    },

    // Nobody leaves with clients of the office: the heir goes on with all of them.
    async removeMember({
      user,
      params: { id },
      body: { heir_id: heirId = null, with_listings: withListings },
    }) {
      await refreshClientsOf(context, [id, ...(heirId === null ? [] : [heirId])]);
      await db.transaction(async () => {
        await holdAgents(context, { fromId: id, toId: heirId ?? id, actorId: user.id }, {});
        const { membership, member } = await openMember(user, id);
        const { office } = membership;
        found(await lockOffice(db, office.id), 'office');
        if (membership.member.role !== 'manager' && member.user_id !== user.id) throw managersOnly();
        if ((await OfficeMember.count({ where: { office_id: office.id } })) === 1)
          throw new ConflictError(msg('You are the only member. Close the office instead.'), 'only_member');
        await requireOtherManager(member);
        if (heirId !== null) {
          if (heirId === id)
            throw new InvalidInputError([{ path: 'heir_id', message: msg('Choose someone else') }]);
          await requireColleague(context, membership, { id: heirId, path: 'heir_id' });
          const leaving = { fromId: id, toId: heirId, actorId: user.id, note: null };
          await handOverLines(context, leaving, {});
          if (withListings) await handOverListings(id, heirId);
        } else await requireNothingLeft(id, withListings);
        const others = (await memberIds(db, office.id)).filter((memberId) => memberId !== id);
        await endMembership(context, id);
        announceOffice(context, [...others, id]);
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
    },

    async handOver({ user, body: { from_id: fromId, to_id: toId, which, note = null } }) {
      const { office } = await ownMembership(user);
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
            const membership = await ownMembership(user);
            const from = await OfficeMember.findByPk(giver);
            if (from?.office_id !== membership.office.id)
              throw new InvalidInputError([
                { path: 'from_id', message: msg('Choose a colleague from your office') },
              ]);
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
    },

    async figures({ user, query }) {
      const { office } = await requireManaged(db, user.id);
      return { members: await readFigures(context, office.id, query) };
    },

    async public({ params: { id }, user, address }) {
      return contacts.apply({ user, address }, found(await readPublicOffice(context, id), 'office'));
    },
  };

  /** @throws {ConflictError} they are in an office, or this one is full. */
  async function join(userId: number, office: OfficeModel): Promise<void> {
    if (await OfficeMember.findByPk(userId)) throw alreadyInOffice();
    if ((await OfficeMember.count({ where: { office_id: office.id } })) >= MAX_OFFICE_MEMBERS)
      throw new ConflictError(
        msg('This office already has {limit} members, the maximum.', {
          limit: MAX_OFFICE_MEMBERS,
        }),
        'office_full',
      );
    await OfficeMember.create({ user_id: userId, office_id: office.id, role: 'agent', joined_at: now() });
  }

  /** @throws {NotFoundError} nobody of that id is in the caller's office. */
  async function openMember(user: SignedInUser, id: number) {
    const membership = await ownMembership(user);
    const member = await OfficeMember.findOne({ where: { user_id: id, office_id: membership.office.id } });
    return { membership, member: found(member, 'member') };
  }

  /** @throws {ConflictError} nobody would manage the office without them. */
  async function requireOtherManager({ user_id, office_id, role }: OfficeMemberModel): Promise<void> {
    if (role !== 'manager') return;
    const others = { office_id, role: 'manager' as const, user_id: { [Op.ne]: user_id } };
    if ((await OfficeMember.count({ where: others })) === 0)
      throw new ConflictError(
        msg('This is the office’s only manager. Make someone else a manager first.'),
        'last_manager',
      );
  }

  async function setAbsence(
    membership: Membership,
    member: OfficeMemberModel,
    {
      away_until,
      stand_in_id,
    }: { away_until?: string | null | undefined; stand_in_id?: number | null | undefined },
  ): Promise<void> {
    const today = manilaDay(now());
    if (away_until && (away_until < today || away_until > addDays(today, LONGEST_AWAY_DAYS)))
      throw new InvalidInputError([
        { path: 'away_until', message: msg('Choose a day from today up to a year ahead') },
      ]);
    if (stand_in_id === member.user_id)
      throw new InvalidInputError([{ path: 'stand_in_id', message: msg('Choose someone else') }]);
    if (stand_in_id) await requireColleague(context, membership, { id: stand_in_id, path: 'stand_in_id' });
    await member.update(definedOf({ away_until, stand_in_id }));
  }

  /** @throws {InvalidInputError} nobody stands in. */
  async function handOverWaiting(
    membership: Membership,
    { user_id: fromId, stand_in_id: toId }: OfficeMemberModel,
    user: SignedInUser,
  ): Promise<void> {
    if (toId === null)
      throw new InvalidInputError([{ path: 'stand_in_id', message: msg('Choose a stand-in') }]);
    await requireColleague(context, membership, { id: toId, path: 'stand_in_id' });
    await handOverLines(context, { fromId, toId, actorId: user.id, note: null }, WAITING);
  }

  /** Hidden ones too; what an admin hid stays hidden. */
  async function handOverListings(fromId: number, toId: number): Promise<void> {
    const { Property } = db.models;
    const where = { agent_id: fromId };
    const listings = await Property.findAll({ attributes: ['id'], where, order: ['id'] });
    const ids = listings.map(({ id }) => id);
    // A number that the colleague has given to another listing already stays with that one.
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

  async function requireNothingLeft(id: number, withListings: boolean): Promise<void> {
    const clients = await db.models.Client.count({ where: { agent_id: id, kind: 'client' } });
    const listings = withListings ? await db.models.Property.count({ where: { agent_id: id } }) : 0;
    if (clients + listings > 0)
      throw new InvalidInputError([
        { path: 'heir_id', message: msg('Choose a colleague to take over the clients') },
      ]);
  }
}

const alreadyInOffice = () => new ConflictError(msg('You are already in an office'), 'already_in_office');

/** Only what was sent. */
function definedOf<Values extends object>(values: Values) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Values]: Exclude<Values[Name], undefined>;
  };
}

/** A check was of one number. */
function uncheckedIfOther({ license_number }: OfficeModel, number: string | null | undefined) {
  if (number === undefined || number === license_number) return {};
  return { license_expires_on: null, license_checked_at: null, license_checked_by: null };
}
