import { toIso, toJson } from '#server/db/rows.ts';
import type { User } from '#shared/contracts/auth.ts';

/** A row as either database hands it over, or a model: their values differ, their names do not. */
export type AccountRow = Omit<User, 'created_at' | 'updated_at' | 'agent'> & {
  created_at: Date | string;
  updated_at: Date | string;
};

type AgentFields = NonNullable<User['agent']>;
type AgentTime = 'license_checked_at' | 'license_lapsed_at';
type AgentList = 'languages' | 'certifications' | 'achievements' | 'working_hours';

export type AgentFieldsRow = {
  [Name in keyof AgentFields]: Name extends AgentList
    ? AgentFields[Name] | string
    : Name extends AgentTime
      ? Date | string | null
      : AgentFields[Name];
};

/** An account as its owner sees it. @param profile of an agent or applicant. */
export function presentUser(user: AccountRow, profile: AgentFieldsRow | null | undefined): User {
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    role: user.role,
    status: user.status,
    phone: user.phone,
    avatar_url: user.avatar_url,
    created_at: toIso(user.created_at),
    updated_at: toIso(user.updated_at),
    agent: profile ? presentAgentFields(profile) : null,
  };
}

export function presentAgentFields(profile: AgentFieldsRow): AgentFields {
  return {
    title: profile.title,
    bio: profile.bio,
    specialization: profile.specialization,
    location: profile.location,
    languages: toJson(profile.languages),
    certifications: toJson(profile.certifications),
    achievements: toJson(profile.achievements),
    working_hours: toJson(profile.working_hours),
    experience_years: profile.experience_years,
    license_number: profile.license_number,
    license_expires_on: profile.license_expires_on,
    license_checked_at: profile.license_checked_at && toIso(profile.license_checked_at),
    license_lapsed_at: profile.license_lapsed_at && toIso(profile.license_lapsed_at),
    application_status: profile.application_status,
  };
}
