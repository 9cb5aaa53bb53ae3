import { createHash } from 'node:crypto';
import { z } from 'zod';

/**
 * A backup is a gzipped tar: `header.json`, the rows of each table as `tables/{table}/{part}.ndjson`, every picture as
 * `pictures/{hash}.webp`, then `manifest.json`, which counts all of it, and `seal`, the manifest's own hash. It says
 * nothing that only one of the two databases would understand.
 */
export const FORMAT = 1;
export const PRODUCT = 'silong';

export const HEADER_NAME = 'header.json';
export const MANIFEST_NAME = 'manifest.json';
export const SEAL_NAME = 'seal';

export const tablePartName = (table: string, part: number) =>
  `tables/${table}/${String(part).padStart(6, '0')}.ndjson`;
export const pictureName = (hash: string) => `pictures/${hash}.webp`;

const TABLE_PART = /^tables\/(\w+)\/\d{6}\.ndjson$/;
const PICTURE = /^pictures\/([0-9a-f]{64})\.webp$/;

export const tableOfEntry = (name: string): string | null => TABLE_PART.exec(name)?.[1] ?? null;
export const hashOfEntry = (name: string): string | null => PICTURE.exec(name)?.[1] ?? null;

/** Read before the rest of it: whether this is a backup at all, and one this version can understand. */
export const backupMark = z.object({ product: z.literal(PRODUCT), format: z.number().int() });

export const backupHeader = backupMark.extend({
  /** Of the server that made it. */
  version: z.string(),
  dialect: z.enum(['sqlite', 'postgres']),
  created_at: z.string(),
  kind: z.enum(['manual', 'scheduled']),
  /** The shape of the tables: the names of the migrations that made it. */
  migrations: z.array(z.string()),
});
export type BackupHeader = z.infer<typeof backupHeader>;

const tableCount = z.object({
  name: z.string(),
  rows: z.number(),
  /** See RowsDigest. */
  digest: z.string(),
  /** The last number given out as an id, which may be of a row that is gone; null where ids are not counted. */
  last_id: z.number().nullable(),
});
export type TableCount = z.infer<typeof tableCount>;

export const backupManifest = z.object({
  header: backupHeader,
  /** Each after those its rows refer to. */
  tables: z.array(tableCount),
  pictures: z.object({
    count: z.number(),
    bytes: z.number(),
    digest: z.string(),
    /** Known to the database, but lost or damaged before the backup was made. */
    missing: z.number(),
  }),
});
export type BackupManifest = z.infer<typeof backupManifest>;

const MODULUS = 1n << 256n;

/**
 * The sum of the SHA-256 of all lines: the same in whatever order they come, which two databases do not agree on.
 */
export class RowsDigest {
  private sum = 0n;
  count = 0;

  add(line: string): void {
    const hash = createHash('sha256').update(line).digest('hex');
    this.sum = (this.sum + BigInt(`0x${hash}`)) % MODULUS;
    this.count += 1;
  }

  toString(): string {
    return this.sum.toString(16).padStart(64, '0');
  }
}

/** A picture's line in the digest of all pictures. */
export const pictureLine = (hash: string, bytes: number) => `${hash} ${bytes}`;

/** A file that is not to be restored from. The message is one sentence for people. */
export class RefusedBackupError extends Error {
  /** @param reason what is the matter with it, after 'because'. */
  constructor(reason: string) {
    super(`This file cannot be restored, because ${reason}.`);
  }
}
