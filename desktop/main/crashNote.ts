import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * A file that lies there as long as the console runs: one that is found at the start was left by a console that did not
 * end by itself.
 */
export function openCrashNote(folder: string, now: Date) {
  const file = path.join(folder, 'running');
  const before = existsSync(file) ? readFileSync(file, 'utf8') : null;
  writeFileSync(file, now.toISOString(), { mode: 0o600 });
  return {
    /** When the console began that ended without saying so; null after an orderly end. */
    before,
    end: () => rmSync(file, { force: true }),
  };
}
