import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findOutsidePictures } from '#server/features/properties/jobs/outsidePictures.ts';
import { createOutsidePictures, createOutsideRequests, isPublicAddress } from '#server/media/outside.ts';
import { hashOfAddress } from '#server/media/store.ts';
import { MAX_IMAGE_BYTES } from '#shared/limits.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { blackPng } from '#tests/support/hostileImages.ts';
import { drawOutside, type Outside, PUBLIC_ADDRESS, startOutside } from '#tests/support/outside.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const SITE = 'https://silong.example:8443';
const NOT_PUBLIC = 'This address does not lead to a public site';
const NO_PICTURE = 'There is no image at this address. Please use PNG, JPG, GIF or WebP.';
const refusedBySite = (status: number) =>
  `The site at this address answers with error ${status} in place of an image`;
const TOO_SLOW = 'The site at this address takes too long to send the image';
const TOO_LARGE = 'The image at this address is too large. Maximum size is 5MB.';
const UNREACHABLE = 'The site at this address cannot be reached. Upload the image instead.';
const STORED = /^\/media\/[0-9a-f]{64}$/;

let outside: Outside;
let server: TestServer;
let agent: Person;
let visitor: Person;

beforeAll(async () => {
  outside = await startOutside({ wholeMs: 4_000, silenceMs: 1_500 });
  server = await startTestServer({
    data: 'empty',
    env: { publicUrl: SITE },
    outsideNetwork: outside.network,
  });
  agent = await enter(server, { role: 'agent' });
  visitor = await enter(server);
});

afterAll(async () => {
  await server.close();
  await outside.close();
});

beforeEach(() => {
  outside.pages.clear();
  outside.hosts.clear();
  outside.asked.length = 0;
  outside.dialled.length = 0;
});

const draft = (images: unknown) => ({
  title: 'House with a garden',
  description: 'Quiet street.',
  price: 9_000_000,
  location: { address: '3 Maginhawa Street', city: 'Quezon City', province: 'Metro Manila' },
  details: { area_sqm: 120 },
  images,
});
const post = (...images: string[]) => agent.post('/api/properties', draft(images));

async function counts(): Promise<number[]> {
  const { Media, Property } = server.context.db.models;
  return [await Media.count(), await Property.count()];
}

