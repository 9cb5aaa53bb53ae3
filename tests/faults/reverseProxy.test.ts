import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Agent, type RequestOptions, request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import sharp from 'sharp';
import { io as connect } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createApp } from '#server/app.ts';
import { createLog } from '#server/observability/log.ts';
import { backupsCalls } from '#shared/contracts/backups.ts';
import { MAX_IMAGE_BYTES } from '#shared/limits.ts';
import { type ChildServer, createChildServer } from '#tests/support/childServer.ts';
import { testEnv } from '#tests/support/demoTemplate.ts';
import { buildAgent } from '#tests/support/factories/agents.ts';
import { buildUser, signIn, TEST_PASSWORD } from '#tests/support/factories/users.ts';
import { findFreePort, startPostgres, type TestPostgres, withPostgresClient } from '#tests/support/postgres.ts';

const isInstalled = (command: string, flag: string) => spawnSync(command, [flag]).status === 0;
const METRICS_TOKEN = 'the-token-of-the-one-who-watches';
const MEGABYTE = 1024 * 1024;

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The connection had served another request before. */
  isReused: boolean;
}

interface Place {
  /** As nginx takes it: the longest that an address begins with. */
  address: string;
  body: string;
}

const placesIn = (config: string): Place[] =>
  [...config.matchAll(/^ *location (?:= )?(\S+) \{([^}]*)\}/gm)].map(([, address = '', body = '']) => ({
    address,
    body,
  }));

