import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { findFreePort } from '#tests/support/postgres.ts';

/**
 * `npm run bench:soak [-- --minutes=10]`: mixed traffic at twice the rate that the server handles with ease. Measured are its memory, its
 * answers, and the time until it is as quick as before. The built server (`npm run build`) runs on the demo marketplace in a process of its own.
 */
const MINUTES = Number(/--minutes=([\d.]+)/.exec(process.argv.join(' '))?.[1] ?? 10);
const MINUTE_MS = 60_000;
const METRICS_TOKEN = 'soak-metrics-token-soak-metrics-token';

interface Act {
  name: string;
  /** Percent of all acts. */
  share: number;
  run(): Promise<number>;
}

interface Sample {
  name: string;
  status: number;
  ms: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1_000, scheduling: 'fifo' });
const GIVE_UP_MS = 30_000;

interface Sent {
  method?: string;
  token?: string;
  json?: unknown;
  body?: Buffer;
  type?: string;
}

/** @returns the status; 0: the connection broke; -1: no answer in time. */
function send(base: string, address: string, sent: Sent = {}): Promise<{ status: number; text: string }> {
  const body = sent.body ?? (sent.json === undefined ? undefined : Buffer.from(JSON.stringify(sent.json)));
  return new Promise((resolve) => {
    const call = request(
      base + address,
      {
        agent,
        method: sent.method ?? (body ? 'POST' : 'GET'),
        headers: {
          ...(sent.token ? { authorization: `Bearer ${sent.token}` } : {}),
          ...(body ? { 'content-type': sent.type ?? 'application/json', 'content-length': body.length } : {}),
        },
        timeout: GIVE_UP_MS,
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
        );
        answer.on('error', () => resolve({ status: 0, text: '' }));
      },
    );
    call.on('timeout', () => {
      resolve({ status: -1, text: '' });
      call.destroy();
    });
    call.on('error', () => resolve({ status: 0, text: '' }));
    call.end(body);
  });
}

async function need<Data>(base: string, address: string, sent?: Sent): Promise<Data> {
  const { status, text } = await send(base, address, sent);
  if (status >= 300 || status <= 0) throw new Error(`${address} answered ${status}: ${text.slice(0, 200)}`);
  return JSON.parse(text).data as Data;
}

const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item;
const words = ['condo makati', 'house with garden', 'studio near bgc', 'pool', 'pet friendly', 'ortigas office'];

async function multipart(): Promise<{ body: Buffer; type: string }> {
  const [r, g, b] = [Math.random() * 255, Math.random() * 255, Math.random() * 255];
  const picture = await sharp({
    create: { width: 1_600, height: 1_200, channels: 3, background: { r, g, b } },
  })
    .jpeg()
    .toBuffer();
  const boundary = 'silong-soak';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`;
  return {
    body: Buffer.concat([Buffer.from(head), picture, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    type: `multipart/form-data; boundary=${boundary}`,
  };
}

async function prepare(base: string): Promise<Act[]> {
  const login = (email: string) =>
    need<{ token: string }>(base, '/api/auth/login', { json: { email, password: 'silong-demo' } });
  const { token } = await login('user@silong.example');
  const { token: agentToken } = await login('agent@silong.example');
  const { properties } = await need<{ properties: { id: number; images: string[]; agent_id: number }[] }>(
    base,
    '/api/properties?limit=50',
  );
  const ids = properties.map(({ id }) => id);
  const pictures = properties.flatMap(({ images }) => images).filter((url) => url.startsWith('/media/'));
  const { agents } = await need<{ agents: { id: number }[] }>(base, '/api/agents');
  const started = await need<{ conversation: { id: number } }>(base, '/api/conversations', {
    token,
    json: { agentId: agents[0]?.id, initialMessage: 'Is it still free?' },
  });
  const uploads = await Promise.all(Array.from({ length: 20 }, multipart));
  const get = async (address: string, asToken?: string) =>
    (await send(base, address, asToken ? { token: asToken } : {})).status;
  return [
    { name: 'list', share: 25, run: () => get(`/api/properties?page=${1 + Math.floor(Math.random() * 9)}`) },
    { name: 'page', share: 20, run: () => get(`/api/properties/${pick(ids)}`) },
    { name: 'picture', share: 15, run: () => get(`${pick(pictures)}?w=640`) },
    {
      name: 'search',
      share: 20,
      run: () =>
        get(
          `/api/properties?search=${encodeURIComponent(pick(words))}&max_price=${Math.floor(Math.random() * 9e7)}`,
        ),
    },
    { name: 'notices', share: 8, run: () => get('/api/notifications', token) },
    {
      name: 'chat',
      share: 8,
      run: async () => {
        const address = `/api/conversations/${started.conversation.id}/messages`;
        return (await send(base, address, { token, json: { content: `Message at ${Date.now()}` } })).status;
      },
    },
    {
      name: 'sign-in',
      share: 3,
      run: async () => {
        const json = { email: 'user@silong.example', password: 'silong-demo' };
        return (await send(base, '/api/auth/login', { json })).status;
      },
    },
    {
      name: 'upload',
      share: 1,
      run: async () => (await send(base, '/api/uploads', { token: agentToken, ...pick(uploads) })).status,
    },
  ];
}

function chooser(acts: readonly Act[]): () => Act {
  const wheel = acts.flatMap((act) => Array.from({ length: act.share }, () => act));
  return () => pick(wheel);
}

async function timed(act: Act): Promise<Sample> {
  const start = performance.now();
  const status = await act.run();
  return { name: act.name, status, ms: performance.now() - start };
}

/** A number of callers, each of which repeats its request after the answer. @returns answers a second. */
async function closedLoop(next: () => Act, callers: number, seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1_000;
  let done = 0;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < until) {
        await timed(next());
        done += 1;
      }
    }),
  );
  return done / seconds;
}

/** A number of acts a second, independent of earlier answers. */
async function openLoop(
  next: () => Act,
  perSecond: number,
  seconds: number,
  onSample: (sample: Sample) => void,
): Promise<void> {
  const start = performance.now();
  const underway = new Set<Promise<void>>();
  for (let sent = 0; ; ) {
    const elapsed = (performance.now() - start) / 1_000;
    if (elapsed >= seconds) break;
    for (; sent < elapsed * perSecond; sent += 1) {
      const done: Promise<void> = timed(next()).then((sample) => {
        onSample(sample);
        underway.delete(done);
      });
      underway.add(done);
    }
    await wait(5);
  }
  await Promise.all(underway);
}

function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((one, two) => one - two);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function residentMb(pid: number): number {
  const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kb) / 1_024;
}

async function start(folder: string): Promise<{ child: ChildProcess; base: string }> {
  const port = await findFreePort();
  const base = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      SEED_DEMO: 'on',
      RATE_LIMIT_PER_MINUTE: '0',
      ACTION_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      TILE_URL: '',
      METRICS_TOKEN,
    },
  });
  for (let tries = 0; tries < 1_200; tries += 1) {
    if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode}`);
    if ((await send(base, '/api/ready')).status === 200) return { child, base };
    await wait(100);
  }
  throw new Error('The server did not become ready');
}

