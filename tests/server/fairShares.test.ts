import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { UnavailableError } from '#server/http/errors.ts';
import { type BodyKind, createBodyShares } from '#server/http/limits/bodyShares.ts';
import { createLoadLimit } from '#server/http/limits/rateLimit.ts';
import { withDecodingSlot } from '#server/media/pictures.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { enter } from '#tests/support/people.ts';
import { openSocket, settle } from '#tests/support/sockets.ts';
import { saveSystemSettings } from '#tests/support/systemSettings.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

describe('what bodies take up', () => {
  const limits = {
    bytes: 1_000,
    callerBytes: 400,
    counts: { picture: { perCaller: 3, perNetwork: 6 }, large: { perCaller: 1, perNetwork: 2 } },
    slowAfterMs: 40,
  };
  const owner = (caller: string, network = caller, kind: BodyKind = 'picture') => ({
    kind,
    caller,
    network,
    bytes: 0,
  });
  const isRefused = (refusal: Promise<never>) =>
    Promise.race([refusal.catch((error) => error.status), settle(5).then(() => null)]);

  test('counts for each caller, and a place is free again when a body is done', () => {
    const shares = createBodyShares(limits);
    const own = [1, 2, 3].map(() => shares.open(owner('ana')));
    expect(() => shares.open(owner('ana'))).toThrow('Too many uploads at once');
    shares.open(owner('ben'));
    own[0]?.close();
    shares.open(owner('ana'));
  });

  test('slow ones cost what came in, and the caller that holds most gives way', async () => {
    const shares = createBodyShares(limits);
    const slow = Array.from({ length: 9 }, (_, at) => shares.open(owner(`slow ${at % 3}`, `net ${at}`)));
    for (const share of slow) share.grow(100);
    const newcomer = shares.open(owner('ben'));
    newcomer.grow(250);
    expect(await isRefused(newcomer.refusal)).toBeNull();
    const outcomes = await Promise.all(slow.map(({ refusal }) => isRefused(refusal)));
    expect(outcomes.filter((status) => status === 503)).toHaveLength(2);
  });

  test('one caller cannot hold it all', async () => {
    const shares = createBodyShares(limits);
    const [first, second] = [shares.open(owner('ana')), shares.open(owner('ana'))];
    first.grow(300);
    second.grow(200);
    expect([await isRefused(first.refusal), await isRefused(second.refusal)]).toEqual([null, 429]);
  });

  test('of an address that has no place left the slowest gives way, not whoever comes last', async () => {
    const shares = createBodyShares(limits);
    const slow = Array.from({ length: 6 }, (_, at) => shares.open(owner(`slow ${at % 2}`, 'office')));
    expect(() => shares.open(owner('ben', 'office'))).toThrow('Too many uploads at once');
    shares.open(owner('eve', 'elsewhere'));
    await settle(60);
    shares.open(owner('ben', 'office'));
    const outcomes = await Promise.all(slow.map(({ refusal }) => isRefused(refusal)));
    expect(outcomes.filter((status) => status === 429)).toHaveLength(1);
  });

  test('what is read already is not taken away', async () => {
    const shares = createBodyShares(limits);
    const done = shares.open(owner('ana'));
    done.grow(900);
    done.endReading();
    const next = shares.open(owner('ben'));
    next.grow(200);
    expect([await isRefused(done.refusal), await isRefused(next.refusal)]).toEqual([null, 503]);
    done.close();
    const later = shares.open(owner('ben'));
    later.grow(200);
    expect(await isRefused(later.refusal)).toBeNull();
  });
});

test('one picture does not wait for the fifty of another', async () => {
  const order: string[] = [];
  const decode = (whose: string) =>
    withDecodingSlot(whose, async () => {
      await settle(1);
      order.push(whose);
    });
  const many = Array.from({ length: 50 }, () => decode('ana'));
  await decode('ben');
  expect(order.filter((whose) => whose === 'ana').length).toBeLessThanOrEqual(4);
  await Promise.all(many);
  expect(order).toHaveLength(51);
});

