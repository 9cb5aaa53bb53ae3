// @databases full

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Rng } from '#server/demo/random.ts';
import { computeMarketFigures } from '#server/features/market/jobs.ts';
import type { MarketAnswer } from '#shared/contracts/market.ts';
import type { ListingType, PropertyStatus, PropertyType } from '#shared/listing/vocabulary.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const DAY = 86_400_000;
/** In Manila it is already January, and so the first quarter of 2026. */
const now = new Date('2025-12-31T16:30:00.000Z');
const QUARTERS = ['2024-Q2', '2024-Q3', '2024-Q4', '2025-Q1', '2025-Q2', '2025-Q3', '2025-Q4', '2026-Q1'];

interface Plan {
  place: 'bgc' | 'taguig' | 'bicutan';
  type: PropertyType;
  listingType: ListingType;
  area: number;
  /** Oldest first; the first is when it was listed. */
  statuses: { at: number; status: PropertyStatus }[];
  prices: { at: number; price: number }[];
}

let server: TestServer;
let agent: Person;
const plans: Plan[] = [];

/** Two and a half years in which listings appear, get more or fewer inquiries, go and come back. */
function planListings(): Plan[] {
  const rng = new Rng(11);
  const begin = now.getTime() - 900 * DAY;
  return Array.from({ length: 130 }, (_, index): Plan => {
    const listingType = index % 3 === 0 ? 'rent' : 'sale';
    const type = index % 7 === 0 ? 'house' : 'condo';
    const area = rng.int(24, 180);
    const perSqm = listingType === 'sale' ? rng.int(90_000, 260_000) : rng.int(300, 1_200);
    const statuses = [{ at: begin + rng.int(0, 895) * DAY, status: 'available' as PropertyStatus }];
    const prices = [{ at: statuses[0]?.at ?? 0, price: area * perSqm }];
    let at = statuses[0]?.at ?? 0;
    while (rng.next() < 0.65) {
      at += rng.int(5, 160) * DAY;
      if (at >= now.getTime()) break;
      const last = statuses.at(-1)?.status;
      const closed = listingType === 'sale' ? 'sold' : 'rented';
      if (rng.next() < 0.5)
        prices.push({ at, price: Math.round((prices.at(-1)?.price ?? 0) * rng.int(80, 115)) / 100 });
      else statuses.push({ at, status: last === closed ? 'available' : rng.next() < 0.4 ? 'pending' : closed });
    }
    // A rent among the sales, and an area in square feet.
    if (index === 4) prices.splice(0, prices.length, { at: statuses[0]?.at ?? 0, price: 45_000 });
    if (index === 5) return { place: 'bgc', type, listingType: 'sale', area: 90_000, statuses, prices };
    return {
      place: rng.pick(['bgc', 'bgc', 'taguig', 'bicutan']),
      type,
      listingType,
      area,
      statuses,
      prices,
    };
  });
}

async function store({ place, type, listingType, area, statuses, prices }: Plan): Promise<number> {
  const { context } = server;
  const { PropertyStatusChange, PropertyEvent } = context.db.models;
  const price = prices.at(-1)?.price ?? 0;
  const addresses = { bgc: '5th Avenue, BGC', taguig: 'Levi Mariano Avenue', bicutan: 'Street 1, Bicutan' };
  const listing = await buildProperty(context, {
    agent_id: agent.id,
    type,
    listing_type: listingType,
    area_sqm: area,
    address: addresses[place],
    city: 'Taguig',
    price,
    status: statuses.at(-1)?.status ?? 'available',
    created_at: new Date(statuses[0]?.at ?? 0),
  });
  await context.db.transaction(async () => {
    for (const [index, { at, status }] of statuses.entries())
      await PropertyStatusChange.create({
        property_id: listing.id,
        from_status: statuses[index - 1]?.status ?? null,
        to_status: status,
        price,
        changed_at: new Date(at),
      });
    for (const [index, { at, price }] of prices.entries())
      if (index > 0)
        await PropertyEvent.create({
          property_id: listing.id,
          kind: 'price',
          price,
          previous_price: prices[index - 1]?.price ?? null,
          status: 'available',
          changed_at: new Date(at),
        });
  });
  return listing.id;
}

