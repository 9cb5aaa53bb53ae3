import { randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, stat, statfs, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BaseContext } from '#server/context.ts';

const HOUR_MS = 3_600_000;
/** For so long after a new version has come. */
const KEPT_MS = 24 * HOUR_MS;
/** Beside the present one. */
const MOST_VERSIONS = 3;
/** A disk with less room keeps nothing. */
const MIN_FREE_BYTES = 512 * 1024 * 1024;
/** Names the version that was served last. */
const LAST = 'last';
/** A copy that is being made. */
const PART = '.part-';

type Context = Pick<BaseContext, 'env' | 'log' | 'now'>;

/**
 * Pages of the last version stay open after an update, and load parts of themselves only when these are opened: the files of
 * each version are kept in DATA_DIR, and found for a day after another version has come.
 * @param version of the pages in `webFolder`
 * @returns lists the folders in which files of former versions lie, the latest first
 */
export function keepAssets({ env, log, now }: Context, webFolder: string, version: string): () => string[] {
  const shelf = path.join(env.dataDir, 'pages');
  let former: { folder: string; until: number }[] = [];

  async function keep(): Promise<void> {
    await mkdir(shelf, { recursive: true });
    const last = await readFile(path.join(shelf, LAST), 'utf8').catch(() => null);
    if (last !== version) {
      // From now on it is a former one.
      if (last !== null) await utimes(path.join(shelf, path.basename(last)), now(), now()).catch(() => undefined);
      await writeFile(path.join(shelf, LAST), version);
    }
    former = await sortOut();
    await keepOwn();
  }

  /** Removes what is too old or too much. */
  async function sortOut() {
    const versions = [];
    for (const entry of await readdir(shelf, { withFileTypes: true })) {
      if (!entry.isDirectory() || entry.name === version) continue;
      const folder = path.join(shelf, entry.name);
      const { mtimeMs } = await stat(folder);
      const isPart = entry.name.startsWith(PART);
      // Another process may be at it.
      if (isPart && mtimeMs > now().getTime() - HOUR_MS) continue;
      versions.push({ folder, until: isPart ? 0 : mtimeMs + KEPT_MS });
    }
    versions.sort((one, other) => other.until - one.until);
    const kept = versions.filter(({ until }, at) => until > now().getTime() && at < MOST_VERSIONS);
    for (const each of versions) if (!kept.includes(each)) await rm(each.folder, { recursive: true, force: true });
    return kept;
  }

  async function keepOwn(): Promise<void> {
    const own = path.join(shelf, version);
    const isKept = await stat(own).then(
      () => true,
      () => false,
    );
    const { bavail, bsize } = await statfs(shelf);
    if (isKept || bavail * bsize < MIN_FREE_BYTES) return;
    const part = path.join(shelf, PART + randomUUID());
    try {
      await cp(path.join(webFolder, 'assets'), path.join(part, 'assets'), { recursive: true });
      await rename(part, own);
    } catch (error) {
      await rm(part, { recursive: true, force: true });
      // Another process was first.
      if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }

  keep().catch((error: unknown) => log.warn({ err: error }, 'the files of this version could not be kept'));
  return () => former.filter(({ until }) => until > now().getTime()).map(({ folder }) => folder);
}
