import { createHash } from 'node:crypto';

/** The hashed fields of an entry. */
export interface ChainedEntry {
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
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === 'string') return inner.replace(HALF_CHARACTER, '\uFFFD');
    return typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner;
  });
}
