import type { Logger } from 'pino';
import type { Database } from './db/connection.ts';
import type { Env } from './env.ts';
import type { Mailer } from './mail/mailer.ts';
import type { MediaService } from './media/service.ts';
import type { EventBus } from './realtime/bus.ts';
import type { SystemSettingsStore } from './settings/systemSettings.ts';

/** What every service stands on. One per process; a test makes its own. */
export interface ServerContext {
  env: Env;
  db: Database;
  log: Logger;
  bus: EventBus;
  media: MediaService;
  mail: Mailer;
  systemSettings: SystemSettingsStore;
  /** The time now; tests set it. */
  now(): Date;
}
