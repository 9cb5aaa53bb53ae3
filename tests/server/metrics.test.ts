// @databases full

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { backupFolder } from '#server/backup/folder.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { readSamples, type Sample } from '#tests/support/metrics.ts';
import { enter } from '#tests/support/people.ts';
import { openSocket } from '#tests/support/sockets.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const TOKEN = 'the-token-of-the-one-who-watches';

let server: TestServer;
const realNow = performance.now.bind(performance);
/** Lets cached values expire. */
let passedMs = 0;

beforeAll(async () => {
  vi.spyOn(performance, 'now').mockImplementation(() => realNow() + passedMs);
  server = await startTestServer({ data: 'empty', env: { metricsToken: TOKEN } });
});

afterAll(async () => {
  vi.restoreAllMocks();
  await server.close();
});

const scrape = (token: string | null = TOKEN, from = server) =>
  from.request('GET', '/metrics', token === null ? {} : { token });

async function samplesOf(name: string, labels: Record<string, string> = {}): Promise<Sample[]> {
  const { status, body } = await scrape();
  expect(status).toBe(200);
  return readSamples(body).filter(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  );
}

async function readValue(name: string, labels: Record<string, string> = {}): Promise<number | undefined> {
  const samples = await samplesOf(name, labels);
  expect(samples.length, `${name} ${JSON.stringify(labels)}`).toBeLessThanOrEqual(1);
  return samples[0]?.value;
}

describe('GET /metrics', () => {
  test('is not there while no token is set', async () => {
    const other = await startTestServer({ data: 'empty' });
    expect((await scrape(null, other)).status).toBe(404);
    expect((await scrape(TOKEN, other)).status).toBe(404);
    await other.close();
  });

  test('is for who has the token', async () => {
    for (const token of [null, '', 'another', `${TOKEN}x`, TOKEN.slice(0, -1)]) {
      const { status, body, headers } = await scrape(token);
      expect(status, String(token)).toBe(401);
      expect(body).toMatchObject({ success: false, code: 'unauthorized' });
      expect(headers.get('www-authenticate')).toBe('Bearer');
    }
    const { status, headers } = await scrape();
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('is read only', async () => {
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await server.request(method, '/metrics', { token: TOKEN })).status).toBe(404);
  });

  test('answers over plain HTTP, where HTTPS is enforced for everybody else', async () => {
    const env = { metricsToken: TOKEN, trustProxy: 1 };
    const behindProxy = await startTestServer({ data: 'empty', env });
    const { systemSettings } = behindProxy.context;
    const current = systemSettings.current();
    const security = { ...current.security, enforceHttps: true };
    vi.spyOn(systemSettings, 'current').mockReturnValue({ ...current, security });
    const site = await behindProxy.request('GET', '/api/site');
    const metrics = await scrape(TOKEN, behindProxy);
    await behindProxy.close();
    expect([site.status, metrics.status]).toEqual([308, 200]);
  });

  test('two servers in one process count for themselves', async () => {
    const other = await startTestServer({ data: 'empty', env: { metricsToken: TOKEN } });
    await other.request('GET', '/api/site');
    const { body } = await scrape(TOKEN, other);
    await other.close();
    const counted = readSamples(body).find(
      ({ name, labels }) => name === 'http_request_duration_seconds_count' && labels.route === '/api/site',
    );
    expect(counted?.value).toBe(1);
  });
});

