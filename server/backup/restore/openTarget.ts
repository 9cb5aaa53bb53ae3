import type { Env } from '#server/env.ts';
import { openPostgresTarget } from './postgresTarget.ts';
import { openSqliteTarget } from './sqliteTarget.ts';
import type { RestoreTarget } from './target.ts';

/**
 * @param stamp names what is staged and what is kept: small letters, digits and underscores.
 * @throws {TargetBusyError} a server runs on it, or another restore.
 */
export function openTarget(env: Pick<Env, 'databaseUrl' | 'dataDir'>, stamp: string): Promise<RestoreTarget> {
  return env.databaseUrl
    ? openPostgresTarget(env.databaseUrl, env.dataDir, stamp)
    : openSqliteTarget(env.dataDir, stamp);
}
