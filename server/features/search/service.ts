import type { Database } from '#server/db/connection.ts';
import {
  type Contact,
  hasDigits,
  hasWordBeginning,
  matchesContact,
  matchesWords,
  parseSearchWords,
  type SearchWords,
  searchedPeople,
} from '#server/db/searchWords.ts';
import { readRecords, SqlBuilder, toNumber } from '#server/db/sql.ts';
import { countedReviews, readAgentNames } from '#server/features/agents/reads.ts';
import { searchClients } from '#server/features/clients/service.ts';
import type { ServerContext } from '#server/features/context.ts';
import { readFound } from '#server/features/properties/list/findListings.ts';
import { type ListingReads, listingReads } from '#server/features/properties/list/liveListings.ts';
import { SearchReader } from '#server/features/properties/list/searchReader.ts';
import { parseSearch } from '#server/features/properties/list/searchText.ts';
import { visibleOnlyTo } from '#server/features/properties/policy.ts';
import { searchCondition } from '#server/features/properties/reads/own.ts';
import { fullListing, type ListingRow } from '#server/features/properties/reads.ts';
import type { SignedInUser } from '#server/http/caller.ts';
import type { Service } from '#server/http/routing.ts';
import type { Translate } from '#server/languages.ts';
import { isAllowed } from '#shared/adminRoles.ts';
import type { Role, UserStatus } from '#shared/contracts/auth.ts';
import { DELETED_USER_NAME } from '#shared/contracts/conversations.ts';
import type { Hit, searchCalls } from '#shared/contracts/search.ts';
import { propertyTypeLabel, roleLabel } from '#shared/labels.ts';
import type { ModerationStatus } from '#shared/listing/vocabulary.ts';
import { type Message, msg } from '#shared/messages.ts';
import { formatShortPrice, priceSuffix } from '#shared/money.ts';

const MAX_HITS = 5;

/** The results of the command palette for this person. */
export function searchService(context: ServerContext): Service<typeof searchCalls> {
  const reads = listingReads(context);
  const searches = new SearchReader(reads);
  return {
    async search({ user, t, query: { q } }) {
      const search = parseSearchWords(q);
      if (!search) return { listings: [], people: [], conversations: [] };
      const [listings, people, conversations] = await Promise.all([
        (await findListings(reads, searches, user, q)).map((row) => presentListing(row, t)),
        findPeople(context, user, q, search, t),
        findConversations(context.db, user, search, t),
      ]);
      return { listings, people, conversations };
    },
  };
}

/** Limit of the caller's newest rows that are searched. */
const MAX_ROWS = 1_000;

const SELECT_OWN = `
  SELECT c.id, c.subject, o.name, p.id AS property_id, p.title AS property_title
  FROM conversations c
  LEFT JOIN users o ON o.id = CASE WHEN c.agent_id = $1 THEN c.user_id ELSE c.agent_id END
  LEFT JOIN properties p ON p.id = c.property_id
  WHERE c.agent_id = $1 OR c.user_id = $1
  ORDER BY c.last_message_at DESC NULLS LAST, c.id DESC LIMIT ${MAX_ROWS}`;

interface ConversationRow {
  id: number;
  subject: string;
  name: string | null;
  property_id: number | null;
  property_title: string | null;
}

/** The caller's own conversations, by the other person, the subject or the listing; the newest first. */
async function findConversations(
  db: Database,
  caller: SignedInUser,
  search: SearchWords,
  t: Translate,
): Promise<Hit[]> {
  const rows = await db.readRows<ConversationRow>(SELECT_OWN, [caller.id]);
  return rows
    .filter(
      ({ name, subject, property_id, property_title }) =>
        matchesWords(`${name ?? ''} ${subject} ${property_title ?? ''}`, search) ||
        (search.id !== null && search.id === property_id),
    )
    .slice(0, MAX_HITS)
    .map(({ id, name, subject, property_title }) => ({
      kind: 'conversation',
      id,
      title: name ?? t(DELETED_USER_NAME),
      subtitle: [subject, property_title].filter(Boolean).join(' · '),
      url: `/conversations/${id}`,
    }));
}

const HIDDEN_AHEAD = 2;

/** Public listings, the best match first; before them an agent's own, and for admins who read them the hidden ones. */
async function findListings(reads: ListingReads, searches: SearchReader, caller: SignedInUser, text: string) {
  const { terms, id } = parseSearch(text);
  if (terms.length === 0) return [];
  const readPrivileged = async () => {
    const sql = new SqlBuilder(reads.db.dialect);
    const whose = visibleOnlyTo(caller, (value) => sql.bind(value));
    if (!whose) return [];
    const isFound = searchCondition(sql, text);
    const meantFirst = id === null ? '' : `CASE WHEN p.id = ${sql.bind(id)} THEN 0 ELSE 1 END, `;
    const statement = `SELECT ${fullListing.columns(sql.dialect)} FROM ${fullListing.from}
      WHERE ${whose} AND (${isFound}) ORDER BY ${meantFirst}p.created_at DESC, p.id DESC LIMIT ${MAX_HITS}`;
    return readRecords<ListingRow>(reads.db, statement, sql.parameters);
  };
  const readPublic = async () => {
    const { filter } = await searches.read({ search: text });
    return (await readFound(reads, filter, { sort: 'relevance', limit: MAX_HITS })).rows;
  };
  const [first, open] = await Promise.all([readPrivileged(), readPublic()]);
  // To an admin hidden ones matter, but not so much that they leave no room.
  const ahead = caller.adminRole ? HIDDEN_AHEAD : MAX_HITS;
  const ordered = [...first.slice(0, ahead), ...open, ...first.slice(ahead)];
  return [...new Map(ordered.map((row) => [row.id, row])).values()].slice(0, MAX_HITS);
}

