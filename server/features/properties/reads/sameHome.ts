import type { Database } from '#server/db/connection.ts';
import { isAmong, readAll, readKeys, type SqlBuilder, toNumber } from '#server/db/sql.ts';
import type { ListingText } from '../list/listingTexts.ts';
import type { LiveListings } from '../list/liveListings.ts';
import { PUBLIC_ONLY } from '../policy.ts';

/** A home of several agents is a component of the pairs with status 'same_home', derived on each read. */
const homesOf = (sql: SqlBuilder, ids: readonly number[]) => `home (root, id) AS (
  SELECT p.id, p.id FROM properties p WHERE ${isAmong(sql, 'p.id', ids)}
  UNION
  SELECT h.root, CASE WHEN d.older_id = h.id THEN d.newer_id ELSE d.older_id END
  FROM home h ${fromLeft(sql)} duplicate_pairs d ON d.status = 'same_home' AND (d.older_id = h.id OR d.newer_id = h.id))`;

/** SQLite does not know how few these are: it would begin with all available listings, or all pairs. */
const fromLeft = ({ dialect }: SqlBuilder) => (dialect === 'sqlite' ? 'CROSS JOIN' : 'JOIN');

const ofHomes = (sql: SqlBuilder) =>
  `home h ${fromLeft(sql)} properties r ON r.id = h.root ${fromLeft(sql)} properties p ON p.id = h.id`;

/** Offers of the home: public, available or pending, and of the same kind of offer as the requested listing `r`. */
const ON_OFFER = `${PUBLIC_ONLY} AND p.status IN ('available', 'pending') AND p.agent_id IS NOT NULL
  AND p.listing_type = r.listing_type`;

/** Number of other agents who offer the home, by listing id; no entry for a single agent. */
async function countOtherAgents(db: Database, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await readAll<{ id: number; agents: number | string }>(
    db,
    (sql) => `WITH RECURSIVE ${homesOf(sql, ids)}
      SELECT r.id, COUNT(DISTINCT p.agent_id) AS agents
      FROM ${ofHomes(sql)}
      WHERE h.id <> h.root AND ${ON_OFFER} AND p.agent_id <> r.agent_id GROUP BY r.id`,
  );
  return new Map(rows.map(({ id, agents }) => [id, toNumber(agents)]));
}

/** Ids of the home's listings with the same kind of offer, including the listing itself; the oldest first. */
export async function readOfferIds(db: Database, id: number): Promise<number[]> {
  return (await readOffers(db, [id])).map((row) => row.id);
}

/** For each listing on offer its home's oldest one: of a home that several agents offer, search engines index that page. */
export async function readFirstOffers(db: Database, ids: readonly number[]): Promise<Map<number, number>> {
  const first = new Map<number, number>();
  for (const { root, id } of await readOffers(db, ids)) if (!first.has(root)) first.set(root, id);
  return first;
}

const readOffers = (db: Database, ids: readonly number[]) =>
  readAll<{ root: number; id: number }>(
    db,
    (sql) => `WITH RECURSIVE ${homesOf(sql, ids)}
      SELECT h.root, p.id FROM ${ofHomes(sql)}
      WHERE ${ON_OFFER} ORDER BY p.created_at, p.id`,
  );

/** Listings that share their home with another one. */
export const readPairedIds = (db: Database): Promise<number[]> =>
  readKeys<number>(
    db,
    () =>
      "SELECT older_id AS key FROM duplicate_pairs WHERE status = 'same_home' UNION SELECT newer_id FROM duplicate_pairs WHERE status = 'same_home'",
  );

/** Adds the number of agents of the home to serialized listings. Few homes have several agents: they are cached. */
export class SharedHomes {
  private paired: Promise<Set<number>> | null = null;

  constructor(
    private readonly db: Database,
    listings: LiveListings,
  ) {
    listings.onMove(() => {
      this.paired = null;
    });
  }

  async withOffers(texts: readonly ListingText[]): Promise<readonly ListingText[]> {
    this.paired ??= readPairedIds(this.db)
      .then((ids) => new Set(ids))
      .catch((error: unknown) => {
        this.paired = null;
        throw error;
      });
    const paired = await this.paired;
    const some = texts.filter(({ id }) => paired.has(id)).map(({ id }) => id);
    if (some.length === 0) return texts;
    const others = await countOtherAgents(this.db, some);
    return texts.map((text) => {
      const count = others.get(text.id);
      if (!count) return text;
      const more = `,"offered_by":${count + 1}}`;
      return {
        ...text,
        json: Buffer.concat([text.json.subarray(0, -1), Buffer.from(more)]),
        digest: text.digest + more,
      };
    });
  }
}
