import type { Attributes } from 'sequelize';
import type { Database } from '#server/db/connection.ts';
import type { AgentProfileModel, UserModel } from '#server/db/models.ts';
import { matchesWords } from '#server/db/searchWords.ts';
import { SharedCache } from '#server/db/sharedCache.ts';
import { byId, isAmong, type RawRow, readAll, readRecords, toIso, toJson, toNumber } from '#server/db/sql.ts';
import { contactEmail, PUBLIC_AGENT } from '#server/features/auth/policy.ts';
import type { ServerContext } from '#server/features/context.ts';
import { POSTED, PUBLIC_ONLY } from '#server/features/properties/policy.ts';
import { fullListing, type ListingRow, presentProperty } from '#server/features/properties/reads.ts';
import { compareAgents, compareNames } from '#shared/agentOrder.ts';
import type { Agent, AgentListQuery } from '#shared/contracts/agents.ts';
import type { Property } from '#shared/contracts/properties.ts';
import { foldAddress } from '#shared/gazetteer/names.ts';
import { findPlace, foldText } from '#shared/places.ts';

const MAX_PROFILE_LISTINGS = 100;

type Account = Pick<Attributes<UserModel>, 'id' | 'name' | 'email' | 'phone' | 'avatar_url' | 'created_at'>;
type Profile = Omit<
  Attributes<AgentProfileModel>,
  keyof Attributes<UserModel> | 'user_id' | `license_${'checked_by' | 'warned_at' | 'lapsed_at' | 'note'}`
>;
type Figures = Record<'properties_sold' | 'active_listings' | 'inquiries' | 'answered_inquiries', number | string>;

type AgentRow = RawRow<Account> &
  RawRow<Omit<Profile, 'application_status' | 'decided_at'>, 'rating'> &
  Figures & { office_id: number | null; office_name: string | null };

/** The reviews that count in an agent's rating. */
type CountedReviews = 'all' | 'verified';

export const countedReviews = ({ systemSettings }: Pick<ServerContext, 'systemSettings'>): CountedReviews =>
  systemSettings.current().application.onlyVerifiedReviewsCount ? 'verified' : 'all';

/** Both are stored with each agent, so a change of the setting applies to all agents at once. */
const ratingColumns: Record<CountedReviews, string> = {
  all: 'a.rating, a.review_count',
  verified: 'a.verified_rating AS rating, a.verified_review_count AS review_count',
};

const FROM_PUBLIC = `FROM users u JOIN agent_profiles a ON a.user_id = u.id
  WHERE ${PUBLIC_AGENT}`;

/** Figures are aggregated once per query, for all agents. @param isAsked whether a column is among the requested ids. */
const selectAgents = (counted: CountedReviews, isAsked: (column: string) => string) => `
  SELECT u.id, u.name, ${contactEmail('u')} AS email, u.phone, u.avatar_url, u.created_at,
    a.title, a.bio, a.specialization, a.location, a.languages, a.certifications, a.achievements, a.working_hours,
    a.experience_years, a.viber, a.whatsapp, a.messenger, ${ratingColumns[counted]}, a.license_number, a.license_checked_at, a.license_expires_on,
    COALESCE(l.sold, 0) AS properties_sold, COALESCE(l.active, 0) AS active_listings,
    COALESCE(q.asked, 0) AS inquiries, COALESCE(q.answered, 0) AS answered_inquiries,
    f.id AS office_id, f.name AS office_name
  FROM users u JOIN agent_profiles a ON a.user_id = u.id
  LEFT JOIN office_members m ON m.user_id = u.id LEFT JOIN offices f ON f.id = m.office_id
  LEFT JOIN (
    SELECT p.agent_id, SUM(CASE WHEN p.status = 'sold' THEN 1 ELSE 0 END) AS sold,
      SUM(CASE WHEN p.status = 'available' AND ${PUBLIC_ONLY} THEN 1 ELSE 0 END) AS active
    FROM properties p WHERE ${isAsked('p.agent_id')} AND ${POSTED} GROUP BY p.agent_id) l ON l.agent_id = u.id
  LEFT JOIN (
    SELECT i.agent_id, COUNT(*) AS asked, COUNT(i.first_reply_at) AS answered
    FROM inquiries i WHERE i.follows_id IS NULL AND ${isAsked('i.agent_id')} GROUP BY i.agent_id) q ON q.agent_id = u.id
  WHERE ${PUBLIC_AGENT} AND ${isAsked('u.id')}`;

