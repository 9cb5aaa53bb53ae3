import type { Logger } from 'pino';
import { readSystemSettings, type SystemSettings } from '#shared/contracts/settings.ts';
import { msg } from '#shared/messages.ts';
import type { Database } from './db/connection.ts';
import type { Env } from './env.ts';
import { SaidError } from './languages.ts';
import type { SecurityLog } from './observability/log.ts';
import type { Metrics } from './observability/metrics.ts';
import type { Tracing } from './observability/tracing.ts';

/** The context of the infrastructure; features/context.ts adds the services for features. */
export interface BaseContext {
  env: Env;
  db: Database;
  log: Logger;
  security: SecurityLog;
  metrics: Metrics;
  tracing: Tracing;
  systemSettings: SystemSettingsStore;
  /** The present time; tests set it. */
  now(): Date;
}

type SystemSettingsStore = Awaited<ReturnType<typeof loadSystemSettings>>;

export const MAINTENANCE_MESSAGE = msg('We are making improvements and will be back shortly.');

/** Whether an admin has closed the site to everyone but admins. */
export function isClosedForMaintenance({ systemSettings }: { systemSettings: SystemSettingsStore }): boolean {
  return systemSettings.current().application.maintenanceMode;
}

/**
 * Whether anything may leave the server (mails, text messages, pushes, webhooks, notifications of search engines,
 * copies of backups and all other requests to other people's servers): 'off' by the environment, 'held' since a
 * restore. The queue holds back the jobs of `outgoing` by this rule, and each sender checks it again
 * (`requireOutbound`). Excepted are the sign-in at the office's provider, which is a user's own act, and our own
 * database and picture store.
 */
export function outboundState({ env, systemSettings }: OutboundContext): 'open' | 'off' | 'held' {
  if (env.outbound === 'off') return 'off';
  return systemSettings.current().outbound.heldSince === null ? 'open' : 'held';
}

export type OutboundContext = Pick<BaseContext, 'env' | 'systemSettings'>;

export const isOutboundOpen = (context: OutboundContext): boolean => outboundState(context) === 'open';

/** For a user who waits for the answer. */
export const OUTBOUND_CLOSED = msg(
  'This site contacts no one right now: emails, messages and other connections are held back.',
);

/** @throws {SaidError} nothing may leave. */
export function requireOutbound(context: OutboundContext): void {
  if (!isOutboundOpen(context)) throw new SaidError(OUTBOUND_CLOSED);
}

export async function loadSystemSettings(db: Database) {
  let settings = readSystemSettings({});
  let lastReload: Promise<void> = Promise.resolve();
  const listeners: (() => void)[] = [];

  async function read(): Promise<void> {
    const rows = await db.models.SystemSetting.findAll();
    const stored = Object.fromEntries(rows.map((row) => [row.category as keyof SystemSettings, row.settings]));
    settings = readSystemSettings(stored);
    for (const listener of listeners) listener();
  }

  const store = {
    /** The settings in force. Read on every request, hence kept in memory. */
    current: () => settings,
    /** Reads the settings again: after this or another process changed them. */
    reload(): Promise<void> {
      // In order: an earlier, slower reading must not undo a later one.
      lastReload = lastReload.catch(() => undefined).then(read);
      return lastReload;
    },
    /** Called after each reading but the first, when the new settings are in force. */
    onReload(listener: () => void): void {
      listeners.push(listener);
    },
  };
  await store.reload();
  return store;
}
