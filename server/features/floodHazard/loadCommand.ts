import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { openDatabase } from '#server/db/connection.ts';
import { buildMigrator } from '#server/db/migrate.ts';
import { readEnv, StartRefusedError } from '#server/env.ts';
import { LayerRefusedError, readFloodGeoJson } from './readGeoJson.ts';
import { replaceFloodMap } from './service.ts';

const USAGE =
  'Say it so: npm run layer:load -- --file=flood.geojson --name="Flood hazard, 100-year rain" --source="Project NOAH" --date=2021-05-01 (and --property=Var where the level is not told by "level"), or npm run layer:load -- --remove';

/** Ends the command with a sentence; nothing was changed. */
class Stop extends Error {}

const words = z.string().trim().min(1, 'must not be empty').max(200, 'is too long');
const wanted = z.object({
  file: z.string(),
  name: words,
  source: words,
  date: z.iso.date('must be a day, as 2026-11-25'),
  property: z.string().min(1).default('level'),
});

/** `npm run layer:load -- --file=…`, with the server's own environment, beside a running server: it shows the map at once. */
async function main(): Promise<void> {
  const given = readArguments();
  const env = readEnv(process.env);
  const draft = given && {
    ...given,
    features: readFloodGeoJson(await readText(given.file), given.property),
  };
  const db = openDatabase(env);
  try {
    if ((await buildMigrator(db).pending()).length > 0)
      throw new Stop('The database is new or of an older version. Start the server first.');
    const context = { db, env, now: () => new Date() };
    await replaceFloodMap(context, { user: { id: null, name: 'layer:load' }, address: null }, draft);
  } finally {
    await db.close();
  }
  process.stdout.write(
    draft
      ? `${draft.name} (${draft.source}, ${draft.date}) is shown on the maps now: ${draft.features.features.length} shapes.\n`
      : 'The maps show no flood hazard any more.\n',
  );
}

/** @returns null: the map is to be taken away. */
function readArguments(): z.output<typeof wanted> | null {
  const text = { type: 'string' } as const;
  const options = { file: text, name: text, source: text, date: text, property: text };
  let values: Record<string, unknown>;
  try {
    ({ values } = parseArgs({ options: { ...options, remove: { type: 'boolean' } } }));
  } catch {
    // An option that does not exist, or one without a value.
    throw new Stop(USAGE);
  }
  if (values.remove && Object.keys(values).length === 1) return null;
  if (values.remove || !values.file || !values.name || !values.source || !values.date) throw new Stop(USAGE);
  const parsed = wanted.safeParse(values);
  if (parsed.success) return parsed.data;
  throw new Stop(
    parsed.error.issues.map(({ path, message }) => `--${path.join('.')} ${message}.`).join('\n'),
  );
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new Stop(`${file} cannot be read.`);
  }
}

main().catch((error: unknown) => {
  // Expected failures are printed as their message, without a stack.
  const isExpected =
    error instanceof Stop || error instanceof StartRefusedError || error instanceof LayerRefusedError;
  if (isExpected) console.error(error.message);
  else if (/SQLITE_BUSY/.test(String(error)))
    console.error('The database is locked by another command. Nothing was changed.');
  else console.error(error);
  process.exitCode = 1;
});