const hiddenWords: Partial<Record<ModerationStatus, Message>> = {
  inactive: msg('Inactive'),
  pending: msg('Pending review'),
  rejected: msg('Rejected'),
};

function presentListing(row: ListingRow, t: Translate): Hit {
  const price = `${formatShortPrice(toNumber(row.price))}${t(priceSuffix(row.listing_type))}`;
  const parts = [price, t(propertyTypeLabel[row.type]), row.city, `#${row.id}`];
  const hidden = hiddenWords[row.moderation_status];
  if (hidden) parts.unshift(t(hidden));
  return {
    kind: 'listing',
    id: row.id,
    title: row.title,
    subtitle: parts.join(' · '),
    url: `/properties/${row.id}`,
  };
}

/** Accounts a database's pattern lets through, to be checked by the exact rule. */
const MAX_CANDIDATES = 50;

/** Agents of the directory; for an agent the own clients before them, for an admin who reads accounts every account instead. */
async function findPeople(
  context: ServerContext,
  caller: SignedInUser,
  text: string,
  search: SearchWords,
  t: Translate,
): Promise<Hit[]> {
  if (isAllowed(caller.adminRole, 'accounts.read')) return findAccounts(context.db, search, t);
  const [clients, agents] = await Promise.all([
    caller.role === 'agent' ? findClients(context, caller, text, t) : [],
    findAgents(context, caller, search, t),
  ]);
  return [...clients, ...agents].slice(0, MAX_HITS);
}

async function findAgents(
  context: ServerContext,
  caller: SignedInUser,
  search: SearchWords,
  t: Translate,
): Promise<Hit[]> {
  const agents = await readAgentNames(context.db, countedReviews(context));
  return agents
    .filter(
      ({ id, name, specialization }) =>
        id !== caller.id && matchesWords(`${name} ${specialization ?? ''}`, search),
    )
    .map(({ id, name, title, location }) => ({
      kind: 'person',
      id,
      title: name,
      subtitle: [title ?? t('Agent'), location].filter(Boolean).join(' · '),
      url: `/agents/${id}`,
    }));
}

/** An agent's clients as the agent's own search finds them; each leads to the latest entry about the client. */
async function findClients(
  context: ServerContext,
  { id: agentId }: SignedInUser,
  text: string,
  t: Translate,
): Promise<Hit[]> {
  const clients = await searchClients(context, agentId, text, MAX_HITS);
  return clients.map(({ client: { key, user_id, name, emails, phones }, conversationId, inquiryId }) => ({
    kind: 'person',
    id: conversationId ?? inquiryId ?? user_id ?? 0,
    title: name,
    subtitle: [t('Client'), emails[0], phones[0]].filter(Boolean).join(' · '),
    url: conversationId
      ? `/conversations/${conversationId}`
      : `/agent-dashboard?${new URLSearchParams({
          tab: 'messages',
          ...(inquiryId ? { inquiry: String(inquiryId) } : { view: 'clients', client: key }),
        })}`,
  }));
}

const accountStatus = msg(
  '{status, select, inactive {inactive} suspended {suspended} pending {pending} other {active}}',
  { status: '' },
).id;

type AccountRow = Contact & { id: number; name: string; email: string; role: Role; status: UserStatus };

async function findAccounts(db: Database, search: SearchWords, t: Translate): Promise<Hit[]> {
  const query = new SqlBuilder(db.dialect);
  const isNamed = search.words.map((word) => hasWordBeginning(query, 'person', word)).join(' AND ');
  const isPhone = search.phoneDigits ? ` OR ${hasDigits(query, 'person', search.phoneDigits)}` : '';
  // The index of searched people has all that finds them; their rows are read of the found ones alone.
  const { text, parameters } = query.finish(
    `SELECT u.id, u.name, u.email, u.phone, u.role, u.status FROM users u
    WHERE u.id IN (SELECT person.id FROM ${searchedPeople(db.dialect, 'person', search.words.join(' '))}
      WHERE (${isNamed})${isPhone} ORDER BY person.created_at DESC LIMIT ${MAX_CANDIDATES})
    ORDER BY u.created_at DESC`,
  );
  const rows = await db.readRows<AccountRow>(text, parameters);
  return rows
    .filter((row) => matchesContact(row, search))
    .slice(0, MAX_HITS)
    .map(({ id, name, email, role, status }) => ({
      kind: 'person',
      id,
      title: name,
      subtitle: [t(roleLabel[role]), email, status === 'active' ? '' : t(accountStatus, { status })]
        .filter(Boolean)
        .join(' · '),
      url: `/admin-dashboard?${new URLSearchParams({ tab: 'users', search: email })}`,
    }));
}
