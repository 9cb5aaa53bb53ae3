import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { TEST_PASSWORD } from '#tests/support/factories/users.ts';
import { captureLog, type LogLine, type TestLog } from '#tests/support/log.ts';
import { PasskeyDevice } from '#tests/support/passkeyDevice.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { setUpTotp } from '#tests/support/secondFactor.ts';
import { openSocket } from '#tests/support/sockets.ts';
import { answerReadOnce, startTestServer, type TestServer } from '#tests/support/testServer.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let folder: string;
let captured: TestLog;
let server: TestServer;
let admin: Person;
let visitor: Person;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'silong-web-'));
  await mkdir(path.join(folder, 'assets'));
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>Silong</title>');
  writeFileSync(path.join(folder, 'assets', 'main-1a2b.js'), 'export {};');
  captured = captureLog('debug');
  server = await startTestServer({ data: 'empty', webFolder: folder, log: captured.log });
  admin = await enter(server, { role: 'admin' });
  visitor = await enter(server);
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The log's lines of one request, once its answer has ended. */
async function linesOf(requestId: string | null): Promise<LogLine[]> {
  const own = () => captured.lines().filter((line) => line.requestId === requestId);
  await expect.poll(() => own().some(({ msg }) => msg === 'request')).toBe(true);
  return own();
}

async function accessLineOf(requestId: string | null): Promise<LogLine | undefined> {
  return (await linesOf(requestId)).find(({ msg }) => msg === 'request');
}

/** Sends the text as it is. @returns all that came back until the connection ended. */
function sendRaw(url: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      answer += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}

const NO_GUESSING = '\r\nX-Content-Type-Options: nosniff\r\n';
const idIn = (answer: string) => /^x-request-id: (.+?)\r$/im.exec(answer)?.[1] ?? null;

