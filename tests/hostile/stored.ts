import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { ServerContext } from '#server/features/context.ts';
import { readStoredRows, type StoredRow } from '#tests/support/storedRows.ts';

/** Columns written though a call is refused: how it was tried, never what it was about. */
const bookkeeping: Record<string, 'all' | readonly string[]> = {
  sessions: ['last_used_at'],
  login_failures: 'all',
  action_budgets: 'all',
  contact_reads: 'all',
  // One challenge is one try.
  sign_in_challenges: 'all',
  contact_verifications: ['tries'],
};

/** Every row and every file, as lines: differences between two states can be named. */
export async function readState({ env }: ServerContext): Promise<Set<string>> {
  const lines = new Set<string>();
  for (const [table, rows] of await readStoredRows({ env })) {
    const left = bookkeeping[table] ?? [];
    if (left === 'all') continue;
    rows.forEach((row, at) => {
      // Rows of a table without a key may be alike.
      lines.add(`${table} ${JSON.stringify(without(row, left))} ${'id' in row ? '' : at}`);
    });
  }
  for (const file of readdirSync(env.dataDir, { recursive: true, encoding: 'utf8' })) {
    if (/silong\.(?:db|sqlite|lock)|-wal$|-shm$/.test(file)) continue;
    const about = statSync(path.join(env.dataDir, file), { throwIfNoEntry: false });
    if (about?.isFile()) lines.add(`file ${file} of ${about.size} bytes`);
  }
  return lines;
}

function without(row: StoredRow, columns: readonly string[]): StoredRow {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !columns.includes(name)));
}

export function differencesOf(before: Set<string>, after: Set<string>): string[] {
  const gone = [...before].filter((line) => !after.has(line)).map((line) => `- ${line}`);
  const come = [...after].filter((line) => !before.has(line)).map((line) => `+ ${line}`);
  return [...gone, ...come];
}

const MAX_LOOKS = 100;

/**
 * The state once the effects of earlier calls have ended: two readings in a row are alike.
 * @param last an earlier reading, which the next may be like.
 */
export async function readSettledState(context: ServerContext, last?: Set<string>): Promise<Set<string>> {
  let earlier = last;
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    await context.jobs.flush();
    const state = await readState(context);
    if (earlier && differencesOf(earlier, state).length === 0) return state;
    earlier = state;
  }
  throw new Error('the database does not come to rest');
}
