import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { findUnknownMigration } from '#server/db/migrate.ts';
import type { Words } from '#server/languages.ts';
import { hashBytes } from '#server/media/store.ts';
import { type Message, msg } from '#shared/messages.ts';
import {
  type ArchiveEntry,
  type BackupHeader,
  type BackupManifest,
  backupHeader,
  backupManifest,
  backupMark,
  FORMAT,
  HEADER_NAME,
  hashOfEntry,
  MANIFEST_NAME,
  pictureLine,
  RefusedBackupError,
  RowsDigest,
  readArchive,
  SEAL_NAME,
  tableOfEntry,
} from './archive.ts';
import { isEncrypted } from './encryption.ts';
import { hashFile, readDigest } from './folder.ts';
import type { PortableRow } from './tables.ts';

export type BackupPiece =
  | { type: 'header'; header: BackupHeader }
  | { type: 'rows'; table: string; rows: PortableRow[] }
  | { type: 'picture'; hash: string; bytes: Buffer }
  /** The last piece: all earlier pieces are verified. */
  | { type: 'end'; manifest: BackupManifest };

/**
 * Reads a backup from its first byte to its last and checks it on the way. The pieces are verified only with the last
 * one.
 * @param identities of age, for an encrypted backup.
 * @throws {RefusedBackupError} the backup is damaged, altered, cut off, of a newer version, or encrypted for another
 * identity.
 */
export async function* readBackup(file: string, identities: readonly string[] = []): AsyncGenerator<BackupPiece> {
  const entries = readArchive(file, identities);
  const check = new ContentsCheck();
  const header = readHeader((await entries.next()).value ?? null);
  yield { type: 'header', header };
  let manifest: ArchiveEntry | undefined;
  let seal: ArchiveEntry | undefined;
  for await (const entry of entries) {
    if (seal) throw new RefusedBackupError('addedTo');
    if (manifest) seal = entry;
    else if (entry.name === MANIFEST_NAME) manifest = entry;
    else yield check.take(entry);
  }
  if (!manifest || seal?.name !== SEAL_NAME) throw new RefusedBackupError('noEnd');
  if (seal.bytes.toString() !== hashBytes(manifest.bytes)) throw altered();
  const claimed = parseJson(backupManifest, manifest);
  if (!isDeepStrictEqual(claimed.header, header)) throw altered();
  check.compare(claimed);
  yield { type: 'end', manifest: claimed };
}

const altered = () => new RefusedBackupError('altered');

/** @throws {RefusedBackupError} no backup, or of a newer version. */
function readHeader(entry: ArchiveEntry | null): BackupHeader {
  if (entry?.name !== HEADER_NAME) throw new RefusedBackupError('noBackup');
  const { format } = parseJson(backupMark, entry);
  if (format > FORMAT) throw new RefusedBackupError('newer');
  const header = parseJson(backupHeader, entry);
  const unknown = findUnknownMigration(header.migrations);
  if (unknown) throw new RefusedBackupError('newerTables', { version: header.version, migration: unknown });
  return header;
}

function parseJson<Schema extends z.ZodType>(schema: Schema, { bytes }: ArchiveEntry): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(bytes.toString()));
  } catch {
    throw new RefusedBackupError('unreadable');
  }
}

/** Counts the entries for the comparison with the manifest. */
class ContentsCheck {
  private readonly tables = new Map<string, RowsDigest>();
  private readonly pictures = new RowsDigest();
  private pictureBytes = 0;

  take(entry: ArchiveEntry): BackupPiece {
    const table = tableOfEntry(entry.name);
    if (table) return { type: 'rows', table, rows: this.takeRows(table, entry.bytes) };
    const hash = hashOfEntry(entry.name);
    if (!hash) throw new RefusedBackupError('strangeEntry');
    if (hashBytes(entry.bytes) !== hash) throw altered();
    this.pictures.add(pictureLine(hash, entry.bytes.length));
    this.pictureBytes += entry.bytes.length;
    return { type: 'picture', hash, bytes: entry.bytes };
  }

  private takeRows(table: string, bytes: Buffer): PortableRow[] {
    const digest = this.tables.get(table) ?? new RowsDigest();
    this.tables.set(table, digest);
    const lines = bytes.toString().split('\n').filter(Boolean);
    for (const line of lines) digest.add(line);
    try {
      return lines.map((line) => JSON.parse(line) as PortableRow);
    } catch {
      throw altered();
    }
  }

  compare({ tables, pictures }: BackupManifest): void {
    const isRight = tables.every(({ name, rows, digest }) => {
      const read = this.tables.get(name) ?? new RowsDigest();
      return read.count === rows && read.toString() === digest;
    });
    const known = new Set(tables.map(({ name }) => name));
    const hasMore = [...this.tables.keys()].some((name) => !known.has(name));
    const hasPictures =
      this.pictures.count === pictures.count &&
      this.pictureBytes === pictures.bytes &&
      this.pictures.toString() === pictures.digest;
    if (!isRight || hasMore || !hasPictures) throw altered();
  }
}

/** Reads a whole backup and checks every row and picture. @throws {RefusedBackupError} with the reason. */
export async function checkBackup(file: string, identities: readonly string[] = []): Promise<BackupManifest> {
  const written = await readDigest(file);
  let manifest: BackupManifest | undefined;
  for await (const piece of readBackup(file, identities)) if (piece.type === 'end') manifest = piece.manifest;
  if (!manifest) throw new RefusedBackupError('noEnd');
  if (written && written !== (await hashFile(file))) throw new RefusedBackupError('otherFile');
  return manifest;
}

/** Compares the bytes of a file, which may be unreadable, with its digest. @throws {RefusedBackupError} they differ. */
export async function checkDigest(file: string): Promise<void> {
  if ((await readDigest(file)) !== (await hashFile(file))) throw new RefusedBackupError('otherFile');
}

/** Reports instead of throwing. Without an identity only the SHA-256 of an encrypted backup can be checked. */
export async function verifyBackup(
  file: string,
  identities: readonly string[] = [],
): Promise<{ isWhole: boolean; message: string | Words }> {
  try {
    if (identities.length === 0 && (await isEncrypted(file))) {
      await checkDigest(file);
      const message = msg(
        'The file is unchanged: its SHA-256 matches. Its contents were not read because it is encrypted and the server does not have its identity.',
      );
      return { isWhole: true, message };
    }
    const manifest = await checkBackup(file, identities);
    return {
      isWhole: true,
      message: msg('This backup is complete: {contents}.', { contents: describeContents(manifest) }),
    };
  } catch (error) {
    if (!(error instanceof RefusedBackupError)) throw error;
    return { isWhole: false, message: error.sentence };
  }
}

/** 'made on 2026-03-18 04:00 UTC with 12,345 rows in 21 tables and 770 pictures' */
export function describeContents({ header, tables, pictures }: BackupManifest): Message {
  return msg(
    'created on {made} UTC with {rows, plural, one {# row} other {# rows}} in {tables, plural, one {# table} other {# tables}} and {pictures, plural, one {# image} other {# images}}{lost, plural, =0 {} one { (# was already missing)} other { ({lost} were already missing)}}',
    {
      made: header.created_at.slice(0, 16).replace('T', ' '),
      rows: tables.reduce((sum, table) => sum + table.rows, 0),
      tables: tables.length,
      pictures: pictures.count,
      lost: pictures.missing,
    },
  );
}
