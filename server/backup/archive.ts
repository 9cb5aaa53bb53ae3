import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack as openPack, type Pack } from 'tar-stream';

export interface ArchiveEntry {
  name: string;
  bytes: Buffer;
}

/** Rows shrink to a fifth at the lowest levels already, and pictures do not shrink at all. */
const COMPRESSION_LEVEL = 4;

/**
 * Writes entries to a gzipped tar as they come, holding one at a time, and waits until the disk has it.
 * @returns the SHA-256 of the file, hex.
 */
export async function writeArchive(
  file: string,
  entries: AsyncIterable<ArchiveEntry>,
  { at, signal }: { at: Date; signal: AbortSignal },
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
  // Not to be read by others on this machine: it holds what the database holds.
  const writing = pipeline(pack, gzip, meter, createWriteStream(file, { flags: 'wx', mode: 0o600 }), {
    signal,
  });
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
      const sink = pack.entry({ name, mtime, mode: 0o600 }, bytes, (error) =>
        error ? reject(error) : resolve(),
      );
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
