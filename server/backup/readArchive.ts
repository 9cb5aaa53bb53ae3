import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import type { ArchiveEntry } from './archive.ts';
import { RefusedBackupError } from './format.ts';

/** Far more than any entry we write: a part of rows, or one picture. */
const MAX_ENTRY_BYTES = 64 * 1024 * 1024;

/**
 * The entries of a gzipped tar, one at a time.
 * @throws {RefusedBackupError} the file is cut off, damaged, or something else altogether.
 */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry> {
  const tar = extract();
  // Its failure also ends the tar, whose reader is the one to tell of it.
  const reading = pipeline(createReadStream(file), createGunzip(), tar).catch(() => undefined);
  try {
    for await (const entry of tar) {
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of entry as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > MAX_ENTRY_BYTES) throw new RefusedBackupError('it holds something no backup holds');
        chunks.push(chunk);
      }
      yield { name: entry.header.name, bytes: Buffer.concat(chunks) };
    }
  } catch (error) {
    throw error instanceof RefusedBackupError ? error : toRefusal(error);
  } finally {
    tar.destroy();
    await reading;
  }
}

function toRefusal(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : '';
  if (code === 'Z_BUF_ERROR' || /unexpected end/i.test(message))
    return new RefusedBackupError('it is cut off');
  if (code === 'Z_DATA_ERROR' && /incorrect header/.test(message))
    return new RefusedBackupError('it is not a backup of Silong');
  if (code.startsWith('Z_') || /tar header|format/i.test(message))
    return new RefusedBackupError('it is damaged');
  return error;
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
