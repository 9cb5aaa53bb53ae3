import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { fileName, sealedName } from './store.ts';

/** A private file in the store. */
export interface SealedFile {
  /** Of the encrypted bytes. */
  hash: string;
  /** Its own key, which its row keeps: a bucket that others can read shows nothing, and without the row nothing opens the file. */
  secret: string;
}

const CIPHER = 'aes-256-gcm';
/** Tells encrypted files from pictures, also in backups. */
const HEAD = Buffer.from('SEALED1\0');
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function seal(bytes: Buffer): { sealed: Buffer; secret: string } {
  const key = randomBytes(32);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce);
  const hidden = Buffer.concat([cipher.update(bytes), cipher.final()]);
  const sealed = Buffer.concat([HEAD, nonce, cipher.getAuthTag(), hidden]);
  return { sealed, secret: key.toString('base64url') };
}

/** Null for changed bytes, or for another file's secret. */
export function openSealed(sealed: Buffer, secret: string): Buffer | null {
  const tagAt = HEAD.length + NONCE_BYTES;
  const hiddenAt = tagAt + TAG_BYTES;
  try {
    const key = Buffer.from(secret, 'base64url');
    const cipher = createDecipheriv(CIPHER, key, sealed.subarray(HEAD.length, tagAt), {
      authTagLength: TAG_BYTES,
    });
    cipher.setAuthTag(sealed.subarray(tagAt, hiddenAt));
    return Buffer.concat([cipher.update(sealed.subarray(hiddenAt)), cipher.final()]);
  } catch {
    return null;
  }
}

/** The name under which the store keeps the bytes of a backup. */
export const nameOfBytes = (hash: string, bytes: Buffer): string =>
  bytes.subarray(0, HEAD.length).equals(HEAD) ? sealedName(hash) : fileName(hash, null);
