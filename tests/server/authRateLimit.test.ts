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
  expect(await statuses('/API/site', 5)).toEqual(Array(5).fill(404));
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
