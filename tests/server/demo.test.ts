import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DuplicatePairModel, PropertyModel } from '#server/db/models.ts';
import { type DemoClock, demoClock } from '#server/demo/clock.ts';
import type { Marketplace } from '#server/demo/community/marketplace.ts';
import { viewingRows } from '#server/demo/community/viewings.ts';
import { listPictures } from '#server/demo/dealing.ts';
import { loadDemoData } from '#server/demo/index.ts';
import { buildAllFacts } from '#server/demo/listings/buildFacts.ts';
import { planListings } from '#server/demo/listings/timeline.ts';
import { draftAccounts } from '#server/demo/people/accounts.ts';
import {
  FINGERPRINTS,
  fileOf,
  nameOf,
  PICTURE_FOLDER,
  readFingerprints,
  storePictures,
} from '#server/demo/pictures.ts';
import { verifyPassword } from '#server/features/auth/writes/passwords.ts';
import { readFingerprint } from '#server/features/duplicates/policy.ts';
import { deriveSearchFields } from '#server/features/properties/list/searchText.ts';
import { createMediaService } from '#server/media/service.ts';
import { createFolderStore, hashBytes } from '#server/media/store.ts';
import { clientStages } from '#shared/contracts/desk.ts';
import { propertyTypes } from '#shared/listing/vocabulary.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { placeBySlug } from '#shared/places.ts';
import { readVideoAddress } from '#shared/videos.ts';
import { DEMO_NOW, DEMO_PASSWORD } from '#tests/support/demoTemplate.ts';
import { isOnLand } from '#tests/support/land.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;
let listings: PropertyModel[];
let pastSales: PropertyModel[];
let pairs: DuplicatePairModel[];

beforeAll(async () => {
  server = await startTestServer({ data: 'demo' });
  const all = await server.context.db.models.Property.findAll({ order: ['id'] });
  const isPast = ({ status, moderation_status }: PropertyModel) =>
    status === 'sold' && moderation_status === 'inactive';
  listings = all.filter((listing) => !isPast(listing));
  pastSales = all.filter(isPast);
  pairs = await server.context.db.models.DuplicatePair.findAll();
});
afterAll(() => server?.close());

/** Without later listings of the same homes, which have the same pictures. */
function firstListings(): PropertyModel[] {
  const later = new Set(pairs.map(({ newer_id }) => newer_id));
  return listings.filter(({ id }) => !later.has(id));
}

const manilaHour = new Intl.DateTimeFormat('en-US', {
  timeZone: 'Asia/Manila',
  hour: 'numeric',
  hourCycle: 'h23',
});

/** The people and listings of a first start, without a database. */
function marketAt(clock: DemoClock): Marketplace {
  const people = draftAccounts(clock).map(({ row, kind }, index) => ({
    kind,
    person: {
      id: index + 1,
      name: row.name,
      email: row.email,
      phone: row.phone ?? null,
      joinedAt: clock.at(-100),
    },
  }));
  const peopleOf = (wanted: string) => people.flatMap(({ kind, person }) => (kind === wanted ? person : []));
  const [admin] = peopleOf('admin');
  const agents = peopleOf('agent');
  const users = peopleOf('user');
  const [demoAgent] = agents;
  const [demoUser] = users;
  if (!admin || !demoAgent || !demoUser) throw new Error('A demo account is missing');
  const listings = planListings(buildAllFacts(), clock).map((plan, index) => ({
    id: index + 1,
    title: plan.facts.key,
    plan,
    agent: agents[plan.agent] ?? demoAgent,
  }));
  return { admin, agents, demoAgent, users, demoUser, newcomers: [], applicants: [], listings };
}

/** Kilometers, near enough at this latitude. */
function distance(a: { lat: number; lng: number }, b: { lat: number; lng: number }): number {
  return Math.hypot((a.lat - b.lat) * 110.6, (a.lng - b.lng) * 107.8);
}

function countBy<Item>(
  items: readonly Item[],
  key: (item: Item) => string | number,
): Map<string | number, number> {
  const counts = new Map<string | number, number>();
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
  return counts;
}

