import type { z } from 'zod';
import type { ClientChangeModel, ClientModel } from '#server/db/models.ts';
import { byId, isAmong, readAll, type SqlBuilder, timeParameter, toIso, toNumber } from '#server/db/sql.ts';
import { type ClientRecord, personKey } from '#server/features/clients/reads/people.ts';
import { readableBy, readNotes } from '#server/features/clients/reads/queue.ts';
import { peopleNamed, readPeople, withSamePeople } from '#server/features/clients/writes.ts';
import type { ServerContext } from '#server/features/context.ts';
import { readMessagesById } from '#server/features/conversations/reads.ts';
import { readInquiries, readReplies } from '#server/features/inquiries/reads.ts';
import { coverColumn } from '#server/features/properties/reads.ts';
import { readReviewsById } from '#server/features/reviews/service.ts';
import { readPersonalSettings } from '#server/features/settings/personalSettings.ts';
import { readViewingsById } from '#server/features/viewings/reads.ts';
import type { SignedInUser } from '#server/http/caller.ts';
import { found } from '#server/http/errors.ts';
import type { DeskClient, deskCalls, TimelineEntry } from '#shared/contracts/desk.ts';

type Kind = TimelineEntry['kind'];
type Part = z.output<typeof deskCalls.timeline.query>;

interface Place {
  at: string;
  kind: Kind;
  id: number;
}

/** Order of kinds among entries of the same moment. */
const order: readonly Kind[] = ['inquiry', 'message', 'viewing', 'review', 'assigned', 'stage', 'note', 'reply'];

/** Newest first. */
function compare(one: Place, other: Place): number {
  if (one.at !== other.at) return one.at < other.at ? 1 : -1;
  if (one.kind !== other.kind) return order.indexOf(other.kind) - order.indexOf(one.kind);
  return other.id - one.id;
}

function parsePlace(text: string): Place {
  const [at = '', entry = ''] = text.split(',');
  const [kind = '', id] = entry.split('-');
  return { at, kind: kind as Kind, id: Number(id) };
}

/** @throws {NotFoundError} also for another agent's client. */
export const getLine = async (context: ServerContext, user: SignedInUser, id: number): Promise<ClientModel> =>
  found(await context.db.models.Client.findOne({ where: { id, agent_id: user.id } }), 'client');

/** Empty if no records are left. Conversations between two agents are visible to these agents only. */
export async function readRecords(
  context: ServerContext,
  { agent_id, person_key }: ClientModel,
  reader: SignedInUser,
): Promise<ClientRecord[]> {
  const people = await withSamePeople(context, peopleNamed([person_key]));
  const groups = await readPeople(context, agent_id, { people });
  const records = groups.find((records) => personKey(records) === person_key) ?? [];
  return records.filter(({ is_between_agents }) => agent_id === reader.id || !is_between_agents);
}

/** Source of the entries of a kind, by their owner column. */
interface Source {
  kind: Kind;
  table: string;
  column: string;
  ids: readonly number[];
  /** Restricts the rows. */
  where?: string;
}

/** Timeline of the records of one person with the agent, newest first. */
export async function readTimeline(
  context: ServerContext,
  reader: SignedInUser,
  client: ClientModel,
  records: readonly ClientRecord[],
  { before, limit }: Part,
): Promise<{ entries: TimelineEntry[]; has_older: boolean }> {
  const idsOf = (kind: ClientRecord['kind']) =>
    records.filter((record) => record.kind === kind).map(({ id }) => id);
  const ofClient = { column: 'client_id', ids: [client.id] };
  const sources: Source[] = [
    { kind: 'inquiry', table: 'inquiries', column: 'id', ids: idsOf('inquiry') },
    { kind: 'reply', table: 'inquiry_replies', column: 'inquiry_id', ids: idsOf('inquiry') },
    { kind: 'message', table: 'messages', column: 'conversation_id', ids: idsOf('conversation') },
    { kind: 'viewing', table: 'viewings', column: 'id', ids: idsOf('viewing') },
    { kind: 'review', table: 'reviews', column: 'id', ids: idsOf('review') },
    { kind: 'note', table: 'client_notes', ...ofClient, where: readableBy(String(reader.id)) },
    { kind: 'stage', table: 'client_changes', ...ofClient, where: "kind = 'stage'" },
    { kind: 'assigned', table: 'client_changes', ...ofClient, where: "kind = 'assigned'" },
  ];
  const place = before === undefined ? null : parsePlace(before);
  const parts = await Promise.all(
    sources.map((source) => (source.ids.length === 0 ? [] : readPlaces(context, source, place, limit + 1))),
  );
  const places = parts.flat().sort(compare);
  return {
    entries: await presentEntries(context, { agentId: client.agent_id, reader }, places.slice(0, limit)),
    has_older: places.length > limit,
  };
}

