import type { Database } from '#server/db/connection.ts';
import { digitsOf } from '#server/db/personSearch.ts';
import {
  type Contact,
  localDigits,
  matchesContact,
  matchesWords,
  prefixPattern,
  type SearchWords,
} from '#server/db/searchWords.ts';
import { SqlBuilder } from '#server/db/sqlBuilder.ts';
import { readAgentNames } from '#server/features/agents/reads.ts';
import type { SignedInUser } from '#server/http/access.ts';
import type { Role, UserStatus } from '#shared/contracts/auth.ts';
import type { Hit } from '#shared/contracts/search.ts';
import { roleLabel } from '#shared/labels.ts';

/** Of an agent's clients the newest so many are looked through. */
const MAX_CLIENT_ROWS = 1_000;
/** Accounts a database's pattern lets through, to be checked by the exact rule. */
const MAX_CANDIDATES = 50;

/** Agents of the directory; for an agent the own clients before them, for an admin every account instead. */
export async function findPeople(
  db: Database,
  caller: SignedInUser,
  search: SearchWords,
  limit: number,
): Promise<Hit[]> {
  if (caller.role === 'admin') return findAccounts(db, search, limit);
  const [clients, agents] = await Promise.all([
    caller.role === 'agent' ? findClients(db, caller, search) : [],
    findAgents(db, caller, search),
  ]);
  return [...clients, ...agents].slice(0, limit);
}

async function findAgents(db: Database, caller: SignedInUser, search: SearchWords): Promise<Hit[]> {
  const agents = await readAgentNames(db);
  return agents
    .filter(
      ({ id, name, specialization }) =>
        id !== caller.id && matchesWords(`${name} ${specialization ?? ''}`, search),
    )
    .map(({ id, name, title, location }) => ({
      kind: 'person',
      id,
      title: name,
      subtitle: [title ?? 'Agent', location].filter(Boolean).join(' · '),
      url: `/agents/${id}`,
    }));
}

type ClientRow = Contact & { id: number; conversation_id: number | null };

/** Senders of inquiries to this agent and participants of their conversations; one row each. */
const SELECT_CLIENTS = `
  SELECT * FROM (
    SELECT c.id, o.name, o.email, o.phone, c.id AS conversation_id, c.last_message_at AS at
    FROM conversations c JOIN users o ON o.id = CASE WHEN c.agent_id = $1 THEN c.user_id ELSE c.agent_id END
    WHERE c.agent_id = $1 OR c.user_id = $1
    UNION ALL
    SELECT i.id, i.name, i.email, i.phone, NULL AS conversation_id, i.created_at AS at
    FROM inquiries i WHERE i.agent_id = $1
  ) clients ORDER BY at DESC LIMIT ${MAX_CLIENT_ROWS}`;

async function findClients(db: Database, caller: SignedInUser, search: SearchWords): Promise<Hit[]> {
  const rows = await db.readRows<ClientRow>(SELECT_CLIENTS, [caller.id]);
  const people = new Map<string, ClientRow>();
  for (const row of rows.filter((each) => matchesContact(each, search))) {
    const key = row.email?.trim().toLowerCase() || localDigits(row.phone ?? '');
    const known = people.get(key);
    // The same person's conversation says more than the inquiry before it.
    if (!known || (known.conversation_id === null && row.conversation_id !== null)) people.set(key, row);
  }
  return [...people.values()].map((row) => ({
    kind: 'person',
    id: row.id,
    title: row.name ?? '',
    subtitle: ['Client', row.email, row.phone].filter(Boolean).join(' · '),
    url:
      row.conversation_id === null
        ? `/agent-dashboard?tab=messages&inquiry=${row.id}`
        : `/conversations/${row.conversation_id}`,
  }));
}

type AccountRow = Contact & { id: number; name: string; email: string; role: Role; status: UserStatus };

async function findAccounts(db: Database, search: SearchWords, limit: number): Promise<Hit[]> {
  const query = new SqlBuilder(db.dialect);
  const isNamed = search.words
    .map((word) => {
      const { operator, pattern } = prefixPattern(db.dialect, word);
      return `(' ' || u.name || ' ' || u.email) ${operator} ${query.bind(pattern)}`;
    })
    .join(' AND ');
  const isPhone = search.phoneDigits
    ? ` OR ${digitsOf('u.phone')} LIKE ${query.bind(`%${search.phoneDigits}%`)}`
    : '';
  const { text, parameters } = query.finish(
    `SELECT u.id, u.name, u.email, u.phone, u.role, u.status FROM users u
    WHERE (${isNamed})${isPhone} ORDER BY u.created_at DESC LIMIT ${MAX_CANDIDATES}`,
  );
  const rows = await db.readRows<AccountRow>(text, parameters);
  return rows
    .filter((row) => matchesContact(row, search))
    .slice(0, limit)
    .map(({ id, name, email, role, status }) => ({
      kind: 'person',
      id,
      title: name,
      subtitle: [roleLabel[role], email, status === 'active' ? '' : status].filter(Boolean).join(' · '),
      url: `/admin-dashboard?${new URLSearchParams({ tab: 'users', search: email })}`,
    }));
}