/** @returns the parts of the resident memory, and the number of waiting jobs. */
async function inside(base: string): Promise<string> {
  const { text } = await send(base, '/metrics', { token: METRICS_TOKEN });
  const reading = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? ([\\d.e+]+)$`, 'gm'))].reduce(
      (sum, [, value]) => sum + Number(value),
      0,
    );
  const mb = (name: string) => `${(reading(name) / 1_048_576).toFixed(0)} MB`;
  return `heap ${mb('nodejs_heap_size_used_bytes')} of ${mb('nodejs_heap_size_total_bytes')}, outside of it ${mb('nodejs_external_memory_bytes')}, ${reading('jobs')} jobs wait`;
}

const say = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'silong-soak-'));
  const { child, base } = await start(folder);
  try {
    const acts = await prepare(base);
    const next = chooser(acts);
    const pid = child.pid ?? 0;
    await closedLoop(next, 4, 10);
    const most = await closedLoop(next, 8, 20);
    const comfortable = most / 2;
    say(`closed loop of 8: ${most.toFixed(0)} a second; comfortable, half of it: ${comfortable.toFixed(0)}`);

    const calm: number[] = [];
    await openLoop(next, comfortable / 2, 20, ({ ms }) => calm.push(ms));
    say(`at a quarter: p50 ${percentile(calm, 0.5).toFixed(0)} ms, p99 ${percentile(calm, 0.99).toFixed(0)} ms`);

    const statuses = new Map<string, number>();
    const memory: number[] = [];
    let times: number[] = [];
    const minutely = setInterval(() => {
      say(
        `  ${memory.length ? Math.round(memory.at(-1) ?? 0) : 0} MB, ${times.length} answers, p50 ${percentile(times, 0.5).toFixed(0)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms`,
      );
      times = [];
      void inside(base).then((line) => say(`    ${line}`));
    }, MINUTE_MS);
    const sampling = setInterval(() => memory.push(residentMb(pid)), 5_000);
    await openLoop(next, comfortable * 2, MINUTES * 60, ({ name, status, ms }) => {
      times.push(ms);
      const kind = status >= 200 && status < 400 ? 'answered' : `${status}`;
      const key = kind === 'answered' ? kind : `${kind} ${name}`;
      statuses.set(key, (statuses.get(key) ?? 0) + 1);
    });
    clearInterval(minutely);
    clearInterval(sampling);
    const third = Math.ceil(memory.length / 3);
    say(
      `twice the comfortable rate for ${MINUTES} min: ${[...statuses].map(([key, count]) => `${key}: ${count}`).join(', ')}`,
    );
    say(
      `memory (median MB of each third): ${[0, 1, 2].map((at) => percentile(memory.slice(at * third, (at + 1) * third), 0.5).toFixed(0)).join(', ')}`,
    );

    say(`at its end: ${await inside(base)}`);
    const after: { at: number; ms: number }[] = [];
    const began = performance.now();
    await openLoop(next, comfortable / 2, 40, ({ ms }) => after.push({ at: performance.now() - began, ms }));
    for (const [from, to] of [
      [0, 10],
      [10, 20],
      [20, 30],
      [30, 40],
    ] as const) {
      const part = after.filter(({ at }) => at >= from * 1_000 && at < to * 1_000).map(({ ms }) => ms);
      say(`after ${from}-${to} s: p99 ${percentile(part, 0.99).toFixed(0)} ms`);
    }
    say(`then: ${await inside(base)}`);
  } finally {
    agent.destroy();
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