describe('every answer has a request id, and lets no browser guess what kind it is', () => {
  const addresses = {
    'a call': '/api/site',
    'an error': '/api/properties/999999',
    'what nobody may': '/api/admin/users',
    'an unknown call': '/api/nothing',
    'a page': '/properties',
    'a script': '/assets/main-1a2b.js',
    'a missing picture': `/media/${'0'.repeat(64)}`,
    'a page of the API': '/robots.txt',
    'metrics that are switched off': '/metrics',
    'a first poll of a socket': '/socket.io/?EIO=4&transport=polling',
    'a refused poll of a socket': '/socket.io/?EIO=4&transport=polling&sid=nobody',
    'an address that cannot be read': '/api/properties/%E0%A4%A',
  };
  for (const [about, address] of Object.entries(addresses))
    test(about, async () => {
      const { headers } = await server.request('GET', address);
      expect(headers.get('x-request-id')).toMatch(UUID);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    });

  test('each its own', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () =>
        (await server.request('GET', '/api/site')).headers.get('x-request-id'),
      ),
    );
    expect(new Set(ids).size).toBe(20);
  });

  test('an answer that Koa writes itself', async () => {
    const behindProxy = await startTestServer({ data: 'empty', env: { trustProxy: 1 } });
    vi.spyOn(behindProxy.context.systemSettings, 'current').mockImplementation(() => {
      throw new Error('before the error middleware');
    });
    const { status, headers } = await behindProxy.request('GET', '/robots.txt');
    vi.restoreAllMocks();
    await behindProxy.close();
    expect(status).toBe(500);
    expect(headers.get('x-request-id')).toMatch(UUID);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('what is no request at all', async () => {
    const answer = await sendRaw(server.url, 'HELLO\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(idIn(answer)).toMatch(UUID);
    expect(answer).toContain(NO_GUESSING);
  });

  test('headers that are too large', async () => {
    const answer = await sendRaw(server.url, `GET / HTTP/1.1\r\nHost: x\r\nX-Big: ${'a'.repeat(20_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(idIn(answer)).toMatch(UUID);
    expect(answer).toContain(NO_GUESSING);
  });

  test('an upgrade, taken and refused', async () => {
    const head = 'Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n';
    const key = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
    const refused = await sendRaw(
      server.url,
      `GET /socket.io/?EIO=4&transport=websocket&sid=nobody HTTP/1.1\r\n${head}${key}`,
    );
    expect(refused).toMatch(/^HTTP\/1\.1 400 /);
    expect(idIn(refused)).toMatch(UUID);
    expect(refused).toContain(NO_GUESSING);
    const { hostname, port } = new URL(server.url);
    const taken = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () =>
        socket.write(`GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n${head}${key}`),
      );
      socket.on('error', reject);
      socket.once('data', (chunk) => {
        socket.destroy();
        resolve(chunk.toString('latin1'));
      });
    });
    expect(taken).toMatch(/^HTTP\/1\.1 101 /);
    expect(idIn(taken)).toMatch(UUID);
  });
});

describe('an id that comes with the request', () => {
  const ask = (to: TestServer, id: string) =>
    to
      .request('GET', '/api/site', { headers: { 'x-request-id': id } })
      .then(({ headers }) => headers.get('x-request-id'));

  test('of a stranger is not taken over', async () => {
    expect(await ask(server, 'mine-1')).toMatch(UUID);
  });

  test('of a trusted proxy is taken over where it is well-formed', async () => {
    const behindProxy = await startTestServer({ data: 'empty', env: { trustProxy: 1 } });
    try {
      expect(await ask(behindProxy, 'b7a4c1-proxy.7')).toBe('b7a4c1-proxy.7');
      for (const bad of ['', 'two words', 'a'.repeat(129), '<script>', '{"level":50}'])
        expect(await ask(behindProxy, bad), bad).toMatch(UUID);
    } finally {
      await behindProxy.close();
    }
  });
});

describe('the access log', () => {
  test('tells of a call by its declared route, and who made it', async () => {
    const { id } = await buildProperty(server.context);
    const answer = await server.request('GET', `/api/properties/${id}?utm=secret-campaign`, {
      token: visitor.token,
    });
    expect(await accessLineOf(answer.headers.get('x-request-id'))).toEqual({
      level: 30,
      time: expect.any(Number),
      requestId: expect.stringMatching(UUID),
      address: '127.0.0.1',
      userId: visitor.id,
      method: 'GET',
      route: '/api/properties/{id}',
      path: `/api/properties/${id}`,
      status: 200,
      ms: expect.any(Number),
      bytes: expect.any(Number),
      msg: 'request',
    });
    expect(captured.text()).not.toContain('secret-campaign');
  });

  test('counts the bytes that went out', async () => {
    const { headers } = await server.request('GET', '/assets/main-1a2b.js');
    const line = await accessLineOf(headers.get('x-request-id'));
    expect(line?.bytes).toBeGreaterThan('export {};'.length);
    expect(line?.bytes).toBeLessThan(1_000);
  });

  test('is quiet about files and probes, and names pages and strangers’ guesses by one name each', async () => {
    const lineOf = async (address: string) =>
      accessLineOf((await server.request('GET', address)).headers.get('x-request-id'));
    expect(await lineOf('/assets/main-1a2b.js')).toMatchObject({ level: 20, route: 'static', status: 200 });
    expect(await lineOf('/api/health')).toMatchObject({ level: 20, route: '/api/health' });
    expect(await lineOf('/metrics')).toMatchObject({ level: 20, route: '/metrics', status: 404 });
    expect(await lineOf('/agents/12')).toMatchObject({ level: 30, route: 'page', path: '/agents/12' });
    expect(await lineOf('/api/x/y')).toMatchObject({ level: 30, route: 'unknown', code: 'unknown_call' });
    expect(await lineOf('/robots.txt')).toMatchObject({ level: 30, route: '/robots.txt' });
    expect(await lineOf('/wp-login.php')).toMatchObject({ route: 'unknown', status: 404 });
  });

  test('writes no path that could be a token or somebody’s words', async () => {
    const token = 'Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF';
    for (const address of [`/unsubscribe/${token}`, '/api/users/ana@example.com', '/api/search/ana%20cruz']) {
      const { headers } = await server.request('GET', address);
      const line = await accessLineOf(headers.get('x-request-id'));
      expect(line).toBeDefined();
      expect(line).not.toHaveProperty('path');
    }
  });

  test('says so when the caller went away before the answer', async () => {
    let release: () => void = () => undefined;
    const never = () => new Promise<never[]>((resolve) => (release = () => resolve([])));
    const { spy, isAsked } = answerReadOnce(server.context.db, 'FROM sessions', never);
    const stopping = new AbortController();
    const call = fetch(`${server.url}/api/sitemap-of-nobody`, {
      signal: stopping.signal,
      headers: { authorization: `Bearer ${visitor.token}` },
    }).catch(() => undefined);
    await expect.poll(isAsked).toBe(true);
    stopping.abort();
    await call;
    await expect.poll(() => captured.lines().some(({ isCutOff }) => isCutOff === true)).toBe(true);
    release();
    spy.mockRestore();
  });
});

test('an answer whose stream fails breaks off, compressed or not, and the log says why', async () => {
  server.routes.pages.get('/test/broken-stream', (ctx) => {
    ctx.type = 'text/csv';
    ctx.body = Readable.from(
      (async function* rows() {
        yield 'id,name\n'.repeat(1_000);
        throw new Error('the rows ended early');
      })(),
    );
  });
  for (const encoding of ['gzip', 'identity']) {
    const before = captured.lines().length;
    const read = async () => {
      const answer = await fetch(`${server.url}/test/broken-stream`, {
        headers: { 'accept-encoding': encoding },
        signal: AbortSignal.timeout(10_000),
      });
      return answer.text();
    };
    await expect(read(), encoding).rejects.toThrow(/terminated|failed/);
    const own = () => captured.lines().slice(before);
    await expect.poll(() => own().some(({ isCutOff }) => isCutOff === true)).toBe(true);
    expect(own().find(({ msg }) => msg === 'an answer broke off')?.err.message).toBe('the rows ended early');
  }
});

describe('all lines of a request have its id', () => {
  test('that of a failure inside of it', async () => {
    const fails = () => Promise.reject(new Error('the disk is gone'));
    const { spy } = answerReadOnce(server.context.db, 'FROM sessions', fails);
    const { status, headers } = await server.request('GET', '/api/auth/profile', { token: visitor.token });
    spy.mockRestore();
    expect(status).toBe(500);
    const lines = await linesOf(headers.get('x-request-id'));
    expect(lines.find(({ msg }) => msg === 'request failed')).toMatchObject({
      level: 50,
      address: '127.0.0.1',
      err: { message: 'the disk is gone' },
    });
  });

  test('and that of what it caused after the commit', async () => {
    const other = await enter(server);
    const answer = await admin.put(`/api/admin/users/${other.id}/status`, { status: 'suspended' });
    expect(answer.status).toBe(200);
    const lines = await linesOf(answer.headers.get('x-request-id'));
    const security = lines.filter(({ log }) => log === 'security');
    expect(security).toHaveLength(2);
    expect(security.find(({ event }) => event === 'admin_change')).toMatchObject({
      action: 'user.suspend',
      entityType: 'user',
      entityId: other.id,
      userId: admin.id,
    });
    expect(security.find(({ event }) => event === 'sessions_ended')).toMatchObject({
      accountId: other.id,
      userId: admin.id,
    });
  });
});

describe('the security log', () => {
  const securityLines = () => captured.lines().filter(({ log }) => log === 'security');

  test('is written at each level but silent', async () => {
    for (const [level, isWritten] of [
      ['error', true],
      ['silent', false],
    ] as const) {
      const own = captureLog(level);
      const quiet = await startTestServer({ data: 'empty', log: own.log });
      await quiet.request('GET', '/api/auth/profile');
      await quiet.close();
      expect(
        own.lines().some(({ event }) => event === 'call_refused'),
        level,
      ).toBe(isWritten);
    }
  });

  test('tells by which way somebody signed in', async () => {
    const own = captureLog('info');
    const origin = 'https://homes.example';
    const other = await startTestServer({ data: 'empty', env: { publicUrl: origin }, log: own.log });
    const person = await enter(other);
    const device = new PasskeyDevice();
    const creation = (await person.post('/api/auth/passkeys/options')).body.data;
    await person.post('/api/auth/passkeys', {
      name: 'Phone',
      credential: device.create(creation, { origin }),
    });
    const byPassword = (code?: string) =>
      other.request('POST', '/api/auth/login', {
        body: { email: person.user.email, password: TEST_PASSWORD, code },
      });
    expect((await byPassword()).status).toBe(200);
    const { recoveryCodes } = await setUpTotp(other, person);
    expect((await byPassword(recoveryCodes[0])).status).toBe(200);
    const { body } = await other.request('POST', '/api/auth/passkey-login/options');
    const credential = device.use(body.data, { origin });
    const byPasskey = await other.request('POST', '/api/auth/passkey-login', { body: { credential } });
    expect(byPasskey.status).toBe(200);
    await other.close();
    const told = own.lines().filter(({ event }) => event === 'signed_in');
    expect(told).toMatchObject(
      ['password', 'recovery_code', 'passkey'].map((proof) => ({ accountId: person.id, proof })),
    );
  });

  test('tells of failed sign-ins without the address that was typed, and of the lock-out', async () => {
    const { user } = await enter(server);
    const sign = (email: string) =>
      server.request('POST', '/api/auth/login', { body: { email, password: 'not it at all' } });
    const before = securityLines().length;
    await sign('nobody-here@example.com');
    let status = 0;
    for (let guess = 0; status !== 429; guess += 1) {
      expect(guess).toBeLessThan(20);
      status = (await sign(user.email)).status;
    }
    await expect.poll(() => securityLines().at(-1)?.event).toBe('caller_limited');
    const own = securityLines().slice(before);
    const events = (name: string) => own.filter(({ event }) => event === name);
    expect(events('sign_in_failed')[0]).toMatchObject({ accountId: null, address: '127.0.0.1' });
    expect(events('sign_in_failed')[1]).toMatchObject({ accountId: user.id });
    expect(events('locked_out')).toHaveLength(1);
    expect(events('caller_limited')).toEqual([
      expect.objectContaining({ route: '/api/auth/login', code: 'login_locked' }),
    ]);
    expect(captured.text()).not.toContain('nobody-here');
    expect(captured.text()).not.toContain(user.email);
  });

  test('tells of calls and sockets that were refused', async () => {
    const { headers } = await visitor.get('/api/admin/users');
    const lines = await linesOf(headers.get('x-request-id'));
    expect(lines.find(({ log }) => log === 'security')).toMatchObject({
      event: 'call_refused',
      route: '/api/admin/users',
      status: 403,
      code: 'admin_required',
      userId: visitor.id,
    });
    await expect(openSocket(server.url, 'a-token-of-nobody')).rejects.toThrow();
    expect(securityLines().at(-1)).toMatchObject({
      event: 'socket_refused',
      code: 'session_expired',
      address: '127.0.0.1',
      requestId: expect.stringMatching(UUID),
    });
  });
});