describe('a picture that is named by its address', () => {
  test('is fetched once when the listing is saved, and is ours from then on', async () => {
    const made = await post('http://pictures.example/a.png', 'http://pictures.example/b.png?w=1');
    expect(made.status).toBe(201);
    expect(made.body.data.images).toEqual([expect.stringMatching(STORED), expect.stringMatching(STORED)]);
    expect(outside.asked.toSorted()).toEqual(['pictures.example/a.png', 'pictures.example/b.png?w=1']);
    const served = await fetch(server.url + made.body.data.images[0]);
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const row = await server.context.db.models.Media.findByPk(hashOfAddress(made.body.data.images[0]) ?? '');
    expect(row).toMatchObject({ uploaded_by: agent.id, width: 24, height: 16 });

    const more = await agent.put(`/api/properties/${made.body.data.id}`, {
      images: ['http://pictures.example/c.png', made.body.data.images[1]],
    });
    expect(more.body.data.images).toEqual([expect.stringMatching(STORED), made.body.data.images[1]]);
    expect(outside.asked).toHaveLength(3);
  });

  test('is asked for without anything that tells who asks', async () => {
    await post('http://pictures.example/plain.png');
    expect(Object.keys(outside.lastHeaders()).toSorted()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
  });

  test('is not fetched where it is one of this site', async () => {
    const [own] = (await post('http://pictures.example/own.png')).body.data.images;
    outside.asked.length = 0;
    expect((await post(`${SITE}${own}?w=640`)).body.data.images).toEqual([own]);
    expect((await post(`${SITE}/media/${'0'.repeat(64)}`)).body.error).toBe('This uploaded image does not exist');
    expect(outside.asked).toEqual([]);
  });

  test('is known by its bytes, whatever it is called', async () => {
    outside.pages.set('pictures.example/page.html', async (_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(await drawOutside('disguised'));
    });
    expect((await post('http://pictures.example/page.html')).status).toBe(201);
  });

  test('may be three redirects away, each of which is checked', async () => {
    const redirect = (from: string, to: string) =>
      outside.pages.set(from, (_request, response) => response.writeHead(302, { location: to }).end());
    redirect('pictures.example/1', '/2');
    redirect('pictures.example/2', 'http://cdn.example/3');
    redirect('cdn.example/3', '//pictures.example/end.png');
    redirect('pictures.example/0', '/1');
    redirect('pictures.example/in', 'http://inner.example/secret.png');
    redirect('pictures.example/literal', 'http://169.254.169.254/latest/meta-data/');
    redirect('pictures.example/port', 'http://pictures.example:8080/a.png');
    redirect('pictures.example/file', 'file:///etc/passwd');
    outside.hosts.set('inner.example', () => ['10.0.0.5']);
    expect((await post('http://pictures.example/1')).status).toBe(201);
    expect((await post('http://pictures.example/0')).body.error).toBe(NO_PICTURE);
    for (const path of ['in', 'literal', 'port', 'file'])
      expect((await post(`http://pictures.example/${path}`)).body.error).toBe(NOT_PUBLIC);
    expect(outside.dialled.every((address) => address === PUBLIC_ADDRESS)).toBe(true);
    expect(outside.asked.some((page) => page.startsWith('inner.example'))).toBe(false);
  });
});

describe('refused with 400 at the picture, and nothing is kept', () => {
  const answers: Record<string, string> = {
    'pictures.example/404': refusedBySite(404),
    'pictures.example/403': refusedBySite(403),
    'pictures.example/503': refusedBySite(503),
    'pictures.example/text': NO_PICTURE,
    'pictures.example/svg': NO_PICTURE,
    'pictures.example/half': 'The image at this address is damaged',
    'pictures.example/empty': 'The site at this address sends an empty file',
    'pictures.example/heic':
      'The image at this address is a HEIC photo, which is not supported here. Upload it instead.',
    'pictures.example/pixels': 'The image at this address has too many pixels. Maximum is 50 megapixels.',
    'pictures.example/named-large': TOO_LARGE,
    'pictures.example/large': TOO_LARGE,
    'pictures.example/silent': TOO_SLOW,
    'pictures.example/drips': TOO_SLOW,
    'pictures.example/breaks': UNREACHABLE,
  };

  beforeEach(() => {
    const { pages } = outside;
    for (const status of [403, 404, 503])
      pages.set(`pictures.example/${status}`, (_request, response) => response.writeHead(status).end('gone'));
    pages.set('pictures.example/empty', (_request, response) => response.end());
    pages.set('pictures.example/heic', (_request, response) => {
      response.end('\0\0\0\x18ftypheic\0\0\0\0mif1heic');
    });
    pages.set('pictures.example/pixels', (_request, response) => response.end(blackPng(9_000, 6_000)));
    pages.set('pictures.example/text', (_request, response) => {
      response.setHeader('content-type', 'image/png');
      response.end('hello');
    });
    pages.set('pictures.example/svg', (_request, response) => {
      response.setHeader('content-type', 'image/svg+xml');
      response.end('<svg xmlns="http://www.w3.org/2000/svg"/>');
    });
    pages.set('pictures.example/half', async (_request, response) => {
      response.end((await drawOutside('half')).subarray(0, 60));
    });
    pages.set('pictures.example/named-large', (_request, response) => {
      response.writeHead(200, { 'content-length': String(MAX_IMAGE_BYTES + 1) });
      response.write('x');
    });
    pages.set('pictures.example/large', (_request, response) => {
      const part = Buffer.alloc(1024 * 1024);
      const send = (): unknown => !response.destroyed && response.write(part, () => setImmediate(send));
      send();
    });
    pages.set('pictures.example/silent', () => undefined);
    pages.set('pictures.example/drips', (_request, response) => {
      const drip = setInterval(() => response.write('x'), 50);
      response.on('close', () => clearInterval(drip));
    });
    pages.set('pictures.example/breaks', (request) => request.socket.destroy());
  });

  test.each(Object.entries(answers))('%s', async (page, sentence) => {
    const before = await counts();
    const { status, body } = await post('http://pictures.example/good.png', `http://${page}`);
    expect([status, body.code, body.issues]).toEqual([
      400,
      'invalid_input',
      [{ path: 'images.1', message: sentence }],
    ]);
    expect(await counts()).toEqual(before);
  });

  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.0.0.1/',
    'http://0/',
    'http://10.1.2.3/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://168.63.129.16/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001::1]/',
    'http://[fe80::1]/',
    'http://[fd00:ec2::254]/',
    'http://[::7f00:1]/',
    'http://[::808:808]/',
    'http://[100:0:0:1::1]/',
    'http://[4000::1]/',
    'http://inner.example/',
    'http://inner.example./',
    'http://mixed.example/',
    'http://nowhere.example/',
  ])('%s', async (address) => {
    outside.hosts.set('inner.example', () => ['192.168.0.10']);
    outside.hosts.set('mixed.example', () => [PUBLIC_ADDRESS, '::1']);
    outside.hosts.set('nowhere.example', () => []);
    const { status, body } = await post(address);
    expect([status, body.issues]).toEqual([400, [{ path: 'images.0', message: NOT_PUBLIC }]]);
    expect(outside.dialled).toEqual([]);
  });

  test.each(['http://a:b@pictures.example/', 'http://pictures.example:8080/', 'ftp://pictures.example/'])(
    '%s',
    async (address) => {
      expect((await post(address)).body.issues).toEqual([
        { path: 'images.0', message: 'An image must be an uploaded file or a web address' },
      ]);
      expect(outside.dialled).toEqual([]);
    },
  );

  test('the connection goes to the address that was checked, whatever the name server says next', async () => {
    const said: string[] = [];
    outside.hosts.set('rebinding.example', () => {
      said.push(said.length === 0 ? PUBLIC_ADDRESS : '127.0.0.1');
      return said.slice(-1);
    });
    expect((await post('http://rebinding.example/a.png')).status).toBe(201);
    expect([said, outside.dialled]).toEqual([[PUBLIC_ADDRESS], [PUBLIC_ADDRESS]]);
    expect((await post('http://rebinding.example/b.png')).body.error).toBe(NOT_PUBLIC);
    expect(outside.dialled).toEqual([PUBLIC_ADDRESS]);
  });

  test('addresses of this machine, and what is no address', () => {
    for (const address of ['127.0.0.1', '', 'localhost', '8.8.8.8.8'])
      expect(isPublicAddress(address)).toBe(false);
    for (const address of ['8.8.8.8', '2606:4700::1111']) expect(isPublicAddress(address)).toBe(true);
  });
});

