import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, type IncomingMessage, request as openRequest } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Logger } from 'pino';
import { inject, type MockInstance, vi } from 'vitest';
import { createApp } from '#server/app.ts';
import type { Database } from '#server/db/connection.ts';
import type { Env } from '#server/env.ts';
import type { ServerContext } from '#server/features/context.ts';
import { liveListings } from '#server/features/properties/list/liveListings.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import type { OutsideNetwork } from '#server/media/outside.ts';
import { createLog } from '#server/observability/log.ts';
import { DEMO_NOW, DEMO_PASSWORD, databaseNamed, testEnv } from './demoTemplate.ts';
import { withPostgresClient } from './postgres.ts';

export interface TestAnswer {
  status: number;
  headers: Headers;
  // The tests check these values; typing them would claim what the tests are there to prove.
  // biome-ignore lint/suspicious/noExplicitAny: an untrusted answer under test
  body: any;
}

export interface RequestOptions {
  body?: unknown;
  token?: string | undefined;
  headers?: Record<string, string>;
}

export interface TestServer {
  url: string;
  context: ServerContext;
  routes: ApiRoutes;
  /** Of the listener for incoming mail; undefined: it is off. */
  inboundPort: number | undefined;
  request(method: string, path: string, options?: RequestOptions): Promise<TestAnswer>;
  /** Signs in over the API. @returns the token. */
  login(email: string, password?: string): Promise<string>;
  close(): Promise<void>;
}

export interface TestServerOptions {
  data: 'demo' | 'empty';
  env?: Partial<Env>;
  now?: () => Date;
  /** The folder of the built web UI. */
  webFolder?: string;
  log?: Logger;
  /** Without a network, no outside address is found. */
  outsideNetwork?: Partial<OutsideNetwork>;
}

/** A server of its own on a free port, on a database of its own: SQLite or PostgreSQL as the project runs. */
export async function startTestServer({
  data,
  env,
  now,
  webFolder,
  log,
  outsideNetwork = { resolve: async () => [] },
}: TestServerOptions): Promise<TestServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'silong-test-'));
  const postgresUrl = inject('postgresUrl');
  const template = inject('templates')[data];
  if (!template) throw new Error(`This project makes no template of '${data}'.`);
  const databaseUrl = postgresUrl ? await createPostgresDatabase(postgresUrl, template) : undefined;
  if (!databaseUrl) cpSync(template, folder, { recursive: true });

  const app = await createApp({
    env: testEnv(folder, databaseUrl, env),
    log: log ?? createLog(process.env.TEST_LOG_LEVEL ?? 'silent'),
    webFolder,
    isRepeating: false,
    outsideNetwork,
    now: now ?? (data === 'demo' ? () => DEMO_NOW : undefined),
  });
  // Until then lists are answered by the database.
  await liveListings(app.context).loaded();
  const port = await app.listen(0, '127.0.0.1');
  const url = `http://127.0.0.1:${port}`;

  const agent = new Agent({ keepAlive: true });

  async function request(method: string, requestPath: string, options: RequestOptions = {}): Promise<TestAnswer> {
    const { body, token, headers } = options;
    const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const response = await send(agent, new URL(url + requestPath), method, sent, {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    });
    const answered = new Headers();
    for (let at = 0; at < response.rawHeaders.length; at += 2)
      answered.append(response.rawHeaders[at] ?? '', response.rawHeaders[at + 1] ?? '');
    const text = await readText(response);
    const isJson = answered.get('content-type')?.includes('json');
    return {
      status: response.statusCode ?? 0,
      headers: answered,
      body: isJson && text ? JSON.parse(text) : text,
    };
  }

  return {
    url,
    context: app.context,
    routes: app.routes,
    inboundPort: app.inboundPort(),
    request,
    async login(email, password = DEMO_PASSWORD) {
      const answer = await request('POST', '/api/auth/login', { body: { email, password } });
      if (answer.status !== 200)
        throw new Error(`login of ${email} answered ${answer.status}: ${answer.body.error}`);
      return answer.body.data.token;
    },
    async close() {
      await app.close();
      agent.destroy();
      rmSync(folder, { recursive: true, force: true });
      if (postgresUrl && databaseUrl) await dropPostgresDatabase(postgresUrl, databaseUrl);
    },
  };
}

/** One request of thousands: `fetch` takes as much of the processor as the server's own work on a short answer. */
function send(
  agent: Agent,
  url: URL,
  method: string,
  body: string | undefined,
  headers: Record<string, string>,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const named = { accept: '*/*', 'accept-language': '*', 'user-agent': 'node', ...length };
    const request = openRequest(url, { agent, method, headers: { ...named, ...headers } }, resolve);
    request.on('error', (error: NodeJS.ErrnoException) => {
      // The server closed a connection that had been idle, in the moment of its reuse.
      if (request.reusedSocket && error.code === 'ECONNRESET')
        send(agent, url, method, body, headers).then(resolve, reject);
      else reject(error);
    });
    request.end(body);
  });
}

/** As `fetch` reads it: decompressed, and without a byte order mark. */
async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const isCompressed = response.headers['content-encoding'] === 'gzip' && bytes.length > 0;
  return new TextDecoder().decode(isCompressed ? gunzipSync(bytes) : bytes);
}

/** How much a server is used before another takes its place. */
const CASES_OF_A_SERVER = 40;

/**
 * Servers for tests that compare all rows of the database and leave many behind: the fewer rows, the faster.
 * @returns a function that gives each test its server, by the number of its cases, and one that closes the last.
 */
export function renewedServers(first: TestServer) {
  let current = first;
  let used = 0;
  return {
    async next(cases: number): Promise<TestServer> {
      if (used > 0 && used + cases > CASES_OF_A_SERVER) {
        if (current !== first) await current.close();
        current = await startTestServer({ data: 'empty' });
        used = 0;
      }
      used += cases;
      return current;
    },
    async close(): Promise<void> {
      if (current !== first) await current.close();
      await first.close();
    },
  };
}

/** A copy of another database, or a database without tables. @returns its address. */
export async function createPostgresDatabase(postgresUrl: string, template?: string): Promise<string> {
  const name = `silong_${randomBytes(6).toString('hex')}`;
  // As files: a copy by the log, which is the default, writes each page twice.
  const source = template ? ` TEMPLATE ${template} STRATEGY FILE_COPY` : '';
  await withPostgresClient(postgresUrl, (client) => client.query(`CREATE DATABASE ${name}${source}`));
  return databaseNamed(postgresUrl, name);
}

export async function dropPostgresDatabase(postgresUrl: string, databaseUrl: string): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1);
  await withPostgresClient(postgresUrl, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
}

/**
 * Answers one statement of `readRows` in the database's place: the next that holds `part`. Others, which the server
 * reads by itself now and then, go on.
 */
export function answerReadOnce(
  db: Database,
  part: string,
  answer: () => Promise<never[]>,
): { spy: MockInstance; isAsked(): boolean } {
  const { readRows } = db;
  let isAsked = false;
  const spy = vi.spyOn(db, 'readRows').mockImplementation((sql, parameters) => {
    if (isAsked || !sql.includes(part)) return readRows(sql, parameters);
    isAsked = true;
    return answer();
  });
  return { spy, isAsked: () => isAsked };
}
