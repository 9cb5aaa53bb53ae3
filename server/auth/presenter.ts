import type { User } from '#shared/contracts/auth.ts';
import type { AgentProfileModel } from '../agents/models.ts';
import type { UserModel } from './models.ts';

/** An account as its owner sees it. Needs `agentProfile` to be included. */
export function presentUser(user: UserModel): User {
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    role: user.role,
    status: user.status,
    phone: user.phone,
    avatar_url: user.avatar_url,
    created_at: user.created_at.toISOString(),
    updated_at: user.updated_at.toISOString(),
    agent: user.agentProfile ? presentAgentFields(user.agentProfile) : null,
  };
}

export function presentAgentFields(profile: AgentProfileModel): NonNullable<User['agent']> {
  return {
    title: profile.title,
    bio: profile.bio,
    specialization: profile.specialization,
    location: profile.location,
    languages: profile.languages,
    certifications: profile.certifications,
    achievements: profile.achievements,
    working_hours: profile.working_hours,
    experience_years: profile.experience_years,
    license_number: profile.license_number,
    application_status: profile.application_status,
  };
}