describe('the demo listings', () => {
  test('are many, over many cities and districts, of every type', () => {
    expect(listings.length).toBeGreaterThanOrEqual(252);
    const metro = listings.filter((listing) => listing.region_slug === 'metro-manila');
    expect(new Set(metro.map((listing) => listing.city_slug)).size).toBeGreaterThanOrEqual(14);
    expect(new Set(listings.map((listing) => listing.district_slug)).size).toBeGreaterThanOrEqual(40);
    expect([...countBy(listings, ({ type }) => type).keys()].sort()).toEqual([...propertyTypes].sort());

    const share = (listingType: string) =>
      (countBy(listings, ({ listing_type }) => listing_type).get(listingType) ?? 0) / listings.length;
    expect(share('sale')).toBeCloseTo(0.47, 1);
    expect(share('rent')).toBeCloseTo(0.43, 1);
    expect(share('lease')).toBeCloseTo(0.1, 1);
    const byCity = [...countBy(listings, ({ city }) => city)].toSorted(([, one], [, other]) => other - one);
    expect(
      byCity
        .slice(0, 6)
        .map(([city]) => city)
        .toSorted(),
    ).toEqual(['Makati City', 'Mandaluyong City', 'Manila', 'Pasig City', 'Quezon City', 'Taguig City']);
  });

  test('are mostly on offer; some are taken, a handful hidden', () => {
    const byStatus = countBy(listings, ({ status }) => status);
    expect(byStatus.get('available')).toBeGreaterThan(listings.length * 0.7);
    for (const status of ['pending', 'sold', 'rented']) expect(byStatus.get(status), status).toBeGreaterThan(8);
    const byModeration = countBy(listings, ({ moderation_status }) => moderation_status);
    for (const hidden of ['inactive', 'pending', 'rejected'])
      expect(byModeration.get(hidden), hidden).toBeGreaterThan(0);
    expect(byModeration.get('active')).toBeGreaterThanOrEqual(240);
  });

  test('have titles and texts of their own', () => {
    expect(new Set(listings.map(({ title }) => title)).size).toBe(listings.length);
    expect(new Set(listings.map(({ description }) => description)).size).toBe(listings.length);
    for (const { title, description, features } of listings) {
      expect(title).not.toMatch(/undefined|null|NaN/);
      expect(description).not.toMatch(/undefined|null|NaN|\{\w+\}/);
      const paragraphs = description.split('\n\n');
      expect(paragraphs.length, title).toBeGreaterThanOrEqual(2);
      expect(paragraphs.length, title).toBeLessThanOrEqual(4);
      expect(features.length, title).toBeGreaterThanOrEqual(5);
      expect(features.length, title).toBeLessThanOrEqual(12);
      expect(new Set(features).size, title).toBe(features.length);
    }
  });

  test('lie in their city and district, on land', () => {
    for (const { title, latitude, longitude, city, city_slug, district_slug, province } of listings) {
      if (latitude === null || longitude === null) throw new Error(`${title} has no coordinates`);
      const point = { lat: latitude, lng: longitude };
      const where = `${title} (${city}) ${latitude},${longitude}`;
      expect(isOnLand(latitude, longitude), where).toBe(true);

      const cityPlace = placeBySlug(city_slug ?? '');
      if (!cityPlace) throw new Error(`${where}: unknown city`);
      expect(cityPlace.province).toBe(province);
      const { bounds } = cityPlace;
      if (bounds) {
        expect(point.lat, where).toBeGreaterThan(bounds.south);
        expect(point.lat, where).toBeLessThan(bounds.north);
        expect(point.lng, where).toBeGreaterThan(bounds.west);
        expect(point.lng, where).toBeLessThan(bounds.east);
      } else expect(distance(point, cityPlace.center), where).toBeLessThan(4);

      const district = district_slug ? placeBySlug(district_slug) : undefined;
      if (district) expect(distance(point, district.center), where).toBeLessThan(2.6);
    }
  });

  test('store what their own words derive', () => {
    for (const listing of listings) {
      const { title, city_slug, district_slug, region_slug, allows_pets, search_text, search_version } = listing;
      expect({ city_slug, district_slug, region_slug, allows_pets, search_text, search_version }, title).toEqual(
        deriveSearchFields(listing),
      );
    }
  });

  test('show six to ten different pictures, and no cover twice', () => {
    for (const { title, images, image_descriptions, type } of listings) {
      expect(images.length, title).toBeGreaterThanOrEqual(type === 'land' ? 4 : 6);
      expect(images.length, title).toBeLessThanOrEqual(10);
      expect(new Set(images).size, title).toBe(images.length);
      expect(Object.keys(image_descriptions).sort(), title).toEqual([...images].sort());
      for (const text of Object.values(image_descriptions)) expect(text, title).toMatch(/^[A-Z0-9].{4,119}$/);
      for (const image of images) expect(image).toMatch(/^\/media\/[0-9a-f]{64}$/);
    }
    expect(new Set(firstListings().map(({ images }) => images[0])).size).toBe(firstListings().length);
  });

  test('share no picture with the four listings before them, unless they are in one building', () => {
    const all = firstListings();
    all.forEach(({ images, title, building_id }, index) => {
      const others = all
        .slice(Math.max(0, index - 4), index)
        .filter((other) => building_id === null || other.building_id !== building_id);
      const before = new Set(others.flatMap((listing) => listing.images));
      expect(
        images.filter((image) => before.has(image)),
        title,
      ).toEqual([]);
    });
  });

  test('agree with themselves', () => {
    for (const listing of listings) {
      const { title, type, bedrooms, furnished, floor_level, features, parking_slots, area_sqm } = listing;
      const isOnOwnLot = type === 'house' || type === 'duplex' || type === 'land';
      if (isOnOwnLot) expect(floor_level, title).toBeNull();
      if (type === 'condo' || type === 'apartment' || type === 'office')
        expect(floor_level, title).toBeGreaterThan(0);
      if (type === 'land') expect([bedrooms, furnished, parking_slots], title).toEqual([0, null, 0]);
      if (type === 'house' || type === 'duplex') expect(bedrooms, title).toBeGreaterThan(1);
      if (features.includes('Fully Furnished')) expect(furnished, title).toBe(true);
      const { completion, year_built, description, listing_type, created_at } = listing;
      const isPreSelling = completion === 'preselling';
      expect(/pre-selling/i.test(title) && /pre-selling/i.test(description), title).toBe(isPreSelling);
      if (isPreSelling) expect([type, listing_type, furnished], title).toEqual(['condo', 'sale', false]);
      if (isPreSelling) expect(year_built, title).toBeGreaterThanOrEqual(created_at.getUTCFullYear());
      if (type === 'land') expect([completion, year_built], title).toEqual([null, null]);
      if (features.includes('Parking Slot')) expect(parking_slots, title).toBeGreaterThan(0);
      expect(area_sqm, title).toBeGreaterThan(15);
    }
  });

  const perSqm = (each: PropertyModel) => each.price / each.area_sqm;

  test('cost what such places cost', () => {
    // One that waits for an admin is far too cheap.
    for (const listing of listings.filter(({ moderation_status }) => moderation_status !== 'pending')) {
      const { title, type, listing_type, price } = listing;
      const what = `${title}: ${price}`;
      if (type === 'condo' && listing_type === 'sale') {
        expect(perSqm(listing), what).toBeGreaterThan(80_000);
        expect(perSqm(listing), what).toBeLessThan(460_000);
      }
      if (type === 'condo' && listing_type === 'rent') {
        expect(perSqm(listing), what).toBeGreaterThan(380);
        expect(perSqm(listing), what).toBeLessThan(1_900);
      }
      if (type === 'office' && listing_type === 'lease') {
        expect(perSqm(listing), what).toBeGreaterThan(580);
        expect(perSqm(listing), what).toBeLessThan(1_450);
      }
      expect(price % (listing_type === 'sale' ? 10_000 : 500), what).toBe(0);
    }
    const villa = listings.find(
      ({ district_slug, listing_type }) => district_slug === 'dasmarinas-village' && listing_type === 'sale',
    );
    expect(villa?.price).toBeGreaterThan(150_000_000);
  });

  test('are for rent at what Manila asks: two bedrooms near a station, walk-ups, rooms and beds', () => {
    const rents = listings.filter(({ listing_type }) => listing_type === 'rent');
    const twoBedrooms = rents.filter(({ type, bedrooms }) => type === 'condo' && bedrooms === 2);
    const usual = twoBedrooms.filter(({ price }) => price >= 25_000 && price <= 40_000);
    expect(usual.length).toBeGreaterThan(twoBedrooms.length / 2);
    for (const place of ['Mandaluyong City', 'Pasig City', 'Cubao', 'Malate'])
      expect(
        usual.filter(({ city, address }) => `${address}, ${city}`.includes(place)).length,
        place,
      ).toBeGreaterThan(0);
    const walkUps = rents.filter(({ type, title }) => type === 'apartment' && !/\bbedspace|\broom\b/i.test(title));
    const cheap = walkUps.filter(({ price }) => price >= 8_000 && price <= 15_000);
    expect(cheap.length).toBeGreaterThan(walkUps.length * 0.4);
    const beds = rents.filter(({ title }) => /^Bedspace/.test(title));
    expect(beds.length).toBeGreaterThanOrEqual(5);
    for (const { price, title } of beds) expect([price >= 3_000, price <= 5_500], title).toEqual([true, true]);
    // A larger class of place costs more a square meter.
    const median = (place: string) => {
      const rates = twoBedrooms.flatMap((each) => (each.city === place ? perSqm(each) : [])).sort((a, b) => a - b);
      return rates[Math.floor(rates.length / 2)] ?? 0;
    };
    expect(median('Makati City')).toBeGreaterThan(median('Mandaluyong City'));
    expect(median('Mandaluyong City')).toBeGreaterThan(median('Manila'));
  });

  test('of towers come several to a building, and every building has its facts', async () => {
    const buildings = await server.context.db.models.Building.findAll();
    for (const { name, developer, description, floors, year_built, amenities, moving_hours } of buildings) {
      for (const fact of [developer, description, floors, year_built, moving_hours])
        expect(fact, name).toBeTruthy();
      expect(amenities.length, name).toBeGreaterThanOrEqual(4);
    }
    const units = countBy(
      listings.filter(({ type }) => type === 'condo'),
      ({ building_id }) => building_id ?? 0,
    );
    expect([...units.values()].filter((count) => count >= 2).length).toBeGreaterThan(units.size * 0.9);
  });

  test('are written in American English', () => {
    // Names stay as they are: Pioneer Centre.
    for (const { title, description } of listings)
      expect(`${title} ${description}`).not.toMatch(/metre|storey|[Nn]eighbour|colour|favour|\bcentre/);
  });

  test('of one home by two agents have the same pictures and are paired; some have a video', () => {
    const byId = new Map(listings.map((listing) => [listing.id, listing]));
    expect(pairs.map(({ status }) => status).toSorted()).toEqual([
      'open',
      'open',
      'same_home',
      'same_home',
      'same_home',
      'same_home',
      'same_home',
    ]);
    for (const { older_id, newer_id, status } of pairs) {
      const [older, newer] = [byId.get(older_id), byId.get(newer_id)];
      expect(older?.images.slice(0, 5)).toEqual(newer?.images.slice(0, 5));
      expect(older?.floor_level).toBe(newer?.floor_level);
      expect(older?.agent_id === newer?.agent_id).toBe(status === 'open');
    }
    const filmed = listings.filter(({ video_url }) => video_url !== null);
    expect(filmed.length).toBeGreaterThanOrEqual(5);
    for (const { has_video, video_url } of filmed) {
      expect(has_video).toBe(true);
      expect(readVideoAddress(video_url ?? '')).not.toBeNull();
    }
  });

  test('have ids in the order in which they were posted, all before now', () => {
    const times = listings.map(({ created_at }) => created_at.getTime());
    expect(times).toEqual([...times].sort((a, b) => a - b));
    for (const { title, created_at, updated_at } of listings) {
      expect(updated_at.getTime(), title).toBeGreaterThanOrEqual(created_at.getTime());
      expect(updated_at.getTime(), title).toBeLessThan(DEMO_NOW.getTime());
    }
    const monthAgo = DEMO_NOW.getTime() - 31 * 86_400_000;
    expect(times.filter((time) => time > monthAgo).length).toBeGreaterThan(60);
  });
});

