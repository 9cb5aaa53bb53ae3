import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { createApp } from '#server/app.ts';
import { markEverybody } from '#server/db/migrations/0028-clients.ts';
import type { ServerContext } from '#server/features/context.ts';
import { testEnv } from '#tests/support/demoTemplate.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { buildUser, signIn } from '#tests/support/factories/users.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { measureInBrowser } from './deskInBrowser.ts';
import { startServers } from './servers.ts';

/**
 * `npm run bench:desk [-- postgres]`: the Desk of one agent with ten thousand inquiries and in the browser (after `npm run build`),
 * beside the smallest call and page of the same run. Machines differ: read the ratios.
 */
const INQUIRIES = 10_000;
const CONVERSATIONS = 3_000;
const MESSAGES = 50_000;
const VIEWINGS = 300;
const REVIEWS = 200;
/** Inquiries of people without an account come from so many addresses. */
const ADDRESSES = 5_000;
const CALLS = 200;
const WRITERS = 20;
const CHUNK = 500;

const MINUTE = 60_000;
const start = Date.now();
/** Spread over the last year. */
const ago = (at: number, of: number) =>
  new Date(start - MINUTE - Math.floor(((of - at) / of) * 365 * 24 * 60) * MINUTE);

async function inChunks<Row>(rows: readonly Row[], store: (some: Row[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += CHUNK) await store(rows.slice(from, from + CHUNK));
}

const many = <Row>(count: number, row: (at: number) => Row): Row[] =>
  Array.from({ length: count }, (_, at) => row(at));

interface Cast {
  agent: string;
  writers: { token: string; conversation: number }[];
}

/** @returns the tokens of the agent and of some of the clients. */
async function fill(context: ServerContext): Promise<Cast> {
  const { db } = context;
  const { User, Inquiry, Conversation, Message, Viewing, Review, ClientMark } = db.models;
  const agent = await buildUser(context, { role: 'agent', name: 'Ana Reyes' });
  const listing = await buildProperty(context, { agent_id: agent.id });
  const { id: agent_id } = agent;
  const store = <Row>(rows: readonly Row[], create: (some: Row[]) => Promise<unknown>) =>
    inChunks(rows, (some) => db.transaction(() => create(some)));
  const accounts = many(CONVERSATIONS, (at) => ({
    name: `Client ${at}`,
    email: `client${at}@bench.example`,
    password_hash: 'none',
    phone: null,
    email_verified_at: at % 2 === 0 ? new Date() : null,
  }));
  await store(accounts, (some) => User.bulkCreate(some as never));
  const users = await User.findAll({ attributes: ['id'], where: { role: 'user' }, order: ['id'] });
  const userOf = (at: number) => users[at % users.length]?.id as number;
  const statuses = ['new', 'read', 'replied', 'closed'] as const;
  const inquiries = many(INQUIRIES, (at) => {
    const status = statuses[at % 4] ?? 'new';
    const isAccount = at % 10 < 3;
    const created_at = ago(at, INQUIRIES);
    const replied =
      status === 'replied' ? { reply_message: 'Yes.', reply_method: 'email', reply_at: created_at } : {};
    return {
      agent_id,
      user_id: isAccount ? userOf(at) : null,
      property_id: at % 2 === 0 ? listing.id : null,
      name: `Sender ${at % ADDRESSES}`,
      email:
        isAccount || at % 7 > 0
          ? `sender${at % ADDRESSES}@bench.example`
          : `client${at % CONVERSATIONS}@bench.example`,
      phone: null,
      property_interest: null,
      message: `Is it free? ${at}`,
      status,
      created_at,
      ...replied,
    };
  });
  await store(inquiries, (some) => Inquiry.bulkCreate(some as never));
  const conversations = many(CONVERSATIONS, (at) => ({
    subject: 'The loft',
    user_id: userOf(at),
    agent_id,
    property_id: at % 3 === 0 ? listing.id : null,
    last_message_at: ago(at, CONVERSATIONS),
  }));
  await store(conversations, (some) => Conversation.bulkCreate(some as never));
  const ids = (await Conversation.findAll({ attributes: ['id', 'user_id'], order: ['id'] })).map(
    ({ id, user_id }) => ({ id, user_id }),
  );
  const messages = many(MESSAGES, (at) => {
    const conversation = ids[at % ids.length];
    const isTheirs = (at + Math.floor(at / ids.length)) % 2 === 0;
    return {
      conversation_id: conversation?.id,
      sender_id: isTheirs ? conversation?.user_id : agent_id,
      sender_type: isTheirs ? 'user' : 'agent',
      content: `Message ${at}`,
      client_id: null,
      created_at: ago(at, MESSAGES),
      read_at: at < MESSAGES - ids.length ? new Date() : null,
    };
  });
  await store(messages, (some) => Message.bulkCreate(some as never));
  const viewings = many(VIEWINGS, (at) => {
    const starts_at = new Date(start + (at - VIEWINGS / 2) * 60 * MINUTE);
    const status = (['requested', 'confirmed', 'declined'] as const)[at % 3] ?? 'requested';
    const ends_at = new Date(starts_at.getTime() + 60 * MINUTE);
    return {
      property_id: listing.id,
      agent_id,
      user_id: userOf(at * 7),
      starts_at,
      ends_at,
      status,
      note: null,
    };
  });
  await store(viewings, (some) => Viewing.bulkCreate(some as never));
  const reviews = many(REVIEWS, (at) => ({
    agent_id,
    reviewer_id: userOf(at * 11),
    rating: 5,
    comment: 'Kind',
  }));
  await store(reviews, (some) => Review.bulkCreate(some as never));
  // As after the migration of such a database.
  await db.transaction(() => ClientMark.destroy({ where: {} }));
  await db.transaction(() => markEverybody(db.sequelize));
  const writers = [];
  for (let at = 0; at < WRITERS; at += 1) {
    const conversation = ids[at * 100];
    const user = await User.findByPk(conversation?.user_id ?? 0, { rejectOnEmpty: true });
    writers.push({ token: await signIn(context, user), conversation: conversation?.id ?? 0 });
  }
  return { agent: await signIn(context, agent), writers };
}

const quantile = (sorted: readonly number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

async function main(): Promise<void> {
  const cluster = process.argv.includes('postgres') ? await startPostgres() : undefined;
  const folder = mkdtempSync(path.join(tmpdir(), 'silong-bench-'));
  const app = await createApp({
    env: testEnv(folder, cluster?.url),
    log: pino({ level: 'silent' }),
    isRepeating: false,
  });
  const cast = await fill(app.context);
  await app.close();
  const servers = await startServers({
    DATA_DIR: folder,
    DATABASE_URL: cluster?.url ?? '',
    ACTION_LIMITS: 'off',
  });

  async function call(
    method: string,
    asked: string,
    { token = cast.agent, body }: { token?: string; body?: object } = {},
  ) {
    const response = await fetch(`http://127.0.0.1:${servers.ports.app}${asked}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer = (await response.json()) as { data: never };
    if (!response.ok)
      throw new Error(`${method} ${asked} answered ${response.status}: ${JSON.stringify(answer)}`);
    return answer.data;
  }

  let floor = 0;
  async function measure(name: string, work: (at: number) => Promise<unknown>, calls = CALLS): Promise<void> {
    for (let at = 0; at < 5; at += 1) await work(at);
    const times: number[] = [];
    for (let at = 0; at < calls; at += 1) {
      const from = performance.now();
      await work(at);
      times.push(performance.now() - from);
    }
    times.sort((one, other) => one - other);
    const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
    floor ||= p50;
    process.stdout.write(
      `${name.padEnd(34)} p50 ${p50.toFixed(1).padStart(6)} ms, p95 ${p95.toFixed(1).padStart(6)} ms, ${(p50 / floor).toFixed(1)} times the smallest call\n`,
    );
  }

  try {
    const from = performance.now();
    const { counts } = (await call('GET', '/api/desk/queue')) as { counts: Record<string, number> };
    process.stdout.write(
      `${cluster ? 'PostgreSQL' : 'SQLite'}: first reading, every line made: ${((performance.now() - from) / 1_000).toFixed(1)} s, ${JSON.stringify(counts)}\n`,
    );
    const { rows, next } = (await call('GET', '/api/desk/queue')) as { rows: { id: number }[]; next: string };
    const idOf = (at: number) => rows[at % rows.length]?.id;
    await measure('smallest call (saved replies)', () => call('GET', '/api/agents/saved-replies'));
    await measure('desk', () => call('GET', '/api/desk'));
    for (const view of ['needs_me', 'waiting', 'today', 'all'])
      await measure(`queue, ${view}`, () => call('GET', `/api/desk/queue?view=${view}`));
    await measure('queue, next page', () => call('GET', `/api/desk/queue?after=${next}`));
    await measure('queue, search', (at) => call('GET', `/api/desk/queue?view=all&search=sender%20${at}`));
    await measure(
      'queue, search of nobody',
      () => call('GET', '/api/desk/queue?view=all&search=nobodyatall'),
      40,
    );
    await measure('client', (at) => call('GET', `/api/desk/clients/${idOf(at)}`));
    await measure('timeline', (at) => call('GET', `/api/desk/clients/${idOf(at)}/timeline`));
    const say = (at: number) => {
      const { token, conversation } = cast.writers[at % WRITERS] ?? { token: '', conversation: 0 };
      return call('POST', `/api/conversations/${conversation}/messages`, {
        token,
        body: { content: 'And?' },
      });
    };
    await measure('message of a client', say);
    await measure('message of a client, then queue', async (at) => {
      await say(at);
      await call('GET', '/api/desk/queue');
    });
    const user = (await call('GET', '/api/auth/profile')) as object;
    const address = `http://127.0.0.1:${servers.ports.app}`;
    for (const line of await measureInBrowser(address, { token: cast.agent, user }))
      process.stdout.write(`${line}\n`);
    await measure('smallest call again', () => call('GET', '/api/agents/saved-replies'));
  } finally {
    await servers.stop();
    await cluster?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