const boundsOf = (quarter: string): [number, number] => {
  const year = Number(quarter.slice(0, 4));
  const first = (Number(quarter.slice(-1)) - 1) * 3;
  return [Date.UTC(year, first, 1) - 8 * 3_600_000, Date.UTC(year, first + 3, 1) - 8 * 3_600_000];
};

const medianOf = (values: readonly number[]): number | null => {
  if (values.length < 5) return null;
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? 0)) / 2;
};

/** Counted by walking through the days of each listing, not as the server does. */
function expected(areas: readonly string[], type: PropertyType, listingType: ListingType, quarter: string) {
  const [start, end] = boundsOf(quarter);
  const found = plans.flatMap((plan) => {
    if (!areas.includes(plan.place) || plan.type !== type || plan.listingType !== listingType) return [];
    let isOffered = false;
    for (let hour = start; hour < end; hour += DAY / 2) {
      const status = plan.statuses.filter(({ at }) => at <= hour).at(-1)?.status;
      if (status === 'available' || status === 'pending') isOffered = true;
    }
    const price = plan.prices.filter(({ at }) => at < end).at(-1)?.price ?? plan.prices[0]?.price ?? 0;
    const perSqm = price / plan.area;
    const isSane = listingType === 'sale' ? price >= 100_000 && perSqm >= 500 : price >= 1_000 && perSqm >= 20;
    return isOffered && isSane ? [{ price, perSqm }] : [];
  });
  return {
    count: found.length,
    price: medianOf(found.map(({ price }) => price)),
    perSqm: medianOf(found.map(({ perSqm }) => perSqm)),
  };
}

function expectedDays(areas: readonly string[], type: PropertyType, listingType: ListingType) {
  const days = plans.flatMap(({ place, statuses, ...plan }) => {
    if (!areas.includes(place) || plan.type !== type || plan.listingType !== listingType) return [];
    const last = statuses.at(-1);
    if (!last || !['sold', 'rented'].includes(last.status) || last.at < now.getTime() - 365 * DAY) return [];
    const before = statuses.slice(0, -1);
    const backAt = before.findLastIndex(({ status }) => status === 'sold' || status === 'rented');
    return [(last.at - (before[backAt + 1]?.at ?? 0)) / DAY];
  });
  return { count: days.length, median: medianOf(days) };
}

const read = async (query: string) => {
  const { status, body } = await server.request('GET', `/api/market?${query}`);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data as MarketAnswer;
};

const stored = async () =>
  (
    await server.context.db.models.MarketFigure.findAll({
      order: ['area_slug', 'type', 'listing_type', 'quarter'],
    })
  ).map((row) => row.get({ plain: true }));

beforeAll(async () => {
  server = await startTestServer({ data: 'empty', now: () => now });
  agent = await enter(server, { role: 'agent' });
  plans.push(...planListings());
  for (const plan of plans) await store(plan);
  await computeMarketFigures(server.context);
});

afterAll(() => server.close());

