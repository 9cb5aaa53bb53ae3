import type { OfficeModel } from '#server/db/models.ts';
import {
  isAmong,
  pick,
  type RawRow,
  readAll,
  readCounts,
  timeParameter,
  toBoolean,
  toIso,
  toNumber,
} from '#server/db/sql.ts';
import {
  countedReviews,
  presentAgent,
  presentLicense,
  readAgentEntries,
  readAgents,
} from '#server/features/agents/reads.ts';
import { countContacts, periodOf, readClosings, readMedianResponse } from '#server/features/analytics/reads.ts';
import { round, share, sum } from '#server/features/analytics/service.ts';
import { APPROVED_AGENT, contactEmail } from '#server/features/auth/policy.ts';
import {
  isAway,
  type Membership,
  maySeeQueue,
  memberIds,
  membershipOf,
} from '#server/features/auth/writes/offices.ts';
import { readWaiting } from '#server/features/clients/reads/queue.ts';
import { refreshClientsOf } from '#server/features/clients/writes.ts';
import type { ServerContext } from '#server/features/context.ts';
import { PUBLIC_ONLY } from '#server/features/properties/policy.ts';
import type { AnalyticsQuery } from '#shared/contracts/analytics.ts';
import type { MemberFigures, Office, OfficeMember, OwnOffice, PublicOffice } from '#shared/contracts/offices.ts';
import { licenseStateOf } from '#shared/licenses.ts';
import { manilaDay } from '#shared/manilaDays.ts';

type LicenseFields = RawRow<Pick<OfficeModel, `license_${'number' | 'expires_on' | 'checked_at'}`>>;

/** @param today the day in Manila. */
export function officeLicenseState(license: LicenseFields, today: string): Office['license_state'] {
  const state = licenseStateOf({ ...license, license_lapsed_at: null }, today);
  return state === 'lapsed' ? 'expired' : state;
}

function presentOffice(row: OfficeModel, today: string): Office {
  return {
    ...pick(row, 'id', 'name', 'license_number', 'license_expires_on'),
    ...pick(row, 'about', 'email', 'phone', 'shares_queue'),
    license_state: officeLicenseState(row, today),
    created_at: row.created_at.toISOString(),
  };
}

type MemberRow = Pick<OfficeMember, 'id' | 'name' | 'avatar_url' | 'email' | 'phone' | 'role' | 'away_until'> & {
  joined_at: Date | string;
  is_active: boolean | number;
  stand_in_id: number | null;
  stand_in_name: string | null;
  handed_over: number | string;
};

async function readMembers(context: ServerContext, { office, member }: Membership): Promise<OfficeMember[]> {
  const { db, now } = context;
  const rows = await db.readRows<MemberRow>(
    `SELECT u.id, u.name, u.avatar_url, ${contactEmail('u')} AS email, u.phone, m.role, m.joined_at, m.away_until,
      m.stand_in_id, s.name AS stand_in_name,
      CASE WHEN u.status = 'active' AND ${APPROVED_AGENT} THEN 1 ELSE 0 END AS is_active,
      (SELECT COUNT(*) FROM clients c JOIN office_members k ON k.user_id = c.agent_id AND k.office_id = m.office_id
        WHERE c.came_from_id = u.id) AS handed_over
    FROM office_members m JOIN users u ON u.id = m.user_id LEFT JOIN agent_profiles a ON a.user_id = u.id
    LEFT JOIN users s ON s.id = m.stand_in_id
    WHERE m.office_id = $1 ORDER BY CASE m.role WHEN 'manager' THEN 0 ELSE 1 END, lower(u.name), u.id`,
    [office.id],
  );
  const seesAll = maySeeQueue({ office, member });
  const shown = rows.map(({ id }) => id).filter((id) => seesAll || id === member.user_id);
  await refreshClientsOf(context, shown);
  const waiting = await readWaiting(db, shown, now());
  return rows.map((row) => {
    const isShown = seesAll || row.id === member.user_id;
    const figures = waiting.get(row.id) ?? { waiting: 0, longest_waiting_since: null, clients: 0 };
    return {
      ...pick(row, 'id', 'name', 'avatar_url', 'email', 'phone', 'role'),
      joined_at: toIso(row.joined_at),
      is_active: toBoolean(row.is_active as number),
      away_until: isAway(row, now()) ? row.away_until : null,
      stand_in: row.stand_in_id === null ? null : { id: row.stand_in_id, name: row.stand_in_name ?? '' },
      ...(isShown ? figures : { waiting: null, longest_waiting_since: null, clients: null }),
      handed_over: toNumber(row.handed_over),
    };
  });
}

interface InvitationRow {
  id: number;
  email: string;
  created_at: Date | string;
  expires_at: Date | string;
  office_id: number;
  office_name: string;
  inviter_id: number | null;
  inviter_name: string | null;
}

/** Open invitations; @param which a condition on the invitation `i`. */
async function readInvitations({ db, now }: ServerContext, which: string, value: unknown) {
  const rows = await db.readRows<InvitationRow>(
    `SELECT i.id, i.email, i.created_at, i.expires_at, o.id AS office_id, o.name AS office_name,
      u.id AS inviter_id, u.name AS inviter_name
    FROM office_invitations i JOIN offices o ON o.id = i.office_id LEFT JOIN users u ON u.id = i.invited_by
    WHERE i.answered_at IS NULL AND ${which} ORDER BY i.created_at DESC, i.id DESC`,
    [value],
  );
  return rows.filter(({ expires_at }) => toIso(expires_at) > now().toISOString());
}

