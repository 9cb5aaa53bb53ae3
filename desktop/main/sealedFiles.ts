import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';

/** The system's keyring (Electron's safeStorage). */
export interface Keyring {
  isAvailable(): Promise<boolean>;
  encrypt(text: string): Promise<Buffer>;
  /** `isOutdated`: the keyring has a newer key. @throws if another keyring encrypted it, or this one is locked. */
  decrypt(sealed: Buffer): Promise<{ text: string; isOutdated: boolean }>;
}

/** A file's name. With several parts, all but the last name folders, which can be removed as a whole. */
type SealedName = string | readonly string[];

export type SealedFiles = ReturnType<typeof openSealedFiles>;

export interface SealedOptions {
  /** Limit of the total size in bytes; the least recently used files are deleted first. */
  limitBytes?: number;
  /** Older files are deleted when the folder is opened, in milliseconds. */
  maxAgeMs?: number;
  /** For data that cannot be fetched again: writes are synced to disk, and nothing is deleted without a request. */
  isPrecious?: boolean;
  log?(line: string): void;
}

const KEY_FILE = 'key.bin';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Suffix of a folder that the keyring could not open. */
const LOCKED_SUFFIX = '.locked-';
/** Suffix of a file that cannot be decrypted although its folder can be opened. */
const DAMAGED_SUFFIX = '.damaged';
/** Least time between two updates of a file's time of use. */
const TOUCH_EVERY_MS = 3_600_000;

interface OpenFolder {
  key: Buffer;
  /** The files by path, in memory, so that a write needs no directory listing. */
  index: Map<string, { size: number; usedAt: number }>;
}

/** Files encrypted with AES-256-GCM; the keyring of this account on this machine protects the key. */
export function openSealedFiles(folder: string, keyring: Keyring, options: SealedOptions = {}) {
  const { limitBytes, isPrecious = false, log = () => undefined } = options;
  const opened = openFolder(folder, keyring, options).catch((error: unknown) => {
    log(`${path.basename(folder)} cannot be opened: ${String(error)}`);
    return null;
  });
  /** Changes run one after the other, in the order of the calls. */
  let lastChange: Promise<unknown> = opened;
  const inOrder = <Result>(work: (at: OpenFolder | null) => Promise<Result>): Promise<Result> => {
    const next = lastChange.then(
      () => opened.then(work),
      () => opened.then(work),
    );
    lastChange = next;
    return next;
  };

  return {
    /** False without a keyring: then nothing is written or deleted, and every read returns null. */
    isOpen: async () => (await opened) !== null,

    async read(name: SealedName): Promise<Buffer | null> {
      // Waits for pending changes, so that a session that is being cleared is not read.
      if (isPrecious) await lastChange.catch(() => undefined);
      const place = await opened;
      if (!place) return null;
      const file = locate(folder, name);
      try {
        const bytes = unseal(await readFile(file), place.key, name);
        const known = place.index.get(file);
        // Updates the time of use, without delaying the read.
        if (limitBytes !== undefined && known && Date.now() - known.usedAt > TOUCH_EVERY_MS) {
          known.usedAt = Date.now();
          utimes(file, new Date(), new Date()).catch(() => undefined);
        }
        return bytes;
      } catch (error) {
        if (isMissing(error)) return null;
        log(`a file of ${path.basename(folder)} does not open: ${String(error)}`);
        if (isPrecious) await rename(file, `${file}${DAMAGED_SUFFIX}-${Date.now()}`).catch(() => undefined);
        return null;
      }
    },

    /** @param at the content's time: a file with a later time is not replaced. @returns whether it was written. */
    write: (name: SealedName, bytes: Buffer, at?: Date): Promise<boolean> =>
      inOrder(async (place) => {
        if (!place) return false;
        const file = locate(folder, name);
        const known = place.index.get(file);
        if (at && known && known.usedAt > at.getTime()) return false;
        const sealed = seal(bytes, place.key, name);
        await mkdir(path.dirname(file), { recursive: true });
        await writeWhole(file, sealed, isPrecious);
        if (at) await utimes(file, at, at);
        place.index.set(file, { size: sealed.length, usedAt: at?.getTime() ?? Date.now() });
        if (limitBytes !== undefined) await dropOldest(place.index, limitBytes);
        return true;
      }),

    /** Removes the file of that name and the folder of that name. */
    remove: (name: SealedName): Promise<void> =>
      inOrder(async (place) => {
        if (!place) return;
        const file = locate(folder, name);
        const within = `${file.slice(0, -'.bin'.length)}${path.sep}`;
        for (const known of place.index.keys())
          if (known === file || known.startsWith(within)) place.index.delete(known);
        await rm(file, { force: true });
        await rm(within, { recursive: true, force: true });
      }),

    clear: (): Promise<void> =>
      inOrder(async (place) => {
        for (const file of (await listFiles(folder)).keys()) await rm(file, { force: true });
        place?.index.clear();
      }),

    /** Reads and deletes the files of this name in earlier folders that the keyring opens again. */
    recover: (name: SealedName): Promise<Buffer[]> =>
      inOrder(async () => {
        const found: Buffer[] = [];
        for (const locked of await listLockedFolders(folder)) {
          const key = await readKey(locked, keyring).catch(() => null);
          const file = locate(locked, name);
          const bytes = key && (await readFile(file).catch(() => null));
          if (!key || !bytes) continue;
          try {
            found.push(unseal(bytes, key, name));
            await rm(file, { force: true });
          } catch {
            // Stays in place and is included in countUnreadable.
          }
        }
        return found;
      }),

    async countUnreadable(): Promise<number> {
      await opened;
      let count = (await listDamaged(folder)).length;
      for (const locked of await listLocked(folder, keyring)) count += (await listFiles(locked)).size;
      return count;
    },

    clearUnreadable: (): Promise<void> =>
      inOrder(async () => {
        for (const locked of await listLocked(folder, keyring)) await rm(locked, { recursive: true, force: true });
        for (const file of await listDamaged(folder)) await rm(file, { force: true });
      }),

    /** Resolves when every change requested so far is on disk. */
    async flush(): Promise<void> {
      await lastChange.catch(() => undefined);
    },
  };
}

