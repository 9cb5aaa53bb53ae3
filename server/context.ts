import type { Logger } from 'pino';
import {
  readSystemSettings,
  type SettingsCategory,
  type SystemSettings,
} from '#shared/contracts/settings.ts';
import { msg } from '#shared/messages.ts';
import type { Database } from './db/connection.ts';
import type { Env } from './env.ts';
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

export async function loadSystemSettings(db: Database): Promise<SystemSettingsStore> {
  let settings = readSystemSettings({});
  let lastReload: Promise<void> = Promise.resolve();
  const listeners: (() => void)[] = [];

  async function read(): Promise<void> {
    const rows = await db.models.SystemSetting.findAll();
    const stored = Object.fromEntries(rows.map((row) => [row.category as SettingsCategory, row.settings]));
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
