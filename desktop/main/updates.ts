import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { ConsolePolicy, UpdateState } from '#shared/desktopBridge.ts';
import { t } from './words.ts';

/** The part of electron-updater that is used. */
export interface UpdateEngine {
  check(channel: 'latest' | 'beta'): Promise<void>;
  restart(): void;
  onFound(listener: (version: string) => void): void;
  onNone(listener: () => void): void;
  onProgress(listener: (percent: number) => void): void;
  onReady(listener: (version: string) => void): void;
  onFailure(listener: (error: Error) => void): void;
}

export type Updates = ReturnType<typeof createUpdates>;

interface UpdatesOptions {
  policy: ConsolePolicy;
  /** Null if this copy does not update itself. */
  engine: UpdateEngine | null;
  /** The sentence shown instead. */
  otherwise?: string;
  downloadUrl: string;
  changed(state: UpdateState): void;
}

export function createUpdates({ policy, engine, otherwise, downloadUrl, changed }: UpdatesOptions) {
  let latest: UpdateState = { phase: 'idle' };
  let isTyping = false;

  /** Read at each call, as the policy can change at run time. */
  function state(): UpdateState {
    if (policy.disableUpdates) return { phase: 'disabled', reason: t('Your organization manages updates.') };
    if (!engine) return { phase: 'disabled', reason: otherwise ?? t('This copy does not update automatically.') };
    return latest;
  }

  function enter(next: UpdateState): void {
    latest = next;
    changed(state());
  }

  if (engine) {
    let version = '';
    engine.onFound((found) => {
      version = found;
      enter({ phase: 'downloading', version, percent: 0 });
    });
    engine.onNone(() => enter({ phase: 'current' }));
    engine.onProgress((percent) => enter({ phase: 'downloading', version, percent: Math.round(percent) }));
    engine.onReady((ready) => enter({ phase: 'ready', version: ready }));
    engine.onFailure((error) => enter({ phase: 'failed', reason: error.message, downloadUrl }));
  }

  return {
    state,
    async check(): Promise<UpdateState> {
      const { phase } = state();
      if (!engine || phase === 'disabled' || phase === 'ready' || phase === 'downloading') return state();
      enter({ phase: 'checking' });
      try {
        await engine.check(policy.updateChannel ?? 'latest');
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        enter({ phase: 'failed', reason, downloadUrl });
      }
      return state();
    },
    /** @throws {Error} with a sentence for people when no update is ready or text is being typed. */
    restart() {
      if (!engine || state().phase !== 'ready') throw new Error(t('There is no update to install yet'));
      if (isTyping) throw new Error(t('Finish what you are typing first. The update will wait.'));
      engine.restart();
    },
    setTyping(typing: boolean) {
      isTyping = typing;
    },
  };
}

/** How this copy was installed; 'source' is a copy that is not packaged. */
type InstallationKind = 'source' | 'setup' | 'msi' | 'dmg' | 'appImage' | 'deb';

interface InstallationFacts {
  isPackaged: boolean;
  platform: NodeJS.Platform;
  isAppImage: boolean;
  /** The setup program puts an uninstaller beside the executable; an .msi does not. */
  hasUninstaller: boolean;
}

export function installationKind(facts: InstallationFacts): InstallationKind {
  if (!facts.isPackaged) return 'source';
  if (facts.platform === 'win32') return facts.hasUninstaller ? 'setup' : 'msi';
  if (facts.platform === 'darwin') return 'dmg';
  return facts.isAppImage ? 'appImage' : 'deb';
}

/** Whether this copy updates itself; `otherwise` is a sentence for people if it does not. */
export function updatesOf(kind: InstallationKind, hasFeed: boolean) {
  const reasons: Partial<Record<InstallationKind, string>> = {
    source: t('This copy does not update automatically.'),
    msi: t('This copy was installed for everyone on this computer. Its administrator installs new versions.'),
    deb: t('This copy was installed as a system package. To update, install the new version’s package.'),
  };
  const otherwise =
    reasons[kind] ?? (hasFeed ? '' : t('This copy has no update address. Ask your office for new versions.'));
  return { updatesItself: otherwise === '', otherwise };
}

/** Download addresses that the build writes into package.json (build/electronBuilder.ts). */
const packaged = z.object({
  homepage: z.string().default('https://silong.example'),
  downloads: z.string().optional(),
});

/** @returns `updatesOf` for this copy, and the page where new versions can be downloaded. */
export function readInstallation(
  isPackaged: boolean,
  { executable, resources, code }: Record<'executable' | 'resources' | 'code', string>,
) {
  const { homepage, downloads } = packaged.parse(
    JSON.parse(readFileSync(path.join(code, 'package.json'), 'utf8')),
  );
  const kind = installationKind({
    isPackaged,
    platform: process.platform,
    isAppImage: Boolean(process.env.APPIMAGE),
    hasUninstaller: readdirSync(path.dirname(executable)).some((name) => name.startsWith('Uninstall ')),
  });
  return {
    ...updatesOf(kind, existsSync(path.join(resources, 'app-update.yml'))),
    downloadsUrl: downloads ?? homepage,
  };
}
