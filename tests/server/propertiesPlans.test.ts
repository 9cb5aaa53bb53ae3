// @databases both

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Sql } from '#server/db/sql.ts';
import { readFilter } from '#server/features/properties/list/filter.ts';
import {
  choicesQuery,
  countQuery,
  indexedCountQuery,
  mapCountQuery,
  mapQuery,
  pageQuery,
  rankedQuery,
  roughCountQuery,
} from '#server/features/properties/list/query.ts';
import { countAgents } from '#server/features/properties/reads/sameHome.ts';
import { type PropertyListQuery, propertyListQuery } from '#shared/contracts/properties.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const isSqlite = !inject('postgresUrl');
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ data: 'demo' });
});

afterAll(() => server.close());

/** As at a hundred thousand listings of which a tenth match. */
const crowd = { offset: 0, total: 10_000, totalWithoutText: 100_000, wordLookup: 'lookedUp' } as const;

function filterOf(query: Record<string, string>) {
  const parsed: PropertyListQuery = propertyListQuery.parse(query);
  const filter = readFilter(parsed, new Date());
  if (!filter) throw new Error('this finds nothing');
  return { filter, sort: parsed.sort ?? ('newest' as const) };
}

/** The steps of SQLite's plan. With its few rows PostgreSQL rightly reads the whole table, whatever there is. */
async function planOf({ text, parameters }: Sql): Promise<string[]> {
  const steps = await server.context.db.readRows<{ detail: string }>(
    `EXPLAIN QUERY PLAN ${text}`,
    parameters,
  );
  return steps.map((step) => step.detail);
}

const accessOf = (plan: string[]) => plan.find((step) => /^(SCAN|SEARCH) p\b/.test(step)) ?? '';

/** Twenty rows are put in order again after they were read whole; that sort stands behind 'SCAN page'. */
function sortsAllMatches(plan: string[]): boolean {
  const sort = plan.indexOf('USE TEMP B-TREE FOR ORDER BY');
  return sort >= 0 && sort < plan.indexOf('SCAN page');
}