describe('what happened to the listings', () => {
  test('the history begins when a listing was posted and ends in its status', async () => {
    const changes = await server.context.db.models.PropertyStatusChange.findAll({ order: ['id'] });
    for (const listing of listings) {
      const own = changes.filter(({ property_id }) => property_id === listing.id);
      expect(own[0]).toMatchObject({
        from_status: null,
        to_status: 'available',
        changed_at: listing.created_at,
      });
      expect(own.at(-1)?.to_status, listing.title).toBe(listing.status);
      expect(own.at(-1)?.changed_at.getTime()).toBeLessThanOrEqual(listing.updated_at.getTime());
      own.slice(1).forEach((change, index) => {
        expect(change.from_status).toBe(own[index]?.to_status);
        expect(change.changed_at.getTime()).toBeGreaterThan(own[index]?.changed_at.getTime() ?? 0);
      });
    }
    const closed = changes.filter(({ to_status }) => to_status === 'sold' || to_status === 'rented');
    expect(
      new Set(closed.map(({ changed_at }) => changed_at.toISOString().slice(0, 7))).size,
    ).toBeGreaterThanOrEqual(10);
  });

  test('prices lead from what a listing was listed at to what it costs; the freshest date is that of the last sign', async () => {
    const { PropertyEvent, PropertyStatusChange } = server.context.db.models;
    const events = await PropertyEvent.findAll({ order: ['changed_at', 'id'] });
    const changes = await PropertyStatusChange.findAll({ order: ['id'] });
    for (const listing of listings) {
      const own = events.filter(({ property_id }) => property_id === listing.id);
      const prices = own.filter(({ kind }) => kind === 'price');
      const [listed, ...later] = changes.filter(({ property_id }) => property_id === listing.id);
      const opening = listed?.price ?? 0;
      const steps = [opening, ...prices.map(({ price }) => price)];
      expect(prices.map(({ previous_price }) => previous_price)).toEqual(steps.slice(0, -1));
      expect(steps.at(-1), listing.title).toBe(listing.price);
      for (const { changed_at } of own) {
        expect(changed_at.getTime(), listing.title).toBeGreaterThan(listing.created_at.getTime());
        expect(changed_at.getTime()).toBeLessThan(DEMO_NOW.getTime());
      }
      const signs = [...own, ...later].map(({ changed_at }) => changed_at.getTime());
      expect(listing.fresh_at?.getTime() ?? null, listing.title).toBe(
        signs.length > 0 ? Math.max(...signs) : null,
      );
      const confirmed = own.filter(({ kind }) => kind === 'confirmed').at(-1);
      expect(listing.confirmed_at).toEqual(confirmed?.changed_at ?? null);
    }
    const reduced = new Set(events.filter(({ kind }) => kind === 'price').map((event) => event.property_id));
    expect(reduced.size).toBeGreaterThan(listings.length / 3);
  });

  test('views are counted exactly, within a year, while the listing stood', async () => {
    const views = await server.context.db.readRows<{
      property_id: number;
      count: number;
      first: string;
      last: string;
    }>(
      `SELECT property_id, CAST(count(*) AS integer) AS count, CAST(min(viewed_on) AS text) AS first,
        CAST(max(viewed_on) AS text) AS last FROM property_views GROUP BY property_id`,
    );
    const total = views.reduce((sum, { count }) => sum + count, 0);
    expect(total).toBeGreaterThan(25_000);
    expect(total).toBeLessThan(40_000);
    const byListing = new Map(views.map((row) => [row.property_id, row]));
    for (const listing of listings) {
      const row = byListing.get(listing.id);
      expect(listing.view_count, listing.title).toBe(row?.count ?? 0);
      if (!row) continue;
      expect(row.first > listing.created_at.toISOString().slice(0, 10), listing.title).toBe(true);
      expect(row.first >= '2025-03-18', listing.title).toBe(true);
      expect(row.last < '2026-03-18', listing.title).toBe(true);
    }
  });
});

