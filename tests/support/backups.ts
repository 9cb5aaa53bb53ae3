import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type Logger, pino } from 'pino';
import sharp from 'sharp';
import { extract, pack } from 'tar-stream';
import { inject } from 'vitest';
import { type App, createApp } from '#server/app.ts';
import type { ArchiveEntry } from '#server/backup/archive.ts';
import { checkBackup } from '#server/backup/readBackup.ts';
import { restoreBackup } from '#server/backup/restore.ts';
import { openTarget } from '#server/backup/restoreTargets.ts';
import type { Env } from '#server/env.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { OutsideNetwork } from '#server/media/outside.ts';
import { testEnv } from './demoTemplate.ts';
import { createPostgresDatabase, dropPostgresDatabase } from './testServer.ts';

/** A place without any data, of the database the project runs on unless the test says otherwise. */
export interface EmptyPlace {
  env: Env;
  remove(): Promise<void>;
}

export const makeEmptyPlace = (
  dialect: 'sqlite' | 'postgres' = inject('postgresUrl') ? 'postgres' : 'sqlite',
): Promise<EmptyPlace> => makePlace(dialect === 'postgres' ? inject('postgresUrl') : undefined);

/** A database with the tables of this version. */
export const makePlaceWithTables = (): Promise<EmptyPlace> =>
  makePlace(inject('postgresUrl'), inject('templates').empty);

/** @param database of the project's engine, without open connections. */
export const copyPlace = ({ env: { databaseUrl, dataDir } }: EmptyPlace): Promise<EmptyPlace> =>
  makePlace(inject('postgresUrl'), databaseUrl ? new URL(databaseUrl).pathname.slice(1) : dataDir);

async function makePlace(postgresUrl: string | undefined, template?: string): Promise<EmptyPlace> {
  const folder = mkdtempSync(path.join(tmpdir(), 'silong-place-'));
  const databaseUrl = postgresUrl ? await createPostgresDatabase(postgresUrl, template) : undefined;
  if (template && !postgresUrl) cpSync(template, folder, { recursive: true });
  return {
    env: testEnv(folder, databaseUrl),
    async remove() {
      rmSync(folder, { recursive: true, force: true });
      if (postgresUrl && databaseUrl) await dropPostgresDatabase(postgresUrl, databaseUrl);
    },
  };
}

let restores = 0;

/** The restore of the command. @returns where the old database is kept. */
export async function restoreInto(env: Env, file: string): Promise<string | null> {
  restores += 1;
  await checkBackup(file);
  const target = await openTarget(env, `test${restores}`);
  try {
    return await restoreBackup(file, target, env);
  } finally {
    await target.close();
  }
}

/** The command itself, in a process of its own. @returns all that it printed. */
export async function runRestore(env: Env, args: readonly string[], more: Record<string, string> = {}) {
  const child = spawn(process.execPath, [path.join(inject('programs'), 'restore.js'), ...args], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: env.dataDir,
      ...(env.databaseUrl ? { DATABASE_URL: env.databaseUrl } : {}),
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      output += data;
    });
  const [code] = await once(child, 'close');
  return { code, output };
}

/** A server on the restored data. */
export async function openApp(
  env: Env,
  now?: () => Date,
  outside: { log?: Logger; outsideNetwork?: Partial<OutsideNetwork> } = {},
): Promise<{ app: App; url: string }> {
  const log = pino({ level: 'silent' });
  const app = await createApp({ env, log, isRepeating: false, ...(now ? { now } : {}), ...outside });
  const port = await app.listen(0, '127.0.0.1');
  return { app, url: `http://127.0.0.1:${port}` };
}

/** Stores a picture with bytes of its own. @returns its hash. */
export async function storePicture({ db, media, now }: ServerContext, shade: number): Promise<string> {
  const background = { r: shade, g: 120, b: 200 };
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .webp()
    .toBuffer();
  const picture = await media.storeWebp(bytes);
  await db.transaction((transaction) =>
    db.models.Media.upsert({ ...picture, uploaded_by: null, created_at: now() }, { transaction }),
  );
  return picture.hash;
}

export const backupPath = (env: Pick<Env, 'dataDir'>, name: string) => path.join(env.dataDir, 'backups', name);

/** Names of all files below a folder, with their whole bytes, which digests would hide. */
export async function readFolder(folder: string): Promise<Map<string, Buffer>> {
  await mkdir(folder, { recursive: true });
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return new Map(
    await Promise.all(
      files.map(async (entry) => {
        const file = path.join(entry.parentPath, entry.name);
        return [path.relative(folder, file), await readFile(file)] as const;
      }),
    ),
  );
}

/** A backup taken apart, to be put together again in another way. */
export async function unpackBackup(file: string): Promise<ArchiveEntry[]> {
  const tar = extract();
  tar.end(gunzipSync(await readFile(file)));
  const entries: ArchiveEntry[] = [];
  for await (const entry of tar) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk);
    entries.push({ name: entry.header.name, bytes: Buffer.concat(chunks) });
  }
  return entries;
}

export async function packBackup(entries: readonly ArchiveEntry[]): Promise<Buffer> {
  const tar = pack();
  for (const { name, bytes } of entries) tar.entry({ name }, bytes);
  tar.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of tar as AsyncIterable<Buffer>) chunks.push(chunk);
  return gzipSync(Buffer.concat(chunks));
}
