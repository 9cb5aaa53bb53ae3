import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer | undefined;

afterEach(() => server?.close());

async function statuses(path: string, times: number, headers: Record<string, string>[] = [{}]) {
  const answers: number[] = [];
  for (let at = 0; at < times; at += 1) {
    const answer = await server?.request('GET', path, { headers: headers[at % headers.length] ?? {} });
    answers.push(answer?.status ?? 0);
  }
  return answers;
}

const forwarded = [1, 2, 3, 4].map((last) => ({ 'x-forwarded-for': `10.0.0.${last}` }));

test('calls beyond the limit are told when to come back', async () => {
  server = await startTestServer({ data: 'empty', env: { rateLimitPerMinute: 3 } });
  expect(await statuses('/api/site', 4)).toEqual([200, 200, 200, 429]);
  const { body, headers } = await server.request('GET', '/api/site');
  expect(body).toEqual({
    success: false,
    error: expect.stringMatching(/^Too many requests\. Please try again in \d+ seconds?\.$/),
    code: 'too_many_requests',
    values: { seconds: expect.any(Number) },
  });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
  expect(headers.get('ratelimit-policy')).toBe('"perAddress";q=3;w=60');
  expect(headers.get('ratelimit')).toBe(`"perAddress";r=0;t=${headers.get('retry-after')}`);
});

test('each answer tells what remains', async () => {
  server = await startTestServer({ data: 'empty', env: { rateLimitPerMinute: 3 } });
  const remaining: (string | null)[] = [];
  for (let time = 0; time < 3; time += 1)
    remaining.push((await server.request('GET', '/api/site')).headers.get('ratelimit'));
  expect(remaining.map((text) => text?.replace(/t=\d+$/, 't'))).toEqual([
    '"perAddress";r=2;t',
    '"perAddress";r=1;t',
    '"perAddress";r=0;t',
  ]);
});

test('what no contract names counts too; files of the page do not', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'silong-web-'));
  try {
    cpSync('web/index.html', path.join(folder, 'index.html'));
    writeFileSync(path.join(folder, 'icon.svg'), '<svg/>');
    for (const address of [
      '/',
      '/locations/makati',
      '/sitemap.xml',
      '/sitemaps/pages.xml',
      '/robots.txt',
      '/api/docs',
      '/api/openapi.json',
    ]) {
      server = await startTestServer({ data: 'empty', env: { rateLimitPerMinute: 2 }, webFolder: folder });
      expect(await statuses('/icon.svg', 5)).toEqual(Array(5).fill(200));
      expect(await statuses(address, 3)).toEqual([200, 200, 429]);
      expect(await statuses('/icon.svg', 1)).toEqual([200]);
      await server.close();
      server = undefined;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('unknown and refused calls count too; being watched does not', async () => {
  server = await startTestServer({ data: 'empty', env: { rateLimitPerMinute: 3 } });
  expect(await statuses('/api/health', 6)).toEqual(Array(6).fill(200));
  expect((await server.request('HEAD', '/api/ready')).status).toBe(200);
  expect(await statuses('/api/health/', 6)).toEqual(Array(6).fill(200));
  expect(await statuses('/api/nothing', 2)).toEqual([404, 404]);
  expect(await statuses('/api/auth/profile', 2)).toEqual([401, 429]);
});

test('another spelling of the path leads nowhere', async () => {
  server = await startTestServer({ data: 'empty', env: { rateLimitPerMinute: 3 } });
  expect(await statuses('/API/site', 5)).toEqual([404, 404, 404, 429, 429]);
});

test('a header buys no further calls where no proxy is believed', async () => {
  server = await startTestServer({ data: 'empty', env: { rateLimitPerMinute: 3 } });
  expect(await statuses('/api/site', 4, forwarded)).toEqual([200, 200, 200, 429]);
});

test('behind a proxy each caller has a limit', async () => {
  server = await startTestServer({ data: 'empty', env: { rateLimitPerMinute: 1, trustProxy: 1 } });
  expect(await statuses('/api/site', 5, forwarded)).toEqual([200, 200, 200, 200, 429]);
});

test('0 switches it off', async () => {
  server = await startTestServer({ data: 'empty', env: { rateLimitPerMinute: 0 } });
  expect(new Set(await statuses('/api/site', 30))).toEqual(new Set([200]));
});
