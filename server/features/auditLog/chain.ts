import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { BaseContext } from '#server/context.ts';
import type { Database } from '#server/db/connection.ts';
import type { AuditCommitments, AuditField } from '#server/db/models.ts';
import { toIso, toJson } from '#server/db/sql.ts';
import { readAuditKeys } from './keys.ts';

/**
 * The chain: each entry is hashed with the entry before it under a secret key. Without the key no entry can be changed,
 * added or removed, and the chain cannot be rebuilt. An entry's details stand in `audit_details`; the entry is hashed with
 * commitments to them, so that details can be removed (an account is erased) while the chain stays verifiable. A later entry
 * lists the removed details. Entries from before the key were hashed with their details; the first entry under a key, the
 * seal, holds a digest of them.
 */

/** The readable details of an entry. */
export const auditWords = ['actor_name', 'before', 'after', 'reason', 'address'] as const;

/** Ids of entries by removed detail, as later entries list them. */
export type ErasedDetails = { [Field in AuditField]?: number[] };

/** An entry's statement about the chain itself: its detail `chain`. */
export interface ChainNote {
  erased?: ErasedDetails;
  seal?: Seal;
}

/** An entry without its details. */
interface EntryFacts {
  id: number;
  actor_id: number | null;
  action: string;
  entity_type: string;
  entity_id: number | null;
  commitments: AuditCommitments;
  /** ISO-8601 in UTC with milliseconds: both databases return this form unchanged. */
  created_at: string;
}

/** The previous hash of the first entry. */
export const CHAIN_START = '0'.repeat(64);

/** A lone surrogate; the databases store the replacement character instead. */
const HALF_CHARACTER = /\p{Surrogate}/gu;

/** JSON with sorted keys, independent of the stored order; values that JSON cannot hold are left out, as in storage. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === 'string') return inner.replace(HALF_CHARACTER, '\uFFFD');
    return typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner;
  });
}

/** HMAC-SHA-256, hex, over the entry, the previous hash and the key's id. */
export function hashEntry(entry: EntryFacts, previousHash: string, key: { id: string; secret: string }) {
  const { id, actor_id, action, entity_type, entity_id, commitments, created_at } = entry;
  const said = { id, actor_id, action, entity_type, entity_id, commitments, created_at };
  return createHmac('sha256', key.secret)
    .update(canonicalJson({ ...said, key_id: key.id, previous_hash: previousHash }))
    .digest('hex');
}

/** The hash of entries from before the key: SHA-256 over the whole entry. */
function hashEarlierEntry({ facts, said, previous_hash }: ReadEntry): string {
  const { id, actor_id, action, entity_type, entity_id, created_at } = facts;
  const words = Object.fromEntries(auditWords.map((field) => [field, said[field] ?? null]));
  return createHash('sha256')
    .update(
      canonicalJson({
        ...{ id, actor_id, action, entity_type, entity_id, created_at, previous_hash },
        ...words,
      }),
    )
    .digest('hex');
}

interface StoredDetail {
  field: AuditField;
  salt: string;
  value: string;
}

/** A detail as it is stored, and the entry's commitment to it. */
export function commitTo(field: AuditField, said: unknown): StoredDetail & { commitment: string } {
  const value = JSON.stringify(said, (_key, inner: unknown) =>
    typeof inner === 'string' ? inner.replace(HALF_CHARACTER, '\uFFFD') : inner,
  );
  const salt = randomBytes(32).toString('hex');
  return { field, salt, value, commitment: commitmentOf({ salt, value }) };
}

const commitmentOf = ({ salt, value }: Pick<StoredDetail, 'salt' | 'value'>) =>
  createHmac('sha256', salt).update(value).digest('hex');

interface EntryRow extends Omit<EntryFacts, 'commitments' | 'created_at'> {
  commitments: AuditCommitments | string;
  created_at: Date | string;
  key_id: string | null;
  hash: string;
  previous_hash: string;
}

interface ReadEntry {
  facts: EntryFacts;
  key_id: string | null;
  hash: string;
  previous_hash: string;
  details: StoredDetail[];
  /** Values of the details that still exist. */
  said: { [Field in AuditField]?: unknown };
}

