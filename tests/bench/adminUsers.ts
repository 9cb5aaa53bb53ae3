import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { createApp } from '#server/app.ts';
import type { ServerContext } from '#server/features/context.ts';
import { testEnv } from '#tests/support/demoTemplate.ts';
import { buildUser, signIn } from '#tests/support/factories/users.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { startServers } from './servers.ts';

/**
 * `npm run bench:users [-- postgres] [-- 100000]`: the administrators' list of so many accounts (10,000 unless said
 * otherwise), its first, last and middle pages in every order, beside the smallest call of the same run.
 */
const numbers = process.argv.map(Number).filter((number) => number > 0);
const ACCOUNTS = numbers[0] ?? 10_000;
const CALLS = 40;
const CHUNK = 1_000;
const MINUTE = 60_000;
const names = [
  'Ana',
  'Ben',
  'Carla',
  'Dino',
  'Elena',
  'Felix',
  'Grace',
  'Hugo',
  'Ines',
  'Jose',
  'Karen',
  'Luis',
];

/** @returns the token of an owner. */
async function fill(context: ServerContext): Promise<string> {
  const { db } = context;
  const { User, AgentProfile, Session, KnownDevice } = db.models;
  const start = Date.now();
  const admin = await buildUser(context, { role: 'admin' });
  for (let from = 0; from < ACCOUNTS; from += CHUNK) {
    const rows = Array.from({ length: Math.min(CHUNK, ACCOUNTS - from) }, (_, offset) => {
      const at = from + offset;
      const isAgent = at % 20 === 0;
      return {
        name: `${names[(at * 7) % names.length]} Reyes ${(at * 7_919) % ACCOUNTS}`,
        email: `person${at}@bench.example`,
        password_hash: 'none',
        phone: `+63 917 ${String(1_000_000 + at).slice(1, 4)} ${String(10_000 + at).slice(-4)}`,
        email_verified_at: at % 3 === 0 ? null : new Date(),
        role: isAgent ? ('agent' as const) : ('user' as const),
        status: at % 50 === 1 ? ('suspended' as const) : ('active' as const),
        created_at: new Date(start - (ACCOUNTS - at) * MINUTE),
      };
    });
    await db.transaction(async () => {
      await User.bulkCreate(rows as never);
      const made = await User.findAll({
        attributes: ['id', 'role'],
        order: [['id', 'DESC']],
        limit: rows.length,
      });
      const agents = made.filter(({ role }) => role === 'agent');
      await AgentProfile.bulkCreate(
        agents.map(({ id }) => ({ user_id: id, application_status: 'approved' })),
      );
      const seen = made.map(({ id }) => ({
        user_id: id,
        created_at: new Date(start - (id % 90) * 24 * 60 * MINUTE),
        last_used_at: new Date(start - ((id * 31) % ACCOUNTS) * MINUTE),
      }));
      await Session.bulkCreate(
        seen.filter((_, at) => at % 4 === 0).map((row) => ({ ...row, token_hash: `token ${row.user_id}` })),
      );
      await KnownDevice.bulkCreate(
        seen.map(({ user_id, created_at, last_used_at }) => ({
          user_id,
          device_hash: `device ${user_id}`,
          first_used_at: created_at,
          last_used_at,
        })),
      );
    });
  }
  if (db.dialect === 'postgres') await db.sequelize.query('VACUUM ANALYZE');
  return signIn(context, admin);
}

async function main(): Promise<void> {
  const cluster = process.argv.includes('postgres') ? await startPostgres() : undefined;
  const folder = mkdtempSync(path.join(tmpdir(), 'silong-bench-'));
  const env = testEnv(folder, cluster?.url);
  const app = await createApp({ env, log: pino({ level: 'silent' }), isRepeating: false });
  const token = await fill(app.context);
  await app.close();
  const databaseUrl = cluster?.url ?? '';
  const servers = await startServers({ DATA_DIR: folder, DATABASE_URL: databaseUrl, ACTION_LIMITS: 'off' });
  process.stdout.write(`${cluster ? 'PostgreSQL' : 'SQLite'}, ${ACCOUNTS} accounts\n`);

  async function measure(name: string, asked: string): Promise<void> {
    const times: number[] = [];
    for (let at = 0; at < CALLS + 5; at += 1) {
      const from = performance.now();
      const response = await fetch(`http://127.0.0.1:${servers.ports.app}${asked}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${asked} answered ${response.status}: ${text}`);
      if (at >= 5) times.push(performance.now() - from);
    }
    times.sort((one, other) => one - other);
    const [p50 = 0, p95 = 0] = [times[Math.floor(CALLS / 2)], times[Math.floor(CALLS * 0.95)]];
    process.stdout.write(
      `${name.padEnd(36)} p50 ${p50.toFixed(1).padStart(6)} ms, p95 ${p95.toFixed(1).padStart(6)} ms\n`,
    );
  }

  const list = '/api/admin/users';
  try {
    await measure('smallest call (waiting cases)', '/api/admin/waiting');
    for (const sort of ['created_at', 'name', 'email', 'role', 'status', 'last_seen_at'])
      for (const order of ['asc', 'desc'])
        for (const [place, page] of [
          ['first', 1],
          ['middle', Math.ceil(ACCOUNTS / 100)],
          ['last', Math.ceil(ACCOUNTS / 50)],
        ] as const)
          await measure(
            `${sort} ${order}, ${place} page`,
            `${list}?sort=${sort}&order=${order}&limit=50&page=${page}`,
          );
    await measure('letter k', `${list}?sort=name&order=asc&letter=k`);
    await measure(
      'agents, last page',
      `${list}?role=agent&sort=name&limit=50&page=${Math.ceil(ACCOUNTS / 1_000)}`,
    );
    await measure('unconfirmed', `${list}?confirmed=no`);
    await measure('application', `${list}?application=approved`);
    await measure('joined between', `${list}?joined_from=2026-01-01&joined_to=2026-12-31`);
    await measure('search by name', `${list}?search=grace%20reyes`);
    await measure('search by number', `${list}?search=0917%20000`);
    await measure('search of nobody', `${list}?search=nobodyatall`);
  } finally {
    await servers.stop();
    await cluster?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
