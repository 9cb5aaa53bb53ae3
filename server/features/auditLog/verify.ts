import type { Database } from '#server/db/connection.ts';
import { CHAIN_START, hashEntry } from './chain.ts';
import { type AuditRow, readChainedEntry, readEntriesAfter } from './rows.ts';

const BATCH = 500;

export interface ChainReport {
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
      if (problem) return { entries, brokenId: row.id, message: `Entry ${row.id} is broken: ${problem}` };
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
