import type { Database } from '#server/db/connection.ts';
import { rowWriter } from '#server/demo/rows.ts';
import { hashPassword } from '#server/features/auth/writes/passwords.ts';
import { bulkLoad } from './bulkLoad.ts';

/** Accounts for searches and logins. */
export const ACCOUNTS = 100_000;
/** The signed-in accounts: each has a conversation with the agent, and notifications. */
const PEOPLE = 32;
const AGENTS_LISTINGS = 1_000;
const VIEWS_OF_EACH = 20;
const NOTIFICATIONS_OF_EACH = 100;
const AT_ONCE = 5_000;
const PASSWORD = 'a longer one than most';
const DAY_MS = 86_400_000;

const firstNames = 'Ana Ben Carla Dino Elena Felix Grace Hugo Ines Jose Karen Luis'.split(' ');
const agentEmail = 'agent@bench.example';
const adminEmail = 'admin@bench.example';
export const emailOf = (n: number) => `person${n % ACCOUNTS}@bench.example`;
export const nameOf = (n: number) => `${firstNames[n % firstNames.length]} Reyes ${n % ACCOUNTS}`;

/**
 * Adds 100,000 accounts, an administrator, an agent with 1,000 viewed listings (or as many as exist) and notifications of the first accounts.
 * Adds nothing to a database that has them.
 */
export async function fillWithAccounts(db: Database): Promise<void> {
  const { User, AgentProfile, Property, Notification } = db.models;
  if (await User.findOne({ where: { email: adminEmail } })) return;
  const password_hash = await hashPassword(PASSWORD);
  const now = Date.now();
  const account = (n: number, email: string, name: string) => ({
    name,
    email,
    password_hash,
    phone: `+63 917 ${String(1_000_000 + n).slice(1, 4)} ${String(10_000 + (n % 10_000)).slice(-4)}`,
    email_verified_at: new Date(now),
    status: 'active' as const,
    created_at: new Date(now - n * 60_000),
    updated_at: new Date(now),
  });
  function* accounts() {
    for (let start = 0; start < ACCOUNTS; start += AT_ONCE)
      yield Array.from({ length: Math.min(AT_ONCE, ACCOUNTS - start) }, (_, at) => ({
        ...account(start + at, emailOf(start + at), nameOf(start + at)),
        role: 'user' as const,
      }));
  }
  await bulkLoad(db, 'users', accounts());

  const listings = await db.transaction(async (transaction) => {
    const agent = await User.create({ ...account(1, agentEmail, 'Agent of many'), role: 'agent' });
    await AgentProfile.create({ user_id: agent.id, application_status: 'approved' });
    const people = await User.findAll({
      where: { email: Array.from({ length: PEOPLE }, (_, n) => emailOf(n)) },
    });
    const notices = people.flatMap(({ id }) =>
      Array.from({ length: NOTIFICATIONS_OF_EACH }, (_, n) => ({
        user_id: id,
        type: 'info' as const,
        title: 'New message',
        message: `Agent of many wrote for the ${n}th time`,
        created_at: new Date(now - n * DAY_MS),
      })),
    );
    await rowWriter(db, transaction).insert(Notification, notices);
    const own = await Property.findAll({ attributes: ['id'], order: ['id'], limit: AGENTS_LISTINGS });
    const ids = own.map(({ id }) => id);
    await Property.update({ agent_id: agent.id }, { where: { id: ids } });
    await User.create({ ...account(2, adminEmail, 'Admin'), role: 'admin', admin_role: 'owner' });
    return ids;
  });
  const views = listings.flatMap((property_id) =>
    Array.from({ length: VIEWS_OF_EACH }, (_, n) => {
      const viewed_at = new Date(now - ((property_id * 7 + n * 13) % 300) * DAY_MS);
      return {
        property_id,
        viewer_key: `bench:${n}`,
        viewed_on: viewed_at.toISOString().slice(0, 10),
        viewed_at,
      };
    }),
  );
  await bulkLoad(db, 'property_views', [views]);
  if (db.dialect === 'postgres') await db.sequelize.query('VACUUM ANALYZE');
}

export interface SignedIn {
  agent: string;
  admin: string;
  /** Each in a conversation with the agent. */
  people: { token: string; conversationId: number }[];
}

export const signInBody = (email: string) => ({ email, password: PASSWORD });

/** Logs in and begins the conversations through the API. */
export async function signInAll(port: number): Promise<SignedIn> {
  const post = async <Data>(path: string, body: object, token?: string): Promise<Data> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? bearer(token) : {}) },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`POST ${path} answered ${response.status}: ${await response.text()}`);
    return ((await response.json()) as { data: Data }).data;
  };
  const signIn = (email: string) =>
    post<{ token: string; user: { id: number } }>('/api/auth/login', signInBody(email));
  const agent = await signIn(agentEmail);
  const admin = await signIn(adminEmail);
  const people: SignedIn['people'] = [];
  for (let n = 0; n < PEOPLE; n += 1) {
    const { token } = await signIn(emailOf(n));
    const { conversation } = await post<{ conversation: { id: number } }>(
      '/api/conversations',
      { agentId: agent.user.id, initialMessage: 'Is it still there?' },
      token,
    );
    people.push({ token, conversationId: conversation.id });
  }
  return { agent: agent.token, admin: admin.token, people };
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
