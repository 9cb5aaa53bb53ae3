import path from 'node:path';
import { Encrypter } from 'age-encryption';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

const DEFAULT_TILE_URL = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png';

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));

/** @returns the fault of an address; undefined: none. */
function faultOfUrl(text: string, protocols: readonly string[], mayLackHost: boolean): string | undefined {
  const [, protocol = '', host] = /^([a-z]+:)\/\/([^/?#]*)/i.exec(text) ?? [];
  if (!protocols.includes(protocol.toLowerCase()))
    return `must be an address beginning with ${protocols.map((known) => `${known}//`).join(' or ')}`;
  if (!host && !mayLackHost) return 'must name a host';
  if (!URL.canParse(text)) return 'must be a whole address: its host or its port cannot be read';
  try {
    const { username, password } = new URL(text);
    decodeURIComponent(username + password);
    return undefined;
  } catch {
    return 'must have each % of its user and password written as %25';
  }
}

/** @param protocols as 'https:'. @param mayLackHost postgres:///silong is a database on this machine. */
const url = (protocols: readonly string[], { mayLackHost = false } = {}) =>
  z.string().superRefine((text, check) => {
    const message = faultOfUrl(text, protocols, mayLackHost);
    if (message) check.addIssue({ code: 'custom', message });
  });

const postgresUrl = url(['postgres:', 'postgresql:'], { mayLackHost: true });

/** The address of a whole site. @returns in the form of browsers, without a trailing slash. */
const siteUrl = url(['http:', 'https:'])
  .pipe(
    z.string().regex(/^\w+:\/\/[^/?#@]+\/*$/, 'must be an address without a path, such as https://homes.example'),
  )
  .transform((text) => new URL(text).origin);

/** The address of a mail or a page. */
const contact = z
  .string()
  .refine(
    (text) =>
      text.startsWith('mailto:')
        ? z.email().safeParse(text.slice('mailto:'.length)).success
        : faultOfUrl(text, ['https:'], false) === undefined,
    'must be an address such as mailto:security@homes.example or https://homes.example/security',
  );

/** Whether the connection stays on this machine. @param host a name or a number, also in the form of an address. */
export function isLoopbackHost(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  return name === 'localhost' || (ipaddr.isValid(name) && ipaddr.process(name).range() === 'loopback');
}

const storageParts = {
  ENDPOINT: url(['http:', 'https:']).optional(),
  BUCKET: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      'must be a bucket name of 3 to 63 small letters, digits, dots and hyphens',
    )
    .optional(),
  REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'must be a region such as ap-southeast-1')
    .optional(),
  ACCESS_KEY_ID: z.string().optional(),
  SECRET_ACCESS_KEY: z.string().optional(),
  PREFIX: z
    .string()
    .regex(/^[\w.-]+(\/[\w.-]+)*\/?$/, 'must be a path such as silong/pictures, without a slash before it')
    .optional(),
};

type StoragePart = keyof typeof storageParts;

/** The variables of one bucket, with a common prefix. */
const storageVariables = <Start extends string>(start: Start) =>
  Object.fromEntries(Object.entries(storageParts).map(([part, schema]) => [start + part, schema])) as {
    [Part in StoragePart as `${Start}${Part}`]: (typeof storageParts)[Part];
  };

const PICTURES = 'S3_';
const BACKUPS = 'BACKUP_S3_';

const publicKey = z.string().refine((key) => {
  try {
    new Encrypter().addRecipient(key);
    return true;
  } catch {
    return false;
  }
}, 'must be an age recipient (age1…), as age-keygen prints it');

const auditKeys = z
  .string()
  .transform((text) => text.split(',').map((key) => key.trim()))
  .refine(
    (keys) => keys.every((key) => key.length >= 32),
    'must be a secret of at least 32 characters, or several with commas between them',
  );

const onOrOff = z.enum(['on', 'off'], 'must be on or off');

const variables = z
  .object({
    NODE_ENV: z
      .enum(['production', 'development', 'test'], 'must be production, development or test')
      .default('development'),
    PORT: wholeNumber(0, 65_535).default(3000),
    HOST: z.string().default('0.0.0.0'),
    DATA_DIR: z.string().min(1, 'must name a folder').default('./data'),
    DATABASE_URL: postgresUrl.optional(),
    DATABASE_POOL_MAX: wholeNumber(1, 1_000).default(10),
    DATABASE_STATEMENT_TIMEOUT_MS: wholeNumber(100, 600_000).default(10_000),
    DATABASE_REPLICA_URLS: z
      .string()
      .transform((text) => text.split(',').map((address) => address.trim()))
      .pipe(z.array(postgresUrl))
      .default([]),
    WEB_CONCURRENCY: wholeNumber(1, 1_000).default(1),
    PUBLIC_URL: siteUrl.optional(),
    TRUST_PROXY: wholeNumber(0, 10).default(0),
    SEED_DEMO: onOrOff.optional(),
    RATE_LIMIT_PER_MINUTE: wholeNumber(0, 10_000_000).default(600),
    STEP_UP_AFTER_LOGIN_MINUTES: wholeNumber(0, 1_440).default(15),
    ACTION_LIMITS: onOrOff.default('on'),
    SOCKETS_PER_ADDRESS: wholeNumber(1, 1_000_000).default(1_000),
    SOCKETS_PER_ACCOUNT: wholeNumber(1, 1_000_000).default(250),
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
          (/^https?:\/\/[^/]/.test(text) && ['{x}', '{y}', '{z}'].every((part) => text.includes(part))),
        'must be empty or an address with {z}, {x} and {y}',
      )
      .default(DEFAULT_TILE_URL),
    OUTBOUND: onOrOff.optional(),
    SMTP_URL: url(['smtp:', 'smtps:']).optional(),
    INBOUND_ADDRESS: z
      .email('must be an address such as reply@in.homes.example')
      .max(120)
      .toLowerCase()
      .optional(),
    INBOUND_SMTP_PORT: wholeNumber(0, 65_535).optional(),
    INBOUND_TOKEN: z
      .string()
      .regex(/^[\x21-\x7e]{16,}$/, 'must be a token of at least 16 characters without spaces')
      .optional(),
    SMS_PROVIDER: z.enum(['log'], 'must be log, or left out').optional(),
    SMTP_TLS: z.enum(['required', 'when_offered'], 'must be required or when_offered').default('required'),
    BACKUP_BEFORE_UPGRADE: onOrOff.default('on'),
    LISTINGS_IN_MEMORY: onOrOff.default('on'),
    LISTING_TEXTS_MB: wholeNumber(1, 65_536).optional(),
    BACKUP_PUBLIC_KEY: publicKey.optional(),
    AUDIT_KEY: auditKeys.optional(),
    BACKUP_IDENTITY_FILE: z.string().optional(),
    METRICS_TOKEN: z
      .string()
      .regex(/^[\x21-\x7e]+$/, 'must be a token without spaces')
      .optional(),
    /** The address of a range API, such as https://api.pwnedpasswords.com/range. */
    BREACHED_PASSWORDS_URL: url(['http:', 'https:'])
      .pipe(
        z.string().refine((text) => {
          const { protocol, hostname } = new URL(text);
          return protocol === 'https:' || isLoopbackHost(hostname);
        }, 'must begin with https://, unless it is on this machine'),
      )
      .optional(),
    TRACING: onOrOff.default('off'),
    SECURITY_CONTACT: contact.optional(),
    INDEXNOW_KEY: z
      .string()
      .regex(/^[A-Za-z0-9-]{8,128}$/, 'must be a key of 8 to 128 letters, digits and hyphens')
      .optional(),
    INDEXNOW_URL: url(['https:', 'http:']).default('https://api.indexnow.org/indexnow'),
    OIDC_ISSUER: url(['https:', 'http:']).optional(),
    OIDC_CLIENT_ID: z.string().min(1).optional(),
    OIDC_CLIENT_SECRET: z.string().min(1).optional(),
    OIDC_NAME: z.string().trim().min(1).max(60).optional(),
    ...storageVariables(PICTURES),
    ...storageVariables(BACKUPS),
  })
  .superRefine((values, check) => {
    const refuse = (name: string, message: string) => check.addIssue({ code: 'custom', path: [name], message });
    const isProduction = values.NODE_ENV === 'production';
    if (values.DATABASE_URL === undefined) {
      if (values.WEB_CONCURRENCY > 1)
        refuse('WEB_CONCURRENCY', 'must be 1 without DATABASE_URL: an SQLite database belongs to one process');
      if (values.DATABASE_REPLICA_URLS.length > 0)
        refuse(
          'DATABASE_REPLICA_URLS',
          'must not be given without DATABASE_URL: an SQLite database has no replicas',
        );
    }
    if (values.SMS_PROVIDER === 'log' && isProduction)
      refuse(
        'SMS_PROVIDER',
        'must not be log with NODE_ENV=production: it writes codes to the log instead of sending them',
      );
    if (values.ACTION_LIMITS === 'off' && isProduction)
      refuse('ACTION_LIMITS', 'must not be off with NODE_ENV=production: it is for load tests');
    for (const { name, message } of [PICTURES, BACKUPS].flatMap((start) => checkStorage(values, start)))
      refuse(name, message);
    const way = (['INBOUND_SMTP_PORT', 'INBOUND_TOKEN'] as const).find((name) => values[name] !== undefined);
    if (way && !values.INBOUND_ADDRESS) refuse('INBOUND_ADDRESS', `must be given, because ${way} is`);
    if (values.INBOUND_ADDRESS && !way)
      refuse('INBOUND_SMTP_PORT', 'or INBOUND_TOKEN must be given, because INBOUND_ADDRESS is');
    const provider = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
    const [given] = provider.filter((name) => values[name] !== undefined);
    for (const name of given ? [...provider, 'PUBLIC_URL' as const] : [])
      if (values[name] === undefined) refuse(name, `must be given, because ${given} is`);
  });

export interface ObjectStorage {
  bucket: string;
  /** The address of a service other than Amazon's. */
  endpoint: string | undefined;
  region: string;
  /** Undefined: the machine's own are used (its role, its profile). */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** The prefix of every name; empty, or with a trailing slash. */
  prefix: string;
}

export type Env = ReturnType<typeof readEnv>;

/** The server, or a command, does not start. The message is printed without a stack. */
export class StartRefusedError extends Error {}

export class EnvironmentError extends StartRefusedError {}

/** Reads the process's environment. @throws {EnvironmentError} with one sentence per mistake, to be printed. */
export function readEnv(source: Record<string, string | undefined>) {
  // An empty variable (`PORT= npm start`) counts as missing, except for TILE_URL, where empty switches tiles off.
  const given = Object.fromEntries(
    Object.entries(source).filter(([name, value]) => value !== undefined && (value !== '' || name === 'TILE_URL')),
  );
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    const sentences = parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}.`);
    throw new EnvironmentError(sentences.join('\n'));
  }
  const values = parsed.data;
  const isProduction = values.NODE_ENV === 'production';
  return {
    isProduction,
    port: values.PORT,
    host: values.HOST,
    /** Absolute. */
    dataDir: path.resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databaseLimits: {
      poolMax: values.DATABASE_POOL_MAX,
      statementTimeoutMs: values.DATABASE_STATEMENT_TIMEOUT_MS,
    },
    /** Addresses of PostgreSQL standbys; see db/replicas.ts. */
    databaseReplicaUrls: values.DATABASE_REPLICA_URLS,
    /** Number of processes that share the port, see workers.ts. */
    webConcurrency: values.WEB_CONCURRENCY,
    /** The site's address for links in mails, without a trailing slash. */
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    /** False: the site's public address is unknown. */
    isPublicUrlGiven: values.PUBLIC_URL !== undefined,
    /** Number of proxies in front whose forwarded headers are believed. */
    trustProxy: values.TRUST_PROXY,
    seedDemo: values.SEED_DEMO ? values.SEED_DEMO === 'on' : !isProduction,
    /** 0 switches the general limit off. */
    rateLimitPerMinute: values.RATE_LIMIT_PER_MINUTE,
    /** A sign-in counts as a proof of identity for so long; 0: it does not count. */
    stepUpAfterLoginMinutes: values.STEP_UP_AFTER_LOGIN_MINUTES,
    /** Whether actions that serve guessing or flooding are limited, see http/limits/budgets.ts. */
    hasActionLimits: values.ACTION_LIMITS === 'on',
    /** Open sockets at once in this process. */
    socketsPerAddress: values.SOCKETS_PER_ADDRESS,
    socketsPerAccount: values.SOCKETS_PER_ACCOUNT,
    logLevel: values.LOG_LEVEL,
    tileUrl: values.TILE_URL,
    /** 'off': nothing leaves the server. 'on', if set explicitly: work held back by a restore is released; see `outboundState`. */
    outbound: values.OUTBOUND,
    smtpUrl: values.SMTP_URL,
    /** Mail coming in: the address that reply addresses are made of, and the ways in. Undefined: answers go to people's own addresses. */
    inbound: values.INBOUND_ADDRESS
      ? { address: values.INBOUND_ADDRESS, smtpPort: values.INBOUND_SMTP_PORT, token: values.INBOUND_TOKEN }
      : undefined,
    /** 'log' writes text messages to the log, for trials; undefined: none are sent. */
    smsProvider: values.SMS_PROVIDER,
    /** For the mail server in `smtpUrl`; the system settings have their own. */
    smtpTls: values.SMTP_TLS,
    /** Whether the rows are written to a file before the database is upgraded. */
    backupBeforeUpgrade: values.BACKUP_BEFORE_UPGRADE === 'on',
    /** Whether lists are answered from memory; off: by the database, for a machine with little memory. */
    hasListingsInMemory: values.LISTINGS_IN_MEMORY === 'on',
    /** Memory of each process for the JSON of listings; undefined: a share of the machine's. */
    listingTextsMb: values.LISTING_TEXTS_MB,
    /** The token for /metrics; undefined: there is no such page. */
    metricsToken: values.METRICS_TOKEN,
    isTracing: values.TRACING === 'on',
    /** The range API for the check of new passwords against leaks, without a trailing slash. */
    breachedPasswordsUrl: values.BREACHED_PASSWORDS_URL?.replace(/\/+$/, ''),
    objectStorage: readObjectStorage(partsOf(values, PICTURES)),
    /** The secrets of the audit log's chain, the present one first; undefined: they are in a file, see features/auditLog/keys.ts. */
    auditKeys: values.AUDIT_KEY,
    /** The age recipient of encrypted backups. */
    backupPublicKey: values.BACKUP_PUBLIC_KEY,
    /** A file with the identity for encrypted backups, where the server itself may decrypt them. */
    backupIdentityFile: values.BACKUP_IDENTITY_FILE && path.resolve(values.BACKUP_IDENTITY_FILE),
    backupStorage: readBackupStorage(values),
    /** The contact for security reports, as an address of a mail or a page. */
    securityContact: values.SECURITY_CONTACT,
    /** The key and the endpoint of IndexNow; see site/indexNow.ts. */
    indexNow: values.INDEXNOW_KEY ? { key: values.INDEXNOW_KEY, url: values.INDEXNOW_URL } : undefined,
    /** The OpenID Connect provider for sign-ins; `name` is for people. */
    signInProvider: values.OIDC_ISSUER
      ? {
          issuer: values.OIDC_ISSUER,
          clientId: values.OIDC_CLIENT_ID ?? '',
          clientSecret: values.OIDC_CLIENT_SECRET ?? '',
          name: values.OIDC_NAME ?? new URL(values.OIDC_ISSUER).host,
        }
      : undefined,
  };
}

type Values = Record<string, unknown>;
type StorageValues = { [Part in StoragePart]?: string };

/** The variables of one bucket, by field. */
function partsOf(values: Values, start: string): StorageValues {
  const given = (Object.keys(storageParts) as StoragePart[]).filter((part) => values[start + part]);
  return Object.fromEntries(given.map((part) => [part, String(values[start + part])]));
}

const connectionParts = ['ENDPOINT', 'REGION', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'] as const;

/** Contradictions between variables: the variable to correct, and the reason. */
function checkStorage(values: Values, start: string): { name: string; message: string }[] {
  const given = partsOf(values, start);
  const orphan = [...connectionParts, 'PREFIX' as const].find((part) => given[part] !== undefined);
  if (!given.BUCKET)
    return orphan ? [{ name: `${start}BUCKET`, message: `must be given, because ${start}${orphan} is` }] : [];
  const pair = ['ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'] as const;
  const [one] = pair.filter((part) => given[part] !== undefined);
  const absent = pair.find((part) => given[part] === undefined);
  return one && absent ? [{ name: start + absent, message: `must be given, because ${start}${one} is` }] : [];
}

/** From checked values; undefined without a bucket. */
function readObjectStorage(given: StorageValues): ObjectStorage | undefined {
  const { BUCKET: bucket, ACCESS_KEY_ID: accessKeyId, SECRET_ACCESS_KEY: secretAccessKey, PREFIX } = given;
  if (!bucket) return undefined;
  return {
    bucket,
    endpoint: given.ENDPOINT,
    region: given.REGION ?? 'us-east-1',
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    prefix: PREFIX ? `${PREFIX.replace(/\/$/, '')}/` : '',
  };
}

/**
 * The backups' bucket has the location of the pictures' bucket unless its own variables name any part of a location; a mixture
 * could send one service's keys to another.
 */
function readBackupStorage(values: Values): ObjectStorage | undefined {
  const own = partsOf(values, BACKUPS);
  if (connectionParts.some((part) => own[part] !== undefined)) return readObjectStorage(own);
  const { PREFIX: _prefix, ...pictures } = partsOf(values, PICTURES);
  return own.BUCKET ? readObjectStorage({ ...pictures, ...own }) : undefined;
}
