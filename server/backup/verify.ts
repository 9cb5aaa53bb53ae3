import { hashFile, readDigest } from './folder.ts';
import { type BackupManifest, RefusedBackupError } from './format.ts';
import { readBackup } from './readBackup.ts';

/**
 * Reads a whole backup and checks every row and picture in it.
 * @throws {RefusedBackupError} with the reason why it must not be restored.
 */
export async function checkBackup(file: string): Promise<BackupManifest> {
  const written = await readDigest(file);
  let manifest: BackupManifest | undefined;
  for await (const piece of readBackup(file)) if (piece.type === 'end') manifest = piece.manifest;
  if (!manifest) throw new RefusedBackupError('its end is missing');
  if (written && written !== (await hashFile(file)))
    throw new RefusedBackupError('it is another file than the one that was made: its SHA-256 differs');
  return manifest;
}

/** The same for those who only want to know. */
export async function verifyBackup(file: string): Promise<{ isWhole: boolean; message: string }> {
  try {
    const manifest = await checkBackup(file);
    return { isWhole: true, message: `This backup is whole: ${describeContents(manifest)}.` };
  } catch (error) {
    if (!(error instanceof RefusedBackupError)) throw error;
    return { isWhole: false, message: error.message };
  }
}

/** 'made on 2026-03-18 04:00 UTC with 12,345 rows in 21 tables and 770 pictures' */
export function describeContents({ header, tables, pictures }: BackupManifest): string {
  const count = (number: number, one: string, many = `${one}s`) =>
    `${number.toLocaleString('en-PH')} ${number === 1 ? one : many}`;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const made = `${header.created_at.slice(0, 16).replace('T', ' ')} UTC`;
  const lost =
    pictures.missing > 0
      ? ` (${pictures.missing} ${pictures.missing === 1 ? 'was' : 'were'} lost before it was made)`
      : '';
  return `made on ${made} with ${count(rows, 'row')} in ${count(tables.length, 'table')} and ${count(pictures.count, 'picture')}${lost}`;
}