/** Needs no nginx. */
test('each place of nginx.conf is an address that exists, and whoever waits for a backup may wait an hour', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'silong-places-'));
  const app = await createApp({
    env: testEnv(dataDir, undefined, { metricsToken: METRICS_TOKEN }),
    log: createLog('silent'),
    isRepeating: false,
  });
  try {
    const url = `http://127.0.0.1:${await app.listen(0, '127.0.0.1')}`;
    const config = readFileSync('deploy/nginx.conf', 'utf8');
    const places = placesIn(config);
    expect(places).toHaveLength(config.match(/^ *location /gm)?.length ?? 0);
    const paths = app.routes.calls.map(({ path: address }) => address);
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    for (const { address } of places) {
      if (paths.some((one) => one.startsWith(address))) continue;
      const answer = await fetch(`${url}${address}?EIO=4&transport=polling`, { headers });
      expect(answer.status, `${address} of deploy/nginx.conf`).toBe(200);
      await answer.body?.cancel();
    }
    const placeOf = (address: string) =>
      places
        .filter((place) => address.startsWith(place.address))
        .sort((one, other) => other.address.length - one.address.length)[0];
    for (const { path: address } of Object.values(backupsCalls))
      if (address !== backupsCalls.drills.path)
        expect(placeOf(address)?.body, address).toContain('proxy_read_timeout 1h;');
  } finally {
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

/** Two servers on one PostgreSQL behind the very nginx.conf of deploy/, with TLS. */
describe.runIf(isInstalled('nginx', '-v') && isInstalled('openssl', 'version'))('behind the proxy', () => {
  let postgres: TestPostgres;
  let folder: string;
  let servers: ChildServer[];
  let nginx: ChildProcess;
  let certificate: string;
  let port: number;
  let plainPort: number;
  let email: string;
  let token: string;
  let owner: string;

  beforeAll(async () => {
    postgres = await startPostgres();
    folder = mkdtempSync(path.join(tmpdir(), 'silong-proxy-'));
    // nginx gives its own rights up.
    chmodSync(folder, 0o755);
    const environment = { DATABASE_URL: postgres.url, DATA_DIR: folder, TRUST_PROXY: '1', METRICS_TOKEN };
    const app = await createApp({ env: testEnv(folder, postgres.url), log: createLog('silent') });
    const agent = await buildAgent(app.context);
    email = agent.email;
    token = await signIn(app.context, agent);
    owner = await signIn(app.context, await buildUser(app.context, { role: 'admin' }));
    await app.close();
    servers = [await createChildServer(environment), await createChildServer(environment)];
    await Promise.all(servers.map((server) => server.start()));
    [port, plainPort] = [await findFreePort(), await findFreePort()];
    certificate = makeCertificate();
    nginx = startNginx();
    await vi.waitFor(async () => expect((await ask('/api/health')).status).toBe(200), { timeout: 10_000 });
  });

  afterAll(async () => {
    if (nginx) await stopNginx();
    await Promise.all((servers ?? []).map((server) => server.kill()));
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /**
   * With a socket as its standard output, as under systemd, which nginx cannot open by a name.
   * @param kilobytes that a file may have at most.
   */
  function startNginx(kilobytes?: number): ChildProcess {
    const global = `daemon off; pid ${folder}/nginx.pid;`;
    const limit = kilobytes === undefined ? 'unlimited' : String(kilobytes * 2);
    const start = 'ulimit -f "$0"; exec nginx -c "$1" -g "$2"';
    return spawn('sh', ['-c', start, limit, writeConfig(), global], { stdio: ['ignore', 'pipe', 'ignore'] });
  }

  async function stopNginx(): Promise<void> {
    if (nginx.exitCode !== null || nginx.signalCode !== null) return;
    nginx.kill('SIGTERM');
    await once(nginx, 'exit');
  }

  function makeCertificate(): string {
    const certs = path.join(folder, 'certs');
    mkdirSync(certs);
    const files = ['-keyout', path.join(certs, 'privkey.pem'), '-out', path.join(certs, 'fullchain.pem')];
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2'];
    const made = spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files, ...subject]);
    if (made.status !== 0) throw new Error(made.stderr.toString());
    return readFileSync(path.join(certs, 'fullchain.pem'), 'utf8');
  }

  /** Other addresses, ports and folders; nothing else. */
  function writeConfig(): string {
    const own: [string, string][] = [
      ['/tmp/', `${folder}/`],
      ['/var/log/nginx/', `${folder}/`],
      ['/etc/nginx/certs', path.join(folder, 'certs')],
      ['listen 8080', `listen 127.0.0.1:${plainPort}`],
      ['listen 8443', `listen 127.0.0.1:${port}`],
      ...servers.map(({ url }, at): [string, string] => [`server-${at + 1}:3000`, new URL(url).host]),
    ];
    const config = own.reduce(
      (text, [from, to]) => {
        if (!text.includes(from)) throw new Error(`nginx.conf does not hold ${from}`);
        return text.replaceAll(from, to);
      },
      readFileSync('deploy/nginx.conf', 'utf8'),
    );
    const file = path.join(folder, 'nginx.conf');
    writeFileSync(file, config);
    return file;
  }

  function ask(address: string, options: RequestOptions = {}, body?: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const to = { host: '127.0.0.1', port, path: address, servername: 'localhost', ca: certificate };
      const sent = request({ ...to, agent: false, ...options }, (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (chunk: string) => {
          text += chunk;
        });
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text,
            isReused: sent.reusedSocket,
          }),
        );
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  const post = (address: string, body: unknown, headers: Record<string, string> = {}) =>
    ask(
      address,
      { method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
      JSON.stringify(body),
    );

  test('pages and calls come over TLS, and plain HTTP leads there', async () => {
    const page = await ask('/api/docs');
    expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect((await ask('/api/properties')).status).toBe(200);
    const plain = await fetch(`http://127.0.0.1:${plainPort}/properties?type=house`, { redirect: 'manual' });
    expect(plain.status).toBe(301);
    expect(plain.headers.get('location')).toBe('https://127.0.0.1/properties?type=house');
    expect(plain.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('each answer says once to stay with TLS, whether or not the servers say so', async () => {
    const once = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };
    for (const address of ['/api/docs', '/api/site', '/metrics', `/media/${'0'.repeat(64)}`])
      expect((await ask(address)).headers, address).toMatchObject({
        ...once,
        'x-content-type-options': 'nosniff',
      });
    const enforce = (enforceHttps: boolean) =>
      ask(
        '/api/admin/settings',
        { method: 'PUT', headers: { 'content-type': 'application/json', authorization: `Bearer ${owner}` } },
        JSON.stringify({ category: 'security', settings: { enforceHttps } }),
      );
    expect((await enforce(true)).status).toBe(200);
    for (let at = 0; at < 4; at += 1) expect((await ask('/api/site')).headers).toMatchObject(once);
    expect((await enforce(false)).status).toBe(200);
  });

  test('TLS is new enough, and gives its key for one connection alone', async () => {
    const speak = (options: ConnectionOptions) =>
      new Promise<string>((resolve, reject) => {
        const to = { host: '127.0.0.1', port, servername: 'localhost', ca: certificate };
        const socket = connectTls({ ...to, ...options }, () => {
          resolve(socket.getCipher().name);
          socket.destroy();
        });
        socket.on('error', reject);
      });
    const old = { maxVersion: 'TLSv1.2' } as const;
    expect(await speak({})).toMatch(/^TLS_/);
    expect(await speak(old)).toMatch(/^ECDHE-RSA-.*(GCM|CHACHA20)/);
    for (const ciphers of ['AES128-GCM-SHA256', 'ECDHE-RSA-AES128-SHA256', 'ECDHE-RSA-AES256-SHA'])
      await expect(speak({ ...old, ciphers }), ciphers).rejects.toThrow();
  });

  test('the request id is the proxy’s, whatever the caller claims', async () => {
    const { headers } = await ask('/api/site', { headers: { 'x-request-id': 'mine-12345' } });
    expect(headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
  });

  test('the caller’s address cannot be forged', async () => {
    const forged = {
      'x-forwarded-for': '203.0.113.9',
      'x-real-ip': '203.0.113.9',
      forwarded: 'for=203.0.113.9',
    };
    const login = await post('/api/auth/login', { email, password: TEST_PASSWORD }, forged);
    expect(login.status).toBe(200);
    const addresses = await withPostgresClient(postgres.url, (client) =>
      client.query('SELECT address FROM sessions ORDER BY id DESC LIMIT 1'),
    );
    expect(addresses.rows).toEqual([{ address: '127.0.0.1' }]);
  });

  test('metrics stay inside, also for who has the token', async () => {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    for (const address of ['/metrics', '//metrics', '/%6detrics', '/metrics?a=b'])
      expect((await ask(address, { headers })).status, address).toBe(404);
    const inside = await fetch(`${servers[0]?.url}/metrics`, { headers });
    expect(inside.status).toBe(200);
  });

  test.each(['websocket', 'polling'] as const)('sockets by %s', async (transport) => {
    const sockets = Array.from({ length: 4 }, () =>
      connect(`https://localhost:${port}`, {
        auth: { token },
        transports: [transport],
        upgrade: false,
        forceNew: true,
        reconnection: false,
        rejectUnauthorized: false,
      }),
    );
    try {
      const answers = await Promise.all(
        sockets.map(async (socket) => {
          await new Promise<void>((resolve, reject) => {
            socket.once('connect', resolve);
            socket.once('connect_error', reject);
          });
          return socket.timeout(5_000).emitWithAck('join', 0);
        }),
      );
      expect(answers.map(({ code }) => code)).toEqual(['forbidden', 'forbidden', 'forbidden', 'forbidden']);
    } finally {
      for (const socket of sockets) socket.disconnect();
    }
  });

  test('a listing with 20 MB of pictures', async () => {
    const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#0b6b5b' } })
      .png()
      .toBuffer();
    const images = [1, 2, 3].map((last) => {
      // Bytes after a picture's end are left alone by decoders.
      const bytes = Buffer.concat([png, Buffer.alloc(MAX_IMAGE_BYTES - png.length, last)]);
      return `data:image/png;base64,${bytes.toString('base64')}`;
    });
    const listing = {
      title: 'House with a garden',
      description: 'Quiet street.',
      price: 9_000_000,
      location: { address: '3 Maginhawa Street', city: 'Quezon City', province: 'Metro Manila' },
      details: { area_sqm: 120 },
    };
    const headers = { authorization: `Bearer ${token}` };
    expect((await post('/api/properties', { ...listing, images }, headers)).status).toBe(201);
    const tooLarge = await post('/api/properties', { ...listing, images: [...images, ...images] }, headers);
    expect(tooLarge.status).toBe(413);
  });

  test('one connection serves many requests, and the servers keep theirs longer than the proxy', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const answers: Answer[] = [];
    for (let at = 0; at < 50; at += 1) answers.push(await ask('/api/site', { agent }));
    agent.destroy();
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(answers.filter(({ isReused }) => isReused)).toHaveLength(49);
    const direct = await fetch(`${servers[0]?.url}/api/site`);
    const [, ofServer] = /timeout=(\d+)/.exec(direct.headers.get('keep-alive') ?? '') ?? [];
    const config = readFileSync('deploy/nginx.conf', 'utf8');
    const [, ofProxy] = /upstream servers \{[^}]*keepalive_timeout (\d+)s/.exec(config) ?? [];
    expect(Number(ofServer)).toBeGreaterThan(Number(ofProxy));
  });

  test('a backup larger than the proxy may keep is downloaded whole, however slowly it is read', async () => {
    const name = 'silong-20260318T040000Z-manual.tar.gz';
    const file = path.join(folder, 'backups', name);
    const bytes = 64 * MEGABYTE;
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, '');
    truncateSync(file, bytes);
    writeFileSync(`${file}.sha256`, `${'0'.repeat(64)}  ${name}\n`);
    await stopNginx();
    nginx = startNginx(1_024);
    await vi.waitFor(async () => expect((await ask('/api/health')).status).toBe(200), { timeout: 10_000 });
    const [answer] = (await once(
      request({
        ...{ host: '127.0.0.1', port, path: `/api/admin/settings/backups/${name}`, servername: 'localhost' },
        ...{ ca: certificate, agent: false, headers: { authorization: `Bearer ${owner}` } },
      }).end(),
      'response',
    )) as [IncomingMessage];
    expect(answer.statusCode).toBe(200);
    // Meanwhile no client reads it: the server could send all of it.
    for (let at = 0; at < 50; at += 1) expect((await ask('/api/site')).status).toBe(200);
    let received = 0;
    for await (const chunk of answer as AsyncIterable<Buffer>) received += chunk.length;
    expect(received).toBe(bytes);
  });

  test('a server that dies is not noticed by who reads', async () => {
    await servers[0]?.kill();
    for (let at = 0; at < 20; at += 1) expect((await ask('/api/properties')).status).toBe(200);
  });
});
