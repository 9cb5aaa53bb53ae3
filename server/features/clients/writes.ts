import { Op, Transaction } from 'sequelize';
import { advisoryLockIds } from '#server/db/advisoryLocks.ts';
import { isDatabaseUnavailable } from '#server/db/deadlines.ts';
import type { ClientModel } from '#server/db/models.ts';
import { isAmong, lockedInOrder, readKeys, timeParameter } from '#server/db/sql.ts';
import { isAway } from '#server/features/auth/writes/offices.ts';
import type { ServerContext } from '#server/features/context.ts';
import { projectPerson } from '#server/features/settings/person.ts';
import { readPersonalSettings } from '#server/features/settings/personalSettings.ts';
import { type ClientStage, clientStages, type WaitingReason } from '#shared/contracts/desk.ts';
import type { Contact } from '#shared/contracts/inquiries.ts';
import { PRIVATE_REVIEWER_NAME } from '#shared/contracts/reviews.ts';
import type { ClientRecord, PersonRecords } from './reads/people.ts';
import { groupByPerson, personKey } from './reads/people.ts';
import { type People, readClientRecords, readInside } from './reads.ts';

/** Lines of one transaction: short enough that other writes wait for a fraction of a second. */
const BATCH = 500;
/** Changes of more lines are published as one event. */
const MANY = 50;

/** Columns that follow from the records of a person alone. */
const derivedColumns = [
  'user_id',
  'kind',
  'waiting_since',
  'waiting_for',
  'awaiting_since',
  'last_at',
  'last_kind',
  'last_id',
  'last_by',
  'next_viewing_at',
  'recheck_at',
] as const;
type Derived = Pick<ClientModel, (typeof derivedColumns)[number]>;

const timeOrNull = (time: string | null | undefined) => (time ? new Date(time) : null);
const inOrder = (times: readonly (string | null)[]) => times.filter((time) => time !== null).sort();
const earliest = (times: readonly (string | null)[]) => inOrder(times)[0] ?? null;
const latest = (times: readonly (string | null)[]) => inOrder(times).at(-1) ?? null;

export function derive(records: PersonRecords): Derived {
  const [newest] = records;
  const agentAt = latest(records.map(({ agent_at }) => agent_at)) ?? '';
  const waiting = records
    .flatMap((record) => record.waiting ?? [])
    // Any act of the agent after the client's answer has taken note of it.
    .filter(({ since, reason }) => reason !== 'viewing_answer' || since > agentAt)
    .sort((one, other) => (one.since < other.since ? -1 : 1))[0];
  const clientAt = latest(records.map(({ client_at }) => client_at)) ?? '';
  const awaiting = latest(records.map(({ awaiting_since }) => awaiting_since));
  const contacted = records.filter(({ kind }) => kind !== 'review');
  const isColleague = contacted.every(({ is_between_agents }) => is_between_agents);
  return {
    user_id: newest.user_id ?? records.find(({ user_id }) => user_id !== null)?.user_id ?? null,
    kind: contacted.length === 0 ? 'reviewer' : isColleague ? 'colleague' : 'client',
    waiting_since: timeOrNull(waiting?.since),
    waiting_for: waiting?.reason ?? null,
    awaiting_since: waiting || awaiting === null || awaiting < clientAt ? null : new Date(awaiting),
    last_at: new Date(newest.last.at),
    last_kind: newest.last.kind,
    last_id: newest.last.id,
    last_by: newest.last.by,
    next_viewing_at: timeOrNull(earliest(records.map(({ starts_at }) => starts_at))),
    recheck_at: timeOrNull(earliest(records.map(({ until }) => until))),
  };
}

const ownColumns = ['stage', 'snoozed_until', 'snoozed_at', 'due_since', 'done_at'] as const;
type Own = Pick<ClientModel, (typeof ownColumns)[number] | 'stage_at'>;

const NOTHING_YET: Own = {
  stage: 'new',
  stage_at: null,
  snoozed_until: null,
  snoozed_at: null,
  due_since: null,
  done_at: null,
};

