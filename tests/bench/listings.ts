import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import autocannon, { type Client } from 'autocannon';
import { openDatabase } from '#server/db/connection.ts';
import { migrate } from '#server/db/migrate.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import type { BenchPorts } from './benchServer.ts';
import { headOfSearches, timeSearches } from './searches.ts';
import { type BenchServers, startServers } from './servers.ts';
import { commonWords, districts, fillWithListings } from './syntheticListings.ts';

/**
 * `npm run bench [-- postgres] [-- --listings=10000]`: requests a second of the listing calls, beside a bare Koa
 * that answers the same bytes. Then how long each call takes that nobody else makes; and last, searches as people type
 * them and what is suggested meanwhile, with the processor time of the server. Machines differ: read the ratios, and on
 * a busy one the processor time. `-- searches` makes the last table alone. `-- --data=FOLDER` (or `-- postgres=URL`)
 * keeps the listings there, and takes what is there the next time: to fill a million takes ten minutes and more.
 */
const CONNECTIONS = 32;
const SECONDS = 4;
const DEFAULT_LISTINGS = 100_000;
/** So many calls of a kind are made one at a time. */
const ALONE = 100;

interface BenchCall {
  name: string;
  /** The call everyone makes at once. */
  path: string;
  /** The call made for the n-th time, differently each time, so that no kept answer fits. */
  varied(n: number): string;
}

const filtered = '/api/properties?location=Makati&listing_type=sale&type=condo&bedrooms=2&max_price=20000000';
/** Two thousand pages: few are asked for again within the second an answer is kept. */
const pageOf = (n: number) => `page=${1 + (n % 100)}&limit=${11 + (Math.floor(n / 100) % 20)}`;

/** A word and a district, as people search. */
const wordsOf = (n: number) =>
  `${commonWords[n % commonWords.length]} ${districts[Math.floor(n / commonWords.length) % districts.length]?.name}`;

/** A district as it is being typed, alone or behind a common word. */
const typedOf = (n: number) => {
  const name = districts[n % districts.length]?.name ?? '';
  const begun = name.slice(0, 3 + (Math.floor(n / districts.length) % Math.max(1, name.length - 2)));
  return n % 3 === 0 ? `${commonWords[n % commonWords.length]} ${begun}` : begun;
};

const typedTypes = ['condo', 'house', 'apartment', 'office'];
const typedOffers = ['', 'for rent', 'for sale'];
const pick = (values: readonly string[], n: number) => values[n % values.length] ?? '';

/** '2br condo for rent Makati pool under 12m', with a word that is in the text alone every second time. */
const saidOf = (n: number) => {
  const [type, offer] = [pick(typedTypes, n), pick(typedOffers, Math.floor(n / 2))];
  const word = n % 2 === 0 ? ` ${pick(commonWords, n)}` : '';
  const price = n % 5 === 0 ? ` under ${2 + (n % 40)}m` : '';
  return `${1 + (n % 4)}br ${type} ${offer} ${districts[n % districts.length]?.name}${word}${price}`;
};

const calls: BenchCall[] = [
  { name: 'newest 20', path: '/api/properties', varied: (n) => `/api/properties?${pageOf(n)}` },
  {
    name: 'city+type+price+beds',
    path: `${filtered}&min_price=3000000`,
    varied: (n) => `${filtered}&min_price=${3_000_000 + n}`,
  },
  {
    name: 'words',
    path: '/api/properties?search=pool+view+condo',
    varied: (n) => `/api/properties?search=${encodeURIComponent(wordsOf(n))}`,
  },
  {
    name: 'said as people do',
    path: '/api/properties?search=2br+condo+makati+pool+under+10m',
    varied: (n) => `/api/properties?search=${encodeURIComponent(saidOf(n))}`,
  },
  {
    name: 'suggestions',
    path: '/api/search/suggest?q=mak',
    varied: (n) => `/api/search/suggest?q=${encodeURIComponent(typedOf(n))}`,
  },
  { name: 'one by id', path: '/api/properties/2', varied: (n) => `/api/properties/${2 + n}` },
];

interface Measured {
  perSecond: number;
  p50: number;
  /** Answers that were not 200, for example listings that are hidden. */
  refused: number;
}

async function measure(port: number, paths: string[]): Promise<Measured> {
  const requests = paths.map((requestPath) => ({ method: 'GET' as const, path: requestPath }));
  const share = Math.ceil(requests.length / CONNECTIONS);
  let clients = 0;
  const options = {
    url: `http://127.0.0.1:${port}`,
    connections: CONNECTIONS,
    // Each connection has requests of its own: in step with each other they would share answers.
    setupClient(client: Client) {
      const start = requests.length < CONNECTIONS ? 0 : (clients % CONNECTIONS) * share;
      clients += 1;
      client.setRequests(requests.slice(start, start + share));
    },
  };
  await autocannon({ ...options, duration: 1 });
  const result = await autocannon({ ...options, duration: SECONDS });
  if (result.errors > 0) throw new Error(`${result.errors} requests failed on ${paths[0]}`);
  return { perSecond: result.requests.average, p50: result.latency.p50, refused: result.non2xx };
}

