import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usedHashes } from '#server/media/cleanup.ts';
import { hashOfAddress } from '#server/media/store.ts';
import { buildPicture } from '#tests/support/factories/pictures.ts';
import { type Outside, startOutside } from '#tests/support/outside.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const NOT_A_VIDEO = 'Enter the https address of a video on YouTube, Vimeo, Facebook or TikTok';

let outside: Outside;
let server: TestServer;
let agent: Person;
let admin: Person;

beforeAll(async () => {
  outside = await startOutside();
  server = await startTestServer({ data: 'empty', outsideNetwork: outside.network });
  agent = await enter(server, { role: 'agent' });
  admin = await enter(server, { role: 'admin' });
});

afterAll(async () => {
  await server.close();
  await outside.close();
});

const draft = (changes: object = {}) => ({
  title: 'Loft in Poblacion',
  description: 'Bright, with a balcony.',
  price: 8_500_000,
  location: { address: '12 Kalayaan Avenue', city: 'Makati', province: 'Metro Manila' },
  details: { area_sqm: 54 },
  ...changes,
});

async function post(changes: object = {}) {
  const { status, body } = await agent.post('/api/properties', draft(changes));
  expect([status, body.error]).toEqual([201, undefined]);
  return body.data;
}

const keep = async () => (await buildPicture(server.context, agent.id)).url;
const shown = async (id: number) => (await server.request('GET', `/api/properties/${id}`)).body.data;
const found = async (media: string) => {
  const { body } = await server.request('GET', `/api/properties?media=${media}&limit=100`);
  return body.data.properties.map(({ id }: { id: number }) => id);
};

let shade = 0;
async function dataUrl() {
  shade += 1;
  const background = { r: shade, g: 90, b: 20 };
  const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background } })
    .png()
    .toBuffer();
  return `data:image/png;base64,${bytes.toString('base64')}`;
}

describe('floor plans and a video', () => {
  test('are told to everybody, and can be filtered by from then on', async () => {
    const plan = await keep();
    const made = await post({ floor_plans: [plan, await dataUrl(), plan], video_url: ` ${VIDEO}#t=1 ` });
    expect(made.floor_plans).toEqual([plan, expect.stringMatching(/^\/media\/[0-9a-f]{64}$/)]);
    expect((await fetch(server.url + made.floor_plans[1])).headers.get('content-type')).toBe('image/webp');
    expect(made.video_url).toBe(VIDEO);
    expect(await shown(made.id)).toMatchObject({ floor_plans: made.floor_plans, video_url: VIDEO });
    const bare = await post();
    expect(bare).toMatchObject({ floor_plans: [], video_url: null });
    const filmed = await post({ video_url: 'https://vimeo.com/76979871' });

    expect(await found('video')).toEqual([filmed.id, made.id]);
    expect(await found('plan')).toEqual([made.id]);
    expect(await found('plan,video')).toEqual([made.id]);

    // Fields that are not sent stay, with the columns that the list filters by.
    await agent.put(`/api/properties/${made.id}`, { title: 'Renamed' });
    expect(await found('video,plan')).toEqual([made.id]);
    await agent.put(`/api/properties/${made.id}`, { video_url: '' });
    expect((await shown(made.id)).video_url).toBeNull();
    await admin.put(`/api/properties/${filmed.id}`, { floor_plans: [await keep()], video_url: null });
    expect(await found('video')).toEqual([]);
    expect(await found('plan')).toEqual([filmed.id, made.id]);
    await agent.put(`/api/properties/${filmed.id}`, { floor_plans: [] });
    expect(await found('plan')).toEqual([made.id]);
    const { events } = (await server.request('GET', `/api/properties/${made.id}/history`)).body.data;
    expect(events.map(({ kind }: { kind: string }) => kind)).toEqual(['listed']);
  });

  test('of a database of an earlier version are not asked for', () => {
    const { db } = server.context;
    const columnsIn = (sql: string) => sql.match(/images|floor_plans/g)?.length;
    const isThere = (table: string, column: string) => `${table}.${column}` !== 'properties.floor_plans';
    expect(columnsIn(usedHashes(db))).toBe(3);
    expect(columnsIn(usedHashes(db, isThere))).toBe(2);
  });

  test('that were fetched from elsewhere are ours; what is wrong is told of the field it came in', async () => {
    const made = await post({ floor_plans: ['http://pictures.example/plan.png'] });
    expect(hashOfAddress(made.floor_plans[0])).not.toBeNull();
    const unknown = `/media/${'a'.repeat(64)}`;
    const refused: [path: string, floor_plans: unknown][] = [
      ['floor_plans.1', [await keep(), unknown]],
      ['floor_plans.0', ['http://127.0.0.1/plan.png']],
      ['floor_plans.0', ['javascript:alert(1)']],
      ['floor_plans', Array.from({ length: 6 }, (_, at) => `/media/${String(at).repeat(64)}`)],
      ['floor_plans', 'plan'],
    ];
    const before = await server.context.db.models.Property.count();
    for (const [path, floor_plans] of refused) {
      for (const answer of [
        await agent.post('/api/properties', draft({ floor_plans })),
        await agent.put(`/api/properties/${made.id}`, { floor_plans }),
      ]) {
        expect(answer.status, JSON.stringify(floor_plans)).toBe(400);
        expect(answer.body.issues.map((issue: { path: string }) => issue.path)).toEqual([path]);
      }
    }
    expect(await server.context.db.models.Property.count()).toBe(before);
    expect((await shown(made.id)).floor_plans).toEqual(made.floor_plans);
  });
});

