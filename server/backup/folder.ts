import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BaseContext } from '#server/context.ts';
import { toNumber } from '#server/db/sql.ts';
import { UnavailableError } from '#server/http/errors.ts';
import { orNull } from '#server/media/store.ts';
import type { BackupFile } from '#shared/contracts/backups.ts';
import { type Message, msg } from '#shared/messages.ts';

type Kind = BackupFile['kind'];
export type StoredBackup = Omit<BackupFile, 'copy'>;

const NAME = /^silong-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(?:-\d+)?-(manual|scheduled)\.tar\.gz(\.age)?$/;
const DRAFT_SUFFIX = '.part';
/** Beside each backup, in the form `sha256sum --check` reads. */
export const DIGEST_SUFFIX = '.sha256';
export const digestLine = (digest: string, name: string) => `${digest}  ${name}\n`;

export const backupFolder = (dataDir: string) => path.join(dataDir, 'backups');

/** Which entries of the audit log were the newest at which time; only ever added to. */
export const auditAnchorFile = (dataDir: string) => path.join(backupFolder(dataDir), 'audit-anchors.jsonl');

/** Parses a file's name; null where it is not a backup's. */
export function readName(name: string): Pick<StoredBackup, 'created_at' | 'kind' | 'is_encrypted'> | null {
  const parts = NAME.exec(name);
  if (!parts) return null;
  const [, year, month, day, hour, minute, second, kind, encrypted] = parts;
  const created_at = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  return { created_at, kind: kind as Kind, is_encrypted: encrypted !== undefined };
}

export async function listBackups(folder: string): Promise<StoredBackup[]> {
  const files: StoredBackup[] = [];
  for (const name of await readdirOrNone(folder)) {
    const file = await describeBackup(folder, name);
    if (file) files.push(file);
  }
  return files.sort((one, other) => compare(other.created_at, one.created_at) || compare(other.name, one.name));
}

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));

/** When the newest of each kind was made: from the names alone, without looking into the files. */
export async function newestBackups(folder: string): Promise<Map<Kind, Date>> {
  const newest = new Map<Kind, Date>();
  for (const name of await readdirOrNone(folder)) {
    const parsed = readName(name);
    const at = parsed && new Date(parsed.created_at);
    if (at && at > (newest.get(parsed.kind) ?? new Date(0))) newest.set(parsed.kind, at);
  }
  return newest;
}

/** Null when there is no such backup. */
export async function describeBackup(folder: string, name: string): Promise<StoredBackup | null> {
  const parsed = readName(name);
  const state = parsed && (await orNull(stat(path.join(folder, name))));
  if (!parsed || !state?.isFile()) return null;
  return { name, bytes: state.size, ...parsed, sha256: await digestOf(path.join(folder, name)) };
}

/** The digest beside a backup; written now for a backup that was copied here by hand. */
async function digestOf(file: string): Promise<string> {
  const kept = await readDigest(file);
  if (kept) return kept;
  const digest = await hashFile(file);
  await writeDigest(file, digest);
  return digest;
}

/** The SHA-256 stored beside the file when it was made; null without one. */
export async function readDigest(file: string): Promise<string | null> {
  const text = await orNull(readFile(file + DIGEST_SUFFIX, 'utf8'));
  return /^[0-9a-f]{64}(?=\s)/.exec(text ?? '')?.[0] ?? null;
}

async function writeDigest(file: string, digest: string): Promise<void> {
  await writeFile(file + DIGEST_SUFFIX, digestLine(digest, path.basename(file)), { mode: 0o600 });
}

export async function hashFile(file: string): Promise<string> {
  const digest = createHash('sha256');
  await pipeline(createReadStream(file), digest);
  return digest.digest('hex');
}

/** '20260131T040000Z' */
export const stampOf = (at: Date): string => at.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '');

export async function openDraft(
  folder: string,
  { kind, at, isEncrypted }: { kind: Kind; at: Date; isEncrypted: boolean },
) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const stamp = stampOf(at);
  const taken = new Set(await readdirOrNone(folder));
  const ending = `${kind}.tar.gz${isEncrypted ? '.age' : ''}`;
  let name = `silong-${stamp}-${ending}`;
  for (let number = 2; taken.has(name); number += 1) name = `silong-${stamp}-${number}-${ending}`;
  const file = path.join(folder, name);
  const draft = file + DRAFT_SUFFIX;
  return {
    path: draft,
    /** Gives the written file its name, which makes it a backup. */
    async finish(sha256: string): Promise<StoredBackup> {
      await writeDigest(file, sha256);
      await rename(draft, file);
      await syncFolder(folder);
      const { size } = await stat(file);
      const parsed = readName(name);
      if (!parsed) throw new RangeError(`${name} is not the name of a backup`);
      return { name, bytes: size, ...parsed, sha256 };
    },
    discard: () => rm(draft, { force: true }),
  };
}

export async function removeBackup(folder: string, name: string): Promise<void> {
  await rm(path.join(folder, name), { force: true });
  await rm(path.join(folder, name + DIGEST_SUFFIX), { force: true });
}

/** Deletes drafts of a process that ended while writing. Requires the backup lock. */
export async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdirOrNone(folder))
    if (name.endsWith(DRAFT_SUFFIX)) await rm(path.join(folder, name), { force: true });
}

/** A renamed file is only sure to be there after a power cut once its folder is on disk. */
async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders, and needs no sync.
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().finally(() => handle.close());
}

const readdirOrNone = async (folder: string): Promise<string[]> => (await orNull(readdir(folder))) ?? [];

const MEGABYTE = 1024 * 1024;
/** The server itself has to go on writing while the backup is made. */
const RESERVE = 64 * MEGABYTE;

/** Compressed rows take far less than the database; pictures cannot be compressed. */
const PICTURE_BYTES = 'SELECT COALESCE(SUM(bytes), 0) AS bytes FROM media';

/** @throws {UnavailableError} `disk_full`: the pictures alone would not fit. */
export async function requireDiskSpace({ db }: Pick<BaseContext, 'db'>, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const [row] = await db.readRows<{ bytes: number | string }>(PICTURE_BYTES);
  await requireFreeBytes(folder, toNumber(row?.bytes ?? 0), (sizes) =>
    msg('There is not enough disk space for a backup: it needs about {needed}, and {free} is free.', sizes),
  );
}

/** @throws {UnavailableError} with the sentence: the bytes and the server's own reserve are not free. */
export async function requireFreeBytes(
  folder: string,
  bytes: number,
  sentence: (sizes: { needed: string; free: string }) => Message,
): Promise<void> {
  const inMegabytes = (size: number) => `${Math.ceil(size / MEGABYTE).toLocaleString('en-PH')} MB`;
  const shortage = await findShortage(folder, bytes);
  if (shortage)
    throw new UnavailableError(
      sentence({ needed: inMegabytes(shortage.needed), free: inMegabytes(shortage.free) }),
    );
}

/** @returns the needed bytes with the server's reserve, and the free ones; null: there are enough. */
export async function findShortage(
  folder: string,
  bytes: number,
): Promise<{ needed: number; free: number } | null> {
  const needed = bytes + RESERVE;
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  return free < needed ? { needed, free } : null;
}

/** Replaces the error of a full disk by a sentence for people; rethrows other errors. */
export function rethrowFullDisk(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    throw new UnavailableError(
      msg('The disk is full. The backup was not created, and the partial file was deleted.'),
    );
  throw error;
}
