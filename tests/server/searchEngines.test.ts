import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Property } from '#shared/contracts/properties.ts';
import { isPublicPage } from '#shared/languages.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { type Outside, startOutside } from '#tests/support/outside.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { faultsOf } from '#tests/support/schemaOrg.ts';
import { saveSystemSettings } from '#tests/support/systemSettings.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const SITE = 'https://homes.example';
const KEY = 'a1b2c3d4e5f6';
const EMAIL = 'ana.reyes@example.com';
const PHONE = '+63 917 555 0188';

let folder: string;
let outside: Outside;
let server: TestServer;
let admin: Person;
let agent: Person;
/** Milliseconds that the server's clock is ahead. */
const ahead = 0;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'silong-web-'));
  cpSync('web/index.html', path.join(folder, 'index.html'));
  outside = await startOutside();
  server = await startTestServer({
    data: 'empty',
    env: { publicUrl: SITE, indexNow: { key: KEY, url: 'http://engines.example/indexnow' } },
    webFolder: folder,
    now: () => new Date(Date.now() + ahead),
    outsideNetwork: outside.network,
  });
  admin = await enter(server, { role: 'admin' });
  agent = await enter(server, { role: 'agent', name: 'Ana Reyes', email: EMAIL, phone: PHONE });
});

afterAll(async () => {
  await server.close();
  await outside.close();
  rmSync(folder, { recursive: true, force: true });
});

async function read(address: string, status = 200): Promise<string> {
  const answer = await fetch(server.url + address);
  expect(answer.status, address).toBe(status);
  return answer.text();
}

// biome-ignore lint/suspicious/noExplicitAny: what a page says is under test
type Data = any;

/** The things of a page's data, by their types. */
function dataOf(html: string): Record<string, Data> {
  const [, text = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
  const { '@graph': things = [] } = JSON.parse(text) as { '@graph'?: Data[] };
  return Object.fromEntries(things.map((thing: Data) => [thing['@type'], thing]));
}
const link = (html: string, rel: string, language = '') =>
  new RegExp(`<link rel="${rel}"${language && ` hreflang="${language}"`} href="([^"]*)"`)
    .exec(html)?.[1]
    ?.replaceAll('&amp;', '&');
const tag = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];
const open = (publicListingPages: boolean) => saveSystemSettings(admin, 'application', { publicListingPages });
const remove = (id: number) => server.request('DELETE', `/api/properties/${id}`, { token: agent.token });
const publish = (propertyId: number) => server.context.bus.publish('listingChanged', { propertyId });

async function list(fields: Parameters<typeof buildProperty>[1]): Promise<number> {
  const { id } = await buildProperty(server.context, { agent_id: agent.id, ...fields });
  publish(id);
  return id;
}

describe('what a listing’s page says in schema.org’s words', () => {
  let id: number;
  beforeAll(async () => {
    id = await list({
      title: 'Corner unit </script><script>alert(1)</script> & "view"',
      description: 'Close to everything.',
      type: 'condo',
      listing_type: 'rent',
      price: 45_000,
      bedrooms: 2,
      bathrooms: 1,
      area_sqm: 54.5,
      city: 'Makati',
      address: '12 Legazpi Street',
      latitude: 14.55,
      longitude: 121.02,
      images: ['/media/one', '/media/two'],
      features: ['Pool'],
    });
  });

  test('each figure is that of the API, and nothing of it can leave the block', async () => {
    await open(true);
    const html = await read(`/properties/${id}`);
    const { data } = (await (await fetch(`${server.url}/api/properties/${id}`)).json()) as { data: Property };
    expect(html).not.toContain('<script>alert');
    const { RealEstateListing: listing, BreadcrumbList: crumbs } = dataOf(html);
    expect(listing).toMatchObject({
      url: `${SITE}/properties/${id}`,
      name: data.title,
      description: data.description,
      datePosted: data.created_at,
      image: [`${SITE}/media/one`, `${SITE}/media/two`],
      mainEntity: {
        '@type': 'Apartment',
        numberOfBedrooms: data.details.bedrooms,
        numberOfBathroomsTotal: data.details.bathrooms,
        floorSize: { value: data.details.area_sqm, unitCode: 'MTK' },
        address: { addressLocality: data.location.city, streetAddress: data.location.address },
        geo: { latitude: data.location.coordinates?.lat, longitude: data.location.coordinates?.lng },
      },
      offers: {
        price: data.price,
        priceCurrency: 'PHP',
        availability: 'https://schema.org/InStock',
        businessFunction: { '@id': 'http://purl.org/goodrelations/v1#LeaseOut' },
        priceSpecification: { price: data.price, unitText: 'MONTH' },
        seller: { name: 'Ana Reyes' },
      },
    });
    expect(crumbs.itemListElement.map(({ item }: Data) => item)).toEqual([
      `${SITE}/`,
      `${SITE}/properties`,
      `${SITE}/properties/${id}`,
    ]);
    expect(html).not.toContain(EMAIL);
    expect(html).not.toContain(PHONE);
    expect(await faultsOf(html)).toEqual([]);
  });

  test('where the page asks for an account it says no more than the card', async () => {
    await open(false);
    const html = await read(`/properties/${id}`);
    const { RealEstateListing: listing } = dataOf(html);
    expect(listing).toMatchObject({
      offers: { price: 45_000 },
      image: [`${SITE}/media/one`],
      mainEntity: { numberOfBedrooms: 2, address: { addressLocality: 'Makati' } },
    });
    const text = JSON.stringify(listing);
    for (const hidden of ['Legazpi', 'Close to', '121.02', 'Pool', 'Ana', 'datePosted'])
      expect(text).not.toContain(hidden);
    expect(await faultsOf(html)).toEqual([]);
  });
});

