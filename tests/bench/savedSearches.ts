import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import type { CreationAttributes } from 'sequelize';
import { createApp } from '#server/app.ts';
import type { SavedSearchModel } from '#server/db/models.ts';
import { Rng } from '#server/demo/random.ts';
import type { ServerContext } from '#server/features/context.ts';
import {
  checkQuery,
  findSearches,
  keyRows,
  readSaved,
  storedFilter,
} from '#server/features/savedSearches/matching.ts';
import { METRO_MANILA_CITIES } from '#shared/places.ts';
import { testEnv } from '#tests/support/demoTemplate.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { commonWords, districts, fillWithListings } from './syntheticListings.ts';

/**
 * `npm run bench:searches [-- postgres] [-- 100000]`: how long it takes to find the saved searches that a new listing comes
 * to, among so many that people keep as they do: most of them name a place, a price and a type, some only words or a
 * part of the map, a few nothing at all.
 */
const SEARCHES = process.argv.map(Number).find((number) => number > 0) ?? 100_000;
const PER_PERSON = 50;
const LISTINGS = 400;
const CHUNK = 2_000;

function drawQuery(random: Rng): string {
  const query = new URLSearchParams();
  const isRent = random.next() < 0.45;
  if (random.next() < 0.8) query.set('listing_type', isRent ? 'rent' : 'sale');
  if (random.next() < 0.7)
    query.set('type', random.pick(['condo', 'condo', 'condo', 'house', 'house', 'apartment']));
  const where = random.next();
  if (where < 0.7) query.set('location', random.pick([...METRO_MANILA_CITIES, ...districts]).name);
  else if (where < 0.8) {
    const [south, west] = [14.4 + random.next() * 0.3, 120.95 + random.next() * 0.15];
    query.set('bbox', [west, south, west + 0.05, south + 0.05].map((edge) => edge.toFixed(4)).join());
  } else if (where < 0.95) {
    query.set('search', random.pick(commonWords));
    query.set('exact', '1');
  }
  if (random.next() < 0.8)
    query.set('max_price', String(isRent ? random.int(10, 150) * 1_000 : random.int(2, 40) * 1_000_000));
  if (random.next() < 0.3) query.set('min_price', String(isRent ? 5_000 : 1_000_000));
  if (random.next() < 0.5) query.set('bedrooms', String(random.int(1, 4)));
  if (random.next() < 0.2) query.set('parking', '1');
  return String(query);
}

async function fill(context: ServerContext): Promise<void> {
  const { db } = context;
  const { User, SavedSearch, SavedSearchKey } = db.models;
  const random = new Rng(20_261_125);
  const people = await db.transaction(() =>
    User.bulkCreate(
      Array.from({ length: Math.ceil(SEARCHES / PER_PERSON) }, (_, at) => ({
        name: `Person ${at}`,
        email: `person${at}@bench.example`,
        password_hash: 'none',
      })),
      { returning: true },
    ),
  );
  const now = new Date();
  for (let from = 0; from < SEARCHES; from += CHUNK) {
    const rows: CreationAttributes<SavedSearchModel>[] = [];
    for (let at = from; at < Math.min(from + CHUNK, SEARCHES); at += 1) {
      const query = checkQuery(drawQuery(random));
      const filter = storedFilter(await readSaved(context, query));
      const user_id = people[Math.floor(at / PER_PERSON)]?.id ?? 0;
      rows.push({
        user_id,
        name: query.slice(0, 100),
        query,
        frequency: 'daily' as const,
        seen_at: now,
        ...filter,
      });
    }
    await db.transaction(async () => {
      const searches = await SavedSearch.bulkCreate(rows, { returning: true });
      await SavedSearchKey.bulkCreate(searches.flatMap(keyRows));
    });
  }
  if (db.dialect === 'postgres') await db.sequelize.query('VACUUM ANALYZE');
}

async function main(): Promise<void> {
  const cluster = process.argv.includes('postgres') ? await startPostgres() : undefined;
  const folder = mkdtempSync(path.join(tmpdir(), 'silong-bench-'));
  const env = testEnv(folder, cluster?.url);
  const app = await createApp({ env, log: pino({ level: 'silent' }), isRepeating: false });
  try {
    await fillWithListings(app.context.db, LISTINGS);
    await fill(app.context);
    const listings = await app.context.db.models.Property.findAll();
    const times: number[] = [];
    let found = 0;
    for (const [at, listing] of listings.entries()) {
      const from = performance.now();
      const searches = await findSearches(app.context, listing);
      // The first ones warm up.
      if (at < 20) continue;
      times.push(performance.now() - from);
      found += searches.length;
    }
    times.sort((one, other) => one - other);
    const at = (share: number) =>
      (times[Math.min(Math.floor(times.length * share), times.length - 1)] ?? 0).toFixed(1);
    process.stdout.write(
      `${cluster ? 'PostgreSQL' : 'SQLite'}, ${SEARCHES} saved searches, ${times.length} listings, ${Math.round(found / times.length)} matches each: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, slowest ${at(1)} ms\n`,
    );
  } finally {
    await app.close();
    await cluster?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
