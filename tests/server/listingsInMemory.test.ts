// @databases both

import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectToSqlite, sqliteFile } from '#server/db/sqlite.ts';
import { Rng } from '#server/demo/random.ts';
import { ListingTexts } from '#server/features/properties/list/listingTexts.ts';
import { deriveSearchFields } from '#server/features/properties/list/searchText.ts';
import { propertyTypes } from '#shared/listing/vocabulary.ts';
import { buildAgent } from '#tests/support/factories/agents.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { expectedIds, type Query, readAllListings } from '#tests/support/listingOracle.ts';
import { withPostgresClient } from '#tests/support/postgres.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
});

afterAll(() => server.close());

let asked = 0;

/** A list requested for the first time: no answer of it is cached. */
async function list(query: Query) {
  asked += 1;
  const search = new URLSearchParams({ limit: '100', max_price: String(900_000_000 + asked), exact: '1' });
  for (const [name, value] of Object.entries(query)) search.set(name, String(value));
  const { status, body } = await server.request('GET', `/api/properties?${search}`);
  expect(status).toBe(200);
  const { properties, pagination } = body.data;
  return { properties, ids: properties.map(({ id }: { id: number }) => id), total: pagination.total };
}

const queries: Query[] = [
  {},
  { sort: 'price_asc' },
  { sort: 'area_desc', type: 'condo' },
  { location: 'Makati', sort: 'price_desc' },
  { search: 'garden' },
  { search: 'gar', listing_type: 'rent' },
  { min_area: 80, bedrooms: 2 },
  { features: 'Pool', status: 'available' },
  { bbox: '121.00,14.53,121.06,14.58' },
];

/** The listings as the database has them, listed by the independent oracle. */
async function expectAll() {
  const listings = await readAllListings(server.context);
  for (const query of queries) {
    const expected = expectedIds(listings, query);
    const { ids, total } = await list(query);
    expect(total, JSON.stringify(query)).toBe(expected.length);
    expect(ids, JSON.stringify(query)).toEqual(expected.slice(0, 100));
  }
}

test('every list is right after every write, and while many are written', { timeout: 120_000 }, async () => {
  const { context } = server;
  const { Property } = context.db.models;
  const rng = new Rng(11);
  const agent = await buildAgent(context);
  const ids: number[] = [];
  const random = () => ({
    title: `${rng.pick(['Garden', 'Corner', 'Quiet'])} home`,
    description: rng.pick(['With a garage', 'A gallery below', 'Near the park']),
    type: rng.pick(propertyTypes.filter((type) => type !== 'office')),
    listing_type: rng.pick(['sale', 'rent'] as const),
    status: rng.pick(['available', 'sold'] as const),
    price: rng.int(1, 40) * 100_000,
    area_sqm: rng.int(20, 200),
    bedrooms: rng.int(0, 4),
    city: rng.pick(['Makati', 'Pasig']),
    features: rng.pick([['Pool'], ['Balcony'], []]),
    moderation_status: rng.pick(['active', 'active', 'inactive'] as const),
  });
  const write = async () => {
    const id = rng.pick(ids.length > 0 ? ids : [0]);
    if (ids.length < 20 || rng.next() < 0.4) {
      ids.push((await buildProperty(context, { ...random(), agent_id: agent.id })).id);
      return;
    }
    if (rng.next() < 0.2) {
      await context.db.transaction(() => Property.destroy({ where: { id } }));
      ids.splice(ids.indexOf(id), 1);
      return;
    }
    const listing = await Property.findByPk(id, { rejectOnEmpty: true });
    const changed = { ...listing.get(), ...random() };
    await context.db.transaction(() => listing.update({ ...changed, ...deriveSearchFields(changed) }));
  };
  for (let round = 0; round < 25; round += 1) {
    await write();
    await expectAll();
  }
  // No list is torn while others write: each listing of it fits, and stands once.
  const writing = (async () => {
    for (let step = 0; step < 150; step += 1) await write();
  })();
  let isWriting = true;
  void writing.finally(() => {
    isWriting = false;
  });
  while (isWriting) {
    const { properties, ids: found } = await list({ search: 'garden', listing_type: 'rent' });
    expect(new Set(found).size).toBe(found.length);
    for (const property of properties) expect(property.listing_type).toBe('rent');
  }
  await writing;
  await expectAll();
});

/** A change by another program, which does not notify this server. */
async function changeOutside(...statements: string[]): Promise<void> {
  const { env } = server.context;
  if (env.databaseUrl)
    await withPostgresClient(env.databaseUrl, async (client) => {
      for (const statement of statements) await client.query(statement);
    });
  else {
    const connection = await connectToSqlite(sqliteFile(env.dataDir));
    for (const statement of statements) await connection.exec(statement);
    await connection.close();
  }
}

test('what another program changes in the database shows within a moment', async () => {
  const { context } = server;
  const agent = await buildAgent(context, { name: 'Old Name' });
  const listing = await buildProperty(context, { agent_id: agent.id, price: 777_000 });
  const exactly = { min_price: 777_000, max_price: 777_000 };
  expect((await list(exactly)).ids).toEqual([listing.id]);
  await changeOutside(
    `UPDATE users SET name = 'New Name' WHERE id = ${agent.id}`,
    `UPDATE properties SET view_count = 41, price = 778000 WHERE id = ${listing.id}`,
  );
  await expect.poll(async () => (await list(exactly)).ids).toEqual([]);
  const [found] = (await list({ min_price: 778_000, max_price: 778_000 })).properties;
  expect(found).toMatchObject({ id: listing.id, views: 41, agent: { name: 'New Name' } });
  await changeOutside(`DELETE FROM properties WHERE id = ${listing.id}`);
  await expect.poll(async () => (await list({ min_price: 778_000, max_price: 778_000 })).ids).toEqual([]);
});

test('a transaction that began earlier and is committed later is not missed', async () => {
  const { context } = server;
  if (context.db.dialect === 'sqlite') return;
  const [early, late] = [
    await buildProperty(context, { price: 881_000 }),
    await buildProperty(context, { price: 881_000 }),
  ];
  await withPostgresClient(context.env.databaseUrl ?? '', async (client) => {
    await client.query('BEGIN');
    await client.query(`UPDATE properties SET price = 882000 WHERE id = ${early.id}`);
    await context.db.transaction(() => late.update({ price: 882_000 }));
    const changed = { min_price: 882_000, max_price: 882_000 };
    expect((await list(changed)).ids).toEqual([late.id]);
    await client.query('COMMIT');
    await expect.poll(async () => (await list(changed)).ids).toEqual([late.id, early.id]);
  });
});

test('texts are kept until the memory for them is full, and read again beyond', async () => {
  const demo = await startTestServer({ data: 'demo' });
  try {
    const { db } = demo.context;
    const rows = await db.models.Property.findAll({
      where: { status: 'available' },
      order: ['id'],
      raw: true,
    });
    const ids = rows.map(({ id }) => id);
    // Some fifty of them fit.
    const texts = new ListingTexts(db, { listingTextsMb: 0.1, webConcurrency: 1 });
    expect(texts.hasRoom).toBe(true);
    const first = await texts.getAll(ids);
    expect(texts.hasRoom).toBe(false);
    expect(first.length).toBeGreaterThan(100);
    expect(await texts.getAll(ids)).toEqual(first);
    // In a tenth of a machine's eighth all of them fit.
    const roomy = new ListingTexts(db, { listingTextsMb: undefined, webConcurrency: 10 });
    expect(await roomy.getAll(ids)).toEqual(first);
    expect(roomy.hasRoom).toBe(true);
  } finally {
    await demo.close();
  }
});
