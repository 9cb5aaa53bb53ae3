import type { Attributes } from 'sequelize';
import type { Database } from '#server/db/connection.ts';
import type { AuditEntryModel } from '#server/db/models.ts';
import { type RawRow, readKeys, sqlList, timeParameter, toIso, toJson } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import { type CsvColumns, csvFile } from '#server/http/csv.ts';
import type { Service } from '#server/http/routing.ts';
import type { AuditEntry, AuditQuery, auditLogCalls } from '#shared/contracts/auditLog.ts';
import { addDays, startOfManilaDay } from '#shared/manilaDays.ts';
import { english } from '#shared/messages.ts';
import { auditWords } from './chain.ts';

type Filter = Omit<AuditQuery, 'page' | 'limit'>;

type AuditWord = (typeof auditWords)[number];

type Row = Record<AuditWord, string | null> &
  Omit<RawRow<Attributes<AuditEntryModel>>, 'key_id' | 'previous_hash'> & {
    /** The actor's account, if it still exists. */
    present_actor_id: number | null;
  };

const detailOf = (field: AuditWord) =>
  `(SELECT d.value FROM audit_details d WHERE d.entry_id = e.id AND d.field = '${field}')`;
const detailColumns = auditWords.map((field) => `${detailOf(field)} AS "${field}"`).join(', ');

const entries = sqlList<Filter, Row, AuditEntry, 'entries'>({
  name: 'entries',
  columns: () => `e.id, e.actor_id, u.id AS present_actor_id, e.action, e.entity_type, e.entity_id, e.commitments,
    e.created_at, e.hash, ${detailColumns}`,
  from: 'audit_entries e LEFT JOIN users u ON u.id = e.actor_id',
  id: 'e.id',
  counted: () => 'audit_entries e',
  where: (sql, { actor, action, entity_type, entity_id, from, to }) => {
    const startOf = (day: string) => sql.bind(timeParameter(sql.dialect, startOfManilaDay(day)));
    return [
      actor && `e.actor_id = ${sql.bind(actor)}`,
      action && `e.action = ${sql.bind(action)}`,
      entity_type && `e.entity_type = ${sql.bind(entity_type)}`,
      entity_id && `e.entity_id = ${sql.bind(entity_id)}`,
      from && `e.created_at >= ${startOf(from)}`,
      to && `e.created_at < ${startOf(addDays(to, 1))}`,
    ];
  },
  orderBy: () => 'e.id DESC',
  present,
});

function present(row: Row): AuditEntry {
  const { id, actor_id, action, entity_type, entity_id, hash } = row;
  const said = <Value>(field: AuditWord): Value | null => {
    const value = row[field];
    return value === null ? null : (JSON.parse(value) as Value);
  };
  const commitments = toJson(row.commitments);
  return {
    ...{ id, action, entity_type, entity_id, hash },
    actor: { id: row.present_actor_id, name: said<string>('actor_name') ?? formerName(actor_id) },
    before: said('before'),
    after: said('after'),
    reason: said('reason'),
    address: said('address'),
    is_erased: auditWords.some((field) => commitments[field] !== undefined && row[field] === null),
    created_at: toIso(row.created_at),
  };
}

/** The shown name of an erased account. */
const formerName = (id: number | null) => english('Former account {id}', { id: id ?? 0 });

export const auditLogService = (context: ServerContext): Service<typeof auditLogCalls> => ({
  async list({ query }) {
    const { db } = context;
    const [page, actions, actors] = await Promise.all([
      entries.readPage(db, query),
      readKeys<string>(db, () => 'SELECT DISTINCT action AS key FROM audit_entries ORDER BY action'),
      readActors(db),
    ]);
    return { ...page, actions, actors };
  },

  export: ({ query }) => csvFile(context, 'audit-log', csvColumns, entries.readBatches(context.db, query)),
});

const csvColumns: CsvColumns<AuditEntry> = {
  id: ({ id }) => id,
  created_at: ({ created_at }) => created_at,
  actor_id: ({ actor }) => actor.id,
  actor: ({ actor }) => actor.name,
  action: ({ action }) => action,
  entity_type: ({ entity_type }) => entity_type,
  entity_id: ({ entity_id }) => entity_id,
  before: ({ before }) => before && JSON.stringify(before),
  after: ({ after }) => after && JSON.stringify(after),
  reason: ({ reason }) => reason,
  address: ({ address }) => address,
  hash: ({ hash }) => hash,
};

/** All actors of the log by their last name, deleted accounts included. */
async function readActors(db: Database): Promise<{ id: number; name: string }[]> {
  const rows = await db.readRows<{ id: number; name: string | null }>(
    `SELECT e.actor_id AS id, ${detailOf('actor_name')} AS name FROM audit_entries e
    WHERE e.id IN (SELECT MAX(id) FROM audit_entries WHERE actor_id IS NOT NULL GROUP BY actor_id)`,
  );
  const actors = rows.map(({ id, name }) => ({
    id,
    name: name === null ? formerName(id) : (JSON.parse(name) as string),
  }));
  return actors.sort((one, other) => one.name.localeCompare(other.name) || one.id - other.id);
}
