import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import WebSocket from 'ws';
import { createLog } from '#server/observability/log.ts';
import { clientEvents } from '#shared/events.ts';
import { openSocket } from '#tests/support/sockets.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';
import { between, hostile, pick, type Random, randomFrom, writeJson } from './values.ts';

/**
 * Socket.IO's protocol as a state machine, walked along ways that no client takes: connecting twice, leaving and
 * coming back, unknown namespaces, events before connecting, unrequested acknowledgements, binary and half frames,
 * a change of transport in the middle, ends without a word.
 */
const seed = process.env.HOSTILE_SEED ?? 'silong';
const WALKS = 3_000;
const AT_ONCE = 24;
/** The memory that one walk, of thousands, may leave, in bytes. */
const MOST_LEFT = 1_000;

let server: TestServer;
let tokens: string[];
const failures: string[] = [];
const uncaught: unknown[] = [];
const keepUncaught = (error: unknown) => void uncaught.push(error);

beforeAll(async () => {
  process.on('unhandledRejection', keepUncaught);
  process.on('uncaughtException', keepUncaught);
  server = await startTestServer({
    data: 'empty',
    env: { socketsPerAddress: 1_000, socketsPerAccount: 1_000 },
    log: createLog('error', { write: (line) => void (line.includes('"level":50') && failures.push(line)) }),
  });
  tokens = await Promise.all(
    ['ana', 'bea'].map(async (name) => {
      const body = { name, email: `${name}@walker.example`, password: 'walks-and-walks' };
      return (await server.request('POST', '/api/auth/register', { body })).body.data.token;
    }),
  );
});

afterAll(async () => {
  await server.close();
  process.off('unhandledRejection', keepUncaught);
  process.off('uncaughtException', keepUncaught);
});

type Frame = string | Buffer;

function connectFrame(random: Random): Frame {
  const token = JSON.stringify({ token: pick(random, tokens) });
  return pick(random, [
    ...Array.from({ length: 6 }, () => `40${token}`),
    '40',
    '40{}',
    '40null',
    '40{"token":1}',
    '40{"token":"x"}',
    '40[',
    `40/nowhere,${token}`,
    `40/,${token}`,
    `40?a=b,${token}`,
    `40/${'x'.repeat(2_000)},`,
  ]);
}

function eventFrame(random: Random): Frame {
  const name = pick(random, [...Object.keys(clientEvents), 'connect', 'disconnect', '__proto__', '']);
  const value = writeJson(hostile({}, random)).replaceAll('1e400', '1');
  const payload = value.length > 2_000 || random() < 0.5 ? String(between(random, -1, 300)) : value;
  const id = random() < 0.4 ? String(between(random, 0, 9_999)) : '';
  const namespace = random() < 0.1 ? '/nowhere,' : '';
  return `42${namespace}${id}["${name}",${payload}]`;
}

/** Frames of the engine below, of Socket.IO above it, and of neither. */
const oddFrames: Frame[] = [
  '41',
  '41',
  '41/nowhere,',
  '430[]',
  '4312[1,2]',
  '43/nowhere,7["x"]',
  '43999999999999999999[]',
  '44{"message":"refused"}',
  '450-["join"]',
  '451-["join",{"_placeholder":true,"num":0}]',
  '452-["typing",{"_placeholder":true,"num":0},{"_placeholder":true,"num":9}]',
  '461-12[{"_placeholder":true,"num":0}]',
  '4599999999-["join"]',
  '4',
  '42',
  '42[',
  '42["join"',
  '42{}',
  '42[1]',
  '42[null]',
  '47',
  '49["join"]',
  '',
  '0{}',
  '1',
  '2',
  '2probe',
  '3',
  '3probe',
  '5',
  '6',
  'b',
  'bAAAA',
  'x',
  '\u0000',
  '\ud800',
  Buffer.alloc(0),
  Buffer.from([4, 0, 255]),
  Buffer.alloc(3_000),
];

const anyFrame = (random: Random): Frame => {
  const kind = random();
  if (kind < 0.4) return connectFrame(random);
  return kind < 0.6 ? eventFrame(random) : pick(random, oddFrames);
};

const ADDRESS = '/socket.io/?EIO=4&transport=';

