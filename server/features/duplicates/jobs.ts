import { Op } from 'sequelize';
import type { DuplicatePairModel } from '#server/db/models.ts';
import { lockedInOrder } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { RecurringJob } from '#server/jobs/queue.ts';
import { compareHomes, type Home, type Similarity } from './policy.ts';
import { findByFacts, findByPictures, indexPictures, lockUnchanged, readHomes } from './reads.ts';

type Reasons = Pick<DuplicatePairModel, 'same_pictures' | 'same_facts'>;
type Found = Pick<DuplicatePairModel, 'older_id' | 'newer_id'> & Reasons & { isOneHome: boolean };

/** Updates the open pairs of a listing with likely the same homes. @returns the number of new undecided pairs. */
export async function compareListing(context: ServerContext, id: number): Promise<number> {
  const { db } = context;
  const listing = await db.models.Property.findByPk(id);
  if (!listing) return 0;
  // Stored first: if two processes compare two listings at once, one finds the other.
  if (!(await indexPictures(context, listing))) return 0;
  const found = await findPairs(context, id);
  return db.transaction(async () => {
    if (!(await lockUnchanged(context, listing))) return 0;
    const seen = { property_id: id, listing_updated_at: listing.updated_at };
    await db.models.ComparedListing.upsert(seen);
    const fresh = await storePairs(context, id, found);
    if (fresh > 0) await context.jobs.add('duplicatesNotice', {}, { priority: 'background' });
    return fresh;
  });
}

async function findPairs(context: ServerContext, id: number): Promise<Found[]> {
  const { db } = context;
  const { ComparedListing, Property } = db.models;
  const [home] = await readHomes(db, [id]);
  if (!home) return [];
  const byPictures = await findByPictures(db, home);
  const byFacts = await findByFacts(db, home);
  // The pictures of candidates that were not compared themselves yet are indexed first.
  const compared = await ComparedListing.findAll({ where: { property_id: byFacts } });
  const indexed = new Set(compared.map(({ property_id }) => property_id));
  const listings = await Property.findAll({ where: { id: byFacts.filter((one) => !indexed.has(one)) } });
  for (const listing of listings) await indexPictures(context, listing);
  const ids = new Set([...byPictures.ids, ...byFacts]);
  const known: Home = {
    ...home,
    pictures: home.pictures.map((own) => ({ ...own, isCommon: byPictures.common.has(own.mediaHash) })),
  };
  return (await readHomes(db, [...ids])).flatMap((other) => {
    const likeness = compareHomes(known, other);
    return likeness ? [describe(known, other, likeness)] : [];
  });
}

function describe(one: Home, other: Home, { pictures, hasSameFacts, isOneHome }: Similarity): Found {
  const apart = one.createdAt.getTime() - other.createdAt.getTime() || one.id - other.id;
  const isOneOlder = apart < 0;
  const [older, newer] = isOneOlder ? [one, other] : [other, one];
  const newerOf = new Map(
    pictures.map((pair) =>
      isOneOlder ? [pair.one.address, pair.other.address] : [pair.other.address, pair.one.address],
    ),
  );
  return {
    older_id: older.id,
    newer_id: newer.id,
    same_facts: hasSameFacts,
    isOneHome,
    // In the older listing's order, whichever listing was compared.
    same_pictures: older.pictures.flatMap(({ address }) => {
      const same = newerOf.get(address);
      return same === undefined ? [] : [{ older: address, newer: same }];
    }),
  };
}

const keyOf = ({ older_id, newer_id }: Pick<Found, 'older_id' | 'newer_id'>) => `${older_id} ${newer_id}`;

