import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { createApp } from '../../../server/app.ts';
import { PICTURE_FOLDER } from '../../../server/demo/pictures.ts';
import { computeMarketFigures } from '../../../server/features/market/jobs.ts';
import { buildStandin } from '../../desktop/standin/buildStandin.ts';
import { loadTestData, testEnv } from '../../support/demoTemplate.ts';

/**
 * Once a run: a data folder with the demo marketplace and its pictures, which every worker's server copies, and the
 * stand-in for Electron.
 */
export default async function globalSetup(): Promise<() => void> {
  // A run of runs made them for all.
  if (process.env.SILONG_E2E_TEMPLATE && process.env.SILONG_STANDIN) return () => undefined;
  const folder = mkdtempSync(path.join(tmpdir(), 'silong-e2e-template-'));
  const standin = mkdtempSync(path.join(tmpdir(), 'silong-standin-'));
  const app = await createApp({ env: testEnv(folder, undefined), log: pino({ level: 'silent' }) });
  await loadTestData(app.context, { now: new Date(), pictureFolder: PICTURE_FOLDER });
  const { db } = app.context;
  // The demo brings its pairs of likely duplicates. Else each copy compares all homes a minute after its start, amid its tests.
  await db.sequelize.query(
    'INSERT INTO compared_listings (property_id, listing_updated_at) SELECT id, updated_at FROM properties WHERE true ON CONFLICT DO NOTHING',
  );
  await computeMarketFigures(app.context);
  // A test that waits for a mail waits for its own.
  await db.transaction(async () => {
    await db.models.OutgoingMail.destroy({ where: {} });
    await db.models.Job.destroy({ where: { kind: 'mail' } });
  });
  await app.close();
  process.env.SILONG_E2E_TEMPLATE = folder;
  process.env.SILONG_STANDIN = await buildStandin(standin);
  return () => {
    for (const made of [folder, standin]) rmSync(made, { recursive: true, force: true });
  };
}