test('every other page’s data is well formed, and the validator can fail', async () => {
  await open(true);
  const seeker = await enter(server);
  expect(
    (await seeker.post(`/api/agents/${agent.id}/reviews`, { rating: 4, comment: 'Kind & fast' })).status,
  ).toBe(201);
  const { body } = await agent.post('/api/office', { name: 'Reyes Realty', about: 'Since 1998.' });
  const building = await server.context.db.models.Building.create({
    name: 'The <Tower>',
    folded_name: 'the tower',
    city: 'Makati',
    city_slug: 'makati',
    address: 'Ayala Avenue',
    amenities: [],
    floor_plans: [],
    created_at: new Date(),
    updated_at: new Date(),
  });
  const expected: [string, string[]][] = [
    ['/', ['Organization', 'WebSite']],
    ['/fil', ['Organization', 'WebSite']],
    ['/properties', ['BreadcrumbList', 'ItemList']],
    ['/properties?location=Makati&listing_type=rent', ['BreadcrumbList', 'ItemList']],
    ['/agents', ['BreadcrumbList', 'ItemList']],
    [`/agents/${agent.id}`, ['RealEstateAgent', 'BreadcrumbList']],
    ['/locations', ['BreadcrumbList', 'ItemList']],
    ['/locations/makati', ['BreadcrumbList', 'Place', 'ItemList']],
    ['/near/ust', ['BreadcrumbList', 'Place']],
    ['/fil/near/mrt', ['BreadcrumbList', 'Place', 'ItemList']],
    [`/offices/${body.data.office.id}`, ['RealEstateAgent', 'BreadcrumbList']],
    [`/buildings/${building.id}`, ['ApartmentComplex', 'BreadcrumbList']],
    ['/about', ['BreadcrumbList']],
    ['/help', ['BreadcrumbList', 'FAQPage']],
    ['/fil/help', ['BreadcrumbList', 'FAQPage']],
  ];
  for (const [address, types] of expected) {
    const html = await read(address);
    expect(Object.keys(dataOf(html)).sort(), address).toEqual(types.toSorted());
    expect(await faultsOf(html), address).toEqual([]);
    expect(html, address).not.toContain(EMAIL);
    expect(html, address).not.toContain(PHONE);
  }
  // Reviews are on a tab of their own, and neither they nor the rating on a page that asks for an account.
  const profileAt = async (query: string) => dataOf(await read(`/agents/${agent.id}${query}`)).RealEstateAgent;
  const rated = { aggregateRating: { ratingValue: 4, reviewCount: 1 } };
  expect(await profileAt('')).toMatchObject(rated);
  expect(await profileAt('')).not.toHaveProperty('review');
  const review = [{ reviewBody: 'Kind & fast', reviewRating: { ratingValue: 4 } }];
  expect(await profileAt('?tab=reviews')).toMatchObject({ ...rated, review });
  await open(false);
  expect(await profileAt('?tab=reviews')).not.toHaveProperty('review');
  expect(await profileAt('')).not.toHaveProperty('aggregateRating');
  expect(dataOf(await read('/')).WebSite.potentialAction.target.urlTemplate).toBe(
    `${SITE}/properties?search={search_term_string}`,
  );

  const wrong = (thing: object) =>
    faultsOf(
      `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...thing })}</script>`,
    );
  expect(await wrong({ '@type': 'Apartment', numberOfHeads: 2 })).not.toEqual([]);
  expect(await wrong({ '@type': 'Nonsense' })).not.toEqual([]);
  expect(await wrong({ '@type': 'Apartment', numberOfBedrooms: 2 })).toEqual([]);
});