describe('the people', () => {
  test('agents have full profiles and exact ratings; somebody waits to be approved', async () => {
    const { models } = server.context.db;
    const profiles = await models.AgentProfile.findAll({ include: ['user'] });
    const approved = profiles.filter(({ application_status }) => application_status === 'approved');
    expect(approved.length).toBeGreaterThanOrEqual(16);
    expect(profiles.filter(({ application_status }) => application_status === 'pending')).toHaveLength(3);

    const reviews = await models.Review.findAll();
    for (const profile of approved) {
      const own = reviews.filter(({ agent_id }) => agent_id === profile.user_id).map(({ rating }) => rating);
      expect(own.length).toBeGreaterThanOrEqual(4);
      expect(own.length).toBeLessThanOrEqual(20);
      const mean = own.reduce((sum, rating) => sum + rating, 0) / own.length;
      expect(profile.rating).toBeCloseTo(mean, 2);
      expect(profile.review_count).toBe(own.length);
      for (const text of [
        profile.title,
        profile.bio,
        profile.specialization,
        profile.location,
        profile.license_number,
      ])
        expect(text).toBeTruthy();
      for (const list of [profile.languages, profile.certifications, profile.achievements])
        expect(list.length).toBeGreaterThan(0);
      expect(Object.keys(profile.working_hours)).toHaveLength(7);
    }
    const withListings = new Set(listings.map(({ agent_id }) => agent_id));
    for (const profile of approved) expect(withListings.has(profile.user_id)).toBe(true);
  });

  test('agents’ figures bear their words out: sales, answers and ratings', async () => {
    const { agents } = (await server.request('GET', '/api/agents')).body.data;
    let sold = 0;
    let stars = 0;
    let reviews = 0;
    for (const { name, properties_sold, response_rate, rating, review_count } of agents) {
      expect(properties_sold, name).toBeGreaterThanOrEqual(40);
      expect(properties_sold, name).toBeLessThanOrEqual(120);
      expect(response_rate, name).toBeGreaterThanOrEqual(80);
      expect(response_rate, name).toBeLessThanOrEqual(98);
      sold += properties_sold;
      stars += rating * review_count;
      reviews += review_count;
    }
    // '1500+ Properties Sold', '4.8 Average Rating'
    expect(sold).toBeGreaterThanOrEqual(1_500);
    expect(stars / reviews).toBeCloseTo(4.8, 1);
  });

  test('agents claim no more sales and years than the figures beside the words', async () => {
    const { agents } = (await server.request('GET', '/api/agents')).body.data;
    const soldBy = Object.fromEntries(
      agents.map(({ id, properties_sold }: Record<string, number>) => [id, properties_sold]),
    );
    const inWords: Record<string, number> = { eleven: 11, ninety: 90, 'one hundred': 100 };
    const claims: string[] = [];
    const profiles = await server.context.db.models.AgentProfile.findAll({
      where: { application_status: 'approved' },
    });
    for (const { user_id, achievements, bio, experience_years } of profiles) {
      const began = DEMO_NOW.getUTCFullYear() - experience_years;
      for (const words of achievements) {
        const counted = /(?<!₱)\b(\d+|eleven|ninety|one hundred)\b.*\b(?:sales|houses|homes|lots)\b/i;
        const [, count] = counted.exec(words) ?? [];
        if (count && /\b(?:sold|closed|sales)\b/i.test(words)) {
          claims.push(words);
          expect(inWords[count.toLowerCase()] ?? Number(count), words).toBeLessThanOrEqual(soldBy[user_id]);
        }
        const [, rookieIn] = /^Rookie of the year (\d{4})$/.exec(words) ?? [];
        if (rookieIn) expect(Number(rookieIn), words).toBeGreaterThanOrEqual(began);
      }
      const [, since] = /\bsince (\d{4})\b/.exec(bio ?? '') ?? [];
      if (since) expect(Math.abs(Number(since) - began), bio ?? '').toBeLessThanOrEqual(1);
    }
    expect(claims).toHaveLength(5);
  });

  test('past sales are off the site, before all that is on it, and say what they are', () => {
    for (const { title, description, created_at, updated_at, price, search_text } of pastSales) {
      expect(`${title} ${description}`).not.toMatch(/undefined|null|NaN/);
      expect(created_at.getTime(), title).toBeLessThan(updated_at.getTime());
      expect(updated_at.getTime(), title).toBeLessThan(listings[0]?.created_at.getTime() ?? 0);
      expect(price, title).toBeGreaterThan(0);
      expect(search_text).toBeTruthy();
    }
  });

  test('the three demo accounts open with the demo password, no other account does', async () => {
    const users = await server.context.db.models.User.findAll();
    const hashes = countBy(users, ({ password_hash }) => password_hash);
    const demo = users.filter(({ email }) => /^(?:admin|agent|user)@silong\.example$/.test(email));
    expect(demo.map(({ role, status }) => `${role} ${status}`).sort()).toEqual([
      'admin active',
      'agent active',
      'user active',
    ]);
    for (const user of demo)
      expect(await verifyPassword(user.password_hash, DEMO_PASSWORD), user.email).toBe(true);
    const others = [...hashes.keys()].filter((hash) => !demo.some(({ password_hash }) => password_hash === hash));
    for (const hash of others) expect(await verifyPassword(String(hash), DEMO_PASSWORD)).toBe(false);
    for (const { email } of users) expect(email).toMatch(/^[a-z.]+@silong\.example$/);
  });

  test('the demo agent’s console has something in every corner', async () => {
    const { models } = server.context.db;
    const agent = await models.User.findOne({
      where: { email: 'agent@silong.example' },
      rejectOnEmpty: true,
    });
    const own = listings.filter(({ agent_id }) => agent_id === agent.id);
    expect(own.length).toBeGreaterThanOrEqual(16);
    expect(own.filter(({ status }) => status === 'sold').length).toBeGreaterThanOrEqual(2);
    expect(own.filter(({ status }) => status === 'rented').length).toBeGreaterThanOrEqual(2);
    const inquiries = await models.Inquiry.findAll({ where: { agent_id: agent.id } });
    expect([...countBy(inquiries, ({ status }) => status).keys()].sort()).toEqual([
      'closed',
      'new',
      'read',
      'replied',
    ]);
    const conversations = await models.Conversation.findAll({ where: { agent_id: agent.id } });
    const messages = await models.Message.findAll({
      where: { conversation_id: conversations.map(({ id }) => id) },
    });
    expect(messages.some(({ read_at, sender_id }) => read_at === null && sender_id !== agent.id)).toBe(true);
    const viewings = await models.Viewing.findAll({ where: { agent_id: agent.id } });
    expect(viewings.some(({ status, starts_at }) => status === 'confirmed' && starts_at > DEMO_NOW)).toBe(true);
    expect(viewings.some(({ starts_at }) => starts_at < DEMO_NOW)).toBe(true);
  });

  test('confirmed viewings of one agent never overlap', async () => {
    const viewings = await server.context.db.models.Viewing.findAll({
      where: { status: 'confirmed' },
      order: ['starts_at'],
    });
    viewings.forEach((viewing, index) => {
      const next = viewings.slice(index + 1).find(({ agent_id }) => agent_id === viewing.agent_id);
      if (next) expect(next.starts_at.getTime()).toBeGreaterThanOrEqual(viewing.ends_at.getTime());
    });
  });

  test('an admin finds a few reports to decide, two of them of one listing', async () => {
    const reports = await server.context.db.models.ListingReport.findAll({ order: ['id'] });
    expect(reports.map(({ status }) => status)).toEqual(['dismissed', 'open', 'open', 'open']);
    const open = reports.filter(({ status }) => status === 'open');
    expect(new Set(open.map(({ property_id }) => property_id)).size).toBe(2);
    for (const { property_id, reporter_id, created_at } of reports) {
      const listing = listings.find(({ id }) => id === property_id);
      expect(listing?.moderation_status).toBe('active');
      expect(listing?.agent_id).not.toBe(reporter_id);
      expect(created_at.getTime()).toBeGreaterThan(listing?.created_at.getTime() ?? Number.NaN);
      expect(created_at.getTime()).toBeLessThan(DEMO_NOW.getTime());
    }
  });

  test('conversations know their last message, and nothing is told of the future', async () => {
    const { models } = server.context.db;
    const conversations = await models.Conversation.findAll();
    const messages = await models.Message.findAll({ order: ['id'] });
    for (const conversation of conversations) {
      const own = messages.filter(({ conversation_id }) => conversation_id === conversation.id);
      expect(own.at(-1)?.created_at).toEqual(conversation.last_message_at);
      const times = own.map(({ created_at }) => created_at.getTime());
      expect(times).toEqual([...times].sort((a, b) => a - b));
      for (const { content } of own) expect(content).not.toMatch(/[{}]|undefined/);
    }
    const moments = [
      ...messages.flatMap(({ created_at, read_at }) => [created_at, read_at ?? created_at]),
      ...(await models.Notification.findAll()).map(({ created_at }) => created_at),
      ...(await models.Inquiry.findAll()).map(({ updated_at }) => updated_at),
      ...(await models.Review.findAll()).map(({ created_at }) => created_at),
      ...(await models.Favorite.findAll()).map(({ created_at }) => created_at),
      ...(await models.Viewing.findAll()).map(({ updated_at }) => updated_at),
      ...(await models.User.findAll()).map(({ updated_at }) => updated_at),
    ];
    for (const moment of moments) expect(moment.getTime()).toBeLessThan(DEMO_NOW.getTime());
  });
});

