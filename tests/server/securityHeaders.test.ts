import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPicture } from '#tests/support/factories/pictures.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let folder: string;
let server: TestServer;
let admin: Person;
let picture: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'silong-web-'));
  cpSync('web/index.html', path.join(folder, 'index.html'));
  mkdirSync(path.join(folder, 'assets'));
  writeFileSync(path.join(folder, 'assets', 'main-1a2b.js'), 'export {};');
  writeFileSync(path.join(folder, 'worker.js'), '');
  server = await startTestServer({
    data: 'empty',
    env: { trustProxy: 1, publicUrl: 'https://homes.example' },
    webFolder: folder,
  });
  admin = await enter(server, { role: 'admin' });
  picture = `/media/${(await buildPicture(server.context, admin.id)).hash}`;
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The parts of the policy by their names. */
const policyOf = (headers: Headers) =>
  Object.fromEntries(
    (headers.get('content-security-policy') ?? '').split('; ').map((part) => {
      const [name, ...sources] = part.split(' ');
      return [name, sources.join(' ')];
    }),
  );

function expectWhole(headers: Headers, scripts = /^'self'$/): void {
  expect(policyOf(headers)).toMatchObject({
    'default-src': "'self'",
    'script-src': expect.stringMatching(scripts),
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  });
  expect(Object.fromEntries(headers)).toMatchObject({
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
}

test.each([
  ['a page', '/properties'],
  ['a page for who is signed in', '/dashboard'],
])('%s has the whole policy, which names the one script that stands in it', async (_name, address) => {
  const answer = await server.request('GET', address);
  const scripts = [...String(answer.body).matchAll(/<script(?![^>]* (?:src|type)=)[^>]*>(.*?)<\/script>/gs)];
  expect(scripts).toHaveLength(1);
  const digest = createHash('sha256')
    .update(scripts[0]?.[1] ?? '')
    .digest('base64');
  expectWhole(answer.headers, /^'self' 'sha256-[\w+/]{43}='$/);
  expect(policyOf(answer.headers)['script-src']).toBe(`'self' 'sha256-${digest}'`);
});

test.each([
  ['the page of the API', 200, '/api/docs'],
  ['a call', 200, '/api/site'],
  ['a refused call', 401, '/api/admin/users'],
  ['an unknown call', 404, '/api/nothing'],
  ['a file of the page without a hash', 200, '/worker.js'],
])('%s has the whole policy', async (_name, status, address) => {
  const answer = await server.request('GET', address);
  expect(answer.status).toBe(status);
  expectWhole(answer.headers);
});

test.each([
  ['a file of the page', 200, () => '/assets/main-1a2b.js'],
  ['a missing file', 404, () => '/assets/none-1a2b.js'],
  ['a picture', 200, () => picture],
  ['a missing picture', 404, () => `/media/${'0'.repeat(64)}`],
])('%s is put into no frame and taken for nothing else', async (_name, status, address) => {
  const answer = await server.request('GET', address());
  expect(answer.status).toBe(status);
  expect(policyOf(answer.headers)).toEqual({ 'frame-ancestors': "'none'" });
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
});

test('the way to HTTPS has it too, and each answer beyond says to stay there', async () => {
  const headers = { 'x-forwarded-proto': 'https' };
  const body = { category: 'security', settings: { enforceHttps: true } };
  await server.request('PUT', '/api/admin/settings', { token: admin.token, headers, body });
  for (const address of ['/properties', '/api/site', '/assets/main-1a2b.js', picture]) {
    const plain = await server.request('GET', address);
    expect(plain.status, address).toBe(308);
    expectWhole(plain.headers);
    expect(plain.headers.get('strict-transport-security')).toBeNull();
    const safe = await server.request('GET', address, { headers });
    expect(safe.status, address).toBe(200);
    expect(safe.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  }
});