describe('the address of a page', () => {
  test.each([
    ['/', '/', '/fil'],
    ['/properties', '/properties', '/fil/properties'],
    ['/properties?utm_source=x&fbclid=1&view=', '/properties', '/fil/properties'],
    [
      '/properties?type=condo&location=Makati',
      '/properties?type=condo&location=Makati',
      '/fil/properties?type=condo&location=Makati',
    ],
    [
      '/properties?location=Makati&type=condo&utm_campaign=y',
      '/properties?type=condo&location=Makati',
      '/fil/properties?type=condo&location=Makati',
    ],
    // One address for each list of the same homes.
    ['/properties?location=Makati&page=1', '/locations/makati', '/fil/locations/makati'],
    ['/properties?location=Makati+City', '/locations/makati', '/fil/locations/makati'],
    ['/near/glorietta/', '/near/glorietta', '/fil/near/glorietta'],
    ['/properties?near=glorietta', '/near/glorietta', '/fil/near/glorietta'],
    ['/properties?near=glorietta&near=ust', '/properties', '/fil/properties'],
    ['/properties?near=glorietta&near_m=500', '/properties', '/fil/properties'],
    [
      '/properties?type=condo&location=Makati+City&sort=price_asc',
      '/properties?type=condo&location=Makati',
      '/fil/properties?type=condo&location=Makati',
    ],
    // In any order, in one text or several.
    [
      '/properties?type=condo&location=Makati&location=BGC&type=house&type=Condo%20',
      '/properties?type=house&type=condo&location=BGC&location=Makati',
      '/fil/properties?type=house&type=condo&location=BGC&location=Makati',
    ],
    [
      '/properties?location=Makati+City,+Taguig',
      '/properties?location=Makati&location=Taguig',
      '/fil/properties?location=Makati&location=Taguig',
    ],
    ['/properties?location=Makati,+Metro+Manila', '/locations/makati', '/fil/locations/makati'],
    [
      '/properties?type=condo&type=sale',
      '/properties?type=condo&listing_type=sale',
      '/fil/properties?type=condo&listing_type=sale',
    ],
    ['/properties?type=condo&exclude_location=Pasay', '/properties', '/fil/properties'],
    ['/properties?type=condo&type=castle', '/properties', '/fil/properties'],
    ['/properties?type=sale', '/properties?listing_type=sale', '/fil/properties?listing_type=sale'],
    [
      '/properties?listing_type=sale&bedrooms=0&status=available',
      '/properties?listing_type=sale',
      '/fil/properties?listing_type=sale',
    ],
    // Addresses that are no page of their own are the bare list: other filters, nothing found, contradictions, a
    // place that is none.
    ['/properties?location=Makati&min_price=10', '/properties', '/fil/properties'],
    ['/properties?type=land&location=Taguig', '/properties', '/fil/properties'],
    ['/properties?type=sale&listing_type=rent', '/properties', '/fil/properties'],
    ['/properties?location=Nowhere', '/properties', '/fil/properties'],
    ['/properties?location=%22%3E%3Cscript%3E', '/properties', '/fil/properties'],
    ['/locations/makati/', '/locations/makati', '/fil/locations/makati'],
  ])('%s has one, and a pair in each language', async (address, english, filipino) => {
    await list({ type: 'condo', city: 'Makati', listing_type: 'sale', latitude: 14.5508, longitude: 121.0254 });
    const html = await read(address);
    expect(link(html, 'canonical')).toBe(SITE + english);
    expect(link(html, 'alternate', 'en')).toBe(SITE + english);
    expect(link(html, 'alternate', 'fil')).toBe(SITE + filipino);
    expect(link(html, 'alternate', 'x-default')).toBe(SITE + english);
    expect(html).not.toContain('<script>');
    const other = await read(filipino);
    expect(link(other, 'canonical')).toBe(SITE + filipino);
    expect(link(other, 'alternate', 'en')).toBe(SITE + english);
    expect(tag(other, 'og:locale')).toBe('fil_PH');
  });

  test('of a filtered list comes with its own title and the number of its listings', async () => {
    const { pagination } = (
      await (await fetch(`${server.url}/api/properties?type=condo&listing_type=sale&location=Makati`)).json()
    ).data;
    const html = await read('/properties?type=condo&location=Makati&listing_type=sale');
    expect(html).toContain('<title>Condominiums for sale in Makati | Silong</title>');
    expect(tag(html, 'description')).toMatch(
      new RegExp(`^${pagination.total} propert(y|ies): Condominiums for sale in Makati`),
    );
    expect(dataOf(html).ItemList.numberOfItems).toBe(pagination.total);
  });

  test('of several places and types says them all, and what is left out', async () => {
    await list({ type: 'condo', city: 'Makati', features: ['Gym'], bedrooms: 1 });
    const title = async (address: string) => tag(await read(address), 'og:title');
    const query = 'type=condo&type=house&location=Makati,+BGC&max_bedrooms=2';
    expect(await title(`/properties?${query}`)).toBe(
      'Condominiums or houses with up to 2 bedrooms in Makati or BGC',
    );
    expect(
      await title(`/properties?${query}&exclude_location=pasay&exclude_type=land&exclude_features=Balcony`),
    ).toBe(
      'Condominiums or houses with up to 2 bedrooms in Makati or BGC · Not in Pasay · Not Land · Without Balcony',
    );
  });
});