async function storePairs(context: ServerContext, id: number, found: readonly Found[]): Promise<number> {
  const { db, now } = context;
  const { DuplicatePair, Property } = db.models;
  const where = { [Op.or]: [{ older_id: id }, { newer_id: id }] };
  const pairs = await DuplicatePair.findAll({ where, order: [['id', 'ASC']] });
  if (found.length === 0 && pairs.length === 0) return 0;
  const others = await Property.findAll({
    attributes: ['id'],
    where: { id: found.flatMap(({ older_id, newer_id }) => [older_id, newer_id]) },
    ...lockedInOrder('KEY_SHARE'),
  });
  const there = new Set(others.map((other) => other.id));
  const alike = new Map(
    found
      .filter(({ older_id, newer_id }) => there.has(older_id) && there.has(newer_id))
      .map((pair) => [keyOf(pair), pair]),
  );
  const gone = pairs.filter((pair) => !alike.has(keyOf(pair))).map((pair) => pair.id);
  // An agent's objection to a pair holds if the listings are alike again.
  await DuplicatePair.destroy({ where: { id: gone, disputed_at: null, [Op.or]: [...UNDECIDED] } });
  await updatePairs(context, pairs, alike);
  const known = new Set(pairs.map(keyOf));
  const fresh = [...alike.values()].filter((pair) => !known.has(keyOf(pair)));
  await DuplicatePair.bulkCreate(
    fresh.map(({ isOneHome, ...pair }) => ({ ...pair, ...foundState(isOneHome), found_at: now() })),
    { ignoreDuplicates: true },
  );
  return fresh.filter(({ isOneHome }) => !isOneHome).length;
}

const UNDECIDED = [{ status: 'open' as const }, { is_by_rule: true }];

const foundState = (isOneHome: boolean) =>
  ({ status: isOneHome ? 'same_home' : 'open', is_by_rule: isOneHome }) as const;

/** Decided pairs keep their reasons; pairs with an agent's objection are left to an admin. */
async function updatePairs(
  { db }: ServerContext,
  pairs: readonly DuplicatePairModel[],
  alike: ReadonlyMap<string, Found>,
): Promise<void> {
  for (const pair of pairs) {
    const found = alike.get(keyOf(pair));
    if (!found || (pair.status !== 'open' && !pair.is_by_rule)) continue;
    const { same_pictures, same_facts, isOneHome } = found;
    const state = pair.disputed_at ? {} : foundState(isOneHome);
    const change = { same_pictures, same_facts, ...state };
    if (!pair.set(change).changed()) continue;
    await db.models.DuplicatePair.update(change, {
      where: { id: pair.id, [Op.or]: [...UNDECIDED], ...(pair.disputed_at ? {} : { disputed_at: null }) },
    });
  }
}

const MINUTE_MS = 60_000;
const LISTINGS_AT_ONCE = 50;

/** Compares listings with the others in the background, one at a time, after they changed. */
export function handleComparisons(context: ServerContext): void {
  const { jobs, db } = context;
  jobs.handle('compareListing', {
    atOnce: 1,
    async run({ propertyId }) {
      // Two saves in a row need one comparison.
      const listing = await db.models.Property.findByPk(propertyId);
      const compared = await db.models.ComparedListing.findByPk(propertyId);
      if (compared && compared.listing_updated_at.getTime() === listing?.updated_at.getTime()) return;
      await compareListing(context, propertyId);
    },
  });
}

/** Finds changes by hand, and listings from before comparisons existed. */
export const comparisonCatchUp = (context: ServerContext): RecurringJob => ({
  name: 'compareListings',
  firstMs: MINUTE_MS,
  everyMs: 60 * MINUTE_MS,
  run: (signal) => compareChanged(context, signal),
});

export async function compareChanged(context: ServerContext, signal: AbortSignal): Promise<void> {
  for (let last = 0; !signal.aborted; ) {
    const rows = await context.db.readRows<{ id: number }>(
      `SELECT p.id FROM properties p LEFT JOIN compared_listings c ON c.property_id = p.id
        WHERE p.id > $1 AND (c.property_id IS NULL OR c.listing_updated_at <> p.updated_at)
        ORDER BY p.id LIMIT ${LISTINGS_AT_ONCE}`,
      [last],
    );
    for (const { id } of rows) if (!signal.aborted) await compareListing(context, id);
    if (rows.length < LISTINGS_AT_ONCE) return;
    last = rows.at(-1)?.id ?? last;
  }
}
