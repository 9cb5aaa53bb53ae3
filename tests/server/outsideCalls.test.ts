import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTransport, sendLetter } from '#server/mail/transport.ts';
import { toWebp } from '#server/media/pictures.ts';
import { fileName, hashBytes } from '#server/media/store.ts';
import { PICTURE_QUOTA } from '#shared/limits.ts';
import { buildPicture } from '#tests/support/factories/pictures.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { type SilentBucket, startSilentBucket } from '#tests/support/silentBucket.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;
let agent: Person;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
  agent = await enter(server, { role: 'agent' });
});

afterAll(() => server.close());

const ofNobody = () => server.context.pixels.ofListings(null);

let shade = 0;
/** Different each time. */
async function png(): Promise<Buffer> {
  shade += 1;
  const background = { r: shade, g: 20, b: 120 };
  return sharp({ create: { width: 60, height: 30, channels: 3, background } })
    .png()
    .toBuffer();
}

async function upload(to: TestServer, token: string, bytes: Buffer) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'photo.png');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${to.url}/api/uploads`, { method: 'POST', headers, body: form });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

const draft = (images: string[]) => ({
  title: 'House with a garden',
  description: 'Quiet street.',
  price: 9_000_000,
  location: { address: '3 Maginhawa Street', city: 'Quezon City', province: 'Metro Manila' },
  details: { area_sqm: 120 },
  images,
});

describe('inside a transaction', () => {
  const refused = /must not be asked while a transaction is open/;
  const name = fileName(hashBytes(Buffer.from('any')), null);

  test('the picture store is not asked', async () => {
    const { db, media } = server.context;
    const { store } = media;
    const calls = [
      () => store.write(name, Buffer.from('x')),
      () => store.read(name),
      () => store.has(name),
      () => store.remove(name),
      () => store.list()[Symbol.asyncIterator]().next(),
      () => media.readPicture(name.slice(0, 64), null),
    ];
    for (const call of calls) await expect(db.transaction(async () => call())).rejects.toThrow(refused);
    expect(await store.has(name)).toBe(false);
  });

  test('no mail is sent', async () => {
    const { db } = server.context;
    const transport = openTransport({
      ...server.context,
      env: { ...server.context.env, smtpUrl: 'smtp://127.0.0.1:1' },
    });
    if (!transport) throw new Error('there is no transport');
    const letter = { id: '1', recipient: 'a@example.com', replyTo: null, subject: 's', text: 't', html: 'h' };
    await expect(db.transaction(() => sendLetter(transport, server.context, letter))).rejects.toThrow(refused);
    transport.close();
  });
});

describe('with object storage that never answers', () => {
  let bucket: SilentBucket;
  let stuck: TestServer;
  let sender: Person;

  beforeAll(async () => {
    bucket = await startSilentBucket();
    stuck = await startTestServer({ data: 'empty', env: { objectStorage: bucket.storage } });
    sender = await enter(stuck, { role: 'agent' });
  });
  afterAll(async () => {
    await stuck.close();
    await bucket.close();
  });

  test('a picture waits alone, and is told within half a minute', { timeout: 60_000 }, async () => {
    const started = performance.now();
    const sent = [
      upload(stuck, sender.token, await png()),
      sender.post('/api/properties', draft([`data:image/png;base64,${(await png()).toString('base64')}`])),
    ];
    await bucket.isAsked;
    for (let time = 0; time < 5; time += 1) {
      const before = performance.now();
      expect((await sender.put('/api/auth/profile', { name: `Maria ${time}` })).status).toBe(200);
      expect(
        (await stuck.request('POST', '/api/auth/login', { body: { email: 'a@b.ph', password: 'wrong-one' } }))
          .status,
      ).toBe(401);
      expect((await stuck.request('GET', '/api/properties')).status).toBe(200);
      expect(performance.now() - before).toBeLessThan(3_000);
    }
    for (const answer of await Promise.all(sent)) {
      expect([answer.status, answer.body.code]).toEqual([503, 'unavailable']);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(performance.now() - started).toBeLessThan(30_000);
    expect(await stuck.context.db.models.Media.count()).toBe(0);
    expect(await stuck.context.db.models.Property.count()).toBe(0);
  });
});

describe('a file without its row, and a row being removed', () => {
  test('a change that fails leaves no row, and the same picture is taken again', async () => {
    const bytes = await png();
    const webp = await toWebp({ name: 'a.png', claimedType: 'image/png', bytes }, ofNobody());
    const hash = hashBytes(webp.bytes);
    const image = `data:image/png;base64,${bytes.toString('base64')}`;
    const answer = await agent.post('/api/properties', draft([image, `/media/${'0'.repeat(64)}`]));
    expect(answer.status).toBe(400);
    expect(await server.context.db.models.Media.findByPk(hash)).toBeNull();
    expect((await upload(server, agent.token, bytes)).status).toBe(201);
  });

  test('what is being removed counts as gone, and is taken again once it is, or its remover has ended', async () => {
    const { Media } = server.context.db.models;
    const { url, hash, ...picture } = await buildPicture(server.context, agent.id);
    const mark = (since: number) =>
      Media.update({ removed_at: new Date(Date.now() - since), width: 0 }, { where: { hash } });
    await mark(0);
    expect((await agent.post('/api/properties', draft([url]))).status).toBe(400);
    expect((await agent.put('/api/auth/profile', { avatar_url: url })).status).toBe(400);
    const again = buildPicture(server.context, agent.id, picture);
    await Media.destroy({ where: { hash } });
    await server.context.media.store.remove(fileName(hash, null));
    await again;
    expect(await Media.findByPk(hash)).toMatchObject({ width: 700, removed_at: null });
    expect(await server.context.media.store.has(fileName(hash, null))).toBe(true);
    await mark(10 * 60_000);
    await buildPicture(server.context, agent.id, picture);
    expect(await Media.findByPk(hash)).toMatchObject({ width: 700, removed_at: null });
  });
});

describe('the share of an account', () => {
  const fill = (uploadedBy: number, bytes: number) =>
    server.context.db.models.Media.create({
      hash: hashBytes(Buffer.from(`filler of ${uploadedBy} ${bytes}`)),
      width: 1,
      height: 1,
      bytes,
      uploaded_by: uploadedBy,
      created_at: new Date(),
    });

  test('is told when it is used up, and nothing is stored', async () => {
    const user = await enter(server);
    await fill(user.id, PICTURE_QUOTA.user - 10);
    const bytes = await png();
    const webp = await toWebp({ name: 'a.png', claimedType: 'image/png', bytes }, ofNobody());
    expect(await upload(server, user.token, bytes)).toMatchObject({
      status: 413,
      body: {
        code: 'storage_full',
        error: expect.stringMatching(/^Your images use 100 of 100 MB/),
        values: { used: 100, quota: 100 },
      },
    });
    expect(await server.context.media.store.has(fileName(hashBytes(webp.bytes), null))).toBe(false);
    expect((await upload(server, agent.token, bytes)).status).toBe(201);
    // The picture is stored already and takes no more space.
    expect((await upload(server, user.token, bytes)).status).toBe(201);
  });

  test('counts for pictures within a listing too, and agents have more', async () => {
    const other = await enter(server, { role: 'agent' });
    const image = async () => `data:image/png;base64,${(await png()).toString('base64')}`;
    await fill(other.id, PICTURE_QUOTA.user);
    expect((await other.post('/api/properties', draft([await image()]))).status).toBe(201);
    const used = Number(await server.context.db.models.Media.sum('bytes', { where: { uploaded_by: other.id } }));
    await fill(other.id, PICTURE_QUOTA.agent - used - 10);
    const refused = await other.post('/api/properties', draft([await image()]));
    expect([refused.status, refused.body.code]).toEqual([413, 'storage_full']);
  });

  test('is kept by pictures that come at the same moment', async () => {
    const user = await enter(server);
    const pictures = await Promise.all(Array.from({ length: 6 }, png));
    const sizes = await Promise.all(
      pictures.map(
        async (bytes) => (await toWebp({ name: 'a', claimedType: 'image/png', bytes }, ofNobody())).bytes.length,
      ),
    );
    await fill(user.id, PICTURE_QUOTA.user - Math.max(...sizes) * 2);
    const answers = await Promise.all(pictures.map((bytes) => upload(server, user.token, bytes)));
    const used = Number(await server.context.db.models.Media.sum('bytes', { where: { uploaded_by: user.id } }));
    expect(used).toBeLessThanOrEqual(PICTURE_QUOTA.user);
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThanOrEqual(2);
    expect(answers.some(({ status }) => status === 413)).toBe(true);
  });
});