/** The requested agents that are in the directory, in the order of `ids`. */
export async function readAgents(db: Database, ids: readonly number[], counted: CountedReviews) {
  const rows = await readAll<AgentRow>(db, (sql) => selectAgents(counted, (column) => isAmong(sql, column, ids)));
  const found = byId(rows);
  return ids.flatMap((id) => found.get(id) ?? []);
}

type AgentEntryRow = Pick<
  AgentRow,
  'id' | 'name' | 'specialization' | 'location' | 'experience_years' | 'rating' | 'review_count'
>;

/** Every agent of the directory, fields for filtering and sorting only, in no order. */
export function readAgentEntries(db: Database, counted: CountedReviews): Promise<AgentEntryRow[]> {
  return db.readRows<AgentEntryRow>(
    `SELECT u.id, u.name, a.specialization, a.location, a.experience_years, ${ratingColumns[counted]} ${FROM_PUBLIC}`,
  );
}

type AgentNameRow = Pick<AgentRow, 'id' | 'name' | 'title' | 'specialization' | 'location'>;

/** Names of the same agents, best rated first. */
export function readAgentNames(db: Database, counted: CountedReviews = 'all'): Promise<AgentNameRow[]> {
  return db.readRows<AgentNameRow>(
    `SELECT u.id, u.name, a.title, a.specialization, a.location, ${ratingColumns[counted]} ${FROM_PUBLIC}
    ORDER BY rating DESC, review_count DESC, u.id`,
  );
}

export async function readAgent(db: Database, id: number, counted: CountedReviews) {
  const [row] = await readAgents(db, [id], counted);
  return row;
}

/** The distinct values of one profile column among the agents of the directory, sorted. */
export async function readDistinctValues(db: Database, column: 'specialization' | 'location') {
  const rows = await db.readRows<{ value: string }>(
    `SELECT DISTINCT a.${column} AS value ${FROM_PUBLIC} AND a.${column} <> ''`,
  );
  return rows.map((row) => row.value).sort((one, other) => one.localeCompare(other));
}

export async function readAgentListings(db: Database, agentId: number): Promise<Property[]> {
  const rows = await readRecords<ListingRow>(
    db,
    `SELECT ${fullListing.columns(db.dialect)} FROM ${fullListing.from}
    WHERE p.agent_id = $1 AND ${PUBLIC_ONLY} ORDER BY p.created_at DESC, p.id DESC LIMIT ${MAX_PROFILE_LISTINGS}`,
    [agentId],
  );
  return rows.map(presentProperty);
}

/** Number of reviews by stars, 1 to 5. */
export async function readRatingCounts(db: Database, agentId: number, counted: CountedReviews) {
  const rows = await db.readRows<{ rating: number; count: number | string }>(
    `SELECT rating, COUNT(*) AS count FROM reviews
    WHERE agent_id = $1 ${counted === 'verified' ? 'AND is_verified = true' : ''} GROUP BY rating`,
    [agentId],
  );
  const counts = new Map(rows.map((row) => [row.rating, Number(row.count)]));
  return [1, 2, 3, 4, 5].map((stars) => counts.get(stars) ?? 0);
}

/** @param today the day in Manila. */
export function presentAgent(row: AgentRow, today: string): Agent {
  const {
    license_number,
    license_checked_at,
    license_expires_on,
    inquiries,
    answered_inquiries,
    office_id,
    office_name,
    ...agent
  } = row;
  return {
    ...agent,
    languages: toJson(row.languages),
    certifications: toJson(row.certifications),
    achievements: toJson(row.achievements),
    working_hours: toJson(row.working_hours),
    rating: toNumber(row.rating),
    properties_sold: toNumber(row.properties_sold),
    active_listings: toNumber(row.active_listings),
    response_rate: responseRate(toNumber(answered_inquiries), toNumber(inquiries)),
    license: presentLicense({ license_number, license_checked_at, license_expires_on }, today),
    office: office_id === null ? null : { id: office_id, name: office_name ?? '' },
    created_at: toIso(row.created_at),
  };
}