/** An entry of the agent's own. */
export async function readEntry(
  context: ServerContext,
  agent: SignedInUser,
  kind: Kind,
  { id, created_at }: { id: number; created_at: Date },
): Promise<TimelineEntry | undefined> {
  const whose = { agentId: agent.id, reader: agent };
  const [entry] = await presentEntries(context, whose, [{ kind, id, at: created_at.toISOString() }]);
  return entry;
}

async function readPlaces(
  { db }: ServerContext,
  { kind, table, column, ids, where }: Source,
  before: Place | null,
  limit: number,
): Promise<Place[]> {
  const rows = await readAll<{ id: number; created_at: Date | string }>(db, (sql) => {
    const conditions = [isAmong(sql, column, ids)];
    if (where) conditions.push(where);
    if (before) conditions.push(comesBefore(sql, kind, before));
    return `SELECT id, created_at FROM ${table} WHERE ${conditions.join(' AND ')}
      ORDER BY created_at DESC, id DESC LIMIT ${sql.bind(limit)}`;
  });
  return rows.map((row) => ({ kind, id: row.id, at: toIso(row.created_at) }));
}

function comesBefore(sql: SqlBuilder, kind: Kind, before: Place): string {
  const at = sql.bind(timeParameter(sql.dialect, new Date(before.at)));
  if (kind === before.kind) return `(created_at, id) < (${at}, ${sql.bind(before.id)})`;
  // At the same moment: kinds that come after.
  return `created_at ${order.indexOf(kind) < order.indexOf(before.kind) ? '<=' : '<'} ${at}`;
}

async function presentEntries(
  context: ServerContext,
  { agentId, reader }: { agentId: number; reader: SignedInUser },
  places: readonly Place[],
): Promise<TimelineEntry[]> {
  const { db } = context;
  const idsOf = (wanted: Kind) => places.flatMap(({ kind, id }) => (kind === wanted ? id : []));
  const found = await readReplies(db, 'id', idsOf('reply'));
  const replies = new Map(found.map((one) => [one.reply.id, one]));
  const inquiryIds = new Set([...idsOf('inquiry'), ...found.map(({ inquiryId }) => inquiryId)]);
  const [inquiries, messages, viewings, reviews, notes, changes] = await Promise.all([
    readInquiries(db, agentId, [...inquiryIds]).then(byId),
    readMessagesById(db, agentId, idsOf('message')).then(byId),
    readViewingsById(db, agentId, idsOf('viewing')).then(byId),
    readReviewsById(context, idsOf('review'), reader).then(byId),
    readNotes(context, reader.id, { ids: idsOf('note') }).then(byId),
    db.models.ClientChange.findAll({ where: { id: [...idsOf('stage'), ...idsOf('assigned')] } }).then(byId),
  ]);
  const names = await readNames(context, [...changes.values()]);
  return places.flatMap(({ kind, id, at }): TimelineEntry[] => {
    const entry = { id: `${kind}-${id}`, at };
    const answer = kind === 'reply' && replies.get(id);
    const inquiry = inquiries.get(answer ? answer.inquiryId : id);
    if (answer) return inquiry ? [{ ...entry, kind: 'reply', inquiry, reply: answer.reply }] : [];
    if (kind === 'inquiry' && inquiry) return [{ ...entry, kind, inquiry }];
    const sent = kind === 'message' && messages.get(id);
    if (sent) return [{ ...sent, ...entry, kind }];
    const viewing = kind === 'viewing' && viewings.get(id);
    if (viewing) return [{ ...entry, kind, viewing }];
    const review = kind === 'review' && reviews.get(id);
    if (review) return [{ ...entry, kind, review }];
    const note = kind === 'note' && notes.get(id);
    if (note) return [{ ...entry, kind, note }];
    const change = changes.get(id);
    if (kind === 'stage' && change) return [{ ...entry, kind, from: change.from_stage, to: change.to_stage }];
    if (kind !== 'assigned' || !change) return [];
    const nameOf = (one: number | null) => names.get(one ?? 0) ?? null;
    const { from_agent_id, to_agent_id, actor_id, note: why } = change;
    const people = { from: nameOf(from_agent_id), to: nameOf(to_agent_id), by: nameOf(actor_id) };
    return [{ ...entry, kind, ...people, note: why }];
  });
}