/** Up to `limit` entries after one, oldest first, with their details. */
async function readEntriesAfter(db: Database, after: number, limit: number): Promise<ReadEntry[]> {
  const rows = await db.readRows<EntryRow>(
    `SELECT id, actor_id, action, entity_type, entity_id, commitments, created_at, key_id, hash, previous_hash
    FROM audit_entries WHERE id > $1 ORDER BY id LIMIT $2`,
    [after, limit],
  );
  const details = await db.readRows<StoredDetail & { entry_id: number }>(
    'SELECT entry_id, field, salt, value FROM audit_details WHERE entry_id > $1 AND entry_id <= $2',
    [after, rows.at(-1)?.id ?? after],
  );
  const byEntry = new Map<number, StoredDetail[]>(rows.map(({ id }) => [id, []]));
  for (const { entry_id, ...detail } of details) byEntry.get(entry_id)?.push(detail);
  return rows.map(({ key_id, hash, previous_hash, commitments, created_at, ...facts }) => {
    const own = byEntry.get(facts.id) ?? [];
    return {
      facts: { ...facts, commitments: toJson(commitments), created_at: toIso(created_at) },
      ...{ key_id, hash, previous_hash },
      details: own,
      said: Object.fromEntries(own.map(({ field, value }) => [field, readValue(value)])),
    };
  });
}

function readValue(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    // The detail was changed; its commitment shows that.
    return null;
  }
}

/** The newest entry at a moment, recorded outside of the database. */
export interface AuditAnchor {
  id: number;
  hash: string;
  /** ISO-8601, UTC. */
  at: string;
}

export interface ChainReport {
  /** Entries read, up to and including a broken one. */
  entries: number;
  /** The first entry that was changed, does not follow its predecessor, or is missing; null for an intact log. */
  brokenId: number | null;
  /** A sentence for the screen. */
  message: string;
}

/** Walks the whole audit log. @throws {StartRefusedError} the file of the key cannot be read. */
export async function verifyAuditLog(
  { db, env }: Pick<BaseContext, 'db' | 'env'>,
  { batch = 500, anchors = [] }: { batch?: number; anchors?: readonly AuditAnchor[] } = {},
): Promise<ChainReport> {
  const walk = new ChainWalk(new Map(readAuditKeys(env).map(({ id, secret }) => [id, secret])), anchors);
  const broken = (brokenId: number, problem: string): ChainReport => ({
    entries: walk.entries,
    brokenId,
    message: `Entry ${brokenId} is broken: ${problem}`,
  });
  for (;;) {
    const entries = await readEntriesAfter(db, walk.lastId, batch);
    for (const entry of entries) {
      const problem = walk.add(entry);
      if (problem) return broken(entry.facts.id, problem);
    }
    if (entries.length < batch) break;
  }
  const problem = walk.end();
  if (problem) return broken(problem.id, problem.problem);
  const { entries, erased } = walk;
  const counted = `${entries} ${entries === 1 ? 'entry' : 'entries'}, chain intact`;
  const without = `; ${erased} ${erased === 1 ? 'detail' : 'details'} of erased accounts taken out, as the chain says`;
  return { entries, brokenId: null, message: erased > 0 ? counted + without : counted };
}

/** The seal's statement about the entries from before the key. */
interface Seal {
  entries: number;
  digest: string;
  /** The fault that the entries already had when they were sealed; null: none. */
  broken: string | null;
}

/** Checks entries that are passed in order. */
export class ChainWalk {
  entries = 0;
  lastId = 0;
  /** Number of removed details, as later entries list them. */
  erased = 0;
  private lastHash = CHAIN_START;
  private isKeyed = false;
  private readonly digest = createHash('sha256');
  /** Missing details, `{id}.{field}`, in the order of the entries. */
  private readonly missing = new Set<string>();
  private readonly anchors: Map<number, AuditAnchor>;
  /** An anchor that contradicts another: the same entry with a different hash. */
  private readonly contradiction: AuditAnchor | undefined;

  constructor(
    /** Secrets by the id of the key. */
    private readonly keys: ReadonlyMap<string, string>,
    anchors: readonly AuditAnchor[],
  ) {
    this.anchors = new Map(anchors.map((anchor) => [anchor.id, anchor]));
    this.contradiction = anchors.find(({ id, hash }) => this.anchors.get(id)?.hash !== hash);
  }

  /** @returns the entry's fault as a sentence; null: none. */
  add(entry: ReadEntry): string | null {
    this.entries += 1;
    const problem = this.check(entry);
    if (problem) return problem;
    this.lastId = entry.facts.id;
    this.lastHash = entry.hash;
    return null;
  }