/** An expired licence is not shown, though an agent stays listed for the grace period. */
export function presentLicense(
  {
    license_number,
    license_checked_at,
    license_expires_on,
  }: Pick<AgentRow, 'license_number' | 'license_checked_at' | 'license_expires_on'>,
  today: string,
): Agent['license'] {
  if (license_number === null || license_checked_at === null || license_expires_on === null) return null;
  if (license_expires_on < today) return null;
  return { number: license_number, checked_at: toIso(license_checked_at), expires_on: license_expires_on };
}

/** Percent of the inquiries that were answered; null without inquiries. */
const responseRate = (answered: number, total: number): number | null =>
  total === 0 ? null : Math.round((answered / total) * 100);

/** Changes of other processes show after at most this time. */
const KEPT_MS = 1_000;

/** An agent with the fields for filtering and sorting. */
interface AgentEntry extends AgentEntryRow {
  place: ReturnType<typeof findPlace>;
  /** The name's place in the alphabet. */
  rank: number;
}

type Filter = Pick<AgentListQuery, 'specialization' | 'location' | 'search' | 'sort' | 'order'>;

/** All agents of the directory, cached for a second. Places and accents are compared here. */
export class Directory {
  /** The same agents in each order that was asked for. */
  private readonly cache = new SharedCache<Map<string, AgentEntry[]>>({
    freshMs: KEPT_MS,
    maxSize: 1_000,
    sizeOf: () => 1,
  });
  private ranks = new Map<string, number>();

  constructor(private readonly context: Pick<ServerContext, 'db' | 'systemSettings'>) {}

  clear(): void {
    this.cache.clear();
  }

  /** Ids of the agents that match the filter, in order. Text is compared without case, accents and punctuation. */
  async find(filter: Filter): Promise<number[]> {
    const { specialization, location, search } = filter;
    const words = search ? foldText(search).split(' ') : [];
    const isThere = location ? placeTest(location) : () => true;
    return (await this.inOrder(filter))
      .filter(
        (entry) =>
          (!specialization || isSame(entry.specialization, specialization)) &&
          isThere(entry) &&
          (words.length === 0 || matchesWords(`${entry.name} ${entry.specialization ?? ''}`, { words })),
      )
      .map(({ id }) => id);
  }

  /** Sorted once for all filters and readers: the filter keeps the order. */
  private async inOrder({ sort = 'rating', order = 'desc' }: Filter): Promise<AgentEntry[]> {
    const counted = countedReviews(this.context);
    const orders = await this.cache.get(counted, async () => new Map([['', await this.read(counted)]]));
    const name = `${sort} ${order}`;
    const sorted =
      orders.get(name) ??
      (orders.get('') ?? []).toSorted(compareAgents({ sort, order }, (one, other) => one.rank - other.rank));
    orders.set(name, sorted);
    return sorted;
  }

  private async read(counted: CountedReviews): Promise<AgentEntry[]> {
    const places = new Map<string, AgentEntry['place']>();
    const placeOf = (location: string) => {
      if (!places.has(location)) places.set(location, findPlace(location));
      return places.get(location);
    };
    const rows = await readAgentEntries(this.context.db, counted);
    if (rows.some(({ name }) => !this.ranks.has(name))) this.ranks = rankNames(rows.map(({ name }) => name));
    return rows.map((row) => ({
      ...row,
      place: row.location ? placeOf(row.location) : undefined,
      rank: this.ranks.get(row.name) ?? 0,
    }));
  }
}

/** Comparing names takes most of the time of a sort: it is done when there is a new name. Equal ones share a place. */
function rankNames(names: readonly string[]): Map<string, number> {
  const ranks = new Map<string, number>();
  let before: string | undefined;
  let rank = 0;
  for (const name of names.toSorted(compareNames)) {
    if (before !== undefined && compareNames(before, name) !== 0) rank += 1;
    ranks.set(name, rank);
    before = name;
  }
  return ranks;
}

const isSame = (stored: string | null, wanted: string): boolean =>
  stored !== null && foldAddress(stored) === foldAddress(wanted);

/** Service areas are compared as places ('Makati' = 'Makati City'), and as text if the filter names no place. */
function placeTest(wanted: string): (entry: AgentEntry) => boolean {
  const place = findPlace(wanted);
  return (entry) => isSame(entry.location, wanted) || (place !== undefined && entry.place === place);
}