describe('requests', () => {
  const count = (labels: Record<string, string>) => readValue('http_request_duration_seconds_count', labels);

  test('are counted by method, declared route and status', async () => {
    const { id } = await buildProperty(server.context);
    const labels = { method: 'GET', route: '/api/properties/{id}' };
    for (const address of [`/api/properties/${id}`, `/api/properties/${id}?a=b`, '/api/properties/999999'])
      await server.request('GET', address);
    await expect.poll(() => count({ ...labels, status: '200' })).toBe(2);
    await expect.poll(() => count({ ...labels, status: '404' })).toBe(1);
    const buckets = await samplesOf('http_request_duration_seconds_bucket', { ...labels, status: '200' });
    expect(buckets.at(-1)).toMatchObject({ labels: { le: '+Inf' }, value: 2 });
  });

  test('of strangers’ guesses make no labels of their own', async () => {
    for (let guess = 0; guess < 40; guess += 1) {
      await server.request('GET', `/api/guess-${guess}/${guess}`);
      await server.request('GET', `/guess-${guess}.php`);
      await server.request('GET', `/media/guess-${guess}`);
    }
    await fetch(`${server.url}/api/site`, { method: 'PROPFIND' });
    const { body } = await scrape();
    expect(body).not.toContain('guess-');
    expect(body).not.toContain('PROPFIND');
    const declared = new Set<string>(server.routes.calls.map(({ path }) => path));
    const others = readSamples(body)
      .flatMap(({ labels }) => labels.route ?? [])
      .filter((route) => !declared.has(route));
    expect([...new Set(others)].sort()).toEqual(['/metrics', 'unknown']);
  });

  test('that are being answered are counted', async () => {
    expect(await readValue('http_requests_in_flight'), 'this one').toBe(1);
  });
});

