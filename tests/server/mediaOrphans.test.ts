// @databases full

import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createMediaCleanup, type MediaCleanup } from '#server/media/cleanup.ts';
import { hashBytes } from '#server/media/store.ts';
import { buildPicture, countFiles } from '../support/factories/pictures.ts';
import { buildProperty } from '../support/factories/properties.ts';
import { buildUser } from '../support/factories/users.ts';
import { startTestServer, type TestServer } from '../support/testServer.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let server: TestServer;
let uploaderId: number;
let cleanup: MediaCleanup;
/** Ahead of the files' own times, which are the real ones. */
let clock = Date.now();

beforeAll(async () => {
  server = await startTestServer({ data: 'empty', now: () => new Date(clock) });
  uploaderId = (await buildUser(server.context)).id;
});

afterAll(() => server.close());

beforeEach(async () => {
  // A month after the last test, whose remains are gone; no search for orphans has run yet.
  clock += 30 * DAY;
  await createMediaCleanup(server.context).sweep();
  cleanup = createMediaCleanup(server.context);
});

const keep = () => buildPicture(server.context, uploaderId);
const filesOf = (hash: string) => countFiles(server.context, hash);
const rowOf = (hash: string) => server.context.db.models.Media.findByPk(hash);

describe('what no row knows of', () => {
  const mediaFolder = () => path.join(server.context.env.dataDir, 'media');

  /** A file in the store, with this age. */
  function leave(name: string, age: number): string {
    const file = path.join(mediaFolder(), name.slice(0, 2), name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, 'left behind');
    utimesSync(file, new Date(clock - age), new Date(clock - age));
    return file;
  }

  test('goes after a day: files without a row, and half-written ones', async () => {
    const hash = (text: string) => hashBytes(Buffer.from(text));
    const { hash: known } = await keep();
    const gone = [
      leave(`${hash('original')}.webp`, 2 * DAY),
      leave(`${hash('original')}-640.webp`, 2 * DAY),
      leave(`${hash('variant')}-320.webp`, 2 * DAY),
      leave(`${hash('draft')}.webp.0c5e.part`, 2 * DAY),
      leave(`${known}.webp.17.abc.part`, 2 * DAY),
    ];
    const kept = [
      leave(`${hash('new')}.webp`, 23 * HOUR),
      leave(`${hash('new')}.webp.0c5e.part`, 23 * HOUR),
      leave('readme.txt', 400 * DAY),
    ];
    expect(await cleanup.sweep()).toEqual({ unused: 0, orphans: 4 });
    expect(gone.filter(existsSync)).toEqual([]);
    expect(kept.filter(existsSync)).toEqual(kept);
    expect([(await rowOf(known))?.hash, await filesOf(known)]).toEqual([known, 1]);
    expect(await rowOf(hash('original'))).toBeNull();
  });

  test('is looked for once a day', async () => {
    expect(await cleanup.sweep()).toMatchObject({ orphans: 0 });
    const file = leave(`${hashBytes(Buffer.from('late'))}.webp`, 2 * DAY);
    clock += 23 * HOUR;
    expect(await cleanup.sweep()).toMatchObject({ orphans: null });
    expect(existsSync(file)).toBe(true);
    clock += HOUR;
    expect(await cleanup.sweep()).toMatchObject({ orphans: 1 });
    expect(existsSync(file)).toBe(false);
  });

  test('stays when a listing shows it all the same', async () => {
    const { hash, url } = await keep();
    await buildProperty(server.context, { images: [url] });
    await server.context.db.transaction((transaction) =>
      server.context.db.models.Media.destroy({ where: { hash }, transaction }),
    );
    utimesSync(path.join(mediaFolder(), hash.slice(0, 2), `${hash}.webp`), new Date(0), new Date(0));
    expect(await cleanup.sweep()).toMatchObject({ orphans: 0 });
    expect(await filesOf(hash)).toBe(1);
  });

  test('stays when there is so much of it that the store must be another’s', async () => {
    const names = Array.from({ length: 60 }, (_, at) => `${hashBytes(Buffer.from(`foreign ${at}`))}.webp`);
    const files = names.map((name) => leave(name, 2 * DAY));
    expect(await cleanup.sweep()).toMatchObject({ orphans: 0 });
    expect(files.filter(existsSync)).toHaveLength(60);
    // They become few among the known rows.
    const rows = names.map((name) => ({
      hash: name.slice(0, 64),
      width: 1,
      height: 1,
      bytes: 1,
      uploaded_by: null,
    }));
    await server.context.db.transaction((transaction) =>
      server.context.db.models.Media.bulkCreate(
        rows.map((row) => ({ ...row, created_at: new Date(clock) })),
        { transaction },
      ),
    );
    clock += 2 * DAY;
    expect(await cleanup.sweep()).toMatchObject({ unused: 60 });
    expect(files.filter(existsSync)).toEqual([]);
  });
});
