import type { Logger } from 'pino';
import { readSystemSettings, type SystemSettings } from '#shared/contracts/settings.ts';
import { msg } from '#shared/messages.ts';
import type { Database } from './db/connection.ts';
import type { Env } from './env.ts';
import { SaidError } from './languages.ts';
import type { Metrics } from './observability/metrics.ts';
import type { SecurityLog } from './observability/security.ts';
import type { Tracing } from './observability/tracing.ts';

/** What the infrastructure stands on; features/context.ts adds what it offers to the features. */
export interface BaseContext {
  env: Env;
  db: Database;
  log: Logger;
  security: SecurityLog;
  metrics: Metrics;
  tracing: Tracing;
  systemSettings: SystemSettingsStore;
  /** The time now; tests set it. */
  now(): Date;
}

interface SystemSettingsStore {
  /** The settings in force. Read on every request, hence kept in memory. */
  current(): SystemSettings;
  /** Reads them again: at start, and whenever this or another process changed them. */
  reload(): Promise<void>;
  /** Runs after each reading but the first, when what was read is in force. */
  onReload(listener: () => void): void;
}

export const MAINTENANCE_MESSAGE = msg('We are making improvements and will be back shortly.');

/** Whether an admin has closed the site to everyone but admins. */
export function isClosedForMaintenance({ systemSettings }: { systemSettings: SystemSettingsStore }): boolean {
  return systemSettings.current().application.maintenanceMode;
}

/**
 * Whether mails, text messages, push notices, webhooks, news for search engines, copies of backups, and whatever else is
 * asked or told of other people's servers may leave: 'off' by the environment, 'held' since a restore. The one rule: the
 * queue keeps the jobs of `outgoing` back by it, and each way out asks it once more (`requireOutbound`). Sign-in at the
 * office's provider is a person's own act and stays; so do the database and the store of pictures, which are ours.
 */
export function outboundState({ env, systemSettings }: OutboundContext): 'open' | 'off' | 'held' {
  if (env.outbound === 'off') return 'off';
  return systemSettings.current().outbound.heldSince === null ? 'open' : 'held';
}

export type OutboundContext = Pick<BaseContext, 'env' | 'systemSettings'>;

export const isOutboundOpen = (context: OutboundContext): boolean => outboundState(context) === 'open';

/** For whoever waits for the answer. */
export const OUTBOUND_CLOSED = msg(
  'This site contacts no one right now: emails, messages and other connections are held back.',
);

/** @throws {SaidError} nothing may leave. */
export function requireOutbound(context: OutboundContext): void {
  if (!isOutboundOpen(context)) throw new SaidError(OUTBOUND_CLOSED);
}

export async function loadSystemSettings(db: Database): Promise<SystemSettingsStore> {
  let settings = readSystemSettings({});
  let lastReload: Promise<void> = Promise.resolve();
  const listeners: (() => void)[] = [];

  async function read(): Promise<void> {
    const rows = await db.models.SystemSetting.findAll();
    const stored = Object.fromEntries(
      rows.map((row) => [row.category as keyof SystemSettings, row.settings]),
    );
    settings = readSystemSettings(stored);
    for (const listener of listeners) listener();
  }

  const store: SystemSettingsStore = {
    current: () => settings,
    reload() {
      // One after the other: an earlier reading that takes longer must not undo a later one.
      lastReload = lastReload.catch(() => undefined).then(read);
      return lastReload;
    },
    onReload(listener) {
      listeners.push(listener);
    },
  };
  await store.reload();
  return store;
}
