import type { S3Client } from '@aws-sdk/client-s3';
import type { ObjectStorage } from '#server/env.ts';
import type { MediaStore } from './store.ts';

/** The same words the server says itself, for whoever reads the bucket through a CDN. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable';
const MAX_ATTEMPTS = 3;
const CONNECT_LIMIT_MS = 3_000;
/** Of one attempt at a picture of a few megabytes. */
const REQUEST_LIMIT_MS = 15_000;

/** Objects in a bucket of any S3-compatible storage, all below one prefix. */
export async function createS3Store(
  storage: ObjectStorage,
  requestLimitMs = REQUEST_LIMIT_MS,
): Promise<MediaStore> {
  // Only here: a server that keeps its pictures in a folder never loads the SDK.
  const {
    DeleteObjectCommand,
    GetObjectCommand,
    HeadObjectCommand,
    NoSuchKey,
    NotFound,
    paginateListObjectsV2,
    PutObjectCommand,
    S3Client: Client,
  } = await import('@aws-sdk/client-s3');
  const client: S3Client = new Client(clientOptions(storage, requestLimitMs));
  const { bucket: Bucket, prefix } = storage;
  const locate = (name: string) => ({ Bucket, Key: prefix + name });

  async function orNull<Result>(work: Promise<Result>): Promise<Result | null> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof NoSuchKey || error instanceof NotFound) return null;
      throw error;
    }
  }

  return {
    async write(name, bytes) {
      const headers = { ContentType: 'image/webp', CacheControl: CACHE_CONTROL };
      await client.send(new PutObjectCommand({ ...locate(name), ...headers, Body: bytes }));
    },
    async read(name) {
      const answer = await orNull(client.send(new GetObjectCommand(locate(name))));
      return answer?.Body ? Buffer.from(await answer.Body.transformToByteArray()) : null;
    },
    has: async (name) => (await orNull(client.send(new HeadObjectCommand(locate(name))))) !== null,
    async remove(name) {
      await orNull(client.send(new DeleteObjectCommand(locate(name))));
    },
    async *list() {
      for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix }))
        yield (page.Contents ?? []).flatMap(({ Key, LastModified }) =>
          Key && LastModified ? [{ name: Key.slice(prefix.length), modifiedAt: LastModified }] : [],
        );
    },
  };
}

function clientOptions({ endpoint, region, credentials }: ObjectStorage, requestTimeout: number) {
  return {
    region,
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECT_LIMIT_MS,
      requestTimeout,
      throwOnRequestTimeout: true,
    },
    // The newer checksums are what many S3-compatible services do not understand.
    requestChecksumCalculation: 'WHEN_REQUIRED' as const,
    responseChecksumValidation: 'WHEN_REQUIRED' as const,
    // Few services but Amazon's answer under a host name for each bucket.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(credentials ? { credentials } : {}),
  };
}