describe('every ability is seen', () => {
  /** Of its own: signing in and reading a queue write rows. */
  let visited: TestServer;
  beforeAll(async () => {
    visited = await startTestServer({ data: 'demo' });
  });
  afterAll(() => visited?.close());
  const signIn = (name: string) => visited.login(`${name}@silong.example`);
  const get = async (token: string, path: string) => (await visited.request('GET', path, { token })).body.data;

  test('by the visitor: saved searches, a shared list, notes, a viewing to accept, a price drop', async () => {
    const token = await signIn('user');
    const { saved_searches } = await get(token, '/api/saved-searches');
    expect(saved_searches).toHaveLength(2);
    for (const { id, name, new_count } of saved_searches) {
      expect(new_count, name).toBeGreaterThan(0);
      const { properties, new_ids } = await get(token, `/api/saved-searches/${id}/matches`);
      expect(properties.length, name).toBeGreaterThanOrEqual(new_ids.length);
      const found = new Set(properties.map((property: { id: number }) => property.id));
      for (const newId of new_ids) expect(found.has(newId), name).toBe(true);
    }
    const { lists } = await get(token, '/api/lists');
    const list = await get(token, `/api/lists/${lists[0].id}`);
    expect(list.members).toHaveLength(3);
    expect(list.items).toHaveLength(5);
    for (const item of list.items) {
      expect(item.property?.listing_type).toBe('rent');
      expect(item.votes.length).toBeGreaterThan(0);
    }
    expect(list.items.flatMap(({ comments }: { comments: object[] }) => comments).length).toBeGreaterThan(4);

    const { models } = visited.context.db;
    const user = await models.User.findOne({ where: { email: 'user@silong.example' }, rejectOnEmpty: true });
    const favorites = await models.Favorite.findAll({ where: { user_id: user.id } });
    expect(favorites.filter(({ note, tags }) => note && tags.length > 0)).toHaveLength(4);
    const [fallen] = favorites.filter(({ told_price }) => told_price !== null);
    const listing = listings.find(({ id }) => id === fallen?.property_id);
    expect([listing?.price, listing?.status]).toEqual([fallen?.told_price, 'available']);
    expect(fallen?.told_at?.getTime()).toBeGreaterThan(fallen?.created_at.getTime() ?? 0);
    const notices = await models.Notification.findAll({ where: { user_id: user.id, title: 'Price Drop' } });
    expect(notices.some(({ message }) => message.startsWith(`${listing?.title} dropped from `))).toBe(true);

    const viewings = await models.Viewing.findAll({ where: { user_id: user.id } });
    const ahead = viewings.filter(({ starts_at }) => starts_at > DEMO_NOW);
    expect(ahead.some(({ status }) => status === 'proposed')).toBe(true);
    const days = countBy(
      ahead.filter(({ status }) => status === 'confirmed'),
      ({ starts_at }) => manilaDay(starts_at),
    );
    // The route of that day.
    expect([...days.values()]).toContain(2);
  });

  test('by the agent: each stage and channel, a hand-over, notes, an offer of times, a failed mail', async () => {
    const token = await signIn('agent');
    const { counts } = await get(token, '/api/desk');
    for (const view of ['needs_me', 'waiting', 'snoozed', 'done']) expect(counts[view], view).toBeGreaterThan(0);
    const { rows } = await get(token, '/api/desk/queue?view=all&limit=100');
    const stages = new Set(rows.map(({ stage }: { stage: string }) => stage));
    expect([...stages].toSorted()).toEqual([...clientStages].toSorted());
    const lasts = new Set(rows.map(({ last }: { last: { kind: string } }) => last.kind));
    for (const kind of ['inquiry', 'message', 'viewing']) expect(lasts.has(kind), kind).toBe(true);
    const reasons = rows.map(({ waiting_for }: { waiting_for: string | null }) => waiting_for);
    for (const reason of ['inquiry', 'message', 'viewing', 'delivery']) expect(reasons).toContain(reason);
    const handedOver = rows.find(({ came_from }: { came_from: object | null }) => came_from !== null);
    const { entries } = await get(token, `/api/desk/clients/${handedOver.id}/timeline`);
    expect(entries.some(({ kind, note }: { kind: string; note?: string }) => kind === 'assigned' && note)).toBe(
      true,
    );
    expect(await visited.context.db.models.ClientNote.count()).toBeGreaterThan(3);
    expect(await visited.context.db.models.SavedReply.count()).toBe(3);
    const { id: agentId } = await get(token, '/api/auth/profile');
    const methods = await visited.context.db.models.InquiryReply.findAll({ where: { author_id: agentId } });
    expect([...countBy(methods, ({ method }) => method).keys()].sort()).toEqual(['email', 'phone', 'sms']);
    const words = await visited.context.db.models.Message.findAll({ where: { sender_id: agentId } });
    expect(words.some(({ content }) => content.startsWith('Good to hear'))).toBe(true);
    expect((await get(token, '/api/office')).members).toHaveLength(3);
  });

  test('by the admin: two or three cases in each queue', async () => {
    const token = await signIn('admin');
    const several = (items: readonly object[]) => {
      expect(items.length).toBeGreaterThanOrEqual(2);
      expect(items.length).toBeLessThanOrEqual(3);
    };
    several((await get(token, '/api/admin/properties?status=pending')).properties);
    several((await get(token, '/api/admin/erasure-requests?status=open')).requests);
    several((await get(token, '/api/admin/duplicates?status=open')).duplicates);
    const { signals } = await get(token, '/api/admin/signals?status=open');
    several(signals);
    for (const { kind, facts } of signals)
      if (kind === 'low_price') expect(facts.price_per_sqm).toBeLessThan(0.4 * facts.median_per_sqm);
      else expect([kind, facts.people]).toEqual(['same_text', 9]);
    several((await get(token, '/api/admin/licenses?state=unchecked')).licenses);
    const { jobs } = await get(token, '/api/admin/jobs?status=failed');
    expect(jobs).toMatchObject([{ kind: 'mail', status: 'failed' }]);
    expect(jobs[0].last_error).toContain('no such mailbox');
  });

  test('the site says since when it is a demo', async () => {
    const { demoSince } = (await visited.request('GET', '/api/site')).body.data;
    for (const { created_at } of listings) expect(created_at.getTime()).toBeLessThan(Date.parse(demoSince));
  });
});

