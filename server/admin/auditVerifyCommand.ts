import { openDatabase } from '#server/db/connection.ts';
import { EnvironmentError, readEnv } from '#server/env.ts';
import { verifyAuditLog } from './auditVerify.ts';

/** `npm run audit:verify`: exit code 1 when the log was tampered with, or cannot be read. */
async function main(): Promise<void> {
  const db = openDatabase(readEnv(process.env));
  try {
    const { message, brokenId } = await verifyAuditLog(db);
    process.stdout.write(`${message}\n`);
    if (brokenId !== null) process.exitCode = 1;
  } finally {
    await db.close();
  }
}

main().catch((error: unknown) => {
  // A mistake in the environment is told in its own words, without a stack.
  console.error(error instanceof EnvironmentError ? error.message : error);
  process.exitCode = 1;
});