/** @returns once it is closed. */
async function walkByWebSocket(random: Random, frames: readonly Frame[], sid = ''): Promise<void> {
  const url = `${server.url.replace('http', 'ws')}${ADDRESS}websocket${sid && `&sid=${sid}`}`;
  const socket = new WebSocket(url);
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => undefined);
  // Answered before the first frame, or not at all.
  const begun = new Promise<void>((resolve) => {
    socket.once(sid ? 'open' : 'message', () => resolve());
  });
  await Promise.race([begun, ended]);
  if (sid) for (const step of ['2probe', '5']) if (random() < 0.7) socket.send(step, () => undefined);
  for (const frame of frames) {
    if (socket.readyState !== WebSocket.OPEN) break;
    socket.send(frame, () => undefined);
    if (random() < 0.5) await pause(between(random, 0, 12));
  }
  if (random() < 0.5) socket.terminate();
  else socket.close();
  await ended;
}

async function walkByPolling(random: Random, frames: readonly Frame[]): Promise<void> {
  const address = `${server.url}${ADDRESS}polling`;
  const opened = await fetch(address).then((answer) => answer.text());
  const { sid } = JSON.parse(opened.slice(1)) as { sid: string };
  const abort = new AbortController();
  const { signal } = abort;
  const send = (body: string) =>
    fetch(`${address}&sid=${sid}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'text/plain' },
      signal,
    })
      .then((answer) => answer.text())
      .catch(() => undefined);
  const poll = () =>
    fetch(`${address}&sid=${sid}`, { signal })
      .then((answer) => answer.text())
      .catch(() => undefined);
  const under: Promise<unknown>[] = [];
  let left = frames.map((frame) => (typeof frame === 'string' ? frame : `b${frame.toString('base64')}`));
  while (left.length > 0) {
    const together = between(random, 1, 3);
    under.push(send(left.slice(0, together).join('\x1e')));
    left = left.slice(together);
    if (random() < 0.6) under.push(poll());
    if (random() < 0.6) await pause(between(random, 0, 12));
    // In the middle, and later packets go the old way still.
    if (random() < 0.15) under.push(walkByWebSocket(random, [connectFrame(random)], sid));
  }
  await pause(between(random, 0, 20));
  // The others go without a word, and are missed when they answer no ping.
  if (random() < 0.9) await Promise.race([send('1'), pause(2_000)]);
  abort.abort();
  // A request broken off does not always settle its fetch.
  await Promise.race([Promise.all(under), pause(1_000)]);
}

async function walk(nth: number): Promise<void> {
  const random = randomFrom(`${seed}\nsocket ${nth}`);
  const frames = [connectFrame(random), ...Array.from({ length: between(random, 2, 10) }, () => anyFrame(random))];
  // Events before connecting.
  if (random() < 0.2) frames.unshift(anyFrame(random));
  await (random() < 0.5 ? walkByWebSocket(random, frames) : walkByPolling(random, frames));
}

async function walkAll(from: number, to: number): Promise<void> {
  let next = from;
  const lane = async () => {
    while (next < to) await walk(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

const liveTimers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

async function memoryInUse(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let round = 0; round < 3; round += 1) {
    collect();
    await pause(50);
  }
  return process.memoryUsage().heapUsed;
}

test.skipIf(inject('postgresUrl'))(
  'no walk through the protocol of sockets ends the server, hangs it or stays in it',
  {
    timeout: 300_000,
  },
  async () => {
    console.warn(`${WALKS} walks of seed '${seed}'`);
    const timers = liveTimers();
    await walkAll(0, WALKS / 3);
    const memory = await memoryInUse();
    await walkAll(WALKS / 3, WALKS);
    await expect.poll(() => liveTimers() - timers, { timeout: 90_000, interval: 500 }).toBeLessThan(10);
    const walks = (WALKS * 2) / 3;
    expect(((await memoryInUse()) - memory) / walks, 'bytes that a walk leaves').toBeLessThan(MOST_LEFT);
    expect(uncaught).toEqual([]);
    expect(failures).toEqual([]);
    const { ask, close } = await openSocket(server.url, String(tokens[0]));
    expect(await ask('join', 0)).toMatchObject({ success: false, code: 'forbidden' });
    close();
  },
);