test('a list counts and lists the homes that its page shows, in their order', async () => {
  const own = { type: 'duplex', city: 'Valenzuela', listing_type: 'sale' } as const;
  const dear = await list({ ...own, price: 3_000_000 });
  const cheap = await list({ ...own, price: 2_000_000 });
  await list({ ...own, status: 'pending' });
  await list({ ...own, status: 'sold' });
  const shown = async (address: string) => {
    const html = await read(address);
    const { numberOfItems, itemListElement } = dataOf(html).ItemList;
    const urls = itemListElement.map(({ url }: Data) => url);
    return { description: tag(html, 'description'), numberOfItems, urls };
  };
  const urls = [cheap, dear].map((id) => `${SITE}/properties/${id}`);
  expect(await shown('/properties?type=duplex&location=Valenzuela')).toEqual({
    description: '2 properties: Duplexes in Valenzuela, with prices, photos and a map.',
    numberOfItems: 2,
    urls,
  });
  const dearFirst = await shown('/properties?type=duplex&location=Valenzuela&sort=price_desc');
  expect(dearFirst.urls).toEqual(urls.toReversed());
  const searched = await shown('/properties?search=duplex+valenzuela+below+2.5m');
  expect(searched).toMatchObject({ numberOfItems: 1, urls: [urls[0]] });
  expect(searched.description).toContain('Duplexes for sale in Valenzuela up to ₱2.5M');
  const query = 'location=Makati&status=available&limit=8';
  const makati = await (await fetch(`${server.url}/api/properties?${query}`)).json();
  expect(await shown('/locations/makati')).toMatchObject({
    numberOfItems: makati.data.pagination.total,
    urls: makati.data.properties.map(({ id }: { id: number }) => `${SITE}/properties/${id}`),
  });
});

test('the page of a known place tells the homes near it', async () => {
  const id = await list({ title: 'Beside the mall', latitude: 14.4176, longitude: 121.0396 });
  const html = await read('/near/festival-mall');
  expect(html).toContain('<title>Properties near Festival Mall | Silong</title>');
  expect(tag(html, 'description')).toBe('1 property within 1 km of Festival Mall, with prices, photos and a map.');
  const { Place, ItemList } = dataOf(html);
  expect(Place).toMatchObject({ name: 'Festival Mall', geo: { latitude: 14.4176, longitude: 121.0396 } });
  expect(ItemList).toMatchObject({ numberOfItems: 1, itemListElement: [{ url: `${SITE}/properties/${id}` }] });
  expect(tag(await read('/fil/near/festival-mall'), 'og:url')).toBe(`${SITE}/fil/near/festival-mall`);
});

test.each(['/properties?page=77', '/fil/properties?page=77', '/properties?type=condo&page=99', '/agents?page=9'])(
  '%s is past the end: no page, for people and search engines',
  async (address) => {
    const html = await read(address, 404);
    expect(tag(html, 'robots')).toBe('noindex');
    expect(dataOf(html)).toEqual({});
  },
);