const presentInvitation = ({ id, created_at, expires_at, inviter_id, inviter_name }: InvitationRow) => ({
  id,
  invited_by: inviter_id === null ? null : { id: inviter_id, name: inviter_name ?? '' },
  created_at: toIso(created_at),
  expires_at: toIso(expires_at),
});

/** @param user the caller */
export async function readOwnOffice(context: ServerContext, user: { id: number }): Promise<OwnOffice> {
  const { db, now } = context;
  const membership = await membershipOf(db, user.id);
  const toMe = await readInvitations(
    context,
    'i.email = (SELECT email FROM users WHERE id = $1 AND email_verified_at IS NOT NULL)',
    user.id,
  );
  const invitations_to_me = toMe.map((row) => ({
    ...presentInvitation(row),
    office: { id: row.office_id, name: row.office_name },
  }));
  if (!membership) return { office: null, role: null, members: [], invitations: [], invitations_to_me };
  const { office, member } = membership;
  const sent = member.role === 'manager' ? await readInvitations(context, 'i.office_id = $1', office.id) : [];
  return {
    office: presentOffice(office, manilaDay(now())),
    role: member.role,
    members: await readMembers(context, membership),
    invitations: sent.map((row) => ({ ...presentInvitation(row), email: row.email })),
    invitations_to_me,
  };
}

/** Figures of each member of an office, by name. */
export async function readFigures(context: ServerContext, officeId: number, query: AnalyticsQuery) {
  const { db, now } = context;
  const ids = await memberIds(db, officeId);
  await refreshClientsOf(context, ids);
  const period = periodOf(query);
  const [waiting, members] = await Promise.all([
    readWaiting(db, ids, now()),
    readAll<MemberFigures['agent']>(
      db,
      (sql) => `SELECT id, name, avatar_url FROM users WHERE ${isAmong(sql, 'id', ids)} ORDER BY lower(name), id`,
    ),
  ]);
  const figures: MemberFigures[] = [];
  for (const agent of members) {
    const [contacts, closings, median, held] = await Promise.all([
      countContacts(db, agent.id, period),
      readClosings(db, agent.id, period),
      readMedianResponse(db, agent.id, period),
      countHeldViewings(context, agent.id, period),
    ]);
    const { waiting: waits = 0, longest_waiting_since = null } = waiting.get(agent.id) ?? {};
    figures.push({
      agent,
      waiting: waits,
      longest_waiting_since,
      inquiries: contacts.inquiries,
      inquiry_response_rate: share(contacts.answeredInquiries, contacts.inquiries),
      median_first_response_minutes: median === null ? null : round(median, 1),
      viewings_held: held,
      sold: sum(closings.map(({ sold }) => sold)),
      rented: sum(closings.map(({ rented }) => rented)),
    });
  }
  return figures;
}

/** Confirmed viewings of the period that are over, without no-shows. */
async function countHeldViewings(
  { db, now }: ServerContext,
  agentId: number,
  period: Parameters<typeof readClosings>[2],
): Promise<number> {
  const { held } = await readCounts<'held'>(db, (sql) => {
    const time = (value: Date) => sql.bind(timeParameter(sql.dialect, value));
    return `SELECT COUNT(*) AS held FROM viewings WHERE agent_id = ${sql.bind(agentId)} AND status = 'confirmed'
      AND starts_at >= ${time(period.start)} AND starts_at < ${time(period.end)} AND ends_at <= ${time(now())}
      AND (outcome IS NULL OR outcome <> 'no_show')`;
  });
  return held;
}

/** Undefined for an office without an agent in the directory. */
export async function readPublicOffice(context: ServerContext, id: number): Promise<PublicOffice | undefined> {
  const { db, now } = context;
  const office = await db.models.Office.findByPk(id);
  if (!office) return undefined;
  const counted = countedReviews(context);
  const members = new Set(await memberIds(db, id));
  const listed = (await readAgentEntries(db, counted))
    .filter((entry) => members.has(entry.id))
    .sort(
      (one, other) =>
        toNumber(other.rating) - toNumber(one.rating) ||
        other.review_count - one.review_count ||
        one.name.localeCompare(other.name) ||
        one.id - other.id,
    )
    .map((entry) => entry.id);
  if (listed.length === 0) return undefined;
  const today = manilaDay(now());
  const [agents, { listings }] = await Promise.all([
    readAgents(db, listed, counted),
    readCounts<'listings'>(
      db,
      (sql) =>
        `SELECT COUNT(*) AS listings FROM properties p WHERE ${PUBLIC_ONLY} AND ${isAmong(sql, 'p.agent_id', listed)}`,
    ),
  ]);
  const { name, about, email, phone } = office;
  return {
    office: { id, name, about, email, phone, license: presentLicense(office, today) },
    agents: agents.map((row) => presentAgent(row, today)),
    listings,
  };
}