describe('figures of an area', () => {
  test.each([
    ['taguig', ['bgc', 'taguig', 'bicutan']],
    ['bgc', ['bgc']],
  ])('%s: medians, counts and days are what a walk through its listings finds', async (area, places) => {
    const { figures, minimum } = await read(`area=${area}`);
    expect(minimum).toBe(5);
    let told = 0;
    for (const figure of figures) {
      const { type, listing_type, quarters, days_on_market } = figure;
      for (const quarter of QUARTERS) {
        const { count, price, perSqm } = expected(places, type, listing_type, quarter);
        const own = quarters.find((one) => one.quarter === quarter);
        expect([type, listing_type, quarter, own?.count ?? 0]).toEqual([type, listing_type, quarter, count]);
        if (!own) continue;
        for (const [value, wanted] of [
          [own.median_price, price],
          [own.median_price_per_sqm, perSqm],
        ] as const) {
          if (wanted === null) expect(value).toBeNull();
          else expect(value).toBeCloseTo(wanted, 1);
          told += wanted === null ? 0 : 1;
        }
      }
      const days = expectedDays(places, type, listing_type);
      expect(days_on_market.count).toBe(days.count);
      expect(days_on_market.median).toBe(days.median === null ? null : Math.round(days.median));
      expect(quarters.at(-1)).toEqual({
        quarter: figure.quarter,
        count: figure.count,
        median_price: figure.median_price,
        median_price_per_sqm: figure.median_price_per_sqm,
      });
      const [before, newest] = QUARTERS.slice(-2).map((quarter) => {
        const { price, perSqm } = expected(places, type, listing_type, quarter);
        return listing_type === 'sale' ? perSqm : price;
      });
      expect(figure.change_percent).toBe(before && newest ? Math.round((newest / before - 1) * 100) : null);
    }
    expect(told).toBeGreaterThan(20);
  });

  test('are asked for by name, type and offer, and unknown areas are refused with the field named', async () => {
    const { area, figures } = await read('area=Taguig%20City&type=condo&listing_type=sale');
    expect(area).toEqual({ slug: 'taguig', name: 'Taguig', kind: 'city' });
    expect(figures.map(({ type, listing_type }) => [type, listing_type])).toEqual([['condo', 'sale']]);
    for (const query of ['area=Atlantis', 'area=Metro%20Manila', 'area=', '', 'area=bgc&type=castle']) {
      const { status, body } = await server.request('GET', `/api/market?${query}`);
      expect([query, status, body.code]).toEqual([query, 400, 'invalid_input']);
      expect(body.issues[0].path).toBe(query.includes('castle') ? 'type' : 'area');
    }
    expect(await read('area=Navotas')).toMatchObject({ computed_at: null, figures: [] });
  });

  test('two that compute at once store what one does, and what is hidden goes from all quarters', async () => {
    const before = await stored();
    expect(before.length).toBeGreaterThan(20);
    await Promise.all([computeMarketFigures(server.context), computeMarketFigures(server.context)]);
    expect(await stored()).toEqual(before);

    const { Property } = server.context.db.models;
    const hide = (moderation_status: 'active' | 'inactive') =>
      server.context.db.transaction(() => Property.update({ moderation_status }, { where: {} }));
    await hide('inactive');
    await computeMarketFigures({ ...server.context, now: () => new Date(now.getTime() + 1_000) });
    expect(await stored()).toEqual([]);
    await hide('active');
    await computeMarketFigures(server.context);
    expect(await stored()).toEqual(before);
  });
});

describe('a listing beside its area', () => {
  const ask = (id: number, person?: Person) =>
    server.request('GET', `/api/properties/${id}/market`, { token: person?.token });
  const list = (changes: object) =>
    buildProperty(server.context, { agent_id: agent.id, area_sqm: 50, city: 'Taguig', ...changes });

  test('is compared with its district, with the figure and how many it rests on', async () => {
    const { perSqm, count } = expected(['bgc'], 'condo', 'sale', '2026-Q1');
    const { id } = await list({ address: 'BGC', price: (perSqm ?? 0) * 50 * 1.08 });
    const { comparison } = (await ask(id)).body.data;
    expect(comparison).toMatchObject({ area: { slug: 'bgc', name: 'BGC' }, count, percent: 8 });
    expect(comparison.median_price_per_sqm).toBeCloseTo(perSqm ?? 0, 1);
    expect(comparison.price_per_sqm).toBe(Math.round((perSqm ?? 0) * 1.08));
  });

  test('is compared with its city where the district has too few, and with nothing where that has', async () => {
    const few = expected(['bicutan'], 'house', 'sale', '2026-Q1');
    expect(few.perSqm).toBeNull();
    const { id } = await list({ address: 'Bicutan', type: 'house', price: 9_000_000 });
    expect((await ask(id)).body.data.comparison).toMatchObject({
      area: { slug: 'taguig' },
      count: expected(['bgc', 'taguig', 'bicutan'], 'house', 'sale', '2026-Q1').count,
    });
    const unknown = await list({ address: 'BGC', type: 'office', price: 9_000_000 });
    const slip = await list({ address: 'BGC', price: 45_000 });
    const sold = await list({ address: 'BGC', price: 9_000_000, status: 'sold' });
    for (const one of [unknown, slip, sold]) expect((await ask(one.id)).body.data.comparison).toBeNull();
  });

  test('who may not see the listing is told of nothing', async () => {
    const { id } = await list({ address: 'BGC', price: 9_000_000, moderation_status: 'inactive' });
    expect((await ask(id)).status).toBe(404);
    expect((await ask(id, agent)).status).toBe(200);
  });
});