test.each([
  ['/properties?type=Condo', '/properties?type=condo'],
  ['/properties?type=condo%20&utm_source=x', '/properties?type=condo&utm_source=x'],
  ['/properties?bedrooms=2&bedrooms=3', '/properties?bedrooms=2'],
  ['/properties?type=Condominiums', '/properties?type=condo'],
  ['/properties?bedrooms=9&location=Makati', '/properties?bedrooms=5&location=Makati'],
  ['/properties?max_price=5,000,000', '/properties?max_price=5000000'],
  ['/properties?furnished=TRUE&sort=Newest', '/properties?furnished=true&sort=newest'],
  ['/Properties?page=2', '/properties?page=2'],
  ['/properties%20', '/properties'],
  ['/locations/Makati', '/locations/makati'],
  ['/locations/makati-city', '/locations/makati'],
  ['/FIL/Locations/Quezon%20City', '/fil/locations/quezon-city'],
  ['/near/UST', '/near/ust'],
  ['/near/mall%20of%20asia', '/near/moa'],
  ['/fil/near/mrt-ayala', '/fil/near/ayala-mrt-3'],
])('%s is understood and leads to %s, which stays', async (given, usual) => {
  const answer = await fetch(server.url + given, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([301, usual]);
  expect((await fetch(server.url + usual, { redirect: 'manual' })).status).not.toBe(301);
});

test.each([
  '/properties?type=castle',
  '/properties?type=condo&type=house&location=Makati&location=BGC&near=ust&near=feu',
  // Two places have that name.
  '/near/st-lukes',
  '/properties?search=Two+Words&location=',
  '/properties?area=1,2;3,4;5,6&area=7,8;9,1;2,3',
  '/properties?constructor=1&%E0%A4%A=2',
  '/locations/makati/',
  '/properties/1%27%20OR%201',
  '/lists/join/AbC',
])('%s stays as it is', async (address) => {
  expect((await fetch(server.url + address, { redirect: 'manual' })).status).not.toBe(301);
});

test('a page that does not exist says so and leads on without scripts', async () => {
  const missing = await read('/no/such/page', 404);
  const [, said = ''] = /<noscript>(.*?)<\/noscript>/s.exec(missing) ?? [];
  expect(said).toContain('<h1>Page not found</h1>');
  expect(said).toContain('<form action="/properties">');
  expect(said).toContain('href="/properties"');
  const { id } = await buildProperty(server.context, { agent_id: agent.id, status: 'sold' });
  expect(await read(`/fil/properties/${id}`, 410)).toContain('<form action="/fil/properties">');
});

test('a page has the words for when its scripts cannot start, in its language', async () => {
  const wordsOf = (html: string) => /<template id="cannot-start">(.*?)<\/template>/s.exec(html)?.[1];
  const english = await read('/properties');
  expect(wordsOf(english)).toContain('Your browser is too old for Silong.');
  expect(wordsOf(english)).toContain('<form action="/properties">');
  expect(wordsOf(await read('/fil/properties'))).toContain('<form action="/fil/properties">');
  const own = await fetch(`${server.url}/dashboard`, { headers: { cookie: 'silong_language=fil' } });
  expect(wordsOf(await own.text())).toContain('<a href="/fil/properties">');
});

test('every page of the web UI is there, and whatever is none is not', async () => {
  const routes = readFileSync('web/app/routes.tsx', 'utf8');
  const paths = [...routes.matchAll(/page\(\s*'([^']+)'/g)].map(([, found = '']) => `/${found}`);
  expect(paths.length).toBeGreaterThan(25);
  for (const known of paths) {
    const address = known.replace(':section?', 'inbox').replace(':part?', 'saved').replace(/:\w+/g, '999999999');
    const { status } = await fetch(server.url + address);
    const isOfSomething = known.includes(':') && isPublicPage(address);
    expect(status, address).toBe(isOfSomething ? 404 : 200);
    expect((await fetch(`${server.url}${address}/more/of/it`)).status).toBe(404);
  }
});

describe('a listing that is gone', () => {
  const similar = async (id: number) => {
    const answer = await fetch(`${server.url}/api/properties/${id}/similar`);
    return { status: answer.status, data: answer.ok ? (await answer.json()).data : undefined };
  };

  test('is 410 and leaves search engines; near offers are the nearest of its city in type and price', async () => {
    const own = { city: 'Marikina', type: 'house', listing_type: 'sale' } as const;
    const gone = await list({ ...own, price: 10_000_000 });
    const near = [
      await list({ ...own, price: 11_000_000 }),
      await list({ ...own, price: 8_000_000 }),
      await list({ ...own, price: 19_000_000 }),
      // Another type counts as twice the price.
      await list({ ...own, type: 'duplex', price: 10_000_000 }),
    ];
    await list({ ...own, price: 90_000_000 });
    await list({ ...own, listing_type: 'rent', price: 10_000 });
    await list({ ...own, city: 'Pasig', price: 10_000_000 });
    await list({ ...own, price: 10_000_000, moderation_status: 'inactive' });
    await list({ ...own, price: 10_000_000, status: 'sold' });
    expect(await similar(gone)).toMatchObject({ status: 200, data: { gone: false } });
    await read(`/properties/${gone}`);

    const sold = await agent.put(`/api/properties/${gone}`, { status: 'sold' });
    expect(sold.status).toBe(200);
    const html = await read(`/properties/${gone}`, 410);
    expect(tag(html, 'robots')).toBe('noindex');
    expect(dataOf(html)).toEqual({});
    const { data } = await similar(gone);
    expect(data.gone).toBe(true);
    expect(data.properties.map(({ id }: { id: number }) => id)).toEqual(near);
  });

  test('of a hidden one no more than its city is told, of a refused or deleted one nothing', async () => {
    const own = { city: 'Malabon', type: 'house', listing_type: 'sale', price: 5_000_000 } as const;
    await list({ ...own, type: 'land', price: 90_000_000 });
    await list({ ...own });
    const hidden = await list({ ...own, moderation_status: 'inactive' });
    const refused = await list({ ...own, moderation_status: 'rejected' });
    const deleted = await list({ ...own });
    await list({ ...own, city: 'Pasig' });
    expect((await remove(deleted)).status).toBe(200);
    for (const id of [hidden, refused, deleted]) await read(`/properties/${id}`, 410);
    expect((await similar(hidden)).data).toMatchObject({ gone: true, properties: [{}, {}] });
    expect((await similar(refused)).data).toEqual({ gone: true, properties: [] });
    expect((await similar(deleted)).data).toEqual({ gone: true, properties: [] });
    expect((await similar(999_999_999)).status).toBe(404);
  });
});

describe('the picture beside a link', () => {
  test('is drawn for what the listing is now, and for no hidden one', async () => {
    const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#c03020' } })
      .webp()
      .toBuffer();
    const { hash } = await server.context.media.storeWebp(photo);
    const id = await list({ title: '<svg onload="x"/> Ñ & ₱ 🏠 '.repeat(12), images: [`/media/${hash}`] });
    const addressOf = async () => (tag(await read(`/properties/${id}`), 'og:image') ?? '').replace(SITE, '');
    const address = await addressOf();
    const answer = await fetch(server.url + address);
    expect(answer.headers.get('cache-control')).toContain('immutable');
    const picture = sharp(Buffer.from(await answer.arrayBuffer()));
    expect(await picture.metadata()).toMatchObject({ width: 1200, height: 630, format: 'jpeg' });
    // The photo shows through at the middle of the right edge; words are there at the lower left.
    const part = async (left: number, top: number, width: number, height: number) => {
      const bytes = await picture.clone().extract({ left, top, width, height }).toBuffer();
      return (await sharp(bytes).stats()).channels.map(({ mean, max }) => ({ mean, max }));
    };
    const [red] = await part(1100, 200, 60, 60);
    expect(red?.mean).toBeGreaterThan(120);
    const words = await part(60, 380, 500, 180);
    expect(words.every(({ max }) => max > 230)).toBe(true);

    await agent.put(`/api/properties/${id}`, { price: 1_234_567 });
    const next = await addressOf();
    expect(next).not.toBe(address);
    const outdated = await fetch(server.url + address, { redirect: 'manual' });
    expect(outdated.status).toBe(302);
    expect(outdated.headers.get('location')).toBe(next);
    expect((await fetch(server.url + next)).status).toBe(200);
    await admin.put(`/api/admin/properties/${id}/status`, { status: 'inactive', reason: 'Not yours' });
    expect((await fetch(server.url + next)).status).toBe(404);
    for (const name of ['1', 'x-0123456789abcdef', '999999999-0123456789abcdef', '1-0123'])
      expect((await fetch(`${server.url}/og/properties/${name}.jpg`)).status, name).toBe(404);
  });

  test('is drawn for agents, offices, buildings and areas too, and stands in their data', async () => {
    const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#c03020' } })
      .webp()
      .toBuffer();
    const { hash } = await server.context.media.storeWebp(photo);
    const [office, building] = await Promise.all([
      server.context.db.models.Office.findOne(),
      server.context.db.models.Building.findOne(),
    ]);
    await list({
      images: [`/media/${hash}`],
      city: 'Makati',
      building_id: building?.id ?? 0,
      latitude: 14.5508,
      longitude: 121.0254,
    });
    const pages: [string, string, boolean][] = [
      [`/agents/${agent.id}`, 'RealEstateAgent', false],
      [`/offices/${office?.id}`, 'RealEstateAgent', false],
      [`/buildings/${building?.id}`, 'ApartmentComplex', true],
      ['/locations/makati', 'Place', true],
      ['/near/glorietta', 'Place', true],
    ];
    for (const [page, type, hasPhoto] of pages) {
      const [html, filipino] = [await read(page), await read(`/fil${page}`)];
      expect(tag(html, 'og:image:width')).toBe('1200');
      expect(tag(html, 'og:image:height')).toBe('630');
      expect(tag(html, 'twitter:card')).toBe('summary_large_image');
      const address = tag(html, 'og:image') ?? '';
      expect(address).toMatch(new RegExp(`^${SITE}/og${page}-[0-9a-f]{16}\\.jpg$`));
      // The words on it are the page's language's.
      expect(tag(filipino, 'og:image'), page).not.toBe(address);
      expect([dataOf(html)[type].image].flat(), page).toContain(address);
      const answer = await fetch(server.url + address.replace(SITE, ''));
      expect(answer.status, page).toBe(200);
      expect(answer.headers.get('cache-control')).toContain('immutable');
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630, format: 'jpeg' });
      const part = sharp(bytes).extract({ left: 1100, top: 200, width: 60, height: 60 });
      const [red] = (await sharp(await part.toBuffer()).stats()).channels;
      expect((red?.mean ?? 0) > 120, page).toBe(hasPhoto);
    }
    // An agent who is no longer public has no picture.
    const address = (tag(await read(`/agents/${agent.id}`), 'og:image') ?? '').replace(SITE, '');
    const agentId = agent.id;
    await server.context.db.models.User.update({ status: 'suspended' }, { where: { id: agentId } });
    server.context.bus.publish('accountChanged', { userId: agentId });
    try {
      expect((await fetch(server.url + address)).status).toBe(404);
    } finally {
      await server.context.db.models.User.update({ status: 'active' }, { where: { id: agentId } });
      server.context.bus.publish('accountChanged', { userId: agentId });
    }
  });

  test('is there for every other public page, with words of its own in each language', async () => {
    const { hash } = await server.context.media.storeWebp(
      await sharp({ create: { width: 900, height: 600, channels: 3, background: '#c03020' } })
        .webp()
        .toBuffer(),
    );
    await list({ type: 'condo', city: 'Makati', listing_type: 'rent', price: 30_000, images: [`/media/${hash}`] });
    const pages = '/ /properties /agents /locations /about /help /terms /privacy /accessibility'.split(' ');
    const lists = [
      '/properties?type=condo&listing_type=rent',
      '/properties?location=Makati&max_price=40000',
      '/properties?search=condo+makati',
      '/properties?type=land&location=Navotas',
    ];
    const descriptions: string[] = [];
    for (const page of [...pages, ...lists]) {
      const html = await read(page);
      const filipino = await read(page === '/' ? '/fil' : `/fil${page}`);
      const address = (tag(html, 'og:image') ?? '').replaceAll('&amp;', '&');
      expect([tag(html, 'og:image:width'), tag(html, 'og:image:height')], page).toEqual(['1200', '630']);
      expect(tag(filipino, 'og:image'), page).not.toBe(tag(html, 'og:image'));
      const answer = await fetch(server.url + address.replace(SITE, ''), { redirect: 'manual' });
      expect(answer.status, address).toBe(200);
      const picture = sharp(Buffer.from(await answer.arrayBuffer()));
      expect(await picture.metadata(), page).toMatchObject({ width: 1200, height: 630, format: 'jpeg' });
      if (!pages.includes(page)) continue;
      const description = tag(html, 'description') ?? '';
      expect(description.length, page).toBeGreaterThan(50);
      expect(tag(filipino, 'description'), page).not.toBe(description);
      descriptions.push(description);
    }
    expect(new Set(descriptions).size).toBe(pages.length);
    // A link to a search is previewed as that search; search engines keep to the bare list.
    const search = await read('/properties?max_price=40000&location=Makati');
    expect(tag(search, 'og:url')).toBe(`${SITE}/properties?location=Makati&amp;max_price=40000`);
    expect(tag(search, 'og:title')).toBe('Properties in Makati up to ₱40K');
    expect(link(search, 'canonical')).toBe(`${SITE}/properties`);
  });

  test('is there without a photo and with a tall one', async () => {
    const tall = await sharp({ create: { width: 600, height: 900, channels: 3, background: '#2040c0' } })
      .webp()
      .toBuffer();
    const { hash } = await server.context.media.storeWebp(tall);
    for (const images of [[], [`/media/${hash}`], ['/media/lost']]) {
      const id = await list({ images });
      const address = (tag(await read(`/properties/${id}`), 'og:image') ?? '').replace(SITE, '');
      const answer = await fetch(server.url + address);
      expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({
        width: 1200,
        height: 630,
      });
    }
  });
});

