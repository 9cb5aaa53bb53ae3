import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import autocannon, { type Request } from 'autocannon';
import { openDatabase } from '#server/db/connection.ts';
import { migrate } from '#server/db/migrate.ts';
import { databaseNamed } from '#tests/support/demoTemplate.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { fillWithAccounts, signInAll } from './accounts.ts';
import { type BenchCall, benchCalls } from './calls.ts';
import {
  type Measurement,
  print,
  type RunFigures,
  tableOfCalls,
  tableOfRuns,
  tableOfSockets,
  writeDocument,
} from './report.ts';
import { headOfSearches, timeSearches } from './searches.ts';
import { type BenchServers, startServers } from './servers.ts';
import { measureSockets } from './sockets.ts';
import { fillWithListings } from './syntheticListings.ts';

/**
 * `npm run bench`: the cost of each kind of call beside a bare Koa that answers the same bytes; a table, and docs/performance.md.
 * `-- --listings=10000,100000 --databases=sqlite,postgres --only=map,sign-in --json=FILE`; `--data=FOLDER` keeps SQLite's files
 * there, and `--postgres=URL` the databases in that cluster, for the next run.
 * `-- searches` measures typed searches instead, each made once, with the processor time of the server.
 */
const CONNECTIONS = 32;
/** Seconds; V8 has optimised the code after some thousand calls. */
const WARM_UP = 2;
const MEASURED = 3;
/** Seconds, for calls that take longer. */
const SLOW = 12;
/** More requests than a run answers, so that none repeats within the second of a cached answer. */
const WARM_UP_REQUESTS = 20_000;
const MEASURED_REQUESTS = 40_000;
/** Share of failures: listings hidden from guests, and a lost connection on a busy machine. */
const MAX_FAILED_SHARE = 0.2;

const given = (name: string) =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);
const listOf = (name: string, fallback: string) => (given(name) ?? fallback).split(',').filter(Boolean);

interface Speed {
  perSecond: number;
  p50: number;
  p99: number;
}

/** @param duration in seconds. */
async function run(port: number, requests: Request[], duration: number): Promise<Speed> {
  const times: number[] = [];
  const share = Math.ceil(requests.length / CONNECTIONS);
  let clients = 0;
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: CONNECTIONS,
    duration,
    // Each connection has requests of its own, as connections in step would share answers.
    setupClient(client) {
      const start = requests.length < CONNECTIONS ? 0 : Math.min(clients * share, requests.length - 1);
      clients += 1;
      client.setRequests(requests.slice(start, start + share));
      client.on('response', (_status, _bytes, milliseconds) => times.push(milliseconds));
    },
  });
  // Work left from the warm-up ends first.
  if (times.length < CONNECTIONS && duration < SLOW) return run(port, requests, SLOW);
  const [first] = requests;
  if (result.errors + result.non2xx > MAX_FAILED_SHARE * times.length) {
    const refusal = first && (await refusalOf(port, first));
    const failed = `${result.errors} requests failed and ${result.non2xx} were refused`;
    throw new Error(`${failed}, of ${times.length}, on ${first?.path}: ${refusal}`);
  }
  // Mostly hidden listings; the figure names their number.
  if (result.errors + result.non2xx > 0)
    console.warn(`  ${first?.path}: ${result.errors} failed, ${result.non2xx} not 200, of ${times.length}`);
  times.sort((one, other) => one - other);
  const at = (part: number) => times[Math.floor(part * times.length)] ?? 0;
  return { perSecond: times.length / result.duration, p50: at(0.5), p99: at(0.99) };
}

/** @param from the number of the first unused request of the kind. */
async function measureVaried(port: number, call: BenchCall): Promise<Speed> {
  const { request, different = Number.POSITIVE_INFINITY } = call;
  const from = Math.min(WARM_UP_REQUESTS, Math.floor(different / 4));
  const build = (start: number, count: number) => Array.from({ length: count }, (_, at) => request(start + at));
  await run(port, build(1, Math.max(1, from)), WARM_UP);
  return run(port, build(1 + from, Math.max(1, Math.min(MEASURED_REQUESTS, different - from))), MEASURED);
}

async function measureCall(
  { app, floor }: BenchServers['ports'],
  call: BenchCall,
  about: Pick<Measurement, 'database' | 'rows'>,
): Promise<Measurement[]> {
  const repeated = call.request(0);
  const refusal = await refusalOf(app, repeated);
  if (refusal !== null) {
    if (!call.isOptional) throw new Error(`${repeated.path} answered ${refusal}`);
    process.stdout.write(`  ${call.name}: left out, this server has no ${repeated.path}\n`);
    return [];
  }
  const bareRequest = { ...repeated, path: `/${call.floor ?? 'ready'}${repeated.path}` };
  await run(floor, [bareRequest], WARM_UP);
  const bare = await run(floor, [bareRequest], MEASURED);
  await run(app, [repeated], WARM_UP);
  const speeds = { repeated: await run(app, [repeated], MEASURED), varied: await measureVaried(app, call) };
  const rounded = (value: number) => Math.round(value * 1_000) / 1_000;
  return (['repeated', 'varied'] as const).map((variant) => ({
    call: call.name,
    ...about,
    variant,
    perSecond: rounded(speeds[variant].perSecond),
    barePerSecond: rounded(bare.perSecond),
    p50: rounded(speeds[variant].p50),
    p99: rounded(speeds[variant].p99),
  }));
}

