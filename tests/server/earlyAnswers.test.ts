import { gzipSync } from 'node:zlib';
import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enter, type Person } from '#tests/support/people.ts';
import { openRaw, type RawConnection } from '#tests/support/rawConnection.ts';
import { saveSystemSettings } from '#tests/support/systemSettings.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;
let closed: TestServer;
let limited: TestServer;
let user: Person;
let agent: Person;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
  user = await enter(server);
  agent = await enter(server, { role: 'agent' });
  closed = await startTestServer({ data: 'empty' });
  const admin = await enter(closed, { role: 'admin' });
  await saveSystemSettings(admin, 'application', { maintenanceMode: true });
  limited = await startTestServer({ data: 'empty', env: { rateLimitPerMinute: 1 } });
  await limited.request('GET', '/api/site');
});

afterAll(() => Promise.all([server.close(), closed.close(), limited.close()]));

const MEGABYTE = 1024 * 1024;

interface Body {
  headers: string[];
  /** Sent at once behind the head. */
  bytes: Buffer;
}

const withLength = (bytes: Buffer, ...headers: string[]): Body => ({
  headers: [...headers, `Content-Length: ${bytes.length}`],
  bytes,
});
const json = 'Content-Type: application/json';
const chunked = (bytes: Buffer) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n0\r\n\r\n')]);
const multipart = (size: number) =>
  Buffer.concat([
    Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'),
    Buffer.alloc(size, 'x'),
    Buffer.from('\r\n--b--\r\n'),
  ]);

const bomb = gzipSync(Buffer.alloc(80 * MEGABYTE, ' '));
const bodies: Record<string, Body> = {
  'JSON with its length': withLength(Buffer.from(`{"name":"${'x'.repeat(200_000)}"}`), json),
  'JSON in chunks': {
    headers: [json, 'Transfer-Encoding: chunked'],
    bytes: chunked(Buffer.from(`{"name":"${'x'.repeat(200_000)}"}`)),
  },
  'JSON above every limit': withLength(Buffer.alloc(34 * MEGABYTE, ' '), json),
  'a gzip bomb': withLength(bomb, json, 'Content-Encoding: gzip'),
  'a gzip bomb in chunks': {
    headers: [json, 'Content-Encoding: gzip', 'Transfer-Encoding: chunked'],
    bytes: chunked(bomb),
  },
  'a picture': withLength(multipart(300_000), 'Content-Type: multipart/form-data; boundary=b'),
  'a picture above the limit': withLength(
    multipart(9 * MEGABYTE),
    'Content-Type: multipart/form-data; boundary=b',
  ),
  'a body of no known kind': withLength(Buffer.alloc(400_000, 'x'), 'Content-Type: text/plain'),
};

interface Refusal {
  route: string;
  to?: () => TestServer;
  token?: () => string;
  status: number[];
  /** The only kinds of body it is refused with. */
  only?: RegExp;
}

const refusals: Record<string, Refusal> = {
  'nobody signed in': { route: 'PUT /api/auth/profile', status: [401] },
  'an ended session': { route: 'POST /api/uploads', token: () => 'A'.repeat(43), status: [401] },
  'another role': { route: 'PUT /api/admin/settings', token: () => user.token, status: [403] },
  'a larger body than the role may send': {
    route: 'PUT /api/properties/1',
    token: () => user.token,
    status: [403, 404, 413, 415, 400],
  },
  'no such call': { route: 'DELETE /api/nothing', status: [404] },
  'no such page': { route: 'POST /nothing', status: [404, 413, 400] },
  'no such record': { route: 'DELETE /api/properties/999', token: () => agent.token, status: [404, 415] },
  'a large body': {
    route: 'POST /api/properties',
    token: () => agent.token,
    status: [413],
    only: /bomb|above every/,
  },
  'another kind of body': {
    route: 'POST /api/uploads',
    token: () => agent.token,
    status: [415, 400, 413],
  },
  'too many requests': { route: 'POST /api/auth/login', to: () => limited, status: [429] },
  maintenance: { route: 'POST /api/auth/register', to: () => closed, status: [503] },
};

