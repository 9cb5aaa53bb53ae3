import path from 'node:path';
import { z } from 'zod';

const DEFAULT_TILE_URL = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png';

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));

const url = (protocols: string[]) =>
  z.string().refine(
    (text) => {
      try {
        return protocols.includes(new URL(text).protocol);
      } catch {
        return false;
      }
    },
    `must be an address beginning with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  );

const storageVariables = {
  S3_ENDPOINT: url(['http:', 'https:']).optional(),
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

const variables = z
  .object({
    NODE_ENV: z.string().default('development'),
    PORT: wholeNumber(0, 65_535).default(3000),
    HOST: z.string().default('0.0.0.0'),
    DATA_DIR: z.string().min(1, 'must name a folder').default('./data'),
    DATABASE_URL: url(['postgres:', 'postgresql:']).optional(),
    DATABASE_POOL_MAX: wholeNumber(1, 1_000).default(10),
    DATABASE_STATEMENT_TIMEOUT_MS: wholeNumber(100, 600_000).default(10_000),
    PUBLIC_URL: url(['http:', 'https:']).optional(),
    TRUST_PROXY: wholeNumber(0, 10).default(0),
    SEED_DEMO: z.enum(['on', 'off'], 'must be on or off').optional(),
    RATE_LIMIT_PER_MINUTE: wholeNumber(0, 10_000_000).default(600),
    LOG_LEVEL: z
      .enum(
        ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
        'must be fatal, error, warn, info, debug, trace or silent',
      )
      .default('info'),
    TILE_URL: z
      .string()
      .refine(
        (text) =>
          text === '' ||
          (/^https?:\/\//.test(text) && ['{x}', '{y}', '{z}'].every((part) => text.includes(part))),
        'must be empty or an address with {z}, {x} and {y}',
      )
      .default(DEFAULT_TILE_URL),
    SMTP_URL: url(['smtp:', 'smtps:']).optional(),
    BACKUP_BEFORE_UPGRADE: z.enum(['on', 'off'], 'must be on or off').default('on'),
    ...storageVariables,
  })
  .superRefine((values, check) => {
    for (const { name, message } of checkStorageValues(values))
      check.addIssue({ code: 'custom', path: [name], message });
  });

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

export interface Env {
  isProduction: boolean;
  port: number;
  host: string;
  /** Absolute. */
  dataDir: string;
  databaseUrl: string | undefined;
  databaseLimits: { poolMax: number; statementTimeoutMs: number };
  /** Without a trailing slash; links in mails begin with it. */
  publicUrl: string;
  /** Number of proxies in front whose forwarded headers are believed. */
  trustProxy: number;
  seedDemo: boolean;
  /** 0 switches the general limit off. */
  rateLimitPerMinute: number;
  logLevel: string;
  tileUrl: string;
  smtpUrl: string | undefined;
  /** Whether the rows are written to a file before the database is brought to a newer shape. */
  backupBeforeUpgrade: boolean;
  /** Where pictures are kept instead of a folder in `dataDir`. */
  objectStorage: ObjectStorage | undefined;
}

/** The server, or a command, does not start. The message is fit to be printed as it is, without a stack. */
export class StartRefusedError extends Error {}

export class EnvironmentError extends StartRefusedError {}

/**
 * Reads the process's environment.
 * @throws {EnvironmentError} with one sentence per mistake, fit to be printed as it is.
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  // An empty variable (`PORT= npm start`) means 'not given', except for TILE_URL, where empty switches tiles off.
  const given = Object.fromEntries(
    Object.entries(source).filter(
      ([name, value]) => value !== undefined && (value !== '' || name === 'TILE_URL'),
    ),
  );
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    const sentences = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`);
    throw new EnvironmentError(sentences.join('\n'));
  }
  const values = parsed.data;
  const isProduction = values.NODE_ENV === 'production';
  return {
    isProduction,
    port: values.PORT,
    host: values.HOST,
    dataDir: path.resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databaseLimits: {
      poolMax: values.DATABASE_POOL_MAX,
      statementTimeoutMs: values.DATABASE_STATEMENT_TIMEOUT_MS,
    },
    publicUrl: (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, ''),
    trustProxy: values.TRUST_PROXY,
    seedDemo: values.SEED_DEMO ? values.SEED_DEMO === 'on' : !isProduction,
    rateLimitPerMinute: values.RATE_LIMIT_PER_MINUTE,
    logLevel: values.LOG_LEVEL,
    tileUrl: values.TILE_URL,
    smtpUrl: values.SMTP_URL,
    backupBeforeUpgrade: values.BACKUP_BEFORE_UPGRADE === 'on',
    objectStorage: readObjectStorage(values),
  };
}

type StorageValues = { [Name in keyof typeof storageVariables]?: string | undefined };

const needBucket = [
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_PREFIX',
] as const;

/** What is wrong between the variables: for each, the one to mend and why. */
function checkStorageValues(values: StorageValues): { name: string; message: string }[] {
  const orphan = needBucket.find((name) => values[name] !== undefined);
  if (!values.S3_BUCKET)
    return orphan ? [{ name: 'S3_BUCKET', message: `must be given, because ${orphan} is` }] : [];
  const pair = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  const [given] = pair.filter((name) => values[name] !== undefined);
  const absent = pair.find((name) => values[name] === undefined);
  return given && absent ? [{ name: absent, message: `must be given, because ${given} is` }] : [];
}

/** Of checked values; undefined without a bucket. */
function readObjectStorage(values: StorageValues): ObjectStorage | undefined {
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
