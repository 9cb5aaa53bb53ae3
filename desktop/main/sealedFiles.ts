import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';

/** The system's keyring, as far as it is needed here (Electron's safeStorage). */
export interface Keyring {
  isAvailable(): Promise<boolean>;
  encrypt(text: string): Promise<Buffer>;
  /**
   * @returns the text, and whether it should be sealed anew because the keyring has a newer key.
   * @throws when it was sealed by another keyring, or this one is locked.
   */
  decrypt(sealed: Buffer): Promise<{ text: string; isOutdated: boolean }>;
}

/** What a file is called; of several parts, all but the last are folders that can be removed as one. */
export type SealedName = string | readonly string[];

/** Files that only this account on this machine can read: AES-256-GCM under a key that the keyring holds. */
export interface SealedFiles {
  /** False: nothing is written, everything read is null, and what lies there is left alone. */
  isOpen(): Promise<boolean>;
  read(name: SealedName): Promise<Buffer | null>;
  /**
   * @param at when it was true: what is kept from a later moment stays. Without it, it takes the place of what is kept.
   * @returns whether it is kept now.
   */
  write(name: SealedName, bytes: Buffer, at?: Date): Promise<boolean>;
  /** A file, and all of a folder. */
  remove(name: SealedName): Promise<void>;
  clear(): Promise<void>;
  /** What lies in folders that were set aside under this name and can be opened by now; it is there no more. */
  takeBack(name: SealedName): Promise<Buffer[]>;
  /** How many files lie here that the keyring does not open. */
  countUnreadable(): Promise<number>;
  /** Deletes those. */
  clearUnreadable(): Promise<void>;
  /** Ends when everything asked for so far is on the disk. */
  settled(): Promise<void>;
}

export interface SealedOptions {
  /** What all files together may hold, in bytes; the ones not used for longest go first. Without it nothing goes. */
  limitBytes?: number;
  /** Files of an earlier time go when they are opened, in milliseconds. */
  maxAgeMs?: number;
  /** Of what cannot be fetched again nothing is ever deleted unasked, and a power cut takes nothing that was written. */
  isPrecious?: boolean;
  log?(line: string): void;
}

const KEY_FILE = 'key.bin';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** How a folder is called that the keyring could not open: beside its own name. */
const ASIDE = '.locked-';
/** A file that does not open although its folder does. */
const DAMAGED = '.damaged';
const TOUCH_EVERY_MS = 3_600_000;

interface OpenFolder {
  key: Buffer;
  /** What lies there, by path: kept in memory, so that no writing has to look at the disk. */
  index: Map<string, { size: number; usedAt: number }>;
}