const head = (route: string, host: string, headers: string[]) =>
  [`${route} HTTP/1.1`, `Host: ${host}`, ...headers, '', ''].join('\r\n');

async function expectNextAnswered(connection: RawConnection, headers: Record<string, string>): Promise<void> {
  if (headers.connection === 'close') {
    expect(await connection.isClosed()).toBe(true);
    return;
  }
  const next = await connection.answer();
  expect([next.status, JSON.parse(next.body)]).toEqual([200, { success: true, data: { status: 'ok' } }]);
}

/** Kinds of body side by side: closing a connection takes its time. An account sends one large body. */
async function withEachBody(
  { to = () => server, only }: Refusal,
  check: (connection: RawConnection, body: Body) => Promise<void>,
): Promise<void> {
  const kinds = Object.entries(bodies).filter(([kind]) => only?.test(kind) ?? true);
  const inTurn = pLimit(only ? 1 : 2);
  const checkKind = async ([kind, body]: [string, Body]) => {
    const connection = await openRaw(to().url);
    try {
      await check(connection, body);
    } catch (error) {
      throw new Error(kind, { cause: error });
    } finally {
      connection.destroy();
    }
  };
  await Promise.all(kinds.map((each) => inTurn(() => checkKind(each))));
}

describe.each(Object.entries(refusals))('refused for %s, with any body', (_why, refusal) => {
  const { route, to = () => server, token, status } = refusal;
  const headOf = (body: Body, ...more: string[]) =>
    head(route, new URL(to().url).host, [
      ...body.headers,
      ...(token ? [`Authorization: Bearer ${token()}`] : []),
      ...more,
    ]);
  const next = () => head('GET /api/health', new URL(to().url).host, []);

  test('the request behind it is answered, or the connection closed', async () => {
    await withEachBody(refusal, async (connection, body) => {
      connection.write(headOf(body));
      connection.write(body.bytes);
      connection.write(next());
      const first = await connection.answer();
      expect(status).toContain(first.status);
      await expectNextAnswered(connection, first.headers);
    });
  });

  test('it is told before the body is sent to who asks whether to send it', async () => {
    await withEachBody(refusal, async (connection, body) => {
      connection.write(headOf(body, 'Expect: 100-continue'));
      let first = await connection.answer();
      if (first.status === 100) {
        connection.write(body.bytes);
        first = await connection.answer();
      }
      expect(status).toContain(first.status);
      connection.write(next());
      await expectNextAnswered(connection, first.headers);
    });
  });
});

test('a call that is taken asks for the body, and the connection goes on', async () => {
  const body = withLength(Buffer.from('{"name":"Maria Santos"}'), json, `Authorization: Bearer ${user.token}`);
  const connection = await openRaw(server.url);
  const host = new URL(server.url).host;
  connection.write(head('PUT /api/auth/profile', host, [...body.headers, 'Expect: 100-continue']));
  expect((await connection.answer()).status).toBe(100);
  connection.write(body.bytes);
  const answer = await connection.answer();
  expect([answer.status, JSON.parse(answer.body).data.name]).toEqual([200, 'Maria Santos']);
  connection.write(head('GET /api/health', host, []));
  await expectNextAnswered(connection, answer.headers);
  connection.destroy();
});

test('a sender who goes on for ever reads the answer and is cut off', async () => {
  const connection = await openRaw(server.url);
  const host = new URL(server.url).host;
  connection.write(head('PUT /api/auth/profile', host, [json, `Content-Length: ${900 * MEGABYTE}`]));
  const piece = Buffer.alloc(64 * 1024, ' ');
  const timer = setInterval(() => connection.write(piece), 5);
  try {
    const first = await connection.answer();
    expect([first.status, first.headers.connection]).toEqual([401, 'close']);
    expect(await connection.isClosed(15_000)).toBe(true);
  } finally {
    clearInterval(timer);
    connection.destroy();
  }
});
