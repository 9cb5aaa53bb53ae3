import { isoOrNull, pick, toIso, toJson } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import { SessionExpiredError } from '#server/http/access.ts';
import type { User } from '#shared/contracts/auth.ts';

/** A raw row of either database, or a model. */
export type AccountRow = Omit<
  User,
  'created_at' | 'updated_at' | 'agent' | 'email_verified' | 'phone_verified'
> & {
  email_verified_at: Date | string | null;
  phone_verified_at: Date | string | null;
  created_at: Date | string;
  updated_at: Date | string;
};

type AgentFields = NonNullable<User['agent']>;
type AgentTime = 'license_checked_at' | 'license_lapsed_at';
type AgentList = 'languages' | 'certifications' | 'achievements' | 'working_hours';

type AgentFieldsRow = {
  [Name in keyof AgentFields]: Name extends AgentList
    ? AgentFields[Name] | string
    : Name extends AgentTime
      ? Date | string | null
      : AgentFields[Name];
};

/** An account as its owner sees it. @param profile of an agent or applicant. */
export function presentUser(user: AccountRow, profile: AgentFieldsRow | null | undefined): User {
  return {
    ...pick(user, 'id', 'name', 'email', 'pending_email', 'contact_email', 'role', 'admin_role', 'status'),
    ...pick(user, 'phone', 'avatar_url', 'language'),
    email_verified: user.email_verified_at !== null,
    phone_verified: user.phone_verified_at !== null,
    created_at: toIso(user.created_at),
    updated_at: toIso(user.updated_at),
    agent: profile ? presentAgentFields(profile) : null,
  };
}

export function presentAgentFields(profile: AgentFieldsRow): AgentFields {
  return {
    ...pick(profile, 'title', 'bio', 'specialization', 'location', 'experience_years'),
    ...pick(profile, 'viber', 'whatsapp', 'messenger'),
    ...pick(profile, 'license_number', 'license_expires_on', 'application_status'),
    languages: toJson(profile.languages),
    certifications: toJson(profile.certifications),
    achievements: toJson(profile.achievements),
    working_hours: toJson(profile.working_hours),
    license_checked_at: isoOrNull(profile.license_checked_at),
    license_lapsed_at: isoOrNull(profile.license_lapsed_at),
  };
}

/** Runs at every start of the web UI, hence without models. */
const FIND_PROFILE = `
  SELECT u.id, u.name, u.email, u.email_verified_at, u.pending_email, u.contact_email, u.role, u.admin_role, u.status, u.phone,
    u.phone_verified_at, u.avatar_url, u.language, u.created_at, u.updated_at, a.user_id AS profile_id, a.title, a.bio, a.specialization, a.location, a.languages, a.certifications,
    a.achievements, a.working_hours, a.experience_years, a.viber, a.whatsapp, a.messenger, a.license_number, a.license_expires_on,
    a.license_checked_at, a.license_lapsed_at, a.application_status
  FROM users u LEFT JOIN agent_profiles a ON a.user_id = u.id
  WHERE u.id = $1`;

type ProfileRow = AccountRow & AgentFieldsRow & { profile_id: number | null };

export async function getProfile({ db }: ServerContext, userId: number): Promise<User> {
  const [row] = await db.readRows<ProfileRow>(FIND_PROFILE, [userId]);
  // The account was deleted after its session was read.
  if (!row) throw new SessionExpiredError();
  return presentUser(row, row.profile_id === null ? null : row);
}
