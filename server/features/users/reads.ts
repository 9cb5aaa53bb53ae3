import type { ApplicationStatus } from '#server/db/models.ts';
import { matchesPerson } from '#server/db/searchWords.ts';
import type { SqlBuilder } from '#server/db/sql.ts';
import { readAll, readPage, toIso } from '#server/db/sql.ts';
import type { AccountRow } from '#server/features/auth/profile.ts';
import type { ServerContext } from '#server/features/context.ts';
import { type CsvColumns, csvFile } from '#server/http/csv.ts';
import { NotFoundError } from '#server/http/errors.ts';
import type { FileAnswer } from '#server/http/routing.ts';
import type { AdminUser, AdminUserList, AdminUserQuery } from '#shared/contracts/users.ts';

type Filter = Omit<AdminUserQuery, 'page' | 'limit'>;

export type AdminUserRow = AccountRow & {
  specialization: string | null;
  location: string | null;
  bio: string | null;
  experience_years: number | null;
  license_number: string | null;
  application_status: ApplicationStatus | null;
};

export const ADMIN_USER_COLUMNS = `u.id, u.name, u.email, u.phone, u.role, u.status, u.avatar_url, u.created_at, u.updated_at,
  a.specialization, a.location, a.bio, a.experience_years, a.license_number, a.application_status`;
export const FROM_USERS = 'FROM users u LEFT JOIN agent_profiles a ON a.user_id = u.id';

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
  const { rows, pagination } = await readPage<AdminUserRow>(db, query, {
    counted: (sql) => `FROM users u WHERE ${where(sql, query)}`,
    list: (sql) => selectUsers(sql, query),
  });
  return { users: rows.map(presentAdminUser), pagination };
}

function selectUsers(sql: SqlBuilder, filter: Filter): string {
  return `SELECT ${ADMIN_USER_COLUMNS} ${FROM_USERS} WHERE ${where(sql, filter)} ORDER BY ${orderBy(filter)}`;
}

const csvColumns: CsvColumns<AdminUser> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  email: ({ email }) => email,
  phone: ({ phone }) => phone,
  role: ({ role }) => role,
  status: ({ status }) => status,
  application_status: ({ application_status }) => application_status,
  license_number: ({ license_number }) => license_number,
  specialization: ({ specialization }) => specialization,
  location: ({ location }) => location,
  created_at: ({ created_at }) => created_at,
  updated_at: ({ updated_at }) => updated_at,
};

export async function exportUsers(
  { db, now }: Pick<ServerContext, 'db' | 'now'>,
  filter: Filter,
): Promise<FileAnswer> {
  const rows = await readAll<AdminUserRow>(db, (sql) => selectUsers(sql, filter));
  return csvFile('users', now(), csvColumns, rows.map(presentAdminUser));
}

/** @throws {NotFoundError} there is no such account (any more). */
export async function getAdminUser({ db }: Pick<ServerContext, 'db'>, id: number): Promise<AdminUser> {
  const [row] = await db.readRows<AdminUserRow>(
    `SELECT ${ADMIN_USER_COLUMNS} ${FROM_USERS} WHERE u.id = $1`,
    [id],
  );
  if (!row) throw new NotFoundError('User');
  return presentAdminUser(row);
}

function where(sql: SqlBuilder, { search, role, status }: Filter): string {
  const conditions = ['1 = 1'];
  if (role && role !== 'all') conditions.push(`u.role = ${sql.bind(role)}`);
  if (status && status !== 'all') conditions.push(`u.status = ${sql.bind(status)}`);
  if (search) conditions.push(matchesPerson(sql, 'u', search));
  return conditions.join(' AND ');
}

/** The newest first unless asked otherwise. The id parts those that are alike, so that pages never overlap. */
function orderBy({ sort = 'created_at', order = 'desc' }: Filter): string {
  return `${orderColumns[sort]} ${order}, u.id ${order}`;
}

export function presentAdminUser(row: AdminUserRow): AdminUser {
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
    experience: row.experience_years === null ? null : formatYears(row.experience_years),
    license_number: row.license_number,
    application_status: row.application_status,
  };
}

function formatYears(years: number): string {
  return `${years} ${years === 1 ? 'year' : 'years'}`;
}