describe('what happens', () => {
  test('sign-ins that fail, and calls over a limit', async () => {
    const failed = () => readValue('security_events_total', { event: 'sign_in_failed' });
    const before = await failed();
    const body = { email: 'nobody@example.com', password: 'not it at all' };
    let status = 0;
    while (status !== 429) status = (await server.request('POST', '/api/auth/login', { body })).status;
    expect(await failed()).toBeGreaterThan(Number(before));
    expect(await readValue('security_events_total', { event: 'locked_out' })).toBe(1);
    await expect.poll(() => readValue('rate_limit_refusals_total')).toBe(1);
  });

  test('sockets', async () => {
    const { token } = await enter(server);
    const socket = await openSocket(server.url, token);
    expect(await readValue('sockets_connected')).toBe(1);
    socket.close();
    await expect.poll(() => readValue('sockets_connected')).toBe(0);
    expect(await readValue('sockets_opened_total')).toBe(1);
    await expect(openSocket(server.url, 'nobody')).rejects.toThrow();
    expect(await readValue('security_events_total', { event: 'socket_refused' })).toBe(1);
  });

  test('caches', async () => {
    const requests = (outcome: string) => readValue('cache_requests_total', { cache: 'listing_answers', outcome });
    const [hits, misses] = [Number(await requests('hit')), Number(await requests('miss'))];
    const address = '/api/properties?min_price=123456';
    await server.request('GET', address);
    await Promise.all([1, 2, 3].map(() => server.request('GET', address)));
    expect(await requests('miss')).toBeGreaterThan(misses);
    expect(Number(await requests('hit')) + Number(await requests('miss'))).toBe(hits + misses + 4);
  });

  test('mails by status, asked of the database now and then', async () => {
    const { db, mail } = server.context;
    const queued = () => readValue('mails', { status: 'queued' });
    const before = Number(await queued());
    const letter = { recipient: 'ana@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello' };
    await db.transaction(() => mail.queueAll([letter, letter], 'normal'));
    const readRows = vi.spyOn(db, 'readRows');
    await queued();
    await queued();
    const reads = readRows.mock.calls.filter(([sql]) => sql.includes('outgoing_mails'));
    readRows.mockRestore();
    expect(reads.length, 'two scrapes').toBeLessThanOrEqual(1);
    passedMs += 60_000;
    expect(await queued()).toBe(before + 2);
    expect(await readValue('mails', { status: 'failed' })).toBe(0);
  });

  test('the newest backup of each kind', async () => {
    const folder = backupFolder(server.context.env.dataDir);
    mkdirSync(folder, { recursive: true });
    for (const name of ['20260318T040000Z-manual', '20260317T040000Z-manual', '20260316T040000Z-scheduled'])
      writeFileSync(path.join(folder, `silong-${name}.tar.gz`), '');
    passedMs += 60_000;
    const newest = await samplesOf('backup_newest_timestamp_seconds');
    expect(newest.map(({ labels, value }) => [labels.kind, new Date(value * 1_000).toISOString()])).toEqual(
      expect.arrayContaining([
        ['manual', '2026-03-18T04:00:00.000Z'],
        ['scheduled', '2026-03-16T04:00:00.000Z'],
      ]),
    );
  });

  test('the database: its connections, and what waits for it', async () => {
    const { db } = server.context;
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const connections = db.dialect === 'sqlite' ? 0 : (db.sequelize.config.pool?.max ?? 0);
    const waiting = 3;
    // On SQLite the one that writes waits for nothing either.
    const writes = Array.from({ length: waiting + (connections || 1) }, () => db.transaction(() => held));
    // Connections are made when they are first needed. The queue of jobs may wait there too.
    await expect.poll(() => db.stats().used).toBe(connections);
    await expect.poll(() => db.stats().waiting).toBeGreaterThanOrEqual(waiting);
    const waits = await readValue('database_waiting');
    const used = await readValue('database_connections', { state: 'used' });
    release();
    await Promise.all(writes);
    expect(waits).toBeGreaterThanOrEqual(waiting);
    expect(used).toBe(connections);
    await expect.poll(() => readValue('database_waiting')).toBe(0);
  });

  test('the process and its event loop', async () => {
    expect(await readValue('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
    expect(await readValue('process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
  });
});

test('a database that is away keeps nobody from the other metrics', async () => {
  const { db } = server.context;
  const readRows = vi.spyOn(db, 'readRows').mockImplementation(() => new Promise(() => undefined));
  passedMs += 60_000;
  const { status, body } = await scrape();
  readRows.mockRestore();
  expect(status).toBe(200);
  const names = readSamples(body).map(({ name }) => name);
  expect(names).toContain('sockets_connected');
  expect(names).not.toContain('mails');
});

test('no label holds an address, a person or a token', async () => {
  const { body } = await scrape();
  expect(body).not.toMatch(/127\.0\.0\.1|::1|@|silong_pat_/);
  const labels = new Set(readSamples(body).flatMap((sample) => Object.keys(sample.labels)));
  const bounded = ['method', 'route', 'status', 'event', 'state', 'cache', 'outcome', 'kind', 'le'];
  const ofNode = ['type', 'space', 'version', 'major', 'minor', 'patch'];
  expect([...labels].filter((label) => ![...bounded, ...ofNode].includes(label))).toEqual([]);
});

describe('the operations guide', () => {
  const guide = readFileSync('docs/operations.md', 'utf8');
  /** Metrics of Prometheus itself. */
  const BUILT_IN = ['up'];

  async function knownNames(): Promise<Set<string>> {
    const { body } = await scrape();
    const declared = [...String(body).matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name);
    return new Set([...declared, ...readSamples(body).map(({ name }) => name)]);
  }

  /** The metrics of an expression: the names that are neither function, label, word of the language nor text. */
  function namesIn(expression: string): string[] {
    const bare = expression
      .replace(/"[^"]*"/g, '')
      .replace(/\{[^}]*\}/g, '')
      .replace(/\[[^\]]*\]/g, '')
      .replace(/\b(by|without) *\([^)]*\)/g, '')
      .replace(/\boffset +\w+/g, '');
    return [...bare.matchAll(/\b[a-z_]\w*\b(?! *\()/g)]
      .map(([name]) => name)
      .filter((name) => !['and', 'or', 'unless', 'by', 'without'].includes(name));
  }

  test('alerts on metrics that there are', async () => {
    const [, section = ''] = /\n## Alerts worth having\n([\s\S]*?)\n## /.exec(guide) ?? [];
    const expressions = section
      .split('\n')
      .filter((line) => line.startsWith('| ') && line.includes('`'))
      .map((line) => /`([^`]+)`/.exec(line)?.[1] ?? '');
    expect(expressions.length).toBeGreaterThan(10);
    const known = await knownNames();
    for (const expression of expressions) {
      const names = namesIn(expression);
      expect(names.length, expression).toBeGreaterThan(0);
      expect(names.filter((name) => !known.has(name) && !BUILT_IN.includes(name))).toEqual([]);
    }
  });

  test('names every metric of ours', async () => {
    const own = [...(await knownNames())].filter(
      (name) => !/^(nodejs|process)_/.test(name) && !/_(bucket|sum|count)$/.test(name),
    );
    expect(own.length).toBeGreaterThan(10);
    expect(own.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
  });
});