const stageAfter = (stage: ClientStage, other: ClientStage): ClientStage =>
  clientStages.indexOf(stage) < clientStages.indexOf(other) ? other : stage;

/** Columns that the agent set, as far as later events did not end them. */
function keepOwn(own: Own, records: PersonRecords, now: Date): Own {
  const clientAt = timeOrNull(latest(records.map(({ client_at }) => client_at)));
  const agentAt = timeOrNull(latest(records.map(({ agent_at }) => agent_at)));
  const confirmedAt = timeOrNull(latest(records.map(({ confirmed_at }) => confirmed_at)));
  const isAfter = (time: Date | null, other: Date | null) => time !== null && (other === null || time > other);
  let { stage, snoozed_until, snoozed_at, due_since, done_at } = own;
  if (isAfter(agentAt, own.stage_at)) stage = stageAfter(stage, 'talking');
  if (isAfter(confirmedAt, own.stage_at)) stage = stageAfter(stage, 'viewing');
  // A new message of the client ends 'done' and a snooze.
  if (done_at && isAfter(clientAt, done_at)) done_at = null;
  if (snoozed_until && isAfter(clientAt, snoozed_at)) snoozed_until = null;
  if (snoozed_until && snoozed_until <= now) {
    due_since = snoozed_until;
    snoozed_until = null;
  }
  if (due_since && isAfter(agentAt, due_since)) due_since = null;
  if (!snoozed_until) snoozed_at = null;
  return { stage, stage_at: own.stage_at, snoozed_until, snoozed_at, due_since, done_at };
}

/** The end of a snooze makes the line wait like a request of the client. */
function withReminder(derived: Derived, { snoozed_until, due_since }: Own): Derived {
  const recheck = earliest([derived.recheck_at, snoozed_until].map((time) => time?.toISOString() ?? null));
  const recheck_at = timeOrNull(recheck);
  if (!due_since || (derived.waiting_since && derived.waiting_since <= due_since))
    return { ...derived, recheck_at };
  return { ...derived, recheck_at, waiting_since: due_since, waiting_for: 'reminder', awaiting_since: null };
}

/** Hides private reviewers, even if the same person wrote to the agent otherwise; other reviewers have shared contacts only. */
async function projectReviewers(context: ServerContext, agentId: number, records: readonly ClientRecord[]) {
  const reviewers = records.flatMap(({ kind, user_id }) => (kind === 'review' ? (user_id ?? []) : []));
  const settings = await readPersonalSettings(context, [...new Set(reviewers)]);
  const agent = { id: agentId, role: 'agent' as const, adminRole: null };
  return records.map((record) => {
    const own = record.kind === 'review' && record.user_id !== null && settings.get(record.user_id);
    if (!own) return record;
    const account = { id: record.user_id, name: record.name, avatar_url: null };
    const ownOf = (wanted: Contact['kind']) => record.own.find(({ kind }) => kind === wanted)?.value ?? null;
    const person = { ...account, email: ownOf('email'), phone: ownOf('phone') };
    const shown = projectPerson(person, agent, own.privacy, true);
    if (shown.name === PRIVATE_REVIEWER_NAME)
      return { ...record, user_id: null, own: [], name: shown.name, avatar_url: null };
    return { ...record, own: record.own.filter(({ kind }) => shown[kind] !== null) };
  });
}

/** Records grouped by person, for the given people or for all; see `groupByPerson`. */
export async function readPeople(
  context: ServerContext,
  agentId: number,
  options: { people?: People; read?: typeof readInside } = {},
): Promise<PersonRecords[]> {
  const records = await readClientRecords(context.db, agentId, context.now(), options);
  return groupByPerson(await projectReviewers(context, agentId, records));
}

/** @param keys as `person_key` has them. */
export function peopleNamed(keys: readonly string[]): People {
  const of = (kind: string) =>
    keys.flatMap((key) => (key.startsWith(`${kind}-`) ? key.slice(kind.length + 1) : []));
  return {
    users: of('user').map(Number),
    emails: of('email'),
    inquiries: of('inquiry').map(Number),
    conversations: of('conversation').map(Number),
    reviews: of('review').map(Number),
  };
}