export function openSealedFiles(
  folder: string,
  keyring: Keyring,
  { limitBytes, maxAgeMs, isPrecious = false, log = () => undefined }: SealedOptions = {},
): SealedFiles {
  const opened = openFolder().catch((error: unknown) => {
    log(`${path.basename(folder)} cannot be opened: ${String(error)}`);
    return null;
  });
  /** One change after the other, in the order they were asked for. */
  let lastChange: Promise<unknown> = opened;
  const inOrder = <Result>(work: (at: OpenFolder | null) => Promise<Result>): Promise<Result> => {
    const next = lastChange.then(
      () => opened.then(work),
      () => opened.then(work),
    );
    lastChange = next;
    return next;
  };

  async function openFolder(): Promise<OpenFolder | null> {
    if (!(await keyring.isAvailable())) return null;
    const key = (await readKey(folder, keyring)) ?? (await startAnew());
    const index = await listFiles(folder);
    if (!isPrecious) await dropOld(index);
    return { key, index };
  }

  /** Folders that were set aside, and that the keyring still does not open. */
  async function listLocked(): Promise<string[]> {
    const locked: string[] = [];
    for (const aside of await listAside(folder))
      if (!(await readKey(aside, keyring).catch(() => null))) locked.push(aside);
    return locked;
  }

  /** Another keyring's folder is moved aside, never emptied: that keyring may come back. */
  async function startAnew(): Promise<Buffer> {
    const key = randomBytes(KEY_BYTES);
    // First: a keyring that cannot seal either is locked, and everything stays where it is.
    const sealed = await keyring.encrypt(key.toString('base64'));
    if ((await listFiles(folder)).size > 0) {
      const aside = `${folder}${ASIDE}${Date.now()}`;
      await rename(folder, aside);
      log(`the keyring does not open ${path.basename(folder)}; it lies in ${path.basename(aside)} now`);
    }
    await mkdir(folder, { recursive: true });
    await writeWhole(path.join(folder, KEY_FILE), sealed, true);
    return key;
  }

  async function dropOld(index: OpenFolder['index']): Promise<void> {
    if (maxAgeMs === undefined) return;
    const oldest = Date.now() - maxAgeMs;
    for (const [file, { usedAt }] of index)
      if (usedAt < oldest) {
        index.delete(file);
        await rm(file, { force: true });
      }
    for (const aside of await listAside(folder)) {
      const found = await stat(aside).catch(() => null);
      if (found && found.mtimeMs < oldest) await rm(aside, { recursive: true, force: true });
    }
  }

  async function dropOldest(index: OpenFolder['index']): Promise<void> {
    if (limitBytes === undefined) return;
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

  return {
    isOpen: async () => (await opened) !== null,

    async read(name) {
      // A session that was cleared a moment ago must not come back.
      if (isPrecious) await lastChange.catch(() => undefined);
      const place = await opened;
      if (!place) return null;
      const file = locate(folder, name);
      try {
        const bytes = unseal(await readFile(file), place.key, name);
        const known = place.index.get(file);
        // What is used stays; noted now and then, beside the reading.
        if (limitBytes !== undefined && known && Date.now() - known.usedAt > TOUCH_EVERY_MS) {
          known.usedAt = Date.now();
          utimes(file, new Date(), new Date()).catch(() => undefined);
        }
        return bytes;
      } catch (error) {
        if (isMissing(error)) return null;
        log(`a file of ${path.basename(folder)} does not open: ${String(error)}`);
        if (isPrecious) await rename(file, `${file}${DAMAGED}-${Date.now()}`).catch(() => undefined);
        return null;
      }
    },

    write: (name, bytes, at) =>
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
        await dropOldest(place.index);
        return true;
      }),

    remove: (name) =>
      inOrder(async (place) => {
        if (!place) return;
        const file = locate(folder, name);
        const within = `${file.slice(0, -'.bin'.length)}${path.sep}`;
        for (const known of place.index.keys())
          if (known === file || known.startsWith(within)) place.index.delete(known);
        await rm(file, { force: true });
        await rm(within, { recursive: true, force: true });
      }),

    clear: () =>
      inOrder(async (place) => {
        for (const file of await listFiles(folder)) await rm(file[0], { force: true });
        place?.index.clear();
      }),

    takeBack: (name) =>
      inOrder(async () => {
        const found: Buffer[] = [];
        for (const aside of await listAside(folder)) {
          const key = await readKey(aside, keyring).catch(() => null);
          const file = locate(aside, name);
          const bytes = key && (await readFile(file).catch(() => null));
          if (!key || !bytes) continue;
          try {
            found.push(unseal(bytes, key, name));
            await rm(file, { force: true });
          } catch {
            // It stays where it is, and is counted.
          }
        }
        return found;
      }),

    async countUnreadable() {
      await opened;
      let count = (await listDamaged(folder)).length;
      for (const aside of await listLocked()) count += (await listFiles(aside)).size;
      return count;
    },

    clearUnreadable: () =>
      inOrder(async () => {
        for (const aside of await listLocked()) await rm(aside, { recursive: true, force: true });
        for (const file of await listDamaged(folder)) await rm(file, { force: true });
      }),

    async settled() {
      await lastChange.catch(() => undefined);
    },
  };
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** A name can be an address: its hash is a file name on every system, and tells nothing. */
function locate(folder: string, name: SealedName): string {
  const parts = [name].flat().map((part) => createHash('sha256').update(part).digest('hex'));
  return `${path.join(folder, ...parts)}.bin`;
}

/** @returns null where there is none, or the keyring does not open it. */
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

/** Never half a file: beside it first, then in its place. */
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

/** The name is bound in: one file put in another's place does not open. */
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
  return (await listAll(folder)).filter((file) => file.includes(`.bin${DAMAGED}-`));
}

/** Folders that were set aside, the newest first. */
async function listAside(folder: string): Promise<string[]> {
  const parent = path.dirname(folder);
  const names = await readdir(parent).catch(() => []);
  return names
    .filter((name) => name.startsWith(`${path.basename(folder)}${ASIDE}`))
    .toSorted()
    .toReversed()
    .map((name) => path.join(parent, name));
}
