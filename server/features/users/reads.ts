import type { ApplicationStatus } from '#server/db/models.ts';
import { matchesPerson } from '#server/db/searchWords.ts';
import { sqlList, toBoolean, toIso } from '#server/db/sql.ts';
import { HAS_SECOND_FACTOR } from '#server/features/auth/policy.ts';
import type { AccountRow } from '#server/features/auth/profile.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { CsvColumns } from '#server/http/csv.ts';
import { found } from '#server/http/errors.ts';
import type { AdminUser, AdminUserQuery } from '#shared/contracts/users.ts';

type Filter = Omit<AdminUserQuery, 'page' | 'limit'>;

export type AdminUserRow = Omit<AccountRow, 'pending_email'> & {
  specialization: string | null;
  location: string | null;
  bio: string | null;
  experience_years: number | null;
  license_number: string | null;
  application_status: ApplicationStatus | null;
  has_second_factor: boolean | number;
};

export const ADMIN_USER_COLUMNS = `u.id, u.name, u.email, u.email_verified_at, u.phone, u.phone_verified_at, u.role, u.admin_role, u.status,
  u.avatar_url, u.created_at, u.updated_at, a.specialization, a.location, a.bio, a.experience_years, a.license_number, a.application_status,
  ${HAS_SECOND_FACTOR} AS has_second_factor`;
const USERS = 'users u LEFT JOIN agent_profiles a ON a.user_id = u.id';
export const FROM_USERS = `FROM ${USERS}`;

const orderColumns: Record<NonNullable<Filter['sort']>, string> = {
  name: 'lower(u.name)',
  email: 'u.email',
  role: 'u.role',
  status: 'u.status',
  created_at: 'u.created_at',
};

export const adminUsers = sqlList<Filter, AdminUserRow, AdminUser, 'users'>({
  name: 'users',
  columns: () => ADMIN_USER_COLUMNS,
  from: USERS,
  id: 'u.id',
  counted: () => 'users u',
  where: (sql, { search, role, status }) => [
    role && role !== 'all' && `u.role = ${sql.bind(role)}`,
    status && status !== 'all' && `u.status = ${sql.bind(status)}`,
    search && matchesPerson(sql, 'u', search),
  ],
  // The newest first unless asked otherwise. The id parts those that are alike, so that pages never overlap.
  orderBy: ({ sort = 'created_at', order = 'desc' }) => `${orderColumns[sort]} ${order}, u.id ${order}`,
  present: presentAdminUser,
});

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
export async function getAdminUser({ db }: Pick<ServerContext, 'db'>, id: number): Promise<AdminUser> {
  return found(await adminUsers.readOne(db, 'u.id', id), 'user');
}

export function presentAdminUser(row: AdminUserRow): AdminUser {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    email_verified: row.email_verified_at !== null,
    phone: row.phone,
    phone_verified: row.phone_verified_at !== null,
    role: row.role,
    admin_role: row.admin_role,
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
    has_second_factor: toBoolean(row.has_second_factor),
  };
}

function formatYears(years: number): string {
  return `${years} ${years === 1 ? 'year' : 'years'}`;
}