/** Adds people who are the same by a confirmed address, and the authors of the reviews. */
export async function withSamePeople({ db }: ServerContext, people: People): Promise<People> {
  const { User, Review } = db.models;
  const where = { id: [...people.reviews] };
  const reviews = where.id.length > 0 ? await Review.findAll({ attributes: ['reviewer_id'], where }) : [];
  const users = [...people.users, ...reviews.flatMap(({ reviewer_id }) => reviewer_id ?? [])];
  const accounts = await User.findAll({
    attributes: ['id', 'email'],
    where: {
      email_verified_at: { [Op.ne]: null },
      [Op.or]: [{ id: users }, { email: [...people.emails] }],
    },
  });
  return {
    ...people,
    users: [...new Set([...users, ...accounts.map(({ id }) => id)])],
    emails: [...new Set([...people.emails, ...accounts.map(({ email }) => email)])],
  };
}

/** Updates an agent's outdated lines and publishes the changes; later reads include everything committed before. */
export async function refreshClients(context: ServerContext, agentId: number): Promise<void> {
  while (await isOutdated(context, agentId)) {
    try {
      const changed = await context.db.transaction(() => refreshSome(context, agentId), {
        isBookkeeping: true,
      });
      const published = changed.length > MANY ? [null] : changed;
      for (const clientId of published) context.bus.publish('clientChanged', { agentId, clientId });
    } catch (error) {
      // Reads work during a write outage; the next call finds the marks.
      if (!isDatabaseUnavailable(error)) throw error;
      return;
    }
  }
}

/** `refreshClients` for several agents. */
export async function refreshClientsOf(context: ServerContext, agentIds: readonly number[]): Promise<void> {
  const due = timeParameter(context.db.dialect, context.now());
  const outdated = await readKeys<number>(
    context.db,
    (sql) => `SELECT agent_id AS key FROM client_marks WHERE ${isAmong(sql, 'agent_id', agentIds)}
      UNION SELECT agent_id AS key FROM clients
        WHERE recheck_at <= ${sql.bind(due)} AND ${isAmong(sql, 'agent_id', agentIds)}`,
  );
  for (const agentId of outdated) await refreshClients(context, agentId);
}

async function isOutdated({ db, now }: ServerContext, agentId: number): Promise<boolean> {
  const rows = await db.readRows(
    `SELECT 1 FROM client_marks WHERE agent_id = $1
      UNION ALL SELECT 1 FROM clients WHERE agent_id = $1 AND recheck_at <= $2 LIMIT 1`,
    [agentId, timeParameter(db.dialect, now())],
  );
  return rows.length > 0;
}

/** Locks the lines of one agent against other derivations and hand-overs until the transaction ends. */
export async function lockLines({ db }: ServerContext, agentId: number): Promise<void> {
  if (db.dialect === 'postgres')
    await db.sequelize.query(`SELECT pg_advisory_xact_lock(${advisoryLockIds.clientRefresh}, ${agentId})`);
}