/** @returns the problem of the answer, or null. */
async function refusalOf(port: number, { method, path: asked, headers, body }: Request): Promise<string | null> {
  const response = await fetch(`http://127.0.0.1:${port}${asked}`, {
    method,
    ...(headers && { headers }),
    ...(body && { body }),
  });
  const text = await response.text();
  return response.ok ? null : `${response.status} ${text.slice(0, 300)}`;
}

async function timeList(port: number): Promise<number> {
  const startedAt = performance.now();
  await (await fetch(`http://127.0.0.1:${port}/api/properties`)).arrayBuffer();
  return performance.now() - startedAt;
}

interface Filled {
  env: Record<string, string>;
  rows: number;
  /** Seconds for loading the listings; absent for existing ones. */
  loading?: number;
}

/** @param clusterUrl of PostgreSQL; absent: SQLite. */
async function fill(folder: string, clusterUrl: string | undefined, listings: number): Promise<Filled> {
  const dataDir = path.join(folder, `${clusterUrl ? 'postgres' : 'sqlite'}-${listings}`);
  const databaseUrl = clusterUrl && (await createDatabase(clusterUrl, `silong_bench_${listings}`, folder));
  const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', ACTION_LIMITS: 'off' };
  const db = openDatabase({ databaseUrl, dataDir });
  try {
    await migrate(db);
    const rows = await db.models.Property.count();
    const startedAt = performance.now();
    if (rows === 0) await fillWithListings(db, listings);
    const loading = (performance.now() - startedAt) / 1_000;
    await fillWithAccounts(db);
    return rows === 0 ? { env, rows: listings, loading } : { env, rows };
  } finally {
    await db.close();
  }
}

async function createDatabase(clusterUrl: string, name: string, dataDir: string): Promise<string> {
  const cluster = openDatabase({ databaseUrl: clusterUrl, dataDir });
  try {
    const [there] = await cluster.readRows('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (!there) await cluster.sequelize.query(`CREATE DATABASE ${name}`);
  } finally {
    await cluster.close();
  }
  return databaseNamed(clusterUrl, name);
}

/** @throws {Error} for an unknown name. */
function chosenCalls(calls: BenchCall[]): BenchCall[] {
  const only = given('only')?.split(',');
  if (!only) return calls;
  return only.map((wanted) => {
    const call = calls.find(({ name }) => name === wanted || name.replaceAll(' ', '-') === wanted);
    if (call) return call;
    throw new Error(`No call is named ${wanted}; there are: ${calls.map(({ name }) => name).join(', ')}`);
  });
}

/** All calls on one database of one size. */
async function runCalls(
  filled: Filled,
  database: Measurement['database'],
): Promise<{ measurements: Measurement[]; figures: RunFigures }> {
  const servers = await startServers(filled.env);
  try {
    const { rows, loading } = filled;
    const { ports } = servers;
    const firstCall = await timeList(ports.app);
    const secondCall = await timeList(ports.app);
    const { memory: memoryBefore } = await servers.figures();
    const chosen = chosenCalls(benchCalls(rows, await signInAll(ports.app)));
    const measurements: Measurement[] = [];
    for (const call of chosen)
      try {
        measurements.push(...(await measureCall(ports, call, { database, rows })));
      } catch (error) {
        // A failed call must not discard the figures of the last hour.
        process.exitCode = 1;
        console.error(`  ${call.name}: not measured:`, error);
      }
    const { memory: memoryAfter } = await servers.figures();
    const figures = { database, rows, firstCall, secondCall, memoryBefore, memoryAfter };
    return { measurements, figures: loading === undefined ? figures : { ...figures, loading } };
  } finally {
    await servers.stop();
  }
}

async function runSearches({ env }: Filled): Promise<void> {
  const servers = await startServers(env);
  try {
    print([headOfSearches, ...(await timeSearches(servers))]);
  } finally {
    await servers.stop();
  }
}

async function main(): Promise<void> {
  const isSearches = process.argv.includes('searches');
  const kept = given('data');
  const folder = kept ?? mkdtempSync(path.join(tmpdir(), 'silong-bench-'));
  const measurements: Measurement[] = [];
  const runs: RunFigures[] = [];
  const file = given('json');
  try {
    for (const database of listOf('databases', 'sqlite,postgres') as Measurement['database'][]) {
      const isOwn = database === 'postgres' && !given('postgres');
      const cluster = isOwn ? await startPostgres() : undefined;
      const clusterUrl = database === 'postgres' ? (given('postgres') ?? cluster?.url) : undefined;
      try {
        for (const listings of listOf('listings', '100000').map(Number)) {
          process.stdout.write(`${listings.toLocaleString('en')} listings on ${database} …\n`);
          const filled = await fill(folder, clusterUrl, listings);
          if (isSearches) {
            await runSearches(filled);
            continue;
          }
          const measured = await runCalls(filled, database);
          measurements.push(...measured.measurements);
          runs.push(measured.figures);
          print(tableOfCalls(measured.measurements));
          if (file) writeFileSync(file, `${JSON.stringify(measurements, null, 2)}\n`);
        }
      } finally {
        await cluster?.stop();
      }
    }
  } finally {
    if (!kept) rmSync(folder, { recursive: true, force: true });
  }
  if (isSearches) return;
  print(tableOfCalls(measurements));
  process.stdout.write('\n');
  print(tableOfRuns(runs));
  // The figures of some calls must not replace those of all.
  if (given('only')) return;
  process.stdout.write('\nsockets …\n');
  const sockets = await measureSockets();
  print(tableOfSockets(sockets));
  writeDocument(measurements, runs, sockets);
}

await main();