test.each([
  ['before dawn on a Sunday', '2026-11-29T02:10:00+08:00'],
  ['in the last minute of a Friday', '2026-08-14T23:59:30+08:00'],
  ['at noon on New Year’s Eve', '2026-12-31T12:00:00+08:00'],
  ['on a Saturday morning', '2027-02-27T08:00:00+08:00'],
])('a first start %s has everything in its time', (_, at) => {
  const now = new Date(at);
  const clock = demoClock(now);
  const market = marketAt(clock);
  const viewings = viewingRows(market, clock);
  for (const { starts_at, created_at, updated_at } of viewings) {
    const hour = Number(manilaHour.format(starts_at));
    const weekday = new Date(`${manilaDay(starts_at)}T12:00:00Z`).getUTCDay();
    expect(weekday, starts_at.toISOString()).not.toBe(0);
    expect(hour, starts_at.toISOString()).toBeGreaterThanOrEqual(9);
    expect(hour, starts_at.toISOString()).toBeLessThan(weekday === 6 ? 12 : 18);
    expect(Number(created_at)).toBeLessThan(now.getTime());
    expect(Number(updated_at)).toBeLessThan(now.getTime());
  }
  const ahead = viewings.filter(({ starts_at }) => starts_at > now);
  for (const status of ['requested', 'proposed', 'confirmed'])
    expect(
      ahead.filter((each) => each.status === status && each.agent_id === market.demoAgent.id).length,
    ).toBeGreaterThan(0);
  expect(ahead.some((each) => each.status === 'proposed' && each.user_id === market.demoUser.id)).toBe(true);
  for (const { plan } of market.listings) expect(plan.updatedAt.getTime()).toBeLessThan(now.getTime());
});

