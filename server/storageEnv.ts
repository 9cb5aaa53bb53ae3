import { z } from 'zod';

export interface ObjectStorage {
  bucket: string;
  /** Of a service that is not Amazon's. */
  endpoint: string | undefined;
  region: string;
  /** Without them the machine's own are used (its role, its profile). */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** Begins every name; empty, or with a slash at its end. */
  prefix: string;
}

export const storageVariables = {
  S3_BUCKET: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      'must be a bucket name of 3 to 63 small letters, digits, dots and hyphens',
    )
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'must be a region such as ap-southeast-1')
    .optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PREFIX: z
    .string()
    .regex(/^[\w.-]+(\/[\w.-]+)*\/?$/, 'must be a path such as silong/pictures, without a slash before it')
    .optional(),
};

type StorageValues = { [Name in keyof typeof storageVariables | 'S3_ENDPOINT']?: string | undefined };

const needBucket = [
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_PREFIX',
] as const;

/** What is wrong between the variables: for each, the one to mend and why. */
export function checkStorageValues(values: StorageValues): { name: string; message: string }[] {
  const orphan = needBucket.find((name) => values[name] !== undefined);
  if (!values.S3_BUCKET)
    return orphan ? [{ name: 'S3_BUCKET', message: `must be given, because ${orphan} is` }] : [];
  const pair = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  const [given] = pair.filter((name) => values[name] !== undefined);
  const absent = pair.find((name) => values[name] === undefined);
  return given && absent ? [{ name: absent, message: `must be given, because ${given} is` }] : [];
}

/** Of checked values; undefined without a bucket. */
export function readObjectStorage(values: StorageValues): ObjectStorage | undefined {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if (!bucket) return undefined;
  return {
    bucket,
    endpoint: values.S3_ENDPOINT,
    region: values.S3_REGION ?? 'us-east-1',
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    prefix: values.S3_PREFIX ? `${values.S3_PREFIX.replace(/\/$/, '')}/` : '',
  };
}
