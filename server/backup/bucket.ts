import { open, stat } from 'node:fs/promises';
import type { ObjectStorage } from '#server/env.ts';
import { openS3 } from '#server/media/store.ts';
import { DIGEST_SUFFIX, digestLine } from './folder.ts';

/** Where copies of backups lie. Every failure is thrown. */
export type BackupBucket = Awaited<ReturnType<typeof openBackupBucket>>;

const MEGABYTE = 1024 * 1024;
/** Held in memory, one part at a time. */
const PART_BYTES = 8 * MEGABYTE;
/** S3 takes 10,000. */
const MAX_PARTS = 9_000;
/** For one part, also on a slow line. */
const REQUEST_LIMIT_MS = 120_000;
/** To tidy up at a bucket that may not answer at all. */
const TIDY_LIMIT_MS = 2_000;

/** @param abortSignal ends running requests. */
export async function openBackupBucket(storage: ObjectStorage, abortSignal: AbortSignal) {
  const { client, sdk } = await openS3(storage, REQUEST_LIMIT_MS);
  const { bucket: Bucket, prefix } = storage;
  const locate = (name: string) => ({ Bucket, Key: prefix + name });

  async function uploadParts(file: string, size: number, name: string) {
    const target = locate(name);
    const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand(target), { abortSignal });
    const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
    try {
      for await (const Body of readParts(file, Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS)))) {
        const PartNumber = Parts.length + 1;
        const part = new sdk.UploadPartCommand({ ...target, UploadId, PartNumber, Body });
        const { ETag } = await client.send(part, { abortSignal });
        Parts.push({ PartNumber, ETag });
      }
      const whole = new sdk.CompleteMultipartUploadCommand({
        ...target,
        UploadId,
        MultipartUpload: { Parts },
      });
      await client.send(whole, { abortSignal });
    } catch (error) {
      // An unfinished upload's parts are stored, and charged for, until it is aborted.
      await client
        .send(new sdk.AbortMultipartUploadCommand({ ...target, UploadId }), {
          abortSignal: AbortSignal.timeout(TIDY_LIMIT_MS),
        })
        .catch(() => undefined);
      throw error;
    }
  }

  return {
    /** Uploads the whole file or nothing: under its name there is never half a backup. */
    async upload(file: string, name: string, sha256: string): Promise<void> {
      const { size } = await stat(file);
      // The digest comes first, so that a backup in the bucket can always be checked.
      const digest = { ...locate(name + DIGEST_SUFFIX), Body: digestLine(sha256, name) };
      await client.send(new sdk.PutObjectCommand(digest), { abortSignal });
      if (size > PART_BYTES) await uploadParts(file, size, name);
      else
        for await (const Body of readParts(file, PART_BYTES))
          await client.send(new sdk.PutObjectCommand({ ...locate(name), Body }), { abortSignal });
      const { ContentLength } = await client.send(new sdk.HeadObjectCommand(locate(name)), { abortSignal });
      if (ContentLength !== size) throw new Error(`${ContentLength} of ${size} bytes arrived`);
    },
    async list(): Promise<string[]> {
      const names: string[] = [];
      const pages = sdk.paginateListObjectsV2({ client }, { Bucket, Prefix: prefix }, { abortSignal });
      for await (const page of pages)
        for (const { Key } of page.Contents ?? []) if (Key) names.push(Key.slice(prefix.length));
      return names;
    },
    /** Nothing happens when there is no such copy. */
    async remove(name: string): Promise<void> {
      await client.send(new sdk.DeleteObjectCommand(locate(name)), { abortSignal });
      await client.send(new sdk.DeleteObjectCommand(locate(name + DIGEST_SUFFIX)), { abortSignal });
    },
  };
}

async function* readParts(file: string, bytes: number): AsyncGenerator<Buffer> {
  const handle = await open(file, 'r');
  try {
    for (;;) {
      const part = Buffer.allocUnsafe(bytes);
      let filled = 0;
      while (filled < bytes) {
        const { bytesRead } = await handle.read(part, filled, bytes - filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      if (filled > 0) yield part.subarray(0, filled);
      if (filled < bytes) return;
    }
  } finally {
    await handle.close();
  }
}
