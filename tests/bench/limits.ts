import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import autocannon, { type Request } from 'autocannon';
import { openDatabase } from '#server/db/connection.ts';
import { migrate } from '#server/db/migrate.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { type BenchServers, startServers } from './servers.ts';
import { fillWithListings } from './syntheticListings.ts';

/**
 * `npm run bench:limits [-- postgres]`: what the limits against flooding and collecting cost. Two servers, one with and
 * one without them, answer the same calls by turns. Machines differ: read the ratios.
 */
const CONNECTIONS = 16;
const SECONDS = 4;
const ROUNDS = 3;
const LISTINGS = 2_000;

interface BenchCall {
  name: string;
  /** Of the n-th caller; each comes from a network of its own. */
  request(n: number): Request;
}

const json = { 'content-type': 'application/json' };
/** Far more networks than one connection asks from in one round. */
const networkOf = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
const message = { name: 'Ana Reyes', email: 'ana@example.com', message: 'Is it still there?' };

const calls: BenchCall[] = [
  { name: 'agents', request: () => ({ method: 'GET', path: '/api/agents' }) },
  { name: 'one listing', request: () => ({ method: 'GET', path: '/api/properties/2' }) },
  {
    name: 'inquiry',
    request: (n) => ({
      method: 'POST',
      path: '/api/agents/1/contact',
      headers: { ...json, 'x-forwarded-for': networkOf(n) },
      body: JSON.stringify(message),
    }),
  },
];

const bare: BenchCall = { name: 'bare Koa', request: () => ({ method: 'GET', path: '/ready/api/agents' }) };

let callers = 0;

/** @returns answers a second. */
async function measure(port: number, { name, request }: BenchCall): Promise<number> {
  const { requests, errors, non2xx } = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: CONNECTIONS,
    duration: SECONDS,
    setupClient(client) {
      const from = callers;
      callers += 4_000;
      client.setRequests(Array.from({ length: 4_000 }, (_, at) => request(from + at)));
    },
  });
  if (errors + non2xx > 0) throw new Error(`${errors + non2xx} of the calls '${name}' were refused`);
  return requests.average;
}

const median = (figures: number[]) => figures.toSorted((one, other) => one - other)[figures.length >> 1] ?? 0;

async function start(folder: string, databaseUrl: string, limits: 'on' | 'off'): Promise<BenchServers> {
  const dataDir = mkdtempSync(path.join(folder, 'data-'));
  const db = openDatabase({ databaseUrl: databaseUrl || undefined, dataDir });
  await migrate(db);
  await fillWithListings(db, LISTINGS);
  const { AgentProfile, SystemSetting, User } = db.models;
  await db.transaction(async () => {
    const approved = { application_status: 'approved' as const, decided_at: new Date() };
    const agents = await User.findAll({ attributes: ['id'] });
    await AgentProfile.bulkCreate(agents.map(({ id }) => ({ user_id: id, ...approved })));
    // Everybody here writes to one agent; the challenge this would bring is not what is measured.
    await SystemSetting.upsert({ category: 'security', settings: { maxInquiriesPerHour: 10_000 } });
  });
  await db.close();
  return startServers({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    TRUST_PROXY: '1',
    ACTION_LIMITS: limits,
  });
}

async function main(): Promise<void> {
  const usesPostgres = process.argv.includes('postgres');
  const folder = mkdtempSync(path.join(tmpdir(), 'silong-bench-'));
  const clusters = usesPostgres ? [await startPostgres(), await startPostgres()] : [];
  const [without, held] = [
    await start(folder, clusters[0]?.url ?? '', 'off'),
    await start(folder, clusters[1]?.url ?? '', 'on'),
  ];
  try {
    for (const call of calls) {
      const [off, on, floor]: [number[], number[], number[]] = [[], [], []];
      for (let round = 0; round < ROUNDS; round += 1) {
        floor.push(await measure(without.ports.floor, bare));
        off.push(await measure(without.ports.app, call));
        on.push(await measure(held.ports.app, call));
      }
      const ratio = (100 * median(on)) / median(off);
      process.stdout.write(
        `${call.name.padEnd(14)} bare Koa ${median(floor).toFixed(0)}/s, without limits ${median(off).toFixed(0)}/s, with them ${median(on).toFixed(0)}/s: ${ratio.toFixed(0)} %\n`,
      );
    }
  } finally {
    await without.stop();
    await held.stop();
    for (const { stop } of clusters) await stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
