import { createHmac, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Env, StartRefusedError } from '#server/env.ts';

type KeyEnv = Pick<Env, 'dataDir' | 'auditKeys'>;

/** A key of the audit log's chain. */
interface AuditKey {
  /** Names the key in its entries without revealing it: 16 hexadecimal digits. */
  id: string;
  secret: string;
}

export const auditKeyFile = (dataDir: string) => path.join(dataDir, 'audit.key');

const opened = new WeakMap<KeyEnv, AuditKey>();

/**
 * The key for new entries: the first of `AUDIT_KEY`, or the key in a file of the data folder, which is created if it is
 * missing. @throws {StartRefusedError} the file holds no key, or cannot be read or written.
 */
export function openAuditKey(env: KeyEnv): AuditKey {
  const known = opened.get(env);
  if (known) return known;
  const key = readAuditKeys(env)[0] ?? makeAuditKey(env);
  opened.set(env, key);
  return key;
}

/** All keys for checking entries; none if no key was ever made. @throws {StartRefusedError} as `openAuditKey`. */
export function readAuditKeys({ dataDir, auditKeys }: KeyEnv): AuditKey[] {
  const secrets = auditKeys ?? readFile(auditKeyFile(dataDir));
  return secrets.map((secret) => ({
    id: createHmac('sha256', secret).update('key of the audit log').digest('hex').slice(0, 16),
    secret,
  }));
}

function readFile(file: string): string[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new StartRefusedError(`${file} cannot be read: ${(error as Error).message}.`);
  }
  if (!/^[0-9a-f]{64}$/.test(text))
    throw new StartRefusedError(
      `${file} holds no key of the audit log (64 hexadecimal digits). Put the file back from where you keep a copy, or set AUDIT_KEY.`,
    );
  return [text];
}

/** Atomic: of several processes that start on one folder the first makes the key, and the others read it. */
function makeAuditKey(env: KeyEnv): AuditKey {
  const file = auditKeyFile(env.dataDir);
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    mkdirSync(env.dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    try {
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft, { force: true });
    }
  } catch (error) {
    throw new StartRefusedError(`${file} cannot be written: ${(error as Error).message}.`);
  }
  const [key] = readAuditKeys(env);
  if (!key) throw new StartRefusedError(`${file} cannot be read.`);
  return key;
}