describe('sockets', () => {
  let server: TestServer;
  beforeAll(async () => {
    const env = { socketsPerAccount: 3, socketsPerAddress: 5, trustProxy: 1 };
    server = await startTestServer({ data: 'empty', env });
  });
  afterAll(() => server.close());

  const open = (token: string, address: string) =>
    openSocket(server.url, token, { headers: { 'x-forwarded-for': address } });
  const refusal = { message: expect.stringMatching(/^Too many windows/), data: { code: 'too_many_sockets' } };

  test('of one caller are bounded, and closing one makes room', async () => {
    const { token } = await enter(server);
    const own = await Promise.all(['192.0.2.1', '192.0.2.2', '192.0.2.3'].map((from) => open(token, from)));
    await expect(open(token, '192.0.2.4')).rejects.toMatchObject(refusal);
    own[0]?.close();
    await expect
      .poll(() =>
        open(token, '192.0.2.4').then(
          () => 'open',
          () => 'refused',
        ),
      )
      .toBe('open');
    for (const socket of own) socket.close();
  });

  test('of an address are bounded, whoever opens them; the proxy’s own does not count', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => enter(server)));
    const opened = await Promise.all(people.slice(0, 5).map(({ token }) => open(token, '198.51.100.7')));
    const last = people[5]?.token ?? '';
    await expect(open(last, '203.0.113.9, 198.51.100.7')).rejects.toMatchObject(refusal);
    (await open(last, '198.51.100.8')).close();
    for (const socket of opened) socket.close();
    await expect
      .poll(() =>
        open(last, '198.51.100.7').then(
          () => 'open',
          () => 'refused',
        ),
      )
      .toBe('open');
  });

  test('that were not yet said whose they are are bounded as well', async () => {
    const sockets = Array.from({ length: 60 }, () => {
      const socket = new WebSocket(`${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
      const outcome = new Promise<string>((resolve) => {
        socket.on('open', () => resolve('open')).on('error', () => resolve('refused'));
      });
      return { socket, outcome };
    });
    const outcomes = await Promise.all(sockets.map(({ outcome }) => outcome));
    expect(outcomes.filter((outcome) => outcome === 'open').length).toBeLessThanOrEqual(25);
    const answer = await fetch(`${server.url}/socket.io/?EIO=4&transport=polling`);
    expect([answer.status, (await answer.json()).message]).toEqual([403, expect.stringMatching(/^Too many/)]);
    for (const { socket } of sockets) socket.close();
  });
});

describe('what is written for machines', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ data: 'empty' });
  });
  afterAll(() => server.close());

  test('is written once, and again when what it shows has changed', async () => {
    const admin = await enter(server, { role: 'admin' });
    for (const address of ['/api/openapi.json', '/api/docs', '/sitemap.xml']) {
      const { headers } = await server.request('GET', address);
      const etag = headers.get('etag') ?? '';
      expect(etag).not.toBe('');
      const again = await server.request('GET', address, {
        headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' },
      });
      expect(again.status).toBe(304);
    }
    const before = await server.request('GET', '/api/openapi.json');
    expect((await server.request('GET', '/api/openapi.json')).headers.get('etag')).toBe(
      before.headers.get('etag'),
    );
    await saveSystemSettings(admin, 'application', { siteName: 'Bahay' });
    const { body } = await server.request('GET', '/api/openapi.json');
    expect(body.info.title).toBe('Bahay API');
    expect((await server.request('GET', '/api/docs')).body).toContain('<title>Bahay API</title>');
  });

  test('reads the database once for many who ask at once', async () => {
    const { id } = await buildProperty(server.context, {});
    const newest = async () => (await server.request('GET', '/api/properties')).body.data.properties[0]?.id;
    await expect.poll(newest).toBe(id);
    server.context.bus.publish('listingChanged', { propertyId: id });
    const { db } = server.context;
    let reads = 0;
    const { readRows } = db;
    db.readRows = (sql, parameters) => {
      // Background reads, once a second, do not belong to these calls.
      if (/AS last FROM properties|p\.image_descriptions/.test(sql)) reads += 1;
      return readRows(sql, parameters);
    };
    try {
      await Promise.all(Array.from({ length: 20 }, () => server.request('GET', '/sitemaps/properties-1.xml')));
      expect(reads).toBe(2);
    } finally {
      db.readRows = readRows;
    }
  });
});

test('what is asked beyond what a process can work on is refused at once, and served again afterwards', async () => {
  const { admit, count } = createLoadLimit(2);
  const context = (method: string, headers: Record<string, string> = {}) =>
    ({ path: '/api/properties', method, req: { headers }, state: {} }) as unknown as Parameters<typeof admit>[0];
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const both = (ctx: ReturnType<typeof context>, next: () => Promise<void>) => admit(ctx, () => count(ctx, next));
  const working = [both(context('GET'), () => held), both(context('GET'), () => held)];
  expect(() => admit(context('GET'), async () => undefined)).toThrow(UnavailableError);
  const probe = context('GET');
  Object.assign(probe.state, { route: { call: { rateLimit: 'none' } } });
  await admit(probe, async () => undefined);
  goOn();
  await Promise.all(working);
  // A body on its way takes no place in the queue; its handling does.
  let arrive = () => {};
  const arriving = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const slow = context('POST', { 'content-length': '20' });
  const posts = [1, 2].map(() => admit(slow, () => arriving));
  await both(context('GET'), async () => undefined);
  arrive();
  await Promise.all(posts);
});
