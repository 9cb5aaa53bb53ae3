import type { Database } from '#server/db/connection.ts';
import { readAll, readPage, type SqlBuilder, timeParameter } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import { type CsvColumns, csvFile } from '#server/http/csv.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import { type AuditEntry, type AuditQuery, auditLogCalls } from '#shared/contracts/auditLog.ts';
import { addDays, startOfManilaDay } from '#shared/manilaDays.ts';
import { AUDIT_COLUMNS, type AuditRow, presentAuditEntry } from './chain.ts';

type Filter = Omit<AuditQuery, 'page' | 'limit'>;
type Row = AuditRow & { present_actor_id: number | null };

export function registerAuditLogRoutes(routes: ApiRoutes, { db, now }: ServerContext): void {
  routes.on(auditLogCalls.list, async ({ query }) => {
    const [{ rows, pagination }, actions, actors] = await Promise.all([
      readPage<Row>(db, query, {
        counted: (sql) => `FROM audit_entries e WHERE ${where(sql, query)}`,
        list: (sql) => selectEntries(sql, query),
      }),
      readActions(db),
      readActors(db),
    ]);
    return { entries: rows.map(presentAuditEntry), pagination, actions, actors };
  });

  routes.on(auditLogCalls.export, async ({ query }) => {
    const rows = await readAll<Row>(db, (sql) => selectEntries(sql, query));
    return csvFile('audit-log', now(), csvColumns, rows.map(presentAuditEntry));
  });
}

function selectEntries(sql: SqlBuilder, filter: Filter): string {
  return `SELECT ${AUDIT_COLUMNS}, u.id AS present_actor_id
    FROM audit_entries e LEFT JOIN users u ON u.id = e.actor_id
    WHERE ${where(sql, filter)} ORDER BY e.id DESC`;
}

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

function where(sql: SqlBuilder, { actor, action, entity_type, entity_id, from, to }: Filter): string {
  const conditions = ['1 = 1'];
  if (actor) conditions.push(`e.actor_id = ${sql.bind(actor)}`);
  if (action) conditions.push(`e.action = ${sql.bind(action)}`);
  if (entity_type) conditions.push(`e.entity_type = ${sql.bind(entity_type)}`);
  if (entity_id) conditions.push(`e.entity_id = ${sql.bind(entity_id)}`);
  const startOf = (day: string) => sql.bind(timeParameter(sql.dialect, startOfManilaDay(day)));
  if (from) conditions.push(`e.created_at >= ${startOf(from)}`);
  if (to) conditions.push(`e.created_at < ${startOf(addDays(to, 1))}`);
  return conditions.join(' AND ');
}

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