async function runCalls({ app, floor }: BenchPorts, listings: number): Promise<string[][]> {
  const rows: string[][] = [];
  for (const { name, path: callPath, varied } of calls) {
    const ready = await measure(floor, [`/ready${callPath}`]);
    const add = (label: string, { perSecond, p50, refused }: Measured) => {
      const ratio = `${((100 * perSecond) / ready.perSecond).toFixed(0)} %`;
      const note = refused > 0 ? ` (${refused} not 200)` : '';
      rows.push([name, label + note, Math.round(perSecond).toLocaleString('en'), p50.toFixed(1), ratio]);
    };
    add('bare Koa, ready-made bytes', ready);
    add('bare Koa, stringified each time', await measure(floor, [`/written${callPath}`]));
    add('Silong', await measure(app, [callPath]));
    const paths = Array.from({ length: Math.min(listings, 20_000) }, (_, n) => varied(n));
    add('Silong, different each time', await measure(app, paths));
  }
  return rows;
}

/** Milliseconds from asking to the whole answer. */
async function timeAlone(
  { app, floor }: BenchPorts,
  { name, path: callPath, varied }: BenchCall,
): Promise<string[]> {
  const time = async (url: string) => {
    const startedAt = performance.now();
    await (await fetch(url)).arrayBuffer();
    return performance.now() - startedAt;
  };
  const times: number[] = [];
  const bare: number[] = [];
  for (let n = 0; n < ALONE; n += 1) {
    bare.push(await time(`http://127.0.0.1:${floor}/ready${callPath}`));
    // Others than were asked before.
    times.push(await time(`http://127.0.0.1:${app}${varied(30_011 + n * 7)}`));
  }
  const at = (values: number[], share: number) =>
    (values.toSorted((one, other) => one - other)[Math.floor(share * values.length)] ?? 0).toFixed(1);
  return [name, at(times, 0.5), at(times, 0.95), at(times, 0.99), at(bare, 0.5)];
}

const headOfCalls = ['call', 'answered by', 'req/s', 'p50 ms', 'of the bytes'];
const headOfAlone = ['alone, each another', 'p50 ms', 'p95 ms', 'slowest ms', 'bare Koa p50 ms'];

function print(head: string[], rows: string[][]): void {
  const table = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  for (const row of table) {
    const cells = row.map((cell, column) => {
      const width = widths[column] ?? 0;
      return /^\d[\d,./ ]*$/.test(cell) ? cell.padStart(width) : cell.padEnd(width);
    });
    process.stdout.write(`${cells.join('  ')}\n`);
  }
}

const given = (name: string) =>
  process.argv.find((argument) => argument.startsWith(`${name}=`))?.slice(name.length + 1);

/** Whatever is there is taken as it is. */
async function fill(databaseUrl: string | undefined, dataDir: string, listings: number): Promise<number> {
  const db = openDatabase({ databaseUrl, dataDir });
  try {
    await migrate(db);
    const there = await db.models.Property.count();
    if (there > 0) return there;
    await fillWithListings(db, listings);
    return listings;
  } finally {
    await db.close();
  }
}

async function main(): Promise<void> {
  const usesPostgres = process.argv.includes('postgres') || given('postgres') !== undefined;
  const wanted = Number(given('--listings') ?? DEFAULT_LISTINGS);
  const kept = given('--data');
  const folder = kept ?? mkdtempSync(path.join(tmpdir(), 'silong-bench-'));
  const postgres = usesPostgres && !given('postgres') ? await startPostgres() : undefined;
  const databaseUrl = given('postgres') ?? postgres?.url;
  let servers: BenchServers | undefined;
  try {
    process.stdout.write('Loading …\n');
    const listings = await fill(databaseUrl, folder, wanted);
    process.stdout.write(
      `${listings.toLocaleString('en')} listings on ${usesPostgres ? 'PostgreSQL' : 'SQLite'}, ${CONNECTIONS} connections, ${SECONDS} s each\n`,
    );
    const env = { DATA_DIR: folder, DATABASE_URL: databaseUrl ?? '', ACTION_LIMITS: 'off' };
    if (!process.argv.includes('searches')) {
      servers = await startServers(env);
      print(headOfCalls, await runCalls(servers.ports, listings));
      const alone: string[][] = [];
      for (const call of calls) alone.push(await timeAlone(servers.ports, call));
      print(headOfAlone, alone);
      await servers.stop();
    }
    servers = await startServers(env);
    print(headOfSearches, await timeSearches(servers));
  } finally {
    await servers?.stop();
    await postgres?.stop();
    if (!kept) rmSync(folder, { recursive: true, force: true });
  }
}

await main();