/** Names of the agents of hand-overs. */
async function readNames(
  { db }: ServerContext,
  changes: readonly Pick<ClientChangeModel, 'actor_id' | 'from_agent_id' | 'to_agent_id'>[],
): Promise<Map<number, { id: number; name: string }>> {
  const ids = changes.flatMap((change) => [change.actor_id, change.from_agent_id, change.to_agent_id]);
  const id = [...new Set(ids.filter((one) => one !== null))];
  if (id.length === 0) return new Map();
  const accounts = await db.models.User.findAll({ attributes: ['id', 'name'], where: { id } });
  return new Map(accounts.map((account) => [account.id, { id: account.id, name: account.name }]));
}

/** Limit of the listings a client viewed or saved. */
const MAX_INTERESTS = 20;

interface InterestRow {
  id: number;
  title: string;
  image: string | null;
  price: number | string;
  listing_type: DeskClient['saved'][number]['property']['listing_type'];
  status: DeskClient['saved'][number]['property']['status'];
  at: Date | string;
}

/** The agent's own listings that the client's account saved, and viewed if the client keeps a history. */
export async function readInterests(context: ServerContext, { agent_id, user_id }: ClientModel) {
  if (user_id === null) return { looked_at: [], saved: [] };
  const { db } = context;
  const settings = await readPersonalSettings(context, [user_id]);
  const columns = `p.id, p.title, ${coverColumn(db.dialect)} AS image, p.price, p.listing_type, p.status`;
  const latest = `ORDER BY at DESC, p.id DESC LIMIT ${MAX_INTERESTS}`;
  const saved = readAll<InterestRow>(
    db,
    (sql) => `SELECT ${columns}, f.created_at AS at FROM favorites f JOIN properties p ON p.id = f.property_id
      WHERE p.agent_id = ${sql.bind(agent_id)} AND f.user_id = ${sql.bind(user_id)} ${latest}`,
  );
  const looked = settings.get(user_id)?.search.saveHistory
    ? db.readRows<InterestRow>(
        `SELECT ${columns}, v.at FROM (
          SELECT property_id, MAX(viewed_at) AS at FROM property_views WHERE viewer_key = $2 GROUP BY property_id
        ) v JOIN properties p ON p.id = v.property_id WHERE p.agent_id = $1 ${latest}`,
        [agent_id, `user:${user_id}`],
      )
    : Promise.resolve([]);
  const [savedRows, lookedRows] = await Promise.all([saved, looked]);
  return { looked_at: lookedRows.map(presentInterest), saved: savedRows.map(presentInterest) };
}

const presentInterest = ({ at, price, ...property }: InterestRow): DeskClient['saved'][number] => ({
  property: { ...property, price: toNumber(price) },
  at: toIso(at),
});
