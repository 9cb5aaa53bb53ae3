import { toIso, toJson, toNumber } from '#server/db/rows.ts';
import type { Agent } from '#shared/contracts/agents.ts';
import type { AgentRow } from './reads.ts';

export function presentAgent(row: AgentRow): Agent {
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
    created_at: toIso(row.created_at),
  };
}

/** Percent of the inquiries that were answered; null while there was none to answer. */
function responseRate(answered: number, total: number): number | null {
  return total === 0 ? null : Math.round((answered / total) * 100);
}
