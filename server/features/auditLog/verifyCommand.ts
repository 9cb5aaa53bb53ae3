import { existsSync } from 'node:fs';
import path from 'node:path';
import { openDatabase } from '#server/db/connection.ts';
import { type Env, EnvironmentError, readEnv } from '#server/env.ts';
import { verifyAuditLog } from './chain.ts';

/** `npm run audit:verify`: exit code 1 when the log was tampered with, or cannot be read. */
async function main(): Promise<void> {
  const env = readEnv(process.env);
  requireDatabase(env);
  const db = openDatabase(env);
  try {
    const { message, brokenId } = await verifyAuditLog(db);
    process.stdout.write(`${message}\n`);
    if (brokenId !== null) process.exitCode = 1;
  } finally {
    await db.close();
  }
}

/** Opening a missing SQLite file would create an empty one and report it as intact. */
function requireDatabase({ databaseUrl, dataDir }: Env): void {
  if (!databaseUrl && !existsSync(path.join(dataDir, 'silong.sqlite')))
    throw new EnvironmentError(`DATA_DIR: there is no database in ${dataDir}`);
}

main().catch((error: unknown) => {
  // A mistake in the environment is printed as its message, without a stack.
  console.error(error instanceof EnvironmentError ? error.message : error);
  process.exitCode = 1;
});