async function openFolder(
  folder: string,
  keyring: Keyring,
  { maxAgeMs, isPrecious = false, log = () => undefined }: SealedOptions,
): Promise<OpenFolder | null> {
  if (!(await keyring.isAvailable())) return null;
  const key = (await readKey(folder, keyring)) ?? (await createFolder(folder, keyring, log));
  const index = await listFiles(folder);
  if (!isPrecious && maxAgeMs !== undefined) await dropOld(folder, index, Date.now() - maxAgeMs);
  return { key, index };
}

/** A folder of another keyring is renamed and kept, as that keyring may come back. */
async function createFolder(folder: string, keyring: Keyring, log: (line: string) => void): Promise<Buffer> {
  const key = randomBytes(KEY_BYTES);
  // Before the rename: this throws if the keyring is locked, and then the folder stays in place.
  const sealed = await keyring.encrypt(key.toString('base64'));
  if ((await listFiles(folder)).size > 0) {
    const locked = `${folder}${LOCKED_SUFFIX}${Date.now()}`;
    await rename(folder, locked);
    log(`the keyring does not open ${path.basename(folder)}; it lies in ${path.basename(locked)} now`);
  }
  await mkdir(folder, { recursive: true });
  await writeWhole(path.join(folder, KEY_FILE), sealed, true);
  return key;
}

/** Deletes files and locked folders that were last used before `oldest` (ms since 1970). */
async function dropOld(folder: string, index: OpenFolder['index'], oldest: number): Promise<void> {
  for (const [file, { usedAt }] of index)
    if (usedAt < oldest) {
      index.delete(file);
      await rm(file, { force: true });
    }
  for (const locked of await listLockedFolders(folder)) {
    const found = await stat(locked).catch(() => null);
    if (found && found.mtimeMs < oldest) await rm(locked, { recursive: true, force: true });
  }
}

