import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DRAFT_SUFFIX } from './names.ts';
import type { MediaStore, StoredFile } from './store.ts';

/** Files in a folder, spread over 256 subfolders by the first two digits of the hash. */
export function createFolderStore(folder: string): MediaStore {
  const locate = (name: string) => path.join(folder, name.slice(0, 2), name);

  return {
    async write(name, bytes) {
      const target = locate(name);
      await mkdir(path.dirname(target), { recursive: true });
      // Renamed into place: a reader never sees half a picture, and a crash leaves none behind under its name.
      const draft = `${target}.${randomUUID()}${DRAFT_SUFFIX}`;
      try {
        await writeFile(draft, bytes);
        await rename(draft, target);
      } catch (error) {
        await rm(draft, { force: true }).catch(() => undefined);
        throw error;
      }
    },
    read: (name) => orNull(readFile(locate(name))),
    has: async (name) => (await orNull(stat(locate(name)))) !== null,
    remove: (name) => rm(locate(name), { force: true }),
    async *list() {
      for (const subfolder of (await orNull(readdir(folder))) ?? [])
        yield await listFiles(path.join(folder, subfolder));
    },
  };
}

async function listFiles(folder: string): Promise<StoredFile[]> {
  const entries = (await orNull(readdir(folder, { withFileTypes: true }))) ?? [];
  const files: StoredFile[] = [];
  // One after the other: whoever lists is in no hurry, and requests share the same few threads.
  for (const entry of entries.filter((each) => each.isFile())) {
    const state = await orNull(stat(path.join(folder, entry.name)));
    if (state) files.push({ name: entry.name, modifiedAt: state.mtime });
  }
  return files;
}

/** What is not there, or goes away while it is looked at, is null. */
async function orNull<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}
