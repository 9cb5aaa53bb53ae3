import type { Database } from '#server/db/connection.ts';
import { toIso, toJson } from '#server/db/rows.ts';
import type { AuditEntry } from '#shared/contracts/auditLog.ts';
import type { ChainedEntry } from './chain.ts';

/** An entry as either database hands it over. */
export type AuditRow = Omit<ChainedEntry, 'created_at'> & {
  created_at: Date | string;
  hash: string;
  previous_hash: string;
};

export const AUDIT_COLUMNS = [
  'id',
  'actor_id',
  'actor_name',
  'action',
  'entity_type',
  'entity_id',
  'before',
  'after',
  'reason',
  'address',
  'created_at',
  'hash',
  'previous_hash',
]
  .map((name) => `e.${name}`)
  .join(', ');

export function readChainedEntry(row: AuditRow): ChainedEntry {
  return {
    ...row,
    before: toJson(row.before),
    after: toJson(row.after),
    created_at: toIso(row.created_at),
  };
}

/** @param row with the id of the account the actor still has, if any. */
export function presentAuditEntry(row: AuditRow & { present_actor_id: number | null }): AuditEntry {
  const { id, actor_name, action, entity_type, entity_id, before, after, reason, address, created_at } =
    readChainedEntry(row);
  return {
    id,
    actor: { id: row.present_actor_id, name: actor_name },
    action,
    entity_type,
    entity_id,
    before: before as AuditEntry['before'],
    after: after as AuditEntry['after'],
    reason,
    address,
    created_at,
    hash: row.hash,
  };
}

/** Up to `limit` entries after one, oldest first. */
export function readEntriesAfter(db: Database, id: number, limit: number): Promise<AuditRow[]> {
  return db.readRows<AuditRow>(
    `SELECT ${AUDIT_COLUMNS} FROM audit_entries e WHERE e.id > $1 ORDER BY e.id LIMIT $2`,
    [id, limit],
  );
}