  private check(entry: ReadEntry): string | null {
    const { facts, hash, key_id, previous_hash } = entry;
    if (previous_hash !== this.lastHash)
      return 'it does not follow the entry before it; entries were taken out, added or changed';
    const problem = key_id === null ? this.checkEarlier(entry) : this.checkKeyed(entry, key_id);
    if (problem) return problem;
    const anchor = this.anchors.get(facts.id);
    if (anchor && anchor.hash !== hash) return `it is another one than the anchor of ${anchor.at} names`;
    return null;
  }

  private checkEarlier(entry: ReadEntry): string | null {
    if (this.isKeyed) return 'it was written without the key, after entries with one';
    const { facts, hash } = entry;
    const problem = this.checkDetails(entry);
    if (problem) return problem;
    const isWhole = entry.details.length === Object.keys(facts.commitments).length;
    if (isWhole && hash !== hashEarlierEntry(entry)) return CHANGED;
    this.digest.update(`${canonicalJson({ ...facts, hash })}\n`);
    return null;
  }

  private checkKeyed(entry: ReadEntry, key_id: string): string | null {
    const secret = this.keys.get(key_id);
    if (secret === undefined)
      return `it was written with the key ${key_id}, which is not here: give its secret in AUDIT_KEY, behind the one in use`;
    if (entry.hash !== hashEntry(entry.facts, entry.previous_hash, { id: key_id, secret })) return CHANGED;
    const problem = this.checkDetails(entry);
    if (problem) return problem;
    const { seal, erased = {} } = (entry.said.chain ?? {}) as ChainNote;
    if (!this.isKeyed && this.entries > 1) {
      if (!seal) return 'the entries before it were never sealed with the key';
      if (seal.broken) return `it sealed entries that were broken already. ${seal.broken}`;
      if (seal.entries !== this.entries - 1 || seal.digest !== this.earlierDigest)
        return 'the entries before it are not those that were sealed with it';
    }
    this.isKeyed = true;
    this.noteErased(erased);
    return null;
  }

  private checkDetails({ facts: { id, commitments }, details }: ReadEntry): string | null {
    for (const detail of details) if (commitments[detail.field] !== commitmentOf(detail)) return CHANGED;
    const there = new Set<string>(details.map(({ field }) => field));
    for (const field of Object.keys(commitments)) if (!there.has(field)) this.missing.add(`${id}.${field}`);
    return null;
  }

  private noteErased(erased: ErasedDetails): void {
    for (const [field, ids] of Object.entries(erased))
      for (const id of ids) if (this.missing.delete(`${id}.${field}`)) this.erased += 1;
  }

  /** Digest of the entries from before the key that were passed so far: SHA-256, hex. */
  get earlierDigest(): string {
    return this.digest.copy().digest('hex');
  }

  /** After the last entry. @returns the fault of the whole log and the entry where it shows. */
  end(): { id: number; problem: string } | null {
    const [taken] = this.missing;
    if (taken) {
      const [id, field] = taken.split('.');
      return { id: Number(id), problem: `its ${field} was taken out, and no entry says so` };
    }
    const cut = [...this.anchors.values()]
      .filter(({ id }) => id > this.lastId)
      .sort((one, other) => other.id - one.id);
    if (cut[0])
      return {
        id: this.lastId + 1,
        problem: `it is missing: the anchor of ${cut[0].at} names entry ${cut[0].id}, so the end of the log was cut off`,
      };
    if (this.contradiction)
      return {
        id: this.contradiction.id,
        problem: `two anchors name different entries; the other is of ${this.contradiction.at}`,
      };
    if (!this.isKeyed && this.entries > 0)
      return { id: 1, problem: 'the log was never sealed with a key; the server does that at its start' };
    return null;
  }
}

const CHANGED = 'its words were changed';

/** The seal of the entries from before the key, with their state at that moment. */
export async function sealOf(db: Database): Promise<Seal> {
  const walk = new ChainWalk(new Map(), []);
  let broken: string | null = null;
  for (;;) {
    const entries = await readEntriesAfter(db, walk.lastId, 500);
    for (const entry of entries) {
      const problem = walk.add(entry);
      // The rest is sealed as it is, regardless.
      if (problem) {
        broken ??= `Entry ${entry.facts.id}: ${problem}`;
        walk.lastId = entry.facts.id;
      }
    }
    if (entries.length < 500) break;
  }
  return { entries: walk.entries, digest: walk.earlierDigest, broken };
}
