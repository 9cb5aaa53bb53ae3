import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { createLog } from '#server/observability/log.ts';
import { type ChildServer, createChildServer } from '#tests/support/childServer.ts';
import { testEnv } from '#tests/support/demoTemplate.ts';
import { buildAgent } from '#tests/support/factories/agents.ts';
import { signIn } from '#tests/support/factories/users.ts';

/** A page sends something, the server ends before the answer has come, and the page sends it again to the next server. */

/** Whether the server is asked to end, or cut off, so many milliseconds after the request began. */
const ends = [15, 150].flatMap((after) => [
  { end: 'stop' as const, after },
  { end: 'kill' as const, after },
]);

let folder: string;
let server: ChildServer;
let token: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'silong-restarts-'));
  const app = await createApp({ env: testEnv(folder, undefined), log: createLog('silent'), isRepeating: false });
  token = await signIn(app.context, await buildAgent(app.context));
  await app.close();
  server = await createChildServer({ DATA_DIR: folder });
  await server.start();
});

afterAll(async () => {
  await server?.kill();
  rmSync(folder, { recursive: true, force: true });
});

interface Answer {
  status: number;
  body: { code?: string; data: Record<string, unknown> };
}

async function send(method: string, address: string, init: RequestInit = {}): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}`, connection: 'close', ...init.headers };
  const answer = await fetch(server.url + address, { method, ...init, headers });
  return { status: answer.status, body: await answer.json() };
}

/** @returns the answer to the first request, if one came, and to the second. */
async function acrossRestart(request: () => Promise<Answer>, { end, after }: (typeof ends)[number]) {
  const first = request().catch(() => null);
  await wait(after);
  await server[end]();
  await server.start();
  return { first: await first, second: await request() };
}

const HEADER = 'title,description,price,address,city,province,area_sqm';
const ROWS = 40;

describe('an import', () => {
  test.each(ends)('adds its rows once: $end after $after ms', async ({ end, after }) => {
    const name = `Casa${end}${after}`;
    const rows = Array.from(
      { length: ROWS },
      (_, at) => `${name} ${at},Bright and quiet.,4500000,${at} Ayala Avenue,Makati City,Metro Manila,60`,
    );
    const body = JSON.stringify({ csv: [HEADER, ...rows].join('\r\n'), mode: 'all', drafts: false });
    const headers = { 'content-type': 'application/json', 'idempotency-key': `import-${end}-${after}` };
    const { first, second } = await acrossRestart(
      () => send('POST', '/api/properties/my/import', { headers, body }),
      { end, after },
    );
    if (first?.status === 200) expect(second.body.code).toBe('already_applied');
    expect([200, 409]).toContain(second.status);
    if (second.status === 409) expect(second.body.code).toBe('already_applied');
    const { body: list } = await send('GET', `/api/properties/my/list?limit=100&search=${name}`);
    const titles = (list.data.properties as { title: string }[]).map(({ title }) => title);
    expect(titles.filter((title) => title.startsWith(`${name} `))).toHaveLength(ROWS);
  });
});

describe('an upload', () => {
  let shade = 0;

  test.each(ends)('is one picture, which is there: $end after $after ms', async (when) => {
    shade += 20;
    const background = { r: shade, g: 90, b: 200 };
    const picture = await sharp({
      create: {
        width: 1_600,
        height: 1_200,
        channels: 3,
        background,
        noise: { type: 'gaussian', mean: 120, sigma: 40 },
      },
    })
      .jpeg({ quality: 90 })
      .toBuffer();
    const request = () => {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'photo.jpg');
      return send('POST', '/api/uploads', { body: form });
    };
    const { first, second } = await acrossRestart(request, when);
    expect(second.status).toBe(201);
    if (first?.status === 201) expect(first.body.data.url).toBe(second.body.data.url);
    const shown = await fetch(server.url + String(second.body.data.url));
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
  });
});