test('the pictures are those that the listings and people show', async () => {
  const { models } = server.context.db;
  const listed = await storePictures(listPictures(), { media: server.context.media, folder: null });
  const faces = (await models.User.findAll()).flatMap(({ avatar_url }) => avatar_url ?? []);
  const shown = new Set([...listings.flatMap(({ images, floor_plans }) => [...images, ...floor_plans]), ...faces]);
  expect(new Set([...listed.values()].map(({ hash }) => `/media/${hash}`))).toEqual(shown);
});

test('a second load on the same day gives the same rows, whatever the hour', async () => {
  const other = await startTestServer({ data: 'empty' });
  try {
    await loadDemoData(other.context, {
      now: new Date(DEMO_NOW.getTime() + 3 * 3_600_000),
      pictureFolder: null,
    });
    // Jobs have due times, and the servers work at them. Keys are each server's own.
    const models = Object.entries(server.context.db.models).filter(
      ([name]) => name !== 'Job' && name !== 'ServerSecret',
    );
    for (const [name, model] of models) {
      const rows = async ({ context }: TestServer) => {
        const found = await context.db.models[name as 'User'].findAll({
          order: [model.primaryKeyAttribute],
          raw: true,
        });
        return found.map(({ password_hash, ...row }) => row);
      };
      expect(await rows(other), name).toEqual(await rows(server));
    }
  } finally {
    await other.close();
  }
});

