import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findFreePort } from '#tests/support/postgres.ts';

/** The ids of the user 'nobody', who owns nothing. */
const NOBODY = { uid: 65_534, gid: 65_534 };
const METRICS_TOKEN = 'the-token-of-the-one-who-watches';

/** Only root can act as another user, and that user has to be able to read the code. */
const canAct =
  process.getuid?.() === 0 && spawnSync('test', ['-r', path.resolve('package.json')], NOBODY).status === 0;

/** The built server as the container runs it: by a user who may write nothing but DATA_DIR (and /tmp). */
describe.runIf(canAct)('a server that may write its data folder alone', () => {
  let folder: string;
  let app: string;
  let dataDir: string;
  let server: ChildProcess;
  let url: string;
  let output = '';

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'silong-container-'));
    chmodSync(folder, 0o755);
    dataDir = path.join(folder, 'data');
    mkdirSync(dataDir);
    chownSync(dataDir, NOBODY.uid, NOBODY.gid);
    // Inside node_modules, where the bundle finds its packages.
    mkdirSync('node_modules/.cache', { recursive: true });
    app = mkdtempSync(path.resolve('node_modules/.cache/container-'));
    chmodSync(app, 0o755);
    copyFileSync('package.json', path.join(app, 'package.json'));
    const build = `import('./build/server.mjs').then(({ buildServer }) => buildServer(process.argv[1]))`;
    const built = spawnSync(process.execPath, ['-e', build, path.join(app, 'dist/server')]);
    if (built.status !== 0) throw new Error(built.stderr.toString());
    const port = await findFreePort();
    url = `http://127.0.0.1:${port}`;
    server = spawn(process.execPath, ['dist/server/main.js'], {
      ...NOBODY,
      cwd: app,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: dataDir,
        METRICS_TOKEN,
        HOME: '/nonexistent',
      },
    });
    for (const stream of [server.stdout, server.stderr])
      stream?.on('data', (chunk: Buffer) => {
        output += chunk;
      });
    await vi.waitFor(async () => expect((await fetch(`${url}/api/ready`)).status).toBe(200), {
      timeout: 30_000,
    });
  });

  afterAll(async () => {
    if (server?.exitCode === null) {
      server.kill('SIGKILL');
      await once(server, 'exit');
    }
    rmSync(app, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  });

  test('answers, stores and ends as usual', async () => {
    const person = { name: 'Ana', email: 'ana@example.com', password: 'a long password' };
    const registered = await fetch(`${url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(person),
    });
    expect(registered.status).toBe(201);
    const { token } = (await registered.json()).data;
    const authorization = `Bearer ${token}`;
    const background = { r: 11, g: 107, b: 91 };
    const png = await sharp({ create: { width: 60, height: 40, channels: 3, background } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'front.png');
    const uploaded = await fetch(`${url}/api/uploads`, {
      method: 'POST',
      headers: { authorization },
      body: form,
    });
    expect(uploaded.status).toBe(201);
    const picture = await fetch(`${url}${(await uploaded.json()).data.url}?w=320`);
    expect(picture.status).toBe(200);
    const metrics = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
    expect(metrics.status).toBe(200);

    server.kill('SIGTERM');
    expect(await once(server, 'exit')).toEqual([0, null]);
    expect(readdirSync(dataDir)).toContain('silong.sqlite');
    expect(readdirSync(app).sort(), 'nothing was written beside the code').toEqual(['dist', 'package.json']);
    expect(output, output).not.toMatch(/EACCES|EROFS|EPERM/);
    // The lines that the log collects are written before the process ends.
    expect(output.trim().split('\n').at(-1)).toContain('SIGTERM: finishing what runs');
    expect(output).toContain('"route":"/api/uploads"');
  });
});
