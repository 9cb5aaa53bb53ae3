import type { Database } from '#server/db/connection.ts';
import { SharedCache } from '#server/db/sharedCache.ts';
import { isAmong, readAll, readKeys, type SqlBuilder, toNumber } from '#server/db/sql.ts';
import type { ListingText } from '../list/listingTexts.ts';
import { PUBLIC_ONLY } from '../policy.ts';

/**
 * A home that several agents offer is what pairs of listings of status 'same_home' connect. Nothing of it is stored beside
 * the pairs: whatever becomes of one of them holds at once.
 */
const homesOf = (sql: SqlBuilder, ids: readonly number[]) => `home (root, id) AS (
  SELECT p.id, p.id FROM properties p WHERE ${isAmong(sql, 'p.id', ids)}
  UNION
  SELECT h.root, CASE WHEN d.older_id = h.id THEN d.newer_id ELSE d.older_id END
  FROM home h ${fromLeft(sql)} duplicate_pairs d ON d.status = 'same_home' AND (d.older_id = h.id OR d.newer_id = h.id))`;

/** SQLite does not know how few these are: it would begin with all listings that are available, or all pairs. */
const fromLeft = ({ dialect }: SqlBuilder) => (dialect === 'sqlite' ? 'CROSS JOIN' : 'JOIN');

const ofHomes = (sql: SqlBuilder) =>
  `home h ${fromLeft(sql)} properties r ON r.id = h.root ${fromLeft(sql)} properties p ON p.id = h.id`;

/** What of them is offered: public, still to be had, and in the same way as the listing `r` that is asked about. */
const ON_OFFER = `${PUBLIC_ONLY} AND p.status IN ('available', 'pending') AND p.agent_id IS NOT NULL
  AND p.listing_type = r.listing_type`;

/** By the id of a listing how many agents offer its home; nothing where it is one. */
export async function countAgents(
  db: Database,
  listings: readonly { id: number }[],
): Promise<(id: number) => { offered_by: number } | undefined> {
  if (listings.length === 0) return () => undefined;
  const rows = await readAll<{ id: number; agents: number | string }>(
    db,
    (sql) => `WITH RECURSIVE ${homesOf(
      sql,
      listings.map(({ id }) => id),
    )}
      SELECT r.id, COUNT(DISTINCT p.agent_id) AS agents
      FROM ${ofHomes(sql)}
      WHERE h.id <> h.root AND ${ON_OFFER} AND p.agent_id <> r.agent_id GROUP BY r.id`,
  );
  const others = new Map(rows.map(({ id, agents }) => [id, toNumber(agents)]));
  return (id) => {
    const count = others.get(id);
    return count ? { offered_by: count + 1 } : undefined;
  };
}

/** Ids of the listings of its home that are offered in the same way, with itself where it is; the oldest listing first. */
export async function readOfferIds(db: Database, id: number): Promise<number[]> {
  const rows = await readAll<{ id: number }>(
    db,
    (sql) => `WITH RECURSIVE ${homesOf(sql, [id])}
      SELECT p.id FROM ${ofHomes(sql)}
      WHERE ${ON_OFFER} ORDER BY p.created_at, p.id`,
  );
  return rows.map((row) => row.id);
}

const FRESH_MS = 2_000;
const USABLE_MS = 5_000;

/** Tells of written listings how many agents offer their home. Few homes are offered by several: those are known. */
export class SharedHomes {
  private readonly paired = new SharedCache<Set<number>>({
    freshMs: FRESH_MS,
    usableMs: USABLE_MS,
    maxSize: 100,
    sizeOf: () => 1,
  });

  constructor(private readonly db: Database) {}

  clear(): void {
    this.paired.clear();
  }

  async withOffers(texts: readonly ListingText[]): Promise<readonly ListingText[]> {
    const paired = await this.paired.get('', () => this.readPaired());
    const some = texts.filter(({ id }) => paired.has(id));
    if (some.length === 0) return texts;
    const offeredBy = await countAgents(this.db, some);
    return texts.map((text) => {
      const offers = offeredBy(text.id);
      if (!offers) return text;
      const more = `,${JSON.stringify(offers).slice(1)}`;
      return {
        ...text,
        json: Buffer.concat([text.json.subarray(0, -1), Buffer.from(more)]),
        digest: text.digest + more,
      };
    });
  }

  private async readPaired(): Promise<Set<number>> {
    const ids = await readKeys<number>(
      this.db,
      () =>
        "SELECT older_id AS key FROM duplicate_pairs WHERE status = 'same_home' UNION SELECT newer_id FROM duplicate_pairs WHERE status = 'same_home'",
    );
    return new Set(ids);
  }
}
