import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const SITE = 'https://homes.example';

let folder: string;
let server: TestServer;
let admin: Person;
let agent: Person;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'silong-web-'));
  cpSync('web/index.html', path.join(folder, 'index.html'));
  server = await startTestServer({ data: 'empty', env: { publicUrl: SITE }, webFolder: folder });
  admin = await enter(server, { role: 'admin' });
  agent = await enter(server, { role: 'agent', name: 'Ana "Annie" Reyes' });
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const read = async (address: string, status = 200): Promise<string> => {
  const answer = await fetch(server.url + address);
  expect(answer.status, address).toBe(status);
  return answer.text();
};
const tag = (page: string, name: string): string | undefined =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(page)?.[1];
const addresses = (xml: string): string[] =>
  [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address);

async function allAddresses(): Promise<string[]> {
  const files = addresses(await read('/sitemap.xml')).map((address) => address.replace(SITE, ''));
  const texts = await Promise.all(files.map((file) => read(file)));
  return texts.flatMap(addresses);
}

describe('the head of a page', () => {
  test('of a listing says what a messenger shows of a link to it', async () => {
    const { id } = await buildProperty(server.context, {
      agent_id: agent.id,
      title: 'Loft <b>with</b> "view"',
      description: `Bright.\n${'Close to everything '.repeat(30)}`,
      price: 12_500_000,
      type: 'condo',
      listing_type: 'sale',
      bedrooms: 2,
      area_sqm: 54,
      city: 'Makati',
      images: ['https://pictures.example/1.jpg', '/media/first'],
    });
    const page = await read(`/properties/${id}?from=mail`);
    expect(page).toContain('<title>Loft &lt;b&gt;with&lt;/b&gt; &quot;view&quot; | Silong</title>');
    expect(page).not.toContain('<b>');
    const description = tag(page, 'og:description') ?? '';
    expect(description).toMatch(
      /^Condominium for sale · ₱12,500,000 · 2 bedrooms · 54 sqm · Makati\. Bright\. Close/,
    );
    expect(description.length).toBeLessThan(210);
    expect(tag(page, 'og:image')).toMatch(new RegExp(`^${SITE}/og/properties/${id}-[0-9a-f]{16}\\.jpg$`));
    expect(tag(page, 'og:locale')).toBe('en_PH');
    expect(tag(page, 'og:locale:alternate')).toBe('fil_PH');
    expect(tag(page, 'product:price:amount')).toBe('12500000');
    expect(tag(page, 'product:price:currency')).toBe('PHP');
    expect(tag(page, 'og:site_name')).toBe('Silong');
    expect(tag(page, 'twitter:card')).toBe('summary_large_image');
    expect(tag(page, 'og:url')).toBe(`${SITE}/properties/${id}`);
    expect(page).toContain(`<link rel="canonical" href="${SITE}/properties/${id}" />`);
    expect(tag(page, 'robots')).toBeUndefined();
  });

  test('of a listing leads to a picture that messengers can show, in the size it says', async () => {
    const photo = await sharp({ create: { width: 900, height: 1_400, channels: 3, background: '#a03020' } })
      .webp()
      .toBuffer();
    const { hash } = await server.context.media.storeWebp(photo);
    const { id } = await buildProperty(server.context, { agent_id: agent.id, images: [`/media/${hash}`] });
    const page = await read(`/properties/${id}`);
    const address = tag(page, 'og:image') ?? '';
    const answer = await fetch(server.url + address.replace(SITE, ''));
    expect(answer.headers.get('content-type')).toBe(tag(page, 'og:image:type'));
    const bytes = Buffer.from(await answer.arrayBuffer());
    const { width, height, format } = await sharp(bytes).metadata();
    expect({ width: String(width), height: String(height), format }).toEqual({
      width: tag(page, 'og:image:width'),
      height: tag(page, 'og:image:height'),
      format: 'jpeg',
    });
    // WhatsApp shows none above 600 KB.
    expect(bytes.length).toBeLessThan(600_000);
    expect((await fetch(`${server.url}/media/${hash}?w=banner`)).status).toBe(400);
  });

  test('of an agent, an office, an area and the list', async () => {
    expect(await read(`/agents/${agent.id}`)).toContain('<title>Ana &quot;Annie&quot; Reyes | Silong</title>');
    expect(await read('/locations/makati')).toContain('<title>Properties in Makati | Silong</title>');
    const office = { name: 'Reyes & Sons Realty', about: 'In Makati\nsince 1998.' };
    const { body } = await agent.post('/api/office', office);
    const path = `/offices/${body.data.office.id}`;
    const page = await read(path);
    expect(page).toContain('<title>Reyes &amp; Sons Realty | Silong</title>');
    expect(tag(page, 'og:description')).toBe('In Makati since 1998.');
    expect(await allAddresses()).toContain(SITE + path);
    expect(await read('/properties')).toContain('<title>Properties | Silong</title>');
    expect(await read('/')).toContain('<title>Silong</title>');
  });

  test.each<[string, number]>([
    ['/dashboard', 200],
    ['/desk/inbox', 200],
    ['/compare', 200],
    ['/properties/999999999', 404],
    ['/properties/99999999999999999999', 404],
    ['/properties/0', 404],
    ['/agents/999999999', 404],
    ['/offices/999999999', 404],
    ['/buildings/999999999', 404],
    ['/locations/atlantis', 404],
    ['/fil/locations/atlantis', 404],
    ['/near/atlantis', 404],
    ['/fil/near/atlantis', 404],
    ['/properties/1%27%20OR%201', 404],
    ['/no/such/page', 404],
    ['/constructor', 404],
  ])('%s is the page, with status %d, and belongs in no search engine', async (address, status) => {
    const page = await read(address, status);
    expect(page).not.toContain('rel="canonical"');
    expect(page).not.toContain('hreflang');
    expect(page).toContain('<title>Silong</title>');
    expect(tag(page, 'robots')).toBe('noindex');
  });
});