/** @returns ids of the changed lines, also where the change is not visible in the line itself. */
async function refreshSome(context: ServerContext, agentId: number): Promise<number[]> {
  const { db, now } = context;
  const { Client, ClientMark, User } = db.models;
  // The second of parallel runs waits here: older reads overwrite no newer ones. SQLite has one writer.
  await lockLines(context, agentId);
  const marks = await ClientMark.findAll({
    attributes: ['person_key'],
    where: { agent_id: agentId },
    group: ['person_key'],
    limit: BATCH,
  });
  const due = await Client.findAll({
    attributes: ['person_key'],
    where: { agent_id: agentId, recheck_at: { [Op.lte]: now() } },
    limit: BATCH,
  });
  const markedKeys = [...new Set([...marks, ...due].map(({ person_key }) => person_key))];
  // All marks seen by now: their changes are committed, and later changes leave further marks.
  await ClientMark.destroy({ where: { agent_id: agentId, person_key: markedKeys } });
  const people = await withSamePeople(context, peopleNamed(markedKeys));
  // In the order of account deletions: the account before its lines.
  const accounts = await User.findAll({
    attributes: ['id'],
    where: { id: [...new Set([agentId, ...people.users])] },
    ...lockedInOrder('KEY_SHARE'),
  });
  if (!accounts.some(({ id }) => id === agentId)) return [];

  const read = await readPeople(context, agentId, { people, read: readInside });
  const groups = new Map(read.map((records) => [personKey(records), records]));
  const keys = [
    ...new Set([
      ...markedKeys,
      ...groups.keys(),
      ...people.users.map((id) => `user-${id}`),
      ...people.emails.map((email) => `email-${email}`),
    ]),
  ];
  const known = await Client.findAll({
    where: { agent_id: agentId, person_key: keys },
    ...lockedInOrder('UPDATE'),
  });
  const before = new Map(known.map((line) => [line.person_key, line]));
  const lines = [...groups].flatMap(([person_key, records]) =>
    lineOf({ agent_id: agentId, person_key }, records, before.get(person_key), now()),
  );
  if (lines.length > 0) await Client.bulkCreate(lines, upsert);
  const isDue = ({ person_key, due_since }: (typeof lines)[number]) =>
    due_since !== null && due_since.getTime() !== before.get(person_key)?.due_since?.getTime();
  const dueAgain = lines.filter(isDue).flatMap(({ person_key }) => before.get(person_key) ?? []);
  // Answered or done: the end of its snooze is dealt with.
  const ended = lines.flatMap(({ person_key, due_since }) => {
    const line = before.get(person_key);
    return line?.due_since && due_since === null ? [`client-${line.id}` as const] : [];
  });
  if (ended.length > 0) await context.jobs.add('readNotices', { topics: ended, readerIds: [agentId] });
  const reminders = dueAgain.map(({ id }) => ({ clientId: id }));
  await context.jobs.addAll('snoozeNotice', reminders);
  const beginning = lines.filter((line) => isWaiting(line) && !isWaiting(before.get(line.person_key)));
  await handToStandIn(context, agentId, beginning);
  const gone = known.filter(({ person_key }) => !groups.has(person_key));
  for (const line of gone) await endLine(context, line, groups);
  const changed = groups.size === 0 ? [] : await idsOf(context, agentId, [...groups.keys()]);
  return [...changed, ...gone.map(({ id }) => id)];
}

const needNoAnswer: ReadonlySet<WaitingReason | null> = new Set(['review', 'viewing_answer'] as const);

const isWaiting = (line: Pick<ClientModel, 'waiting_since' | 'waiting_for'> | undefined) =>
  line !== undefined && line.waiting_since !== null && !needNoAnswer.has(line.waiting_for);

/** Hands lines of an absent agent to the named stand-in. */
async function handToStandIn(
  context: ServerContext,
  agentId: number,
  lines: readonly Pick<ClientModel, 'person_key' | 'kind'>[],
): Promise<void> {
  const clients = lines.filter(({ kind }) => kind === 'client');
  const member = clients.length > 0 && (await context.db.models.OfficeMember.findByPk(agentId));
  if (!member || member.stand_in_id === null || !isAway(member, context.now())) return;
  const keys = clients.map(({ person_key }) => person_key);
  const payloads = (await idsOf(context, agentId, keys)).map((clientId) => ({ clientId }));
  await context.jobs.addAll('standInHandOver', payloads);
}

const upsert = {
  updateOnDuplicate: [...derivedColumns, ...ownColumns, 'version' as const, 'updated_at' as const],
  conflictAttributes: ['agent_id' as const, 'person_key' as const],
};