describe('the sitemaps', () => {
  test('keep to the rules, with pictures, languages and times that are true', async () => {
    const id = await list({
      images: ['/media/a&b<c>', '/media/two', 'https://elsewhere.example/x.jpg'],
      image_descriptions: { '/media/two': 'Pool & <garden>' },
    });
    const row = await server.context.db.models.Property.findByPk(id);
    const index = await read('/sitemap.xml');
    const files = [...index.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address.replace(SITE, ''));
    expect(index).toMatch(/properties-1\.xml<\/loc><lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/);
    let all = '';
    for (const file of files) {
      const xml = await read(file);
      expect(Buffer.byteLength(xml)).toBeLessThan(50 * 1024 * 1024);
      expect([...xml.matchAll(/<url>/g)].length).toBeLessThanOrEqual(50_000);
      expect(await wellFormed(xml), file).toBe(true);
      all += xml;
    }
    const entry = all.split('\n').find((line) => line.includes(`<loc>${SITE}/properties/${id}</loc>`)) ?? '';
    expect(entry).toContain(`<lastmod>${row?.updated_at.toISOString()}</lastmod>`);
    expect(entry).toContain(`hreflang="fil" href="${SITE}/fil/properties/${id}"`);
    expect(entry).toContain(`hreflang="x-default" href="${SITE}/properties/${id}"`);
    expect(entry).toContain(`<image:loc>${SITE}/media/a&amp;b&lt;c&gt;</image:loc>`);
    expect(entry).toContain('/media/two</image:loc><image:title>Pool &amp; &lt;garden&gt;</image:title>');
    expect(entry).not.toContain('elsewhere');
    expect(all).toContain(`<loc>${SITE}/fil/properties/${id}</loc>`);
    const { id: sold } = await buildProperty(server.context, { agent_id: agent.id, status: 'sold' });
    publish(sold);
    expect(await read('/sitemaps/properties-1.xml')).not.toContain(`/properties/${sold}<`);
  });

  /** Each element is closed, and texts contain no other entities than the five. */
  async function wellFormed(xml: string): Promise<boolean> {
    const open: string[] = [];
    const rest = xml
      .replace(/^<\?xml [^>]*\?>/, '')
      .replace(/<(\/?)([\w:]+)((?: [\w:]+="[^"<]*")*)(\/?)>/g, (_all, end, name, _attributes, alone) => {
        if (end) return open.pop() === name ? '' : '<';
        if (!alone) open.push(name);
        return '';
      });
    return open.length === 0 && !/[<>]/.test(rest) && !/&(?!(?:amp|lt|gt|quot|#39);)/.test(xml);
  }
});

test('IndexNow: search engines are told once of what was changed, added or taken off', async () => {
  expect(await read(`/${KEY}.txt`)).toBe(KEY);
  const told: Data[] = [];
  let status = 503;
  outside.pages.set('engines.example/indexnow', (request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      if (status === 202) told.push(JSON.parse(body));
      response.writeHead(status).end();
    });
  });
  const id = await list({ city: 'Makati' });
  expect((await agent.put(`/api/properties/${id}`, { price: 3_210_000 })).status).toBe(200);
  await server.context.jobs.flush('indexNow');
  expect(told).toEqual([]);
  status = 202;
  await server.context.db.models.Job.update({ next_attempt_at: new Date(0) }, { where: { kind: 'indexNow' } });
  await server.context.jobs.flush('indexNow');
  expect(told).toEqual([
    {
      host: 'homes.example',
      key: KEY,
      keyLocation: `${SITE}/${KEY}.txt`,
      urlList: [`${SITE}/properties/${id}`, `${SITE}/fil/properties/${id}`],
    },
  ]);
  await remove(id);
  await list({ city: 'Makati' });
  await server.context.jobs.flush('indexNow');
  expect(told.slice(1).flatMap(({ urlList }) => urlList)).toContain(`${SITE}/properties/${id}`);
});
