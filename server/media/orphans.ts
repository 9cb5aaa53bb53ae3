import { DRAFT_SUFFIX, hashOfFile } from './names.ts';
import { findUsed } from './references.ts';
import { removePictures } from './removal.ts';
import type { MediaContext } from './service.ts';
import type { StoredFile } from './store.ts';

const HASHES_A_QUERY = 500;
const MAX_ORPHANS = 1_000;
/** A share of orphans as large as this says that the store belongs to another database, not that files were left. */
const MAX_SHARE = 0.1;
const FEW = 50;

/**
 * Deletes files without a row that are older than `before`: drafts of a process that ended while it wrote, and files
 * whose row is gone (a variant made while its picture was deleted). Files that are no pictures stay.
 * @returns how many drafts and pictures were deleted.
 */
export async function removeOrphans(
  context: MediaContext,
  before: Date,
  signal: AbortSignal,
): Promise<number> {
  const { db, log, media } = context;
  const orphans = new Set<string>();
  let drafts = 0;
  for await (const page of media.store.list()) {
    if (signal.aborted || orphans.size >= MAX_ORPHANS) break;
    const old = page.filter((file) => file.modifiedAt < before);
    for (const { name } of old.filter((file) => file.name.endsWith(DRAFT_SUFFIX))) {
      await media.store.remove(name);
      drafts += 1;
    }
    for (const hash of await findUnknown(context, old)) orphans.add(hash);
  }
  if (orphans.size > Math.max(FEW, (await db.models.Media.count()) * MAX_SHARE)) {
    log.error('The picture store holds many files this database does not know; none of them is removed.');
    return drafts;
  }
  return drafts + (await removePictures(context, [...orphans], before, signal));
}

/** Pictures among the files that have no row and that no row refers to. */
async function findUnknown({ db, log }: MediaContext, files: readonly StoredFile[]): Promise<string[]> {
  const hashes = [...new Set(files.map(({ name }) => hashOfFile(name)).filter((hash) => hash !== null))];
  const unknown: string[] = [];
  for (let start = 0; start < hashes.length; start += HASHES_A_QUERY) {
    const some = hashes.slice(start, start + HASHES_A_QUERY);
    const rows = await db.models.Media.findAll({ attributes: ['hash'], where: { hash: some } });
    const known = new Set(rows.map(({ hash }) => hash));
    unknown.push(...some.filter((hash) => !known.has(hash)));
  }
  if (unknown.length === 0) return [];
  const used = new Set(await findUsed(db, unknown));
  if (used.size > 0) log.warn({ hashes: [...used] }, 'pictures in use have no row');
  return unknown.filter((hash) => !used.has(hash));
}
