import { toIso, toJson, toNumber } from '#server/db/rows.ts';
import type { Agent } from '#shared/contracts/agents.ts';
import type { AgentRow } from './reads.ts';

/** @param today the day in Manila. */
export function presentAgent(row: AgentRow, today: string): Agent {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    avatar_url: row.avatar_url,
    title: row.title,
    bio: row.bio,
    specialization: row.specialization,
    location: row.location,
    languages: toJson(row.languages),
    certifications: toJson(row.certifications),
    achievements: toJson(row.achievements),
    working_hours: toJson(row.working_hours),
    experience_years: row.experience_years,
    rating: toNumber(row.rating),
    review_count: row.review_count,
    properties_sold: toNumber(row.properties_sold),
    active_listings: toNumber(row.active_listings),
    response_rate: responseRate(toNumber(row.answered_inquiries), toNumber(row.inquiries)),
    license: presentLicense(row, today),
    created_at: toIso(row.created_at),
  };
}

/** An expired licence is not shown, though its agent stays listed for the grace period. */
function presentLicense(
  { license_number, license_checked_at, license_expires_on }: AgentRow,
  today: string,
): Agent['license'] {
  if (license_number === null || license_checked_at === null || license_expires_on === null) return null;
  if (license_expires_on < today) return null;
  return {
    number: license_number,
    checked_at: toIso(license_checked_at),
    expires_on: license_expires_on,
  };
}

/** Percent of the inquiries that were answered; null while there was none to answer. */
function responseRate(answered: number, total: number): number | null {
  return total === 0 ? null : Math.round((answered / total) * 100);
}
