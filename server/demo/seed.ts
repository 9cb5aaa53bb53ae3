import { withSetupLock } from '#server/db/migrate.ts';
import type { ServerContext } from '#server/features/context.ts';
import { loadDemoData } from './index.ts';

/** Fills a database that has no account yet with the demo marketplace. */
export async function seedNewDatabase(context: ServerContext): Promise<void> {
  const { db, log, now } = context;
  await withSetupLock(db, async () => {
    if ((await db.models.User.count()) > 0) return;
    log.info('The database is new: drawing the demo marketplace. This takes about a minute, once.');
    await loadDemoData(context, {
      now: now(),
      onProgress: (sentence) => log.info(sentence),
    });
  });
}
