import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PropertyModel } from '#server/db/models.ts';
import { loadDemoData } from '#server/demo/index.ts';
import { fileOf, listPictures, nameOf, PICTURE_FOLDER, storePictures } from '#server/demo/pictures.ts';
import { verifyPassword } from '#server/features/auth/writes/passwords.ts';
import { deriveSearchFields } from '#server/features/properties/list/searchText.ts';
import { createMediaService } from '#server/media/service.ts';
import { createFolderStore } from '#server/media/store.ts';
import { propertyTypes } from '#shared/listing/vocabulary.ts';
import { placeBySlug } from '#shared/places.ts';
import { DEMO_NOW, DEMO_PASSWORD } from '#tests/support/demoTemplate.ts';
import { isOnLand } from '#tests/support/land.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;
let listings: PropertyModel[];
let pastSales: PropertyModel[];

beforeAll(async () => {
  server = await startTestServer({ data: 'demo' });
  const all = await server.context.db.models.Property.findAll({ order: ['id'] });
  const isPast = ({ status, moderation_status }: PropertyModel) =>
    status === 'sold' && moderation_status === 'inactive';
  listings = all.filter((listing) => !isPast(listing));
  pastSales = all.filter(isPast);
});
afterAll(() => server?.close());

/** Kilometres, near enough at this latitude. */
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
    expect(share('sale')).toBeCloseTo(0.55, 1);
    expect(share('rent')).toBeCloseTo(0.33, 1);
    expect(share('lease')).toBeCloseTo(0.12, 1);
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
    for (const { title, images } of listings) {
      expect(images.length, title).toBeGreaterThanOrEqual(6);
      expect(images.length, title).toBeLessThanOrEqual(10);
      expect(new Set(images).size, title).toBe(images.length);
      for (const image of images) expect(image).toMatch(/^\/media\/[0-9a-f]{64}$/);
    }
    expect(new Set(listings.map(({ images }) => images[0])).size).toBe(listings.length);
  });

  test('share no picture with the four listings before them', () => {
    listings.forEach(({ images, title }, index) => {
      const before = new Set(listings.slice(Math.max(0, index - 4), index).flatMap((listing) => listing.images));
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

  test('cost what such places cost', () => {
    const perSqm = (each: PropertyModel) => each.price / each.area_sqm;
    for (const listing of listings) {
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
        expect(perSqm(listing), what).toBeGreaterThan(870);
        expect(perSqm(listing), what).toBeLessThan(1_650);
      }
      expect(price % (listing_type === 'sale' ? 10_000 : 500), what).toBe(0);
    }
    const villa = listings.find(
      ({ district_slug, listing_type }) => district_slug === 'dasmarinas-village' && listing_type === 'sale',
    );
    expect(villa?.price).toBeGreaterThan(150_000_000);
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
    expect(reduced.size).toBeGreaterThan(20);
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

test('every picture is committed and no other file, in 24 MB together', () => {
  const files = readdirSync(PICTURE_FOLDER);
  expect(files.sort()).toEqual(listPictures().map(fileOf).sort());
  const sizes = files.map((file) => statSync(path.join(PICTURE_FOLDER, file)).size);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(24_000_000);
});

test('pictures are stored once; a missing one is reported', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'silong-pictures-'));
  try {
    const media = createMediaService(createFolderStore(folder), server.context);
    const bath = { kind: 'bath', seed: 1, propertyType: 'condo' } as const;
    const face = listPictures().find((picture) => !('kind' in picture));
    const pictures = face ? [bath, face] : [];
    const first = await storePictures([...pictures, { ...bath }], { media, folder: PICTURE_FOLDER });
    expect(first.size).toBe(2);
    expect(await storePictures(pictures, { media, folder: PICTURE_FOLDER })).toEqual(first);
    const stored = first.get(nameOf(bath));
    expect(stored).toMatchObject({ width: 1280, height: 853 });
    expect(await media.readPicture(stored?.hash ?? '', null)).not.toBeNull();

    const another = { ...bath, seed: 1_000_000 };
    await expect(storePictures([bath, another], { media, folder: PICTURE_FOLDER })).rejects.toThrow(
      /bath-condo-1000000\.webp is missing/,
    );
    await expect(storePictures([bath], { media, folder: path.join(folder, 'none') })).rejects.toThrow(
      /bath-condo-1\.webp is missing/,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