/** Empty if the line is unchanged. */
function lineOf(
  key: { agent_id: number; person_key: string },
  records: PersonRecords,
  before: ClientModel | undefined,
  now: Date,
) {
  const own = keepOwn(before ?? NOTHING_YET, records, now);
  const values = { ...withReminder(derive(records), own), ...own };
  const same = (name: (typeof derivedColumns | typeof ownColumns)[number]) =>
    comparable(before?.[name]) === comparable(values[name]);
  if (before && [...derivedColumns, ...ownColumns].every(same)) return [];
  // The version rises with each event of the client: 'done' and 'snooze' have to name the version seen.
  return [{ ...key, ...values, version: (before?.version ?? 0) + 1 }];
}

const comparable = (value: unknown) => (value instanceof Date ? value.getTime() : value);

async function idsOf({ db }: ServerContext, agentId: number, keys: readonly string[]): Promise<number[]> {
  const where = { agent_id: agentId, person_key: keys };
  return (await db.models.Client.findAll({ attributes: ['id'], where })).map(({ id }) => id);
}

const NOTHING_HAPPENS = {
  waiting_since: null,
  waiting_for: null,
  awaiting_since: null,
  next_viewing_at: null,
  recheck_at: null,
  last_kind: 'note',
  last_id: 0,
  last_by: 'agent',
} as const;

/**
 * Ends a line without records, or of a person now known under another key: the agent's notes move to that line. An
 * empty line is kept for an account; without an account nothing would identify the person but a deleted address.
 */
async function endLine(
  context: ServerContext,
  line: ClientModel,
  groups: ReadonlyMap<string, PersonRecords>,
): Promise<void> {
  const { Client, ClientNote } = context.db.models;
  const email = line.person_key.startsWith('email-') ? line.person_key.slice('email-'.length) : null;
  const isTheirs = (records: PersonRecords) =>
    records.some(
      ({ kind, id, own }) =>
        `${kind}-${id}` === line.person_key || own.some((contact) => contact.confirmed && contact.value === email),
    );
  const heir = [...groups].find(([, records]) => isTheirs(records));
  if (!heir) {
    const note = await ClientNote.findOne({ where: { client_id: line.id }, order: [['id', 'DESC']] });
    const isKept = note !== null || line.wishes !== null || line.next_action !== null;
    if (!isKept || line.user_id === null) return line.destroy();
    await line.update({
      ...NOTHING_HAPPENS,
      last_at: note?.created_at ?? line.created_at,
      snoozed_until: null,
      snoozed_at: null,
      due_since: null,
    });
    return;
  }
  const where = { agent_id: line.agent_id, person_key: heir[0] };
  const other = await Client.findOne({ where, lock: Transaction.LOCK.UPDATE });
  if (!other) return;
  await other.update(mergedInto(other, line));
  await moveToLine(context, line, other);
}

/** The agent's own columns of two lines about one person. */
export function mergedInto(other: ClientModel, line: ClientModel) {
  return {
    stage: stageAfter(line.stage, other.stage),
    budget_min: other.budget_min ?? line.budget_min,
    budget_max: other.budget_max ?? line.budget_max,
    wishes: [other.wishes, line.wishes].filter(Boolean).join('\n') || null,
    next_action: other.next_action ?? line.next_action,
    next_action_on: other.next_action ? other.next_action_on : line.next_action_on,
  };
}

/** Moves notes, changes and held answers to another line and deletes the line. */
export async function moveToLine({ db }: ServerContext, line: ClientModel, other: ClientModel) {
  const { ClientNote, ClientChange, HeldReply } = db.models;
  for (const model of [ClientNote, ClientChange, HeldReply])
    await (model as typeof ClientNote).update(
      { client_id: other.id },
      { where: { client_id: line.id }, silent: true },
    );
  await line.destroy();
}

/** Lines of all agents with marks: marks of deleted accounts contain their address. */
export async function refreshMarkedClients(context: ServerContext): Promise<void> {
  await refreshClientsOf(
    context,
    await readKeys<number>(context.db, () => 'SELECT DISTINCT agent_id AS key FROM client_marks'),
  );
}
