import type { ApplicationStatus } from '#server/db/models/agents.ts';
import { readAll, readPage } from '#server/db/paging.ts';
import { meetsPerson } from '#server/db/personSearch.ts';
import { toIso, toJson } from '#server/db/rows.ts';
import { AGENT_APPLICANT } from '#server/features/auth/agentPolicy.ts';
import type { AccountRow } from '#server/features/auth/presenter.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { QueryText } from '#server/features/properties/queryText.ts';
import { writeCsv } from '#server/http/csv.ts';
import { csvName } from '#server/http/csvName.ts';
import { NotFoundError } from '#server/http/errors.ts';
import { FileAnswer } from '#server/http/routing.ts';
import type { AdminUser, AdminUserList, AdminUserQuery, PendingAgent } from '#shared/contracts/admin.ts';
import { type LicenseFacts, licenseStateOf } from '#shared/licenses.ts';
import { manilaDay } from '#shared/manilaDays.ts';

type Filter = Omit<AdminUserQuery, 'page' | 'limit'>;

type UserRow = AccountRow & {
  specialization: string | null;
  location: string | null;
  bio: string | null;
  experience_years: number | null;
  license_number: string | null;
  application_status: ApplicationStatus | null;
};

const COLUMNS = `u.id, u.name, u.email, u.phone, u.role, u.status, u.avatar_url, u.created_at, u.updated_at,
  a.specialization, a.location, a.bio, a.experience_years, a.license_number, a.application_status`;
const FROM = 'FROM users u LEFT JOIN agent_profiles a ON a.user_id = u.id';

const orderColumns: Record<NonNullable<Filter['sort']>, string> = {
  name: 'lower(u.name)',
  email: 'u.email',
  role: 'u.role',
  status: 'u.status',
  created_at: 'u.created_at',
};

export async function listUsers(
  { db }: Pick<ServerContext, 'db'>,
  query: AdminUserQuery,
): Promise<AdminUserList> {
  const { rows, pagination } = await readPage<UserRow>(db, query, {
    counted: (sql) => `FROM users u WHERE ${where(sql, query)}`,
    list: (sql) => selectUsers(sql, query),
  });
  return { users: rows.map(presentAdminUser), pagination };
}

function selectUsers(sql: QueryText, filter: Filter): string {
  return `SELECT ${COLUMNS} ${FROM} WHERE ${where(sql, filter)} ORDER BY ${orderBy(filter)}`;
}

const header = [
  'id',
  'name',
  'email',
  'phone',
  'role',
  'status',
  'application_status',
  'license_number',
  'specialization',
  'location',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof AdminUser)[];

export async function exportUsers(
  { db, now }: Pick<ServerContext, 'db' | 'now'>,
  filter: Filter,
): Promise<FileAnswer> {
  const rows = await readAll<UserRow>(db, (sql) => selectUsers(sql, filter));
  const users = rows.map(presentAdminUser);
  const cells = users.map((user) => header.map((name) => user[name]));
  return new FileAnswer(writeCsv(header, cells), 'text/csv', csvName('users', now()));
}

/** @throws {NotFoundError} there is no such account (any more). */
export async function getAdminUser({ db }: Pick<ServerContext, 'db'>, id: number): Promise<AdminUser> {
  const [row] = await db.readRows<UserRow>(`SELECT ${COLUMNS} ${FROM} WHERE u.id = $1`, [id]);
  if (!row) throw new NotFoundError('User');
  return presentAdminUser(row);
}

type ApplicantRow = UserRow &
  LicenseFacts & {
    title: string | null;
    languages: string[] | string;
    certifications: string[] | string;
    applied_at: Date | string;
  };

/** Oldest first: who waits longest is decided first. An admin's old application waits for nothing. */
export async function listPendingAgents({
  db,
  now,
}: Pick<ServerContext, 'db' | 'now'>): Promise<PendingAgent[]> {
  // An application that was opened anew has its profile's row changed then, or since by the applicant.
  const rows = await db.readRows<ApplicantRow>(
    `SELECT ${COLUMNS}, a.title, a.languages, a.certifications, a.license_expires_on, a.license_checked_at,
      a.license_lapsed_at, a.updated_at AS applied_at ${FROM}
    WHERE ${AGENT_APPLICANT} ORDER BY a.updated_at, u.id`,
  );
  const today = manilaDay(now());
  return rows.map((row) => ({
    ...presentAdminUser(row),
    title: row.title,
    languages: toJson(row.languages),
    certifications: toJson(row.certifications),
    license_state: licenseStateOf(row, today),
    applied_at: toIso(row.applied_at),
  }));
}

function where(sql: QueryText, { search, role, status }: Filter): string {
  const conditions = ['1 = 1'];
  if (role && role !== 'all') conditions.push(`u.role = ${sql.bind(role)}`);
  if (status && status !== 'all') conditions.push(`u.status = ${sql.bind(status)}`);
  if (search) conditions.push(meetsPerson(sql, 'u', search));
  return conditions.join(' AND ');
}

/** The newest first unless asked otherwise. The id parts those that are alike, so that pages never overlap. */
function orderBy({ sort = 'created_at', order = 'desc' }: Filter): string {
  return `${orderColumns[sort]} ${order}, u.id ${order}`;
}

function presentAdminUser(row: UserRow): AdminUser {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    role: row.role,
    status: row.status,
    avatar_url: row.avatar_url,
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
    specialization: row.specialization,
    location: row.location,
    bio: row.bio,
    experience: row.experience_years === null ? null : spellYears(row.experience_years),
    license_number: row.license_number,
    application_status: row.application_status,
  };
}

function spellYears(years: number): string {
  return `${years} ${years === 1 ? 'year' : 'years'}`;
}
