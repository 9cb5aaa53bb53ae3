import type { ConsolePolicy, UpdateState } from '#shared/desktopBridge.ts';
import { t } from './words.ts';

/** What is needed of electron-updater. */
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

export interface UpdatesOptions {
  policy: ConsolePolicy;
  /** Null where this copy does not update itself. */
  engine: UpdateEngine | null;
  /** Who does then, for people. */
  otherwise?: string;
  downloadUrl: string;
  changed(state: UpdateState): void;
}

export function createUpdates({ policy, engine, otherwise, downloadUrl, changed }: UpdatesOptions) {
  let latest: UpdateState = { phase: 'idle' };
  let isTyping = false;

  /** A policy may come and go while the console runs. */
  function state(): UpdateState {
    if (policy.disableUpdates) return { phase: 'disabled', reason: t('Your organization manages updates.') };
    if (!engine)
      return { phase: 'disabled', reason: otherwise ?? t('This copy does not update automatically.') };
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
    /** @throws {Error} for people: nothing to install, or somebody is typing. */
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