/** Deletes the least recently used files until the rest is within the limit (bytes). */
async function dropOldest(index: OpenFolder['index'], limitBytes: number): Promise<void> {
  let total = 0;
  for (const { size } of index.values()) total += size;
  if (total <= limitBytes) return;
  for (const [file, { size }] of [...index].toSorted(([, one], [, other]) => one.usedAt - other.usedAt)) {
    if (total <= limitBytes) return;
    total -= size;
    index.delete(file);
    await rm(file, { force: true });
  }
}

/** Earlier folders that the keyring still does not open. */
async function listLocked(folder: string, keyring: Keyring): Promise<string[]> {
  const found: string[] = [];
  for (const locked of await listLockedFolders(folder))
    if (!(await readKey(locked, keyring).catch(() => null))) found.push(locked);
  return found;
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Hashed names are valid file names on every system and reveal nothing of, for example, a server's address. */
function locate(folder: string, name: SealedName): string {
  const parts = [name].flat().map((part) => createHash('sha256').update(part).digest('hex'));
  return `${path.join(folder, ...parts)}.bin`;
}

/** @returns null if there is no key or the keyring does not open it. */
async function readKey(folder: string, keyring: Keyring): Promise<Buffer | null> {
  const file = path.join(folder, KEY_FILE);
  const sealed = await readFile(file).catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  const opened = sealed && (await keyring.decrypt(sealed).catch(() => null));
  const key = opened && Buffer.from(opened.text, 'base64');
  if (!key || key.length !== KEY_BYTES) return null;
  if (opened.isOutdated) await writeWhole(file, await keyring.encrypt(opened.text), true);
  return key;
}

/** Writes a temporary file and renames it, so that the file is never incomplete. */
async function writeWhole(file: string, bytes: Buffer, isDurable: boolean): Promise<void> {
  const draft = `${file}.part`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(bytes);
    if (isDurable) await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}

/** The name is authenticated, so that a file moved to another name does not decrypt. */
const bind = (name: SealedName) => Buffer.from([name].flat().join('\n'));

function seal(bytes: Buffer, key: Buffer, name: SealedName): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(bind(name));
  return Buffer.concat([iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

function unseal(sealed: Buffer, key: Buffer, name: SealedName): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES))
    .setAAD(bind(name))
    .setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
}

async function listAll(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  return names.map((name) => path.join(folder, name));
}

async function listFiles(folder: string): Promise<OpenFolder['index']> {
  const index: OpenFolder['index'] = new Map();
  for (const file of await listAll(folder)) {
    if (!file.endsWith('.bin') || path.basename(file) === KEY_FILE) continue;
    const found = await stat(file).catch(() => null);
    if (found?.isFile()) index.set(file, { size: found.size, usedAt: found.mtimeMs });
  }
  return index;
}

async function listDamaged(folder: string): Promise<string[]> {
  return (await listAll(folder)).filter((file) => file.includes(`.bin${DAMAGED_SUFFIX}-`));
}

/** Folders that were renamed because the keyring did not open them, the newest first. */
async function listLockedFolders(folder: string): Promise<string[]> {
  const parent = path.dirname(folder);
  const names = await readdir(parent).catch(() => []);
  return names
    .filter((name) => name.startsWith(`${path.basename(folder)}${LOCKED_SUFFIX}`))
    .toSorted()
    .toReversed()
    .map((name) => path.join(parent, name));
}

/** The same files while no policy forbids them; otherwise reads return null and writes do nothing. */
export function keptIfAllowed(files: SealedFiles, isForbidden: () => boolean): SealedFiles {
  return {
    ...files,
    isOpen: async () => !isForbidden() && (await files.isOpen()),
    read: async (name) => (isForbidden() ? null : await files.read(name)),
    write: async (...given) => !isForbidden() && (await files.write(...given)),
  };
}
