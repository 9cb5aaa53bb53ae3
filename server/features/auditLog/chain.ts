import { createHash } from 'node:crypto';
import type { Database } from '#server/db/connection.ts';
import { toIso, toJson } from '#server/db/sql.ts';
import type { AuditEntry } from '#shared/contracts/auditLog.ts';

/** The hashed fields of an entry. */
interface ChainedEntry {
  id: number;
  actor_id: number | null;
  actor_name: string;
  action: string;
  entity_type: string;
  entity_id: number | null;
  before: unknown;
  after: unknown;
  reason: string | null;
  address: string | null;
  /** ISO-8601 in UTC with milliseconds: the one form both databases can give back. */
  created_at: string;
}

/** The previous hash of the first entry. */
export const CHAIN_START = '0'.repeat(64);

/** A lone surrogate; the databases store the replacement character instead. */
const HALF_CHARACTER = /\p{Surrogate}/gu;

/** SHA-256, hex, over the entry and the hash of the one before: to change one entry all later ones have to be made anew. */
export function hashEntry(entry: ChainedEntry, previousHash: string): string {
  const { id, actor_id, actor_name, action, entity_type, entity_id } = entry;
  const { before, after, reason, address, created_at } = entry;
  const said = { id, actor_id, actor_name, action, entity_type, entity_id, before, after, reason, address };
  return createHash('sha256')
    .update(canonicalJson({ ...said, created_at, previous_hash: previousHash }))
    .digest('hex');
}

/** Keys in one order whatever order they were stored in; what JSON cannot hold is left out, as when it is stored. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === 'string') return inner.replace(HALF_CHARACTER, '\uFFFD');
    return typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner;
  });
}

/** An entry as either database hands it over. */
export type AuditRow = Omit<ChainedEntry, 'created_at'> & {
  created_at: Date | string;
  hash: string;
  previous_hash: string;
};

export const AUDIT_COLUMNS = `e.id, e.actor_id, e.actor_name, e.action, e.entity_type, e.entity_id, e.before, e.after,
  e.reason, e.address, e.created_at, e.hash, e.previous_hash`;

function readChainedEntry(row: AuditRow): ChainedEntry {
  return {
    ...row,
    before: toJson(row.before),
    after: toJson(row.after),
    created_at: toIso(row.created_at),
  };
}

/** @param row with the id of the account the actor still has, if any. */
export function presentAuditEntry(row: AuditRow & { present_actor_id: number | null }): AuditEntry {
  const { id, action, entity_type, entity_id, reason, address, hash } = row;
  return {
    id,
    action,
    entity_type,
    entity_id,
    reason,
    address,
    hash,
    actor: { id: row.present_actor_id, name: row.actor_name },
    before: toJson(row.before as AuditEntry['before']),
    after: toJson(row.after as AuditEntry['after']),
    created_at: toIso(row.created_at),
  };
}

/** Up to `limit` entries after one, oldest first. */
function readEntriesAfter(db: Database, id: number, limit: number): Promise<AuditRow[]> {
  return db.readRows<AuditRow>(
    `SELECT ${AUDIT_COLUMNS} FROM audit_entries e WHERE e.id > $1 ORDER BY e.id LIMIT $2`,
    [id, limit],
  );
}

const BATCH = 500;

interface ChainReport {
  /** Read, up to and including a broken one. */
  entries: number;
  /** The first entry that is not what was written, or does not follow the one before it; null when all is well. */
  brokenId: number | null;
  /** For people. */
  message: string;
}

/** Walks the whole audit log. @param batch entries read at once. */
export async function verifyAuditLog(db: Database, batch = BATCH): Promise<ChainReport> {
  let entries = 0;
  let last = { id: 0, hash: CHAIN_START };
  for (;;) {
    const rows = await readEntriesAfter(db, last.id, batch);
    for (const row of rows) {
      entries += 1;
      const problem = findProblem(row, last.hash);
      if (problem)
        return {
          entries,
          brokenId: row.id,
          message: `Entry ${row.id} is broken: ${problem}`,
        };
      last = row;
    }
    if (rows.length < batch) break;
  }
  return {
    entries,
    brokenId: null,
    message: `${entries} ${entries === 1 ? 'entry' : 'entries'}, chain intact`,
  };
}

function findProblem(row: AuditRow, previousHash: string): string | null {
  if (row.previous_hash !== previousHash)
    return 'it does not follow the entry before it; entries were taken out, added or changed';
  if (row.hash !== hashEntry(readChainedEntry(row), previousHash)) return 'its words were changed';
  return null;
}
