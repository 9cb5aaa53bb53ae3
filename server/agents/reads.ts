import type { Database } from '#server/db/connection.ts';
import { PUBLIC_ONLY } from '#server/properties/policy.ts';
import { presentProperty } from '#server/properties/presenter.ts';
import { fullListing, type ListingRow } from '#server/properties/rows.ts';
import type { Property } from '#shared/contracts/properties.ts';

const MAX_PROFILE_LISTINGS = 100;

export interface AgentRow {
  id: number;
  name: string;
  email: string;
  phone: string | null;
  avatar_url: string | null;
  title: string | null;
  bio: string | null;
  specialization: string | null;
  location: string | null;
  languages: string[] | string;
  certifications: string[] | string;
  achievements: string[] | string;
  working_hours: Record<string, string> | string;
  experience_years: number;
  rating: number | string;
  review_count: number;
  created_at: Date | string;
  properties_sold: number | string;
  active_listings: number | string;
  inquiries: number | string;
  answered_inquiries: number | string;
}

/** Only approved, active agents appear anywhere in public. */
const VISIBLE = "u.role = 'agent' AND u.status = 'active' AND a.application_status = 'approved'";

/** With the figures computed from what is stored: grouped once, not once an agent. */
const selectAgents = (where: string) => `
  SELECT u.id, u.name, u.email, u.phone, u.avatar_url, u.created_at,
    a.title, a.bio, a.specialization, a.location, a.languages, a.certifications, a.achievements, a.working_hours,
    a.experience_years, a.rating, a.review_count,
    COALESCE(l.sold, 0) AS properties_sold, COALESCE(l.active, 0) AS active_listings,
    COALESCE(i.total, 0) AS inquiries, COALESCE(i.answered, 0) AS answered_inquiries
  FROM users u
  JOIN agent_profiles a ON a.user_id = u.id
  LEFT JOIN (
    SELECT p.agent_id, SUM(CASE WHEN p.status = 'sold' THEN 1 ELSE 0 END) AS sold,
      SUM(CASE WHEN p.status = 'available' AND ${PUBLIC_ONLY} THEN 1 ELSE 0 END) AS active
    FROM properties p GROUP BY p.agent_id
  ) l ON l.agent_id = u.id
  LEFT JOIN (
    SELECT agent_id, COUNT(*) AS total, SUM(CASE WHEN reply_at IS NULL THEN 0 ELSE 1 END) AS answered
    FROM inquiries GROUP BY agent_id
  ) i ON i.agent_id = u.id
  WHERE ${VISIBLE} ${where}
  ORDER BY a.rating DESC, a.review_count DESC, u.id`;

/** Every agent of the directory, best rated first. They are people: there are hundreds, not millions. */
export function readAgents(db: Database): Promise<AgentRow[]> {
  return db.readRows<AgentRow>(selectAgents(''));
}

export async function readAgent(db: Database, id: number): Promise<AgentRow | undefined> {
  const [row] = await db.readRows<AgentRow>(selectAgents('AND u.id = $1'), [id]);
  return row;
}

export async function isVisibleAgent(db: Database, id: number): Promise<boolean> {
  const rows = await db.readRows(
    `SELECT 1 FROM users u JOIN agent_profiles a ON a.user_id = u.id WHERE ${VISIBLE} AND u.id = $1`,
    [id],
  );
  return rows.length > 0;
}

export async function readAgentListings(db: Database, agentId: number): Promise<Property[]> {
  const rows = await db.readRows<ListingRow>(
    `SELECT ${fullListing.columns} ${fullListing.from}
    WHERE p.agent_id = $1 AND ${PUBLIC_ONLY} ORDER BY p.created_at DESC, p.id DESC LIMIT ${MAX_PROFILE_LISTINGS}`,
    [agentId],
  );
  return rows.map(presentProperty);
}

/** How many reviews gave each number of stars, from 1 to 5. */
export async function readRatingCounts(db: Database, agentId: number): Promise<number[]> {
  const rows = await db.readRows<{ rating: number; count: number | string }>(
    'SELECT rating, COUNT(*) AS count FROM reviews WHERE agent_id = $1 GROUP BY rating',
    [agentId],
  );
  const counts = new Map(rows.map((row) => [row.rating, Number(row.count)]));
  return [1, 2, 3, 4, 5].map((stars) => counts.get(stars) ?? 0);
}
