import { accessSync, constants, statfsSync } from 'node:fs';

const MEMORY_DISK = '/dev/shm';
/** Files of a whole run: databases, backups, pictures, browsers' profiles. */
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * Where the machine has a disk in memory with room enough, all temporary files of the tests go there: a run makes some
 * hundred databases and throws each away. A TMPDIR that is set stays.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR || process.platform !== 'linux') return;
  try {
    accessSync(MEMORY_DISK, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY_DISK);
    if (bavail * bsize >= NEEDED_BYTES) process.env.TMPDIR = MEMORY_DISK;
  } catch {
    // There is none.
  }
}
