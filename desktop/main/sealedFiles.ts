import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

/** The system's keyring, as far as it is needed here (Electron's safeStorage). */
export interface Keyring {
  isAvailable(): boolean;
  encrypt(text: string): Buffer;
  decrypt(sealed: Buffer): string;
}

/** Files that only this account on this machine can read: AES-256-GCM under a key that the keyring holds. */
export interface SealedFiles {
  /** False: nothing is written, everything read is null. */
  isOpen: boolean;
  read(name: string): Buffer | null;
  write(name: string, bytes: Buffer): void;
  remove(name: string): void;
  clear(): void;
}

const KEY_FILE = 'key.bin';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * @param limitBytes what all files together may hold; the ones not read for longest go first.
 */
export function openSealedFiles(folder: string, keyring: Keyring, limitBytes: number): SealedFiles {
  const key = keyring.isAvailable() ? readKey(folder, keyring) : null;
  if (!key)
    return {
      isOpen: false,
      read: () => null,
      write: () => undefined,
      remove: () => undefined,
      clear: () => rmSync(folder, { recursive: true, force: true }),
    };
  // A name can be an address: its hash is a file name on every system, and tells nothing.
  const locate = (name: string) =>
    path.join(folder, `${createHash('sha256').update(name).digest('hex')}.bin`);
  return {
    isOpen: true,
    read(name) {
      const file = locate(name);
      try {
        const bytes = unseal(readFileSync(file), key, name);
        utimesSync(file, new Date(), new Date());
        return bytes;
      } catch {
        return null;
      }
    },
    write(name, bytes) {
      mkdirSync(folder, { recursive: true });
      const draft = `${locate(name)}.part`;
      writeFileSync(draft, seal(bytes, key, name), { mode: 0o600 });
      renameSync(draft, locate(name));
      dropOldest(folder, limitBytes);
    },
    remove: (name) => rmSync(locate(name), { force: true }),
    clear() {
      for (const { file } of listFiles(folder)) rmSync(file, { force: true });
    },
  };
}

function readKey(folder: string, keyring: Keyring): Buffer {
  const file = path.join(folder, KEY_FILE);
  try {
    const key = Buffer.from(keyring.decrypt(readFileSync(file)), 'base64');
    if (key.length === 32) return key;
  } catch {
    // No key yet, or one of another account: what lies here cannot be read, and is made anew.
  }
  const key = randomBytes(32);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, keyring.encrypt(key.toString('base64')), { mode: 0o600 });
  return key;
}

/** The name is bound in: one file put in another's place does not open. */
function seal(bytes: Buffer, key: Buffer, name: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(name));
  return Buffer.concat([iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

function unseal(sealed: Buffer, key: Buffer, name: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(name))
    .setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
}

function listFiles(folder: string) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.bin') && name !== KEY_FILE)
    .map((name) => {
      const file = path.join(folder, name);
      const { size, mtimeMs } = statSync(file);
      return { file, size, usedAt: mtimeMs };
    });
}

function dropOldest(folder: string, limitBytes: number): void {
  const files = listFiles(folder).toSorted((one, other) => other.usedAt - one.usedAt);
  let total = 0;
  for (const { file, size } of files) {
    total += size;
    if (total > limitBytes) rmSync(file, { force: true });
  }
}
