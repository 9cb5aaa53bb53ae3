import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { io as connect, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { type App, createApp } from '#server/app.ts';
import { createLog } from '#server/observability/log.ts';
import { type ChildServer, createChildServer } from '#tests/support/childServer.ts';
import { testEnv } from '#tests/support/demoTemplate.ts';
import { buildAgent } from '#tests/support/factories/agents.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { buildUser, signIn } from '#tests/support/factories/users.ts';
import { readSamples } from '#tests/support/metrics.ts';
import {
  findFreePort,
  startPostgres,
  startStandby,
  type TestPostgres,
  withPostgresClient,
} from '#tests/support/postgres.ts';
import { openRaw } from '#tests/support/rawConnection.ts';
import { openSocket, type TestSocket } from '#tests/support/sockets.ts';
import { createPostgresDatabase } from '#tests/support/testServer.ts';

const METRICS_TOKEN = 'the-token-of-the-one-who-watches';
const TEMPLATE = 'silong_processes';
/** Ten seconds each, and much longer where many things run at once. */
const SLOWLY = { timeout: 240_000 };

let postgres: TestPostgres;
let folder: string;
const children: ChildServer[] = [];
const sockets: Socket[] = [];

beforeAll(async () => {
  postgres = await startPostgres({ wal_level: 'replica', max_wal_senders: '4' });
  folder = mkdtempSync(path.join(tmpdir(), 'silong-processes-'));
  // nginx gives its own rights up.
  chmodSync(folder, 0o755);
  await withPostgresClient(postgres.url, (client) => client.query(`CREATE DATABASE ${TEMPLATE}`));
  const url = new URL(postgres.url);
  url.pathname = TEMPLATE;
  await (await openApp(url.href)).close();
});

afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await Promise.all(children.map((child) => child.kill()));
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const openApp = (databaseUrl: string): Promise<App> =>
  createApp({ env: testEnv(folder, databaseUrl), log: createLog('silent'), isRepeating: false });

interface Scene {
  databaseUrl: string;
  agent: string;
  ana: string;
  listing: number;
}

/** A database of its own, with an agent who offers a home and a user who asks for one, both signed in. */
async function makeScene(): Promise<Scene> {
  const databaseUrl = await createPostgresDatabase(postgres.url, TEMPLATE);
  const app = await openApp(databaseUrl);
  const agent = await buildAgent(app.context);
  const [agentToken, ana, listing] = [
    await signIn(app.context, agent),
    await signIn(app.context, await buildUser(app.context)),
    await buildProperty(app.context, { agent_id: agent.id, title: 'House with a garden', images: [] }),
  ];
  await app.close();
  return { databaseUrl, agent: agentToken, ana, listing: listing.id };
}

async function createChild(
  { databaseUrl }: Pick<Scene, 'databaseUrl'>,
  environment: Record<string, string> = {},
  program?: string,
): Promise<ChildServer> {
  const child = await createChildServer({ DATABASE_URL: databaseUrl, DATA_DIR: folder, ...environment }, program);
  children.push(child);
  return child;
}

interface Answer<Data> {
  status: number;
  headers: Headers;
  data: Data;
}

/** Over a connection of its own, so that each call may come to another process. */
async function call<Data>(
  url: string,
  method: string,
  address: string,
  { token, body }: { token?: string | undefined; body?: unknown } = {},
): Promise<Answer<Data>> {
  const answer = await fetch(url + address, {
    method,
    headers: {
      connection: 'close',
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json');
  return { status: answer.status, headers: answer.headers, data: isJson ? JSON.parse(text).data : text };
}

async function startConversation(url: string, { ana, listing }: Scene): Promise<number> {
  const { data: property } = await call<{ agent: { id: number } }>(url, 'GET', `/api/properties/${listing}`);
  const { data } = await call<{ conversation: { id: number } }>(url, 'POST', '/api/conversations', {
    token: ana,
    body: { agentId: property.agent.id, initialMessage: 'Hello' },
  });
  return data.conversation.id;
}

const isInstalled = (command: string, flag: string) => spawnSync(command, [flag]).status === 0;

describe.runIf(isInstalled('nginx', '-v'))('three processes behind a proxy', () => {
  let nginx: ChildProcess | undefined;

  afterAll(async () => {
    if (nginx?.exitCode !== null) return;
    nginx.kill('SIGTERM');
    await once(nginx, 'exit');
  });

  /** This version with one more migration, as the next release may have: it adds a column and a table. */
  async function buildNextVersion(): Promise<string> {
    const outfile = path.join(inject('programs'), 'next.mjs');
    await build({
      ...{ entryPoints: ['server/main.ts'], outfile, bundle: true, platform: 'node' },
      ...({ format: 'esm', target: 'node20', packages: 'external' } as const),
      plugins: [
        {
          name: 'next migration',
          setup({ onLoad }) {
            onLoad({ filter: /server\/db\/migrate\.ts$/ }, ({ path: file }) => {
              const text = readFileSync(file, 'utf8');
              const statements = [
                'ALTER TABLE messages ADD COLUMN mood text',
                'ALTER TABLE properties ADD COLUMN garden_sqm integer NOT NULL DEFAULT 0',
                'CREATE TABLE neighbours (id integer PRIMARY KEY)',
              ];
              const contents = text.replace(
                "import * as migrations from './migrationList.ts';",
                `import * as released from './migrationList.ts';
                const migrations = { ...released, '9000-next': { async up({ database }: MigrationContext) {
                  for (const sql of ${JSON.stringify(statements)}) await database.sequelize.query(sql);
                }, async down() {} } };`,
              );
              if (contents === text) throw new Error('migrate.ts names its migrations elsewhere');
              return { contents, loader: 'ts' };
            });
          },
        },
      ],
    });
    return outfile;
  }

  async function startProxy(servers: readonly ChildServer[]): Promise<string> {
    const port = await findFreePort();
    const config = `
      worker_processes 1;
      pid ${folder}/nginx.pid;
      error_log stderr crit;
      events { worker_connections 512; }
      http {
        access_log off;
        ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
        upstream servers {
          ${servers.map(({ url }) => `server ${new URL(url).host} max_fails=1 fail_timeout=1s;`).join('\n')}
          keepalive 8;
        }
        map $http_upgrade $connection_upgrade { default upgrade; '' ''; }
        server {
          listen 127.0.0.1:${port};
          location / {
            proxy_pass http://servers;
            proxy_http_version 1.1;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $connection_upgrade;
          }
        }
      }`;
    const file = path.join(folder, 'nginx.conf');
    writeFileSync(file, config);
    nginx = spawn('nginx', ['-c', file, '-g', 'daemon off;'], { stdio: 'ignore' });
    return `http://127.0.0.1:${port}`;
  }

  /**
   * A client that performs one act after the other, each again until it is acknowledged, as often as `more` has
   * allowed so far.
   */
  function keepDoing(act: (count: number) => Promise<number>) {
    const acknowledged: number[] = [];
    let last: Promise<unknown> = Promise.resolve();
    const doOne = async (count: number) => {
      for (;;) {
        const status = await act(count).catch(() => 0);
        if (status === 200 || status === 201) break;
        // The process was killed, or the proxy found none: every other failure is a fault.
        if (![0, 502, 503, 504].includes(status)) throw new Error(`${count} was answered ${status}`);
      }
      acknowledged.push(count);
    };
    return {
      acknowledged,
      more(times: number) {
        for (let time = 0; time < times; time += 1) last = last.then(() => doOne(acknowledged.length + 1));
        return last;
      },
    };
  }

  test(
    'one is killed and one replaced by a newer version: all that was acknowledged is there, once',
    SLOWLY,
    async () => {
      const scene = await makeScene();
      const next = await buildNextVersion();
      const old = await Promise.all([createChild(scene), createChild(scene), createChild(scene)]);
      const newer = await createChild(scene, {}, next);
      const [first, second, third] = old as [ChildServer, ChildServer, ChildServer];
      await Promise.all(old.map((server) => server.start()));
      const url = await startProxy([...old, newer]);
      await vi.waitFor(async () => expect((await fetch(`${url}/api/health`)).status).toBe(200), {
        timeout: 10_000,
      });
      const id = await startConversation(url, scene);
      const heard: Record<'ana' | 'agent', TestSocket> = {
        ana: await openSocket(url, scene.ana, { reconnection: true }),
        agent: await openSocket(url, scene.agent, { reconnection: true }),
      };
      for (const { socket } of Object.values(heard)) {
        sockets.push(socket);
        // A process that ends says so, and Socket.IO takes that for final; the product's client comes back as well.
        socket.on('disconnect', (reason) => reason === 'io server disconnect' && socket.connect());
      }

      const send = (who: 'ana' | 'agent', client_id: string, to = url) =>
        call(to, 'POST', `/api/conversations/${id}/messages`, {
          token: scene[who],
          body: { content: client_id, client_id },
        });
      const nameOf = (who: string, count: number) => `${who}-message-${count}`;
      const FIRST_PRICE = 6_000_000;
      const workers = {
        ana: keepDoing(async (count) => (await send('ana', nameOf('ana', count))).status),
        agent: keepDoing(async (count) => (await send('agent', nameOf('agent', count))).status),
        edits: keepDoing(async (count) => {
          const body = { price: FIRST_PRICE + count };
          return (await call(url, 'PUT', `/api/properties/${scene.listing}`, { token: scene.agent, body })).status;
        }),
        searches: keepDoing(async (count) => {
          const address = `/api/properties?search=garden&exact=1&max_price=${9_000_000 + count}`;
          const { status, data } = await call<{ pagination: { total: number } }>(url, 'GET', address);
          if (status === 200) expect(data.pagination.total).toBe(1);
          return status;
        }),
      };
      const doMore = (times: number) => Promise.all(Object.values(workers).map(({ more }) => more(times)));

      await doMore(4);
      const acrossTheKill = doMore(12);
      await expect.poll(() => workers.edits.acknowledged.length, { interval: 5 }).toBeGreaterThan(6);
      await second.kill();
      await acrossTheKill;
      const acrossTheUpgrade = doMore(24);
      expect(await third.stop()).toBe(0);
      await newer.start();
      await acrossTheUpgrade;
      const withBoth = doMore(8);
      for (const { socket } of Object.values(heard)) await expect.poll(() => socket.connected).toBe(true);
      // Both versions answer side by side, and each receives the messages sent to the other.
      for (const [at, server] of [first, newer].entries()) {
        expect((await fetch(`${server.url}/api/ready`)).status).toBe(200);
        const client_id = `direct-message-${at}`;
        expect((await send('ana', client_id, server.url)).status).toBe(201);
        for (const { heard: names } of Object.values(heard))
          await expect
            .poll(() => names('new_message').filter((message) => message.client_id === client_id))
            .toHaveLength(1);
      }
      await withBoth;

      const said = (['ana', 'agent'] as const).flatMap((who) =>
        workers[who].acknowledged.map((count) => nameOf(who, count)),
      );
      const counts = await withPostgresClient(scene.databaseUrl, async (client) => {
        const { rows } = await client.query<{ client_id: string; count: number }>(
          "SELECT client_id, COUNT(*)::int AS count FROM messages WHERE client_id LIKE '%-message-%' GROUP BY 1",
        );
        const changes = await client.query('SELECT price::int AS price, garden_sqm FROM properties');
        expect(changes.rows).toEqual([
          { price: FIRST_PRICE + (workers.edits.acknowledged.at(-1) ?? 0), garden_sqm: 0 },
        ]);
        return new Map(rows.map(({ client_id, count }) => [client_id, count]));
      });
      expect(Object.fromEntries(counts)).toEqual(
        Object.fromEntries([...said, 'direct-message-0', 'direct-message-1'].map((name) => [name, 1])),
      );

      for (const who of ['ana', 'agent'] as const) {
        const live = heard[who].heard('new_message').map(({ client_id }) => client_id);
        expect(new Set(live).size, `${who} heard something twice`).toBe(live.length);
        const caughtUp: (string | null)[] = [];
        for (let before = ''; ; ) {
          const { data } = await call<{ id: number; client_id: string | null }[]>(
            url,
            'GET',
            `/api/conversations/${id}/messages?limit=100${before}`,
            { token: scene[who] },
          );
          caughtUp.push(...data.map(({ client_id }) => client_id));
          const oldest = Math.min(...data.map(({ id }) => id));
          if (data.length < 100) break;
          before = `&before=${oldest}`;
        }
        for (const name of said)
          expect(
            caughtUp.filter((client_id) => client_id === name),
            `${name} for ${who}`,
          ).toHaveLength(1);
      }
    },
  );
});

describe('WEB_CONCURRENCY', () => {
  const childrenOf = (pid: number) =>
    spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
      .stdout.split('\n')
      .filter(Boolean)
      .map(Number);

  /** By transport, as a browser does where WebSockets are blocked or not, and as programs begin by themselves. */
  async function openBy(url: string, token: string, transports: ('polling' | 'websocket')[]) {
    const socket = connect(url, { auth: { token }, transports, forceNew: true, reconnection: false });
    sockets.push(socket);
    const heard: string[] = [];
    socket.on('new_message', ({ client_id }) => heard.push(client_id));
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    return { socket, heard };
  }

  test('two workers answer, hear each other, come back and end together', SLOWLY, async () => {
    const scene = await makeScene();
    const server = await createChild(scene, {
      WEB_CONCURRENCY: '2',
      LOG_LEVEL: 'info',
      METRICS_TOKEN,
      RATE_LIMIT_PER_MINUTE: '1000',
    });
    await server.start();
    const { url } = server;
    const linesOf = (text: string) => server.logged().filter(({ msg }) => msg === text);
    const workersOf = (route: string) => [
      ...new Set(
        linesOf('request')
          .filter((line) => line.route === route)
          .map(({ worker }) => worker),
      ),
    ];
    await expect.poll(() => linesOf('2 workers share the port')).toHaveLength(1);
    await expect
      .poll(
        async () => {
          await call(url, 'GET', '/api/site');
          return workersOf('/api/site').toSorted();
        },
        { timeout: 40_000, interval: 100 },
      )
      .toEqual([1, 2]);

    // One count of requests for both.
    const remaining: number[] = [];
    for (let at = 0; at < 4; at += 1) {
      const { headers } = await call(url, 'GET', '/api/site');
      remaining.push(Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]));
    }
    const [most = 0] = remaining;
    expect(remaining).toEqual([most, most - 1, most - 2, most - 3]);

    const id = await startConversation(url, scene);
    const open = await Promise.all(
      [['polling'], ['polling'], ['websocket'], ['polling', 'websocket'], ['polling', 'websocket']].map(
        (transports) => openBy(url, scene.agent, transports as ('polling' | 'websocket')[]),
      ),
    );
    const sent: string[] = [];
    const bothHave = () => workersOf('/api/conversations/{id}/messages').length === 2;
    // Which of them takes a connection is the machine's to say.
    while (sent.length < 4 || (sent.length < 40 && !bothHave())) {
      const client_id = `message-${sent.length + 1}`;
      const { status } = await call(url, 'POST', `/api/conversations/${id}/messages`, {
        token: scene.ana,
        body: { content: client_id, client_id },
      });
      expect(status).toBe(201);
      sent.push(client_id);
    }
    for (const { heard } of open) await expect.poll(() => heard).toEqual(sent);
    for (const { socket } of open.slice(3)) expect(socket.io.engine.transport.name).toBe('websocket');
    await expect
      .poll(() => workersOf('/api/conversations/{id}/messages').toSorted(), { timeout: 5_000 })
      .toEqual([1, 2]);

    // The same from whichever worker is asked.
    for (let at = 0; at < 2; at += 1) {
      const answer = await call<string>(url, 'GET', '/metrics', { token: METRICS_TOKEN });
      const value = (name: string, labels: Record<string, string> = {}) =>
        readSamples(answer.data)
          .filter((sample) => sample.name === name)
          .filter(({ labels: own }) => Object.entries(labels).every(([label, text]) => own[label] === text))
          .map((sample) => sample.value);
      expect(value('sockets_connected')).toEqual([open.length]);
      expect(
        value('http_request_duration_seconds_count', {
          method: 'POST',
          route: '/api/conversations/{id}/messages',
        }),
      ).toEqual([sent.length]);
      expect(value('jobs', { status: 'failed' })).toEqual([0]);
    }

    const [killed = 0] = childrenOf(server.pid());
    process.kill(killed, 'SIGKILL');
    await expect.poll(() => linesOf('a worker ended and is started again')).toHaveLength(1);
    const expectAnsweredBy = (count: number) =>
      expect
        .poll(
          async () => {
            expect((await call(url, 'GET', '/api/site')).status).toBe(200);
            return workersOf('/api/site').length;
          },
          { timeout: 40_000, interval: 100 },
        )
        .toBe(count);
    await expectAnsweredBy(3);
    const [, replaced = 0] = childrenOf(server.pid());
    // A killed process causes no wait, also when killed again and again.
    process.kill(replaced, 'SIGKILL');
    await expect.poll(() => linesOf('a worker ended and is started again')).toHaveLength(2);
    expect(linesOf('a worker ended and is started again').map(({ pauseMs }) => pauseMs)).toEqual([100, 100]);
    await expectAnsweredBy(4);
    const workers = childrenOf(server.pid());
    expect(workers).toHaveLength(2);
    expect(workers).not.toContain(killed);

    expect(await server.stop()).toBe(0);
    for (const pid of workers) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    await expect(fetch(`${url}/api/health`)).rejects.toThrow();
  });

  test(
    'an error that nothing caught is told with its request, and ends the process once others are answered',
    SLOWLY,
    async () => {
      const planted = path.join(folder, 'planted.mjs');
      writeFileSync(
        planted,
        `import { AsyncLocalStorage } from 'node:async_hooks';
      const { run } = AsyncLocalStorage.prototype;
      AsyncLocalStorage.prototype.run = function (store, work) {
        return run.call(this, store, () => {
          if (store?.requestId === 'planted') setTimeout(() => Promise.reject(new Error('nobody looks')), 50);
          return work();
        });
      };`,
      );
      const server = await createChild(await makeScene(), {
        LOG_LEVEL: 'info',
        TRUST_PROXY: '1',
        NODE_OPTIONS: `--import=${planted}`,
      });
      await server.start();
      const slow = await openRaw(server.url);
      slow.write(
        'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{',
      );
      const ended = server.ended();
      await fetch(`${server.url}/api/site`, { headers: { 'x-request-id': 'planted' } });
      const told = () => server.logged().filter(({ msg }) => msg === 'an error was not caught');
      await expect
        .poll(told)
        .toMatchObject([
          { level: 60, requestId: 'planted', origin: 'unhandledRejection', err: { message: 'nobody looks' } },
        ]);
      slow.write('}');
      expect((await slow.answer()).status).toBe(400);
      expect(await ended).toBe(1);
    },
  );

  test('what keeps a server from starting is said once, and ends it', async () => {
    const { url } = await createChild({ databaseUrl: postgres.url });
    const taken = spawn(process.execPath, [
      '-e',
      `require('node:net').createServer().listen(${new URL(url).port}, '127.0.0.1', () => console.log('taken'))`,
    ]);
    try {
      await once(taken.stdout, 'data');
      const { databaseUrl } = await makeScene();
      const server = spawn(process.execPath, [path.join(inject('programs'), 'main.js')], {
        env: {
          ...process.env,
          ...{ DATABASE_URL: databaseUrl, DATA_DIR: folder, WEB_CONCURRENCY: '3', SEED_DEMO: 'off' },
          ...{ HOST: '127.0.0.1', PORT: new URL(url).port, LOG_LEVEL: 'silent' },
        },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let errors = '';
      server.stderr.on('data', (data) => {
        errors += data;
      });
      expect(await once(server, 'close')).toEqual([1, null]);
      expect(errors).toMatch(/^Port \d+ of 127\.0\.0\.1 cannot be opened: another program uses it\.\n$/);
    } finally {
      taken.kill('SIGKILL');
    }
  });
});

describe('a streaming replica', () => {
  test('is read from, never too early, and missed by nobody', SLOWLY, async ({ onTestFinished }) => {
    const standby = await startStandby(postgres);
    onTestFinished(() => standby.kill());
    const onStandby = (statement: string) => withPostgresClient(standby.url, (client) => client.query(statement));
    const scene = await makeScene();
    const replicaUrl = new URL(scene.databaseUrl);
    replicaUrl.port = new URL(standby.url).port;
    // From memory the lists would ask neither.
    const environment = {
      DATABASE_REPLICA_URLS: replicaUrl.href,
      LISTINGS_IN_MEMORY: 'off',
      METRICS_TOKEN,
      LOG_LEVEL: 'info',
    };
    const [here, there] = await Promise.all([createChild(scene, environment), createChild(scene, environment)]);
    await Promise.all([here.start(), there.start()]);
    const countReads = async ({ url }: ChildServer, outcome: string) => {
      const { data } = await call<string>(url, 'GET', '/metrics', { token: METRICS_TOKEN });
      const found = readSamples(data).find(
        ({ name, labels }) => name === 'replica_reads_total' && labels.outcome === outcome,
      );
      return found?.value ?? 0;
    };
    const { data } = await call<{ agent: { id: number } }>(here.url, 'GET', `/api/properties/${scene.listing}`);
    const agentId = data.agent.id;
    const bioOf = async ({ url }: ChildServer, token?: string) => {
      const { status, data } = await call<{ bio: string }>(url, 'GET', `/api/agents/${agentId}`, { token });
      expect(status).toBe(200);
      return data.bio;
    };
    const priceOf = async ({ url }: ChildServer, token?: string) => {
      const listing = await call<{ price: number }>(url, 'GET', `/api/properties/${scene.listing}`, {
        token,
      });
      const list = await call<{ properties: { price: number }[]; pagination: { total: number } }>(
        url,
        'GET',
        '/api/properties?search=garden&exact=1',
        { token },
      );
      expect([listing.status, list.status, list.data.pagination.total]).toEqual([200, 200, 1]);
      return [listing.data.price, list.data.properties[0]?.price];
    };
    const change = async ({ url }: ChildServer, address: string, body: unknown) =>
      expect((await call(url, 'PUT', address, { token: scene.agent, body })).status).toBe(200);
    /** The replica alone answers guests: once it has replayed the changes that the server knows. */
    const untilReadThere = (server: ChildServer, token?: string) => untilCounted(server, 'read', token);
    const untilCounted = async (server: ChildServer, outcome: string, token?: string) => {
      const before = await countReads(server, outcome);
      await expect
        .poll(async () => {
          await bioOf(server, token);
          return countReads(server, outcome);
        })
        .toBeGreaterThan(before);
    };

    for (const server of [here, there]) await untilReadThere(server);
    for (const server of [here, there]) {
      const before = await countReads(server, 'read');
      await call(server.url, 'GET', '/api/properties?search=garden');
      await call(server.url, 'GET', '/api/properties/map');
      await call(server.url, 'GET', '/sitemap.xml');
      expect((await countReads(server, 'read')) - before).toBeGreaterThanOrEqual(5);
    }

    await onStandby('SELECT pg_wal_replay_pause()');
    await change(here, '/api/auth/profile', { bio: 'Sells homes since today' });
    // The author of a change reads it everywhere; readers on the same server see it, and no reader elsewhere has
    // seen it yet.
    expect(await bioOf(there, scene.agent)).toBe('Sells homes since today');
    expect(await bioOf(here)).toBe('Sells homes since today');
    expect(await bioOf(there)).toBeNull();
    for (const price of [6_100_000, 6_200_000]) {
      await change(here, `/api/properties/${scene.listing}`, { price });
      expect(await priceOf(here)).toEqual([price, price]);
      // Notified of the change, the other server drops its cached answer, and does not take it from the replica
      // again. Well before the replica is skipped for being late, which would hide it.
      await expect.poll(() => priceOf(there, scene.ana), { timeout: 5_000 }).toEqual([price, price]);
      for (let at = 0; at < 3; at += 1) expect(await priceOf(there)).toEqual([price, price]);
    }
    expect(await countReads(there, 'behind')).toBeGreaterThan(0);
    await onStandby('SELECT pg_wal_replay_resume()');
    for (const server of [here, there]) {
      await untilReadThere(server, scene.agent);
      await expect.poll(() => bioOf(server)).toBe('Sells homes since today');
    }

    const [PASSED_OVER, READ_AGAIN] = ['a replica is passed over', 'a replica is read from again'];
    const told = (server: ChildServer) =>
      server.logged().flatMap(({ msg }) => (msg === PASSED_OVER || msg === READ_AGAIN ? [msg] : []));
    standby.freeze();
    for (let at = 0; at < 6; at += 1)
      expect(await Promise.all([here, there].map((server) => priceOf(server)))).toEqual(
        [here, there].map(() => [6_200_000, 6_200_000]),
      );
    for (const server of [here, there]) await untilCounted(server, 'unavailable');
    standby.thaw();
    for (const server of [here, there]) await untilReadThere(server);
    const ended = standby.kill();
    for (let at = 0; at < 6; at += 1)
      expect(await Promise.all([here, there].map((server) => bioOf(server)))).toEqual(
        [here, there].map(() => 'Sells homes since today'),
      );
    await ended;
    for (const server of [here, there]) {
      await untilCounted(server, 'unavailable');
      // Once each time, however many reads it was: frozen, and gone. A slow machine may find it late before that as well.
      // The log is written twice a second: until then it ends with the first of the two.
      await expect.poll(() => told(server).slice(2).at(-1)).toBe(PASSED_OVER);
      const lines = told(server);
      expect(lines).toEqual(lines.map((_, at) => (at % 2 === 0 ? PASSED_OVER : READ_AGAIN)));
      expect(await server.stop()).toBe(0);
    }
  });
});

describe.skipIf(process.platform === 'win32')('npm start', () => {
  let installed: string;

  /** As it is shipped, without the sources: the build, and the scripts that start it. */
  beforeAll(() => {
    installed = mkdtempSync(path.resolve('test-results/installed-'));
    mkdirSync(path.join(installed, 'dist/web'), { recursive: true });
    mkdirSync(path.join(installed, 'build'));
    cpSync('package.json', path.join(installed, 'package.json'));
    cpSync('web/index.html', path.join(installed, 'dist/web/index.html'));
    for (const script of ['start.mjs', 'ensureBuilt.mjs', 'stamp.mjs'])
      cpSync(path.join('build', script), path.join(installed, 'build', script));
    symlinkSync(inject('programs'), path.join(installed, 'dist/server'));
  });

  afterAll(() => rmSync(installed, { recursive: true, force: true }));

  /** Also children of children. */
  function descendantsOf(pid: number): number[] {
    const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
    const all = stdout
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
    const below = (parent: number): number[] =>
      all.flatMap(([child, its]) => (its === parent ? [child, ...below(child)] : []));
    return below(pid);
  }

  function isAlive(pid: number): boolean {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  }

  test.each([
    ['SIGTERM', 'npm alone', 'SQLite', '1'],
    // As Ctrl+C sends it.
    ['SIGINT', 'all of them', 'SQLite', '1'],
    ['SIGTERM', 'npm alone', 'PostgreSQL', '2'],
  ] as const)(
    'ends with %s to %s, on %s with %s workers: what was acknowledged is there, nothing goes on',
    SLOWLY,
    async (signal, whom, database, workers) => {
      const dataDir = mkdtempSync(path.join(folder, 'npm-'));
      const databaseUrl = database === 'SQLite' ? undefined : await createPostgresDatabase(postgres.url, TEMPLATE);
      const port = await findFreePort();
      const url = `http://127.0.0.1:${port}`;
      const npm = spawn('npm', ['start'], {
        cwd: installed,
        stdio: 'ignore',
        // A group of its own, which can be signalled as a whole.
        detached: true,
        env: {
          PATH: process.env.PATH,
          HOME: dataDir,
          PORT: String(port),
          HOST: '127.0.0.1',
          DATA_DIR: dataDir,
          ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
          WEB_CONCURRENCY: workers,
          SEED_DEMO: 'off',
          ACTION_LIMITS: 'off',
          TILE_URL: '',
        },
      });
      const { pid } = npm;
      if (pid === undefined) throw new Error('npm could not be started.');
      const ended = once(npm, 'exit');
      await vi.waitFor(async () => expect((await fetch(`${url}/api/ready`)).status).toBe(200), {
        timeout: 60_000,
      });
      const started = descendantsOf(pid);
      let isOpen = true;
      try {
        const acknowledged: string[] = [];
        const write = async () => {
          for (let nth = 0; isOpen; nth += 1) {
            const email = `${signal}-${nth}@example.com`.toLowerCase();
            const body = { name: 'Ana', email, password: 'a long password' };
            const answer = await call(url, 'POST', '/api/auth/register', { body }).catch(() => null);
            if (answer?.status === 201) acknowledged.push(email);
            isOpen = answer !== null;
          }
        };
        const written = write();
        await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(2), { timeout: 30_000 });
        process.kill(whom === 'npm alone' ? pid : -pid, signal);
        await ended;
        await vi.waitFor(() => expect(started.filter(isAlive)).toEqual([]), { timeout: 15_000 });
        await written;
        await expect(fetch(`${url}/api/health`)).rejects.toThrow();
        const app = await createApp({
          env: testEnv(dataDir, databaseUrl),
          log: createLog('silent'),
          isRepeating: false,
        });
        const stored = await app.context.db.models.User.findAll({ where: { email: acknowledged } });
        await app.close();
        expect(stored.map(({ email }) => email).sort()).toEqual(acknowledged.sort());
      } finally {
        // Where it would not end.
        isOpen = false;
        for (const one of [...started, pid].filter(isAlive)) process.kill(one, 'SIGKILL');
      }
    },
  );
});
