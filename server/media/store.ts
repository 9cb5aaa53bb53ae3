import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Where pictures' bytes lie. Names are relative paths made by us (`{hash}.webp`, `{hash}-640.webp`), never a caller's. */
export interface MediaStore {
  write(name: string, bytes: Buffer): Promise<void>;
  /** Null when there is no such file. */
  read(name: string): Promise<Buffer | null>;
  has(name: string): Promise<boolean>;
}

export function hashBytes(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Files in a folder, spread over 256 subfolders by the first two digits of the hash. */
export function createFolderStore(folder: string): MediaStore {
  const locate = (name: string) => path.join(folder, name.slice(0, 2), name);
  return {
    async write(name, bytes) {
      const target = locate(name);
      await mkdir(path.dirname(target), { recursive: true });
      // Renamed into place: a reader never sees half a picture, and a crash leaves none behind under its name.
      const draft = `${target}.${process.pid}.${Math.random().toString(36).slice(2)}.part`;
      try {
        await writeFile(draft, bytes);
        await rename(draft, target);
      } catch (error) {
        await rm(draft, { force: true }).catch(() => undefined);
        throw error;
      }
    },
    async read(name) {
      try {
        return await readFile(locate(name));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async has(name) {
      try {
        await stat(locate(name));
        return true;
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    },
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