test('one person has at most three fetched at once, and another one need not wait for them', async () => {
  const { resolve, dial } = outside.network;
  const requests = createOutsideRequests(server.context, {
    ...(resolve && { resolve }),
    ...(dial && { dial }),
  });
  const pictures = createOutsidePictures(server.context, requests);
  const { signal } = new AbortController();
  const { pixels } = server.context;
  const waiting: (() => void)[] = [];
  const many = Array.from({ length: 8 }, (_, at) => `slow.example/${at}.png`);
  for (const page of many)
    outside.pages.set(page, (_request, response) => {
      waiting.push(() => void drawOutside(page).then((bytes) => response.end(bytes)));
    });
  const read = Promise.all(many.map((page) => pictures.read(`http://${page}`, pixels.ofListings(1), signal)));
  await expect.poll(() => waiting.length).toBe(3);
  const quick = pictures.read('http://pictures.example/quick.png', pixels.ofListings(2), signal);
  expect(await quick).toMatchObject({ width: 24 });
  expect(waiting).toHaveLength(3);
  const done = read.then((found) => found.length);
  for (let answered = 0; answered < many.length; answered += 1) {
    await expect.poll(() => waiting.length, { timeout: 4_000 }).toBeGreaterThan(0);
    waiting.shift()?.();
  }
  expect(await done).toBe(8);
});

