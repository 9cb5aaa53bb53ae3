import type { Logger } from 'pino';
import type { Database } from './db/connection.ts';
import type { Env } from './env.ts';
import type { SystemSettingsStore } from './systemSettings.ts';

/** What the infrastructure stands on; features/context.ts adds what it offers to the features. */
export interface BaseContext {
  env: Env;
  db: Database;
  log: Logger;
  systemSettings: SystemSettingsStore;
  /** The time now; tests set it. */
  now(): Date;
}