test('every picture is committed and no other file, in 24 MB together', async () => {
  const files = readdirSync(PICTURE_FOLDER).filter((file) => file !== FINGERPRINTS);
  expect(files.sort()).toEqual(listPictures().map(fileOf).sort());
  const fingerprints = await readFingerprints(PICTURE_FOLDER);
  expect(fingerprints.size).toBe(files.length);
  const some = files.filter((_file, at) => at % 100 === 0);
  for (const bytes of some.map((file) => readFileSync(path.join(PICTURE_FOLDER, file))))
    expect(fingerprints.get(hashBytes(bytes))).toBe(await readFingerprint(bytes));
  const sizes = files.map((file) => statSync(path.join(PICTURE_FOLDER, file)).size);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(24_000_000);
});

test('pictures are stored once; a missing one is reported', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'silong-pictures-'));
  try {
    const media = createMediaService(createFolderStore(folder), server.context);
    const bath = listPictures().find((picture) => 'kind' in picture && picture.kind === 'bath');
    const face = listPictures().find((picture) => 'presentation' in picture);
    if (!bath || !face) throw new Error('a picture is missing');
    const pictures = [bath, face];
    const first = await storePictures([...pictures, { ...bath }], { media, folder: PICTURE_FOLDER });
    expect(first.size).toBe(2);
    expect(await storePictures(pictures, { media, folder: PICTURE_FOLDER })).toEqual(first);
    const stored = first.get(nameOf(bath));
    expect(stored).toMatchObject({ width: 1280, height: 853 });
    expect(await media.readPicture(stored?.hash ?? '', null)).not.toBeNull();

    const another = { ...bath, seed: 1_000_000 };
    await expect(storePictures([bath, another], { media, folder: PICTURE_FOLDER })).rejects.toThrow(
      /bath-.*-1000000\.webp is missing/,
    );
    await expect(storePictures([bath], { media, folder: path.join(folder, 'none') })).rejects.toThrow(
      /bath-.*\.webp is missing/,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