describe('the address of a video', () => {
  test.each([
    VIDEO,
    'https://youtu.be/dQw4w9WgXcQ?si=abc',
    'https://m.youtube.com/watch?app=desktop&v=dQw4w9WgXcQ',
    'https://www.youtube.com/shorts/dQw4w9WgXcQ',
    'https://vimeo.com/76979871',
    'https://vimeo.com/channels/staffpicks/76979871',
    'https://player.vimeo.com/video/76979871?h=8272103f6e',
    'https://www.facebook.com/watch/?v=1234567890123456',
    'https://www.facebook.com/some.agent/videos/1234567890123456/',
    'https://fb.watch/abc123XyZ_/',
    'https://www.tiktok.com/@agent.ph/video/7123456789012345678',
  ])('%s is kept', async (video_url) => {
    expect((await post({ video_url })).video_url).toBe(video_url);
  });

  test.each<unknown>([
    'http://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'javascript:alert(1)//https://youtu.be/dQw4w9WgXcQ',
    'data:text/html,<script>alert(1)</script>',
    '//youtu.be/dQw4w9WgXcQ',
    'youtu.be/dQw4w9WgXcQ',
    'https://youtu.be.evil.example/dQw4w9WgXcQ',
    'https://evil.example/https://youtu.be/dQw4w9WgXcQ',
    'https://youtu.be@evil.example/dQw4w9WgXcQ',
    'https://agent:word@youtu.be/dQw4w9WgXcQ',
    'https://youtu.be:8443/dQw4w9WgXcQ',
    'https://www.youtube.com/redirect?q=https%3A%2F%2Fevil.example',
    'https://www.youtube.com/watch?v=%22%3E%3Cscript%3E',
    'https://www.youtube.com/@somebody',
    'https://l.facebook.com/l.php?u=https%3A%2F%2Fevil.example',
    'https://www.facebook.com/some.agent',
    'https://127.0.0.1/watch?v=dQw4w9WgXcQ',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/video/76979871',
    'https://[::1]/76979871',
    'https://vimeo.com\u0000/76979871',
    'a video',
  ])('%j is refused, and asked for nowhere', async (video_url) => {
    const [asked, dialled] = [outside.asked.length, outside.dialled.length];
    const { status, body } = await agent.post('/api/properties', draft({ video_url }));
    expect(status).toBe(400);
    expect(body.issues).toEqual([{ path: 'video_url', message: NOT_A_VIDEO }]);
    expect([outside.asked.length, outside.dialled.length]).toEqual([asked, dialled]);
  });

  test.each<[string, unknown]>([
    ['a number', 7],
    ['a list', [VIDEO]],
    ['one that is too long', `${VIDEO}&x=${'a'.repeat(500)}`],
  ])('as %s is refused at its field', async (_, video_url) => {
    const { id } = await post();
    const { status, body } = await agent.put(`/api/properties/${id}`, { video_url });
    expect([status, body.issues[0].path]).toEqual([400, 'video_url']);
    expect((await shown(id)).video_url).toBeNull();
  });
});
