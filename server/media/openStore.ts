import path from 'node:path';
import type { Env } from '#server/env.ts';
import { createFolderStore } from './folderStore.ts';
import { createS3Store } from './s3Store.ts';
import type { MediaStore } from './store.ts';

/** Object storage where the environment names a bucket, else a folder beside the database. */
export async function openMediaStore({
  objectStorage,
  dataDir,
}: Pick<Env, 'objectStorage' | 'dataDir'>): Promise<MediaStore> {
  return objectStorage ? createS3Store(objectStorage) : createFolderStore(path.join(dataDir, 'media'));
}
