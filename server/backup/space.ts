import { mkdir, statfs } from 'node:fs/promises';
import type { BaseContext } from '#server/context.ts';
import { toNumber } from '#server/db/rows.ts';
import { UnavailableError } from '#server/http/errors.ts';

const MEGABYTE = 1024 * 1024;
/** The server itself has to go on writing while the backup is made. */
const RESERVE = 64 * MEGABYTE;

/** Rows are compressed to well below what the database takes for them; pictures cannot be. */
const PICTURE_BYTES = 'SELECT COALESCE(SUM(bytes), 0) AS bytes FROM media';

/** @throws {UnavailableError} `disk_full`: the pictures alone would not fit. */
export async function requireDiskSpace({ db }: Pick<BaseContext, 'db'>, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const [row] = await db.readRows<{ bytes: number | string }>(PICTURE_BYTES);
  const needed = toNumber(row?.bytes ?? 0) + RESERVE;
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free < needed)
    throw new UnavailableError(
      `There is not enough room for a backup: it needs about ${inMegabytes(needed)}, and ${inMegabytes(free)} are free.`,
    );
}

function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / MEGABYTE).toLocaleString('en-PH')} MB`;
}

/** A disk that filled up meanwhile, in words for people; every other failure as it is. */
export function describeFullDisk(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    throw new UnavailableError('The disk is full: the backup was not made, and nothing is left of it.');
  throw error;
}