test('on a phone’s home screen it has its name and icons', async () => {
  expect(await read('/')).toContain('<link rel="manifest" href="/manifest.webmanifest" />');
  const answer = await fetch(`${server.url}/manifest.webmanifest`);
  expect(answer.headers.get('content-type')).toContain('application/manifest+json');
  expect(await answer.json()).toMatchObject({
    name: 'Silong',
    start_url: '/',
    icons: [{ src: '/icons/192.png' }, { src: '/icons/512.png' }, { purpose: 'maskable' }],
    shortcuts: [{ url: '/properties' }, { url: '/saved-searches' }, { url: '/dashboard?tab=messages' }],
    share_target: { action: '/share', method: 'GET' },
  });
});

test.each([
  [`/share?text=${encodeURIComponent(`Look at this: ${SITE}/properties/53?ref=a.`)}`, '/properties/53?ref=a'],
  [
    `/fil/share?title=${encodeURIComponent('Condo sa BGC')}&url=${encodeURIComponent('https://elsewhere.example/1')}`,
    '/fil/properties?search=Condo+sa+BGC',
  ],
  [`/share?url=${encodeURIComponent(`${SITE}//elsewhere.example/x`)}`, '/elsewhere.example/x'],
  ['/share', '/properties'],
])('what another app shares opens its page: %s', async (address, page) => {
  const answer = await fetch(server.url + address, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, page]);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

describe('what search engines are told', () => {
  test('robots.txt keeps them out of what is personal and shows the way', async () => {
    const text = await read('/robots.txt');
    expect(text).toContain('Disallow: /dashboard\n');
    expect(text).toContain(`Sitemap: ${SITE}/sitemap.xml\n`);
  });

  test('security.txt names whom to write to, for half a year', async () => {
    const lines = new Map(
      (await read('/.well-known/security.txt')).split('\n').map((line) => {
        const [, name = '', value = ''] = /^([^:]+): (.*)$/.exec(line) ?? [];
        return [name, value];
      }),
    );
    expect(lines.get('Contact')).toBe(`${SITE}/about`);
    expect(lines.get('Canonical')).toBe(`${SITE}/.well-known/security.txt`);
    const days = (Date.parse(lines.get('Expires') ?? '') - server.context.now().getTime()) / 86_400_000;
    expect(Math.round(days)).toBe(180);
  });

  test('a listing is in the sitemap and has a head while it is public, not a moment longer', async () => {
    const { id } = await buildProperty(server.context, { agent_id: agent.id, title: 'Seen by all' });
    server.context.bus.publish('listingChanged', { propertyId: id });
    const address = `${SITE}/properties/${id}`;
    expect(await allAddresses()).toEqual(
      expect.arrayContaining([address, `${SITE}/agents/${agent.id}`, `${SITE}/locations/makati`, `${SITE}/`]),
    );
    const body = { status: 'inactive', reason: 'Not yours' };
    expect((await admin.put(`/api/admin/properties/${id}/status`, body)).status).toBe(200);
    expect(await allAddresses()).not.toContain(address);
    expect(await read(`/properties/${id}`, 410)).not.toContain('Seen by all');
  });

  test('a known place is in the sitemap while a home is near, in each language', async () => {
    const address = `${SITE}/near/valenzuela-medical-center`;
    expect(await allAddresses()).not.toContain(address);
    // 900 metres away.
    const near = await buildProperty(server.context, {
      agent_id: agent.id,
      latitude: 14.6967,
      longitude: 120.9765,
    });
    server.context.bus.publish('listingChanged', { propertyId: near.id });
    const all = await allAddresses();
    expect(all).toEqual(expect.arrayContaining([address, `${SITE}/fil/near/valenzuela-medical-center`]));
    expect(all).not.toContain(`${SITE}/near/alabang-town-center`);
    await near.update({ status: 'sold' });
    server.context.bus.publish('listingChanged', { propertyId: near.id });
    expect(await allAddresses()).not.toContain(address);
  });

  test('a file that is none is not found', async () => {
    for (const name of ['properties-2', 'properties-0', 'properties-x', 'agents'])
      expect((await fetch(`${server.url}/sitemaps/${name}.xml`)).status).toBe(404);
  });
});
