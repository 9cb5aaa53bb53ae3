import { createHash } from 'node:crypto';

export interface StoredFile {
  name: string;
  modifiedAt: Date;
}

/**
 * Where pictures' bytes lie: a folder or object storage. Names are made by us (names.ts), never a caller's; each begins
 * with a hash. Every failure but 'there is no such file' is thrown.
 */
export interface MediaStore {
  /** All of it or nothing: a reader never sees half a picture. */
  write(name: string, bytes: Buffer): Promise<void>;
  /** Null when there is no such file. */
  read(name: string): Promise<Buffer | null>;
  has(name: string): Promise<boolean>;
  /** Nothing happens when there is no such file. */
  remove(name: string): Promise<void>;
  /** Every file in pages, in no promised order; what a crash left half written too. */
  list(): AsyncIterable<StoredFile[]>;
}

export function hashBytes(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
