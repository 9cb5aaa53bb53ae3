import type { Logger } from 'pino';
import type { Database } from '#server/db/connection.ts';
import type { Env } from '#server/env.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import type { MediaService } from '#server/media/service.ts';
import type { EventBus } from '#server/realtime/bus.ts';
import type { SystemSettingsStore } from '#server/systemSettings.ts';

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
