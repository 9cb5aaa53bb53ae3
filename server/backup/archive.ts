import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack as openPack, type Pack } from 'tar-stream';
import { z } from 'zod';
import { SaidError } from '#server/languages.ts';
import { type MessageValues, msg } from '#shared/messages.ts';
import { decryptWith, encryptTo, isEncrypted, UndecryptableError } from './encryption.ts';

/**
 * A backup is a gzipped tar: `header.json`, the rows of each table as `tables/{table}/{part}.ndjson`, every picture
 * and encrypted private file as `pictures/{hash}.webp`, then `manifest.json` with all counts, and `seal`, the manifest's hash. Nothing in it
 * depends on one of the two databases.
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

/** Read first: shows whether the file is a backup, and of a known format. */
export const backupMark = z.object({ product: z.literal(PRODUCT), format: z.number().int() });

export const backupHeader = backupMark.extend({
  version: z.string(),
  dialect: z.enum(['sqlite', 'postgres']),
  created_at: z.string(),
  kind: z.enum(['manual', 'scheduled']),
  migrations: z.array(z.string()),
});
export type BackupHeader = z.infer<typeof backupHeader>;

const tableCount = z.object({
  name: z.string(),
  rows: z.number(),
  digest: z.string(),
  /** The last number given out as an id, also of a deleted row; null where the database does not count ids. */
  last_id: z.number().nullable(),
});
export type TableCount = z.infer<typeof tableCount>;

export const backupManifest = z.object({
  header: backupHeader,
  /** The newest entry of the audit log; missing in backups of earlier versions. */
  audit_head: z.object({ id: z.number(), hash: z.string() }).nullish(),
  /** In the order of their references. */
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

/** The sum of the SHA-256 of all lines, independent of their order, which differs between databases. */
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

const refusals = {
  newer: msg('This file cannot be restored because it was made by a newer version of Silong.').id,
  newerTables: msg(
    'This file cannot be restored because it was made by a newer version of Silong ({version}, {migration}).',
  ).id,
  noBackup: msg('This file cannot be restored because it is not a backup of Silong.').id,
  unreadable: msg('This file cannot be restored because it is damaged or not a backup of Silong.').id,
  cutOff: msg('This file cannot be restored because it is incomplete.').id,
  damaged: msg('This file cannot be restored because it is damaged.').id,
  noEnd: msg('This file cannot be restored because its end is missing.').id,
  altered: msg('This file cannot be restored because it was changed after it was created.').id,
  addedTo: msg('This file cannot be restored because something was added to it.').id,
  strangeEntry: msg('This file cannot be restored because it contains something that does not belong in a backup.')
    .id,
  strangeTables: msg('This file cannot be restored because its tables do not match its description.').id,
  encrypted: msg(
    'This file cannot be restored because it is encrypted. Name its identity file with --identity=FILE or in BACKUP_IDENTITY_FILE.',
  ).id,
  wrongIdentity: msg('This file cannot be restored because it was encrypted for another identity.').id,
  brokenCipher: msg('This file cannot be restored because it was cut off or changed after it was encrypted.').id,
  otherFile: msg('This file cannot be restored because it is not the file that was created: its SHA-256 differs.')
    .id,
} satisfies Record<string, string>;

/** The file must not be restored. The message is one sentence for people. */
export class RefusedBackupError extends SaidError {
  constructor(reason: keyof typeof refusals, values?: MessageValues) {
    super({ id: refusals[reason], ...(values && { values }) });
  }
}

export interface ArchiveEntry {
  name: string;
  bytes: Buffer;
}

/** Rows shrink to a fifth at the lowest levels already, and pictures do not shrink at all. */
const COMPRESSION_LEVEL = 4;

/** Writes entries to a gzipped tar and syncs it. @param options.recipient of age: encrypts it. @returns its SHA-256, hex. */
export async function writeArchive(
  file: string,
  entries: AsyncIterable<ArchiveEntry>,
  { at, signal, recipient }: { at: Date; signal: AbortSignal; recipient?: string | undefined },
): Promise<string> {
  const pack = openPack();
  const digest = createHash('sha256');
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      digest.update(chunk);
      done(null, chunk);
    },
  });
  const gzip = createGzip({ level: COMPRESSION_LEVEL });
  // Private: it contains the whole database.
  const sink = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  const writing = recipient
    ? pipeline(pack, gzip, encryptTo(recipient), meter, sink, { signal })
    : pipeline(pack, gzip, meter, sink, { signal });
  const filling = fill(pack, entries, at).catch((error: unknown) => {
    pack.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  });
  // The first of the two to fail is the cause; the other only follows, and must have ended before the file is removed.
  let cause: unknown;
  const note = (error: unknown) => {
    cause ??= error;
  };
  await Promise.all([filling.catch(note), writing.catch(note)]);
  if (cause) throw cause;
  await syncFile(file);
  return digest.digest('hex');
}

async function fill(pack: Pack, entries: AsyncIterable<ArchiveEntry>, mtime: Date): Promise<void> {
  for await (const { name, bytes } of entries)
    await new Promise<void>((resolve, reject) => {
      const sink = pack.entry({ name, mtime, mode: 0o600 }, bytes, (error) => (error ? reject(error) : resolve()));
      sink.on('error', reject);
    });
  pack.finalize();
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Far more than any written entry: a part of rows, or a picture. */
const MAX_ENTRY_BYTES = 64 * 1024 * 1024;

/**
 * Reads the entries of a gzipped tar, one at a time.
 * @param identities of age, for an encrypted file.
 * @throws {RefusedBackupError} the file is cut off, damaged, no backup, or encrypted for another identity.
 */
export async function* readArchive(file: string, identities: readonly string[]): AsyncGenerator<ArchiveEntry> {
  const needsIdentity = await isEncrypted(file);
  if (needsIdentity && identities.length === 0) throw new RefusedBackupError('encrypted');
  const tar = extract();
  const [bytes, gunzip] = [createReadStream(file), createGunzip()];
  let refusal: RefusedBackupError | undefined;
  // A failure here also ends the tar, whose reader throws it.
  const reading = (
    needsIdentity ? pipeline(bytes, decryptWith(identities), gunzip, tar) : pipeline(bytes, gunzip, tar)
  ).catch((error: unknown) => {
    if (error instanceof UndecryptableError) refusal = new RefusedBackupError(error.reason);
  });
  try {
    for await (const entry of tar) {
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of entry as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > MAX_ENTRY_BYTES) throw new RefusedBackupError('strangeEntry');
        chunks.push(chunk);
      }
      yield { name: entry.header.name, bytes: Buffer.concat(chunks) };
    }
  } catch (error) {
    tar.destroy();
    await reading;
    throw error instanceof RefusedBackupError ? error : (refusal ?? toRefusal(error));
  } finally {
    tar.destroy();
    await reading;
  }
}

function toRefusal(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : '';
  if (code === 'Z_BUF_ERROR' || /unexpected end/i.test(message)) return new RefusedBackupError('cutOff');
  if (code === 'Z_DATA_ERROR' && /incorrect header/.test(message)) return new RefusedBackupError('noBackup');
  if (code.startsWith('Z_') || /tar header|format/i.test(message)) return new RefusedBackupError('damaged');
  return error;
}
