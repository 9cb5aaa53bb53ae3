import type { Database, Dialect } from '#server/db/connection.ts';
import type { ApplicationStatus } from '#server/db/models.ts';
import { isPerson, parseSearchWords, searchedPeople } from '#server/db/searchWords.ts';
import {
  isoOrNull,
  pick,
  readCounts,
  type SqlBuilder,
  sqlList,
  timeParameter,
  toBoolean,
  toIso,
} from '#server/db/sql.ts';
import { HAS_SECOND_FACTOR } from '#server/features/auth/policy.ts';
import type { AccountRow } from '#server/features/auth/reads.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { CsvColumns } from '#server/http/csv.ts';
import { found } from '#server/http/errors.ts';
import type { AdminUser, AdminUserQuery } from '#shared/contracts/users.ts';
import { addDays, startOfManilaDay } from '#shared/manilaDays.ts';

type Filter = Omit<AdminUserQuery, 'page' | 'limit' | 'letter'>;

export type AdminUserRow = Omit<AccountRow, 'pending_email'> &
  Record<'specialization' | 'location' | 'bio' | 'license_number', string | null> & {
    experience_years: number | null;
    application_status: ApplicationStatus | null;
    has_second_factor: boolean | number;
    last_seen_at: Date | string | null;
  };

/** Tables with the time of the last visit: sessions end, known devices are kept for longer. */
const TRACES = ['sessions', 'known_devices'];

export const ADMIN_USER_COLUMNS = `u.id, u.name, u.email, u.email_verified_at, u.phone, u.phone_verified_at, u.role, u.admin_role, u.status,
  u.avatar_url, u.created_at, u.updated_at, a.specialization, a.location, a.bio, a.experience_years, a.license_number, a.application_status,
  ${HAS_SECOND_FACTOR} AS has_second_factor,
  (SELECT MAX(seen.at) FROM (${TRACES.map((table) => `SELECT last_used_at AS at FROM ${table} WHERE user_id = u.id`).join(' UNION ALL ')}) seen)
    AS last_seen_at`;
const USERS = 'users u LEFT JOIN agent_profiles a ON a.user_id = u.id';
export const FROM_USERS = `FROM ${USERS}`;

const orderColumns: Record<NonNullable<Filter['sort']>, string> = {
  name: 'lower(u.name)',
  email: 'u.email',
  role: 'u.role',
  status: 'u.status',
  created_at: 'u.created_at',
  last_seen_at: 'seen.last_seen_at',
};

const LAST_SEEN = `LEFT JOIN (SELECT user_id, MAX(last_used_at) AS last_seen_at
  FROM (${TRACES.map((table) => `SELECT user_id, last_used_at FROM ${table}`).join(' UNION ALL ')}) used
  GROUP BY user_id) seen ON seen.user_id = u.id`;

/** The tables needed by the filter's conditions and order. */
const keyTables = ({ search, role, application, sort }: Filter, dialect: Dialect) =>
  [
    // Agents and admins are few: scanning their names is cheaper than using the index of all names.
    search && (!role || role === 'all' || role === 'user') ? searchedPeople(dialect, 'u', search) : 'users u',
    application && application !== 'all' && 'LEFT JOIN agent_profiles a ON a.user_id = u.id',
    sort === 'last_seen_at' && LAST_SEEN,
  ]
    .filter(Boolean)
    .join(' ');

export const adminUsers = sqlList<Filter, AdminUserRow, AdminUser, 'users'>({
  name: 'users',
  columns: () => ADMIN_USER_COLUMNS,
  from: USERS,
  id: 'u.id',
  counted: ({ search, role, application }, dialect) => keyTables({ search, role, application }, dialect),
  keys: keyTables,
  where: (sql, { search, role, status, application, confirmed, joined_from, joined_to }) => {
    const startOf = (day: string) => sql.bind(timeParameter(sql.dialect, startOfManilaDay(day)));
    return [
      role && role !== 'all' && `u.role = ${sql.bind(role)}`,
      status && status !== 'all' && `u.status = ${sql.bind(status)}`,
      application === 'none' && 'a.user_id IS NULL',
      application &&
        application !== 'all' &&
        application !== 'none' &&
        `a.application_status = ${sql.bind(application)}`,
      confirmed && confirmed !== 'all' && `u.email_verified_at IS ${confirmed === 'yes' ? 'NOT NULL' : 'NULL'}`,
      joined_from && `u.created_at >= ${startOf(joined_from)}`,
      joined_to && `u.created_at < ${startOf(addDays(joined_to, 1))}`,
      search && isSearchedFor(sql, search),
    ];
  },
  // Newest first by default. The id breaks ties, so that pages never overlap.
  orderBy: ({ sort = 'created_at', order = 'desc' }) => {
    // Accounts without a visit come last.
    const nulls = sort === 'last_seen_at' ? `NULLS ${order === 'desc' ? 'LAST' : 'FIRST'}` : '';
    return `${orderColumns[sort]} ${order} ${nulls}, u.id ${order}`;
  },
  present: presentAdminUser,
});

function isSearchedFor(sql: SqlBuilder, search: string): string {
  const id = parseSearchWords(search)?.id ?? null;
  const isFound = isPerson(sql, 'u', search);
  return id === null ? isFound : `(u.id = ${sql.bind(id)} OR ${isFound})`;
}

/** A page of accounts; with a letter, the page on which names with that first letter begin. */
export async function readUsers(db: Database, { letter, ...query }: AdminUserQuery) {
  if (!letter || query.sort !== 'name') return adminUsers.readPage(db, query);
  const { order, limit } = query;
  // In descending order, later letters come first. There is none after 'z'.
  const next = String.fromCharCode(letter.charCodeAt(0) + 1);
  const { earlier } = await readCounts<'earlier'>(db, (sql) => {
    const isBefore =
      order !== 'desc'
        ? `lower(u.name) < ${sql.bind(letter)}`
        : letter === 'z'
          ? '1 = 0'
          : `lower(u.name) >= ${sql.bind(next)}`;
    return `SELECT COUNT(*) AS earlier FROM ${keyTables(query, sql.dialect)} ${adminUsers.whereAll(sql, query)} AND ${isBefore}`;
  });
  const page = await adminUsers.readPage(db, { ...query, page: Math.floor(earlier / limit) + 1 });
  const last = Math.max(page.pagination.totalPages, 1);
  // No name comes after.
  return page.pagination.page > last ? adminUsers.readPage(db, { ...query, page: last }) : page;
}

export const adminUserColumns: CsvColumns<AdminUser> = {
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
  admin_role: ({ admin_role }) => admin_role,
};

/** @throws {NotFoundError} there is no such account (any more). */
export const getAdminUser = async ({ db }: Pick<ServerContext, 'db'>, id: number): Promise<AdminUser> =>
  found(await adminUsers.readOne(db, 'u.id', id), 'user');

export function presentAdminUser(row: AdminUserRow): AdminUser {
  return {
    ...pick(row, 'id', 'name', 'email', 'phone', 'role', 'admin_role', 'status', 'avatar_url'),
    ...pick(row, 'specialization', 'location', 'bio', 'license_number', 'application_status'),
    email_verified: row.email_verified_at !== null,
    phone_verified: row.phone_verified_at !== null,
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
    experience: row.experience_years === null ? null : formatYears(row.experience_years),
    has_second_factor: toBoolean(row.has_second_factor),
    last_seen_at: isoOrNull(row.last_seen_at),
  };
}

const formatYears = (years: number): string => `${years} ${years === 1 ? 'year' : 'years'}`;