describe.runIf(isSqlite)('on SQLite', () => {
  test.each([
    [{}, 'properties_(public_)?newest'],
    [{ status: 'sold' }, 'properties_public_status'],
    [{ location: 'Makati' }, 'properties_public_city'],
    [{ location: 'Makati', listing_type: 'sale' }, 'properties_public_city_listing'],
    [
      {
        location: 'Makati',
        listing_type: 'sale',
        type: 'condo',
        min_price: '1',
        max_price: '2',
        bedrooms: '2',
      },
      'properties_public_city_listing',
    ],
    [{ listing_type: 'rent' }, 'properties_public_listing'],
    [{ type: 'house' }, 'properties_public_type'],
    [{ type: 'office', bathrooms: '2' }, 'properties_public_newest'],
    [{ sort: 'price_asc' }, 'properties_public_price'],
    [{ sort: 'price_asc', listing_type: 'rent' }, 'properties_public_listing_price'],
    [{ sort: 'price_asc', location: 'Pasig', listing_type: 'sale' }, 'properties_public_city_price'],
    [{ sort: 'area_desc', type: 'condo' }, 'properties_public_area'],
    [{ bbox: '121,14,121.1,15', listing_type: 'sale' }, 'properties_public_listing'],
    [{ furnished: 'true', min_area: '40' }, 'properties_public_facts'],
    [{ pets: 'true', listing_type: 'rent' }, 'properties_public_listing'],
    [{ listed_within: '30' }, 'properties_public_newest'],
    [{ listed_within: '30', sort: 'price_asc' }, 'properties_public_price'],
    [{ area: '14,121;15,121;15,122' }, 'properties_(public_)?newest'],
    [{ features: 'Balcony', parking: '1' }, 'properties_public_facts'],
  ])('a page of %j is walked in the order of its index', async (query, index) => {
    const { filter, sort } = filterOf(query as Record<string, string>);
    const plan = await planOf(pageQuery('sqlite', filter, { ...crowd, sort, limit: 20 }));
    expect(accessOf(plan)).toMatch(new RegExp(`INDEX ${index}( |$)`));
    expect(sortsAllMatches(plan), plan.join('\n')).toBe(false);
  });

  test.each([
    [{}, /properties_/],
    [{ location: 'Makati' }, /properties_public_city/],
    [{ location: 'BGC' }, /properties_public_district/],
    [{ min_price: '100' }, /properties_public_price/],
    [{ bbox: '121,14,121.1,15' }, /properties_public_place/],
    [{ area: '14,121;15,121;15,122' }, /properties_public_place/],
    [{ area: '14,121;15,121;15,122', furnished: 'false' }, /properties_public_facts/],
    [{ listing_type: 'sale', type: 'condo', max_price_per_sqm: '90000' }, /properties_public_facts/],
    [{ licensed: 'true' }, /properties_public_facts/],
    [{ media: 'plan' }, /properties_public_facts/],
    [{ listed_within: '30' }, /properties_public_newest/],
  ])('%j is counted in an index alone', async (query, index) => {
    const plan = await planOf(countQuery('sqlite', filterOf(query as Record<string, string>).filter));
    expect(accessOf(plan)).toContain('COVERING INDEX');
    expect(accessOf(plan)).toMatch(index);
  });

  test('all choices are counted in one index alone', async () => {
    const { filter } = filterOf({ listing_type: 'sale' });
    const queries: Record<string, string>[] = [
      { pets: 'true' },
      { beds_exact: '0' },
      { licensed: 'true' },
      { media: 'video,plan' },
    ];
    const choices = queries.map((query) => filterOf(query).filter);
    const plan = await planOf(choicesQuery('sqlite', filter, choices, 1));
    expect(accessOf(plan)).toContain('COVERING INDEX properties_public_facts');
  });

  test('who else offers the homes of a page is found from its own listings', async () => {
    const asked: Sql[] = [];
    const readRows = async (text: string, parameters: Sql['parameters'] = []) => {
      asked.push({ text, parameters });
      return [];
    };
    await countAgents(Object.assign(Object.create(server.context.db), { readRows }), [{ id: 1 }]);
    const plans = await Promise.all(asked.map(planOf));
    expect(plans).toHaveLength(1);
    expect(plans.flat().filter((step) => step.includes('USING INTEGER PRIMARY KEY'))).toHaveLength(3);
    expect(plans.join()).not.toContain('properties_');
  });

  test('rare words are looked up in the full-text index, common ones read while walking', async () => {
    const { filter } = filterOf({ search: 'pool condo' });
    const rare = await planOf(
      pageQuery('sqlite', filter, { ...crowd, total: 30, sort: 'newest', limit: 20 }),
    );
    expect(rare).toContain('SCAN properties_search VIRTUAL TABLE INDEX 0:M1');
    const common = await planOf(pageQuery('sqlite', filter, { ...crowd, sort: 'newest', limit: 20 }));
    expect(accessOf(common)).toMatch(/properties_public_newest/);
    expect(common.join()).not.toContain('properties_search');
  });
});

