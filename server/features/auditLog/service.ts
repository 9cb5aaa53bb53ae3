import type { Database } from '#server/db/connection.ts';
import { sqlList, timeParameter } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import { type CsvColumns, csvFile } from '#server/http/csv.ts';
import type { Service } from '#server/http/routing.ts';
import type { AuditEntry, AuditQuery, auditLogCalls } from '#shared/contracts/auditLog.ts';
import { addDays, startOfManilaDay } from '#shared/manilaDays.ts';
import { AUDIT_COLUMNS, type AuditRow, presentAuditEntry } from './chain.ts';

type Filter = Omit<AuditQuery, 'page' | 'limit'>;
type Row = AuditRow & { present_actor_id: number | null };

const entries = sqlList<Filter, Row, AuditEntry, 'entries'>({
  name: 'entries',
  columns: () => `${AUDIT_COLUMNS}, u.id AS present_actor_id`,
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
  present: presentAuditEntry,
});

export const auditLogService = (context: ServerContext): Service<typeof auditLogCalls> => ({
  async list({ query }) {
    const { db } = context;
    const [page, actions, actors] = await Promise.all([
      entries.readPage(db, query),
      readActions(db),
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

async function readActions(db: Database): Promise<string[]> {
  const rows = await db.readRows<{ action: string }>(
    'SELECT DISTINCT action FROM audit_entries ORDER BY action',
  );
  return rows.map(({ action }) => action);
}

/** Everyone who ever did something, by the name they had last; also those whose account is gone. */
function readActors(db: Database): Promise<{ id: number; name: string }[]> {
  return db.readRows(
    `SELECT actor_id AS id, actor_name AS name FROM audit_entries
    WHERE id IN (SELECT MAX(id) FROM audit_entries WHERE actor_id IS NOT NULL GROUP BY actor_id)
    ORDER BY lower(actor_name), actor_id`,
  );
}
