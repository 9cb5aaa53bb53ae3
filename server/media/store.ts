import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { S3Client } from '@aws-sdk/client-s3';
import type { ObjectStorage } from '#server/env.ts';

/** The widths of served pictures; others are refused, so that variants cannot fill the disk. */
export const variantWidths = [320, 640, 960, 1280, 1920] as const;
type VariantWidth = (typeof variantWidths)[number];
/** The preview picture for messengers: JPEG, which all of them show, in their usual shape. */
export const previewSize = { width: 1200, height: 630 } as const;
export const PREVIEW = 'preview';
export type Variant = VariantWidth | typeof PREVIEW;

export const MEDIA_PATH = '/media/';

/** A file that was being written when its process ended. */
export const DRAFT_SUFFIX = '.part';

const SEALED = '.sealed';
const FILE_NAME = /^([0-9a-f]{64})(?:(?:-\d+)?\.webp|-preview\.jpg|\.sealed)$/;
const ADDRESS = new RegExp(`^${MEDIA_PATH}([0-9a-f]{64})$`);

/** The file of a picture as stored, or of its variant. */
export function fileName(hash: string, width: Variant | null): string {
  if (width === PREVIEW) return `${hash}-preview.jpg`;
  return width === null ? `${hash}.webp` : `${hash}-${width}.webp`;
}

/** A private file, which no public address leads to; see sealing.ts. */
export const sealedName = (hash: string) => hash + SEALED;

export function typeOfFile(name: string): string {
  if (name.endsWith(SEALED)) return 'application/octet-stream';
  return name.endsWith('.jpg') ? 'image/jpeg' : 'image/webp';
}

export function fileNames(hash: string): string[] {
  return [...([null, PREVIEW, ...variantWidths] as const).map((width) => fileName(hash, width)), sealedName(hash)];
}

/** Null for a file that is no picture of ours. */
export const hashOfFile = (name: string): string | null => FILE_NAME.exec(name)?.[1] ?? null;

/** Null for other addresses. */
export const hashOfAddress = (address: string): string | null => ADDRESS.exec(address)?.[1] ?? null;

export interface StoredFile {
  name: string;
  modifiedAt: Date;
}

/** A folder or object storage. Names are ours and begin with a hash. Every failure but 'there is no such file' is thrown. */
export interface MediaStore {
  /** Writes the whole file or nothing: a reader never sees half a picture. */
  write(name: string, bytes: Buffer): Promise<void>;
  /** Null when there is no such file. */
  read(name: string): Promise<Buffer | null>;
  has(name: string): Promise<boolean>;
  /** Nothing happens when there is no such file. */
  remove(name: string): Promise<void>;
  /** Every file in pages, in no fixed order, including the drafts of a crash. */
  list(): AsyncIterable<StoredFile[]>;
}

export const hashBytes = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Files in a folder, spread over 256 subfolders by the first two digits of the hash. */
export function createFolderStore(folder: string): MediaStore {
  const locate = (name: string) => path.join(folder, name.slice(0, 2), name);

  return {
    async write(name, bytes) {
      const target = locate(name);
      // Private: pictures of hidden listings are among them.
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      // Renamed into place: a reader never sees half a picture, and a crash leaves none behind under its name.
      const draft = `${target}.${randomUUID()}${DRAFT_SUFFIX}`;
      try {
        await writeFile(draft, bytes, { mode: 0o600 });
        await rename(draft, target);
      } catch (error) {
        await rm(draft, { force: true }).catch(() => undefined);
        throw error;
      }
    },
    read: (name) => orNull(readFile(locate(name))),
    has: async (name) => (await orNull(stat(locate(name)))) !== null,
    remove: (name) => rm(locate(name), { force: true }),
    async *list() {
      for (const subfolder of (await orNull(readdir(folder))) ?? [])
        yield await listFiles(path.join(folder, subfolder));
    },
  };
}

async function listFiles(folder: string): Promise<StoredFile[]> {
  const entries = (await orNull(readdir(folder, { withFileTypes: true }))) ?? [];
  const files: StoredFile[] = [];
  // One after the other: listing is background work, and requests share the same few threads.
  for (const entry of entries.filter((each) => each.isFile())) {
    const state = await orNull(stat(path.join(folder, entry.name)));
    if (state) files.push({ name: entry.name, modifiedAt: state.mtime });
  }
  return files;
}

/** Null for missing files, also those deleted meanwhile. */
export async function orNull<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}

/** The server's own Cache-Control, for readers of the bucket through a CDN. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable';
const PRIVATE = 'private, no-store';
const MAX_ATTEMPTS = 3;
const CONNECT_LIMIT_MS = 3_000;

/** For one attempt at a picture of a few megabytes, and for all attempts together with the reading of the answer. */
const LIMITS = { requestMs: 8_000, operationMs: 15_000 };

/** Objects in a bucket of any S3-compatible storage, below one prefix. Slow requests are cancelled. */
export async function createS3Store(storage: ObjectStorage, limits = LIMITS): Promise<MediaStore> {
  const { client, sdk } = await openS3(storage, limits.requestMs);
  const { bucket: Bucket, prefix } = storage;
  const locate = (name: string) => ({ Bucket, Key: prefix + name });

  /** @returns null when there is no such object. */
  async function ask<Result>(work: (options: { abortSignal: AbortSignal }) => Promise<Result>) {
    const abortSignal = AbortSignal.timeout(limits.operationMs);
    const late = new Promise<never>((_resolve, reject) => {
      abortSignal.addEventListener('abort', () => reject(abortSignal.reason), { once: true });
    });
    try {
      return await Promise.race([work({ abortSignal }), late]);
    } catch (error) {
      if (error instanceof sdk.NoSuchKey || error instanceof sdk.NotFound) return null;
      throw error;
    }
  }

  return {
    async write(name, bytes) {
      const isPrivate = name.endsWith(SEALED);
      const headers = { ContentType: typeOfFile(name), CacheControl: isPrivate ? PRIVATE : CACHE_CONTROL };
      const put = new sdk.PutObjectCommand({ ...locate(name), ...headers, Body: bytes });
      await ask((options) => client.send(put, options));
    },
    read: (name) =>
      ask(async (options) => {
        const { Body: body } = await client.send(new sdk.GetObjectCommand(locate(name)), options);
        return body ? Buffer.from(await body.transformToByteArray()) : null;
      }),
    has: async (name) =>
      (await ask((options) => client.send(new sdk.HeadObjectCommand(locate(name)), options))) !== null,
    async remove(name) {
      await ask((options) => client.send(new sdk.DeleteObjectCommand(locate(name)), options));
    },
    async *list() {
      for await (const page of sdk.paginateListObjectsV2({ client }, { Bucket, Prefix: prefix }))
        yield (page.Contents ?? []).flatMap(({ Key, LastModified }) =>
          Key && LastModified ? [{ name: Key.slice(prefix.length), modifiedAt: LastModified }] : [],
        );
    },
  };
}

/** @param requestLimitMs for one attempt at a request. */
export async function openS3(storage: ObjectStorage, requestLimitMs: number) {
  const { endpoint, region, credentials } = storage;
  // Only here: a server that keeps its files in a folder never loads the SDK.
  const sdk = await import('@aws-sdk/client-s3');
  const client: S3Client = new sdk.S3Client({
    region,
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECT_LIMIT_MS,
      requestTimeout: requestLimitMs,
      throwOnRequestTimeout: true,
    },
    // Many S3-compatible services do not support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Few services but Amazon's answer under a host name for each bucket.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(credentials ? { credentials } : {}),
  });
  return { client, sdk };
}
