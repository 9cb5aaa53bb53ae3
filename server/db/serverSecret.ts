import { randomBytes } from 'node:crypto';
import type { Database } from './connection.ts';

/** A secret of this database, made at its first use: every process signs and checks with the same one. */
export async function readServerSecret(db: Database, name: string): Promise<string> {
  const { ServerSecret } = db.models;
  const stored = await ServerSecret.findByPk(name);
  if (stored) return stored.value;
  return db.transaction(
    async () => {
      // If two processes make one at once, the second finds the first one's.
      const made = [{ name, value: randomBytes(32).toString('hex') }];
      await ServerSecret.bulkCreate(made, { ignoreDuplicates: true });
      return (await ServerSecret.findByPk(name, { rejectOnEmpty: true })).value;
    },
    { isBookkeeping: true },
  );
}
