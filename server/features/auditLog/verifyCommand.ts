import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { auditAnchorFile } from '#server/backup/folder.ts';
import { openDatabase } from '#server/db/connection.ts';
import { type Env, EnvironmentError, readEnv, StartRefusedError } from '#server/env.ts';
import { readAnchors } from './anchors.ts';
import { verifyAuditLog } from './chain.ts';

const USAGE =
  'Say it so: npm run audit:verify, or npm run audit:verify -- --anchors=FILE (as often as there are files).';

/** `npm run audit:verify [-- --anchors=FILE]`: exit code 1 when the log was tampered with, or cannot be read. */
async function main(): Promise<void> {
  const files = readArguments();
  const env = readEnv(process.env);
  requireDatabase(env);
  const own = auditAnchorFile(env.dataDir);
  const anchors = (await Promise.all([...(existsSync(own) ? [own] : []), ...files].map(readAnchors))).flat();
  const db = openDatabase(env);
  try {
    const { message, brokenId } = await verifyAuditLog({ db, env }, { anchors });
    const compared =
      anchors.length === 1 ? ', compared with 1 anchor' : `, compared with ${anchors.length} anchors`;
    process.stdout.write(`${message}${brokenId === null ? compared : ''}\n`);
    if (brokenId !== null) process.exitCode = 1;
  } finally {
    await db.close();
  }
}

function readArguments(): string[] {
  try {
    const { anchors = [] } = parseArgs({ options: { anchors: { type: 'string', multiple: true } } }).values;
    return anchors;
  } catch {
    throw new EnvironmentError(USAGE);
  }
}

/** Opening a missing SQLite file would create an empty one and report it as intact. */
function requireDatabase({ databaseUrl, dataDir }: Env): void {
  if (!databaseUrl && !existsSync(path.join(dataDir, 'silong.sqlite')))
    throw new EnvironmentError(`DATA_DIR: there is no database in ${dataDir}`);
}

main().catch((error: unknown) => {
  // A mistake in the environment is printed as its message, without a stack.
  console.error(error instanceof StartRefusedError ? error.message : error);
  process.exitCode = 1;
});