describe('pictures that a listing names already', () => {
  const flush = () => server.context.jobs.flush();
  const read = async (id: number) => (await server.context.db.models.Property.findByPk(id))?.images;

  test('are shown to nobody from where they lie, and are brought home', async () => {
    const first = 'http://pictures.example/old.png';
    const listing = await buildProperty(server.context, {
      agent_id: agent.id,
      images: [first, '/media/kept', 'http://pictures.example/old-2.png'],
    });
    const shown = await visitor.get(`/api/properties/${listing.id}`);
    expect(shown.body.data.images).toEqual(['/media/kept']);
    await findOutsidePictures(server.context);
    await findOutsidePictures(server.context);
    await flush();
    expect(outside.asked.toSorted()).toEqual(['pictures.example/old-2.png', 'pictures.example/old.png']);
    expect(await read(listing.id)).toEqual([
      expect.stringMatching(STORED),
      '/media/kept',
      expect.stringMatching(STORED),
    ]);
    const { updated_at } = (await server.context.db.models.Property.findByPk(listing.id)) ?? {};
    expect(updated_at).toEqual(listing.updated_at);
  });

  test('are dropped where there is none any more, which their agent is told; what cannot be reached waits', async () => {
    outside.pages.set('pictures.example/gone.png', (_request, response) => response.writeHead(404).end());
    outside.hosts.set('away.example', () => []);
    const listing = await buildProperty(server.context, {
      agent_id: agent.id,
      title: 'Loft',
      images: ['http://pictures.example/gone.png', 'http://away.example/a.png', 'http://pictures.example/x.png'],
    });
    await findOutsidePictures(server.context);
    await flush();
    expect(await read(listing.id)).toEqual(['http://away.example/a.png', expect.stringMatching(STORED)]);
    const [notice] = (await agent.get('/api/notifications')).body.data;
    expect(notice).toMatchObject({
      title: 'Images Missing',
      message: `We could not fetch an image of Loft from pictures.example. Please upload it instead. Reason: ${refusedBySite(404)}`,
    });
    const own = (await agent.get('/api/properties/my/list?search=Loft')).body.data.properties[0];
    expect(own.images[0]).toBe('http://away.example/a.png');
    const saved = await agent.put(`/api/properties/${listing.id}`, {
      title: 'Loft, new',
      images: own.images,
    });
    expect([saved.status, saved.body.data.images]).toEqual([200, own.images]);
  });

  test('of a listing without an agent are nobody’s', async () => {
    const listing = await buildProperty(server.context, {
      agent_id: null,
      images: ['http://pictures.example/alone.png'],
    });
    await findOutsidePictures(server.context);
    await flush();
    const [image] = (await read(listing.id)) ?? [];
    const row = await server.context.db.models.Media.findByPk(hashOfAddress(image ?? '') ?? '');
    expect(row?.uploaded_by).toBeNull();
  });
});

describe('an imported file', () => {
  const csv = (...images: string[]) =>
    [
      'title,description,price,address,city,province,area_sqm,images',
      ...images.map((image, at) => `Row ${at},Bright,1000000,1 Ayala Avenue,Makati,Metro Manila,40,${image}`),
    ].join('\n');
  const send = (mode: string, ...images: string[]) =>
    agent.post('/api/properties/my/import', { csv: csv(...images), mode });

  test('says of each row which picture cannot be fetched, before anything is imported', async () => {
    outside.hosts.set('inner.example', () => ['10.0.0.1']);
    const checked = await send(
      'check',
      'http://pictures.example/1.png|http://inner.example/2.png',
      'http://pictures.example/3.png',
    );
    expect(checked.body.data.rows.map(({ issues }: { issues: unknown[] }) => issues)).toEqual([
      [{ column: 'images', message: `Image 2: ${NOT_PUBLIC}` }],
      [],
    ]);
    const refused = await send('all', 'http://127.0.0.1/1.png');
    expect([refused.status, refused.body.code, refused.body.issues[0].path]).toEqual([
      422,
      'import_refused',
      'rows.2.images',
    ]);
    expect(outside.asked).toEqual([]);
  });

  test('names at most 50 sites', async () => {
    const sites = Array.from({ length: 51 }, (_, at) => `http://site-${at}.example/a.png`);
    const { body } = await send('check', ...sites);
    expect(body.data.counts).toEqual({ rows: 51, good: 50, bad: 1 });
  });

  test('is imported at once; its pictures follow', async () => {
    const { status, body } = await send('all', 'http://pictures.example/i1.png|http://pictures.example/i2.png');
    expect([status, body.data.imported]).toEqual([200, 1]);
    await server.context.jobs.flush();
    const [own] = (await agent.get('/api/properties/my/list')).body.data.properties;
    expect(own.images).toEqual([expect.stringMatching(STORED), expect.stringMatching(STORED)]);
  });
});
