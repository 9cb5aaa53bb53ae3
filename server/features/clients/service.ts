import { parseSearchWords } from '#server/db/searchWords.ts';
import { slicePage } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import { readConversationsById } from '#server/features/conversations/reads.ts';
import { readInquiries } from '#server/features/inquiries/reads.ts';
import { readViewingsById } from '#server/features/viewings/reads.ts';
import type { SignedInUser } from '#server/http/access.ts';
import { found } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import type { ClientEvent, clientsCalls } from '#shared/contracts/clients.ts';
import { groupByPerson } from './identity.ts';
import { keysOf, matchesSearch, needsAnswer, type PersonRecords, presentClient } from './person.ts';
import { type ClientRecord, readClientRecords } from './reads.ts';

/** Of each kind, of one person. */
const MAX_EVENTS = 200;

export const clientsService = (context: ServerContext): Service<typeof clientsCalls> => ({
  async list({ user, query }) {
    const people = await readPeople(context, user);
    const waiting = people.filter(needsAnswer);
    const words = query.search ? parseSearchWords(query.search) : null;
    const chosen = query.needs_answer === 'true' ? waiting : people;
    const found = words ? chosen.filter((records) => matchesSearch(records, words)) : chosen;
    const { rows, pagination } = slicePage(found, query);
    return { clients: rows.map(presentClient), needs_answer: waiting.length, pagination };
  },

  async get({ user, params: { key } }) {
    const people = await readPeople(context, user);
    const records = found(
      people.find((person) => keysOf(person).includes(key)),
      'client',
    );
    return { client: presentClient(records), events: await readEvents(context, user.id, records) };
  },
});

/** The agent's clients, the latest activity first. */
async function readPeople({ db, now }: ServerContext, caller: SignedInUser): Promise<PersonRecords[]> {
  return groupByPerson(await readClientRecords(db, caller.id, now()));
}

async function readEvents(
  { db }: ServerContext,
  agentId: number,
  records: PersonRecords,
): Promise<ClientEvent[]> {
  const ids = (kind: ClientRecord['kind']) =>
    records
      .filter((record) => record.kind === kind)
      .slice(0, MAX_EVENTS)
      .map(({ id }) => id);
  const [inquiries, conversations, viewings] = await Promise.all([
    readInquiries(db, agentId, ids('inquiry')).then(byId),
    readConversationsById(db, agentId, ids('conversation')).then(byId),
    readViewingsById(db, agentId, ids('viewing')).then(byId),
  ]);
  return records.flatMap(({ kind, id, at, needs_answer }): ClientEvent[] => {
    const common = { at, needs_answer };
    const inquiry = kind === 'inquiry' && inquiries.get(id);
    if (inquiry) return [{ ...common, kind: 'inquiry', inquiry }];
    const conversation = kind === 'conversation' && conversations.get(id);
    if (conversation) return [{ ...common, kind: 'conversation', conversation }];
    const viewing = kind === 'viewing' && viewings.get(id);
    return viewing ? [{ ...common, kind: 'viewing', viewing }] : [];
  });
}

function byId<Row extends { id: number }>(rows: readonly Row[]): Map<number, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}