test.skipIf(isSqlite)('PostgreSQL can look words up in its full-text index', async () => {
  const { db } = server.context;
  const { text, parameters } = countQuery('postgres', filterOf({ search: 'penthouse' }).filter);
  const plan = await db.transaction(async (transaction) => {
    await db.sequelize.query('SET LOCAL enable_seqscan = off', { transaction });
    await db.sequelize.query('ANALYZE properties', { transaction });
    const [rows] = await db.sequelize.query(`EXPLAIN ${text}`, { bind: [...parameters], transaction });
    return (rows as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN']);
  });
  expect(plan.join('\n')).toMatch(/Bitmap Index Scan on properties_search /);
});

test('both ways of looking for words find the same listings', async () => {
  const { db } = server.context;
  for (const search of ['pool', 'bgc condo', 'fort bonifacio', 'mak', 'a', '1', '12']) {
    const { filter } = filterOf({ search });
    const idsWith = async (totals: { total: number; totalWithoutText: number }) => {
      const { text, parameters } = mapQuery(db.dialect, filter, {
        limit: 500,
        offset: 0,
        wordLookup: 'lookedUp',
        ...totals,
      });
      const rows = await db.readRows<{ id?: number; record?: string }>(text, parameters);
      return rows.map((row) => (row.record ? JSON.parse(row.record).id : row.id));
    };
    const byIndex = await idsWith({ total: 400, totalWithoutText: 1_000_000 });
    const byReading = await idsWith({ total: 1_000, totalWithoutText: 1_000 });
    expect(byIndex.length).toBeGreaterThan(0);
    expect(byReading, search).toEqual(byIndex);
  }
});

test.each([
  { search: 'pool' },
  { search: 'bgc condo', max_price: '20000000' },
  { search: 'view', min_area: '40', type: 'condo' },
  { search: '12' },
  { search: 'pool', bbox: '121,14,121.1,15', listing_type: 'rent' },
  { search: 'mak', parking: '1', listed_within: '3650' },
  { features: 'Balcony', furnished: 'true' },
  { location: 'Avenue', search: 'view', bathrooms: '1' },
])('however %j is looked for, the same is found', async (query) => {
  const { db } = server.context;
  const { filter } = filterOf(query as unknown as Record<string, string>);
  const read = async ({ text, parameters }: Sql) =>
    (await db.readRows<{ total?: number | string; key?: number }>(text, parameters)).map(
      ({ total, key }) => key ?? Number(total),
    );
  const [lists, maps, rankings] = [new Set<string>(), new Set<string>(), new Set<string>()];
  // Few enough to be collected, and so many that the latest are walked to.
  for (const total of [19_999, 20_000])
    for (const wordLookup of ['lookedUp', 'intersected', 'read'] as const) {
      lists.add(String(await read(countQuery(db.dialect, filter, wordLookup))));
      maps.add(String(await read(mapCountQuery(db.dialect, filter, wordLookup))));
      const totals = { total, totalWithoutText: total, wordLookup };
      const now = new Date('2026-11-26');
      if (filter.search) rankings.add(String(await read(rankedQuery(db.dialect, filter, totals, now))));
    }
  expect(lists.size).toBe(1);
  expect(Number([...lists][0])).toBeGreaterThan(0);
  expect(maps.size).toBe(1);
  expect(rankings.size).toBe(filter.search ? 1 : 0);
});

test.runIf(isSqlite)('what tells how to look for words is counted as far as it matters', async () => {
  const { db } = server.context;
  const { filter } = filterOf({ search: 'view', max_price: '20000000' });
  const total = async ({ text, parameters }: Sql) =>
    (await db.readRows<{ total: number }>(text, parameters))[0]?.total ?? 0;
  const withWords = await total(countQuery('sqlite', filterOf({ search: 'view' }).filter));
  const withPrice = await total(countQuery('sqlite', filterOf({ max_price: '20000000' }).filter));
  const all = (await db.models.Property.max('id')) as number;
  expect(withPrice).toBeLessThan(all);
  expect(await total(indexedCountQuery(filter, 10_000))).toBe(withWords);
  expect(await total(indexedCountQuery(filter, 3))).toBe(3);
  expect(await total(roughCountQuery(filter, 10_000))).toBe(withPrice);
  expect(await total(roughCountQuery(filter, 3))).toBe(all);
});

test.runIf(isSqlite)('common words and a price meet in an index: no listing is looked up', async () => {
  const { filter } = filterOf({ search: 'view', max_price: '20000000' });
  const plan = await planOf(countQuery('sqlite', filter, 'intersected'));
  expect(accessOf(plan)).toContain('COVERING INDEX properties_public_price');
  expect(plan).toContain('SCAN properties_search VIRTUAL TABLE INDEX 0:M1');
});
