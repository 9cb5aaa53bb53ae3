import { EventEmitter } from 'node:events';
import { copyFileSync, existsSync } from 'node:fs';
import path from 'node:path';
import type { Chromium } from './devtools.ts';
import { isPrevented } from './events.ts';
import { Permissions } from './permissions.ts';

/** Chromium's dictionaries; there is none for Filipino. */
const dictionaries =
  'af bg ca cs cy da de de-AT de-CH de-DE el en-AU en-CA en-GB en-US es es-419 es-AR es-ES es-MX es-US et fa fo fr fr-FR he hi hr hu hy id it ko lt lv nb nl pl pt-BR pt-PT ro ru sh sk sl sq sr sv ta tg tr uk vi'.split(
    ' ',
  );

/** `session.defaultSession`: permissions, spelling, downloads, stored data. */
export class Session extends EventEmitter {
  readonly permissions = new Permissions();
  readonly words = new Set<string>();
  pages: () => { clearStorage(): Promise<void> }[] = () => [];
  private languages = ['en-US'];
  private downloads = new Map<string, DownloadItem>();

  readonly availableSpellCheckerLanguages = process.platform === 'darwin' ? [] : dictionaries;

  setPermissionRequestHandler(handler: Parameters<Permissions['setPermissionRequestHandler']>[0]): void {
    this.permissions.setPermissionRequestHandler(handler);
  }

  setPermissionCheckHandler(handler: Parameters<Permissions['setPermissionCheckHandler']>[0]): void {
    this.permissions.setPermissionCheckHandler(handler);
  }

  /** @throws {Error} for a language without a dictionary. No effect on macOS. */
  setSpellCheckerLanguages(languages: string[]): void {
    if (process.platform === 'darwin') return;
    for (const language of languages)
      if (!dictionaries.includes(language))
        throw new Error(`Invalid language code provided: "${language}" is not a valid language code`);
    this.languages = [...languages];
  }

  /** Clears the storage of the pages of all open windows. */
  async clearStorageData(): Promise<void> {
    await Promise.all(this.pages().map((page) => page.clearStorage()));
  }

  getSpellCheckerLanguages(): string[] {
    return process.platform === 'darwin' ? [] : [...this.languages];
  }

  addWordToSpellCheckerDictionary(word: string): boolean {
    this.words.add(word);
    return true;
  }

  /** Chromium saves into its own folder; a finished file is copied to the application's path. */
  async watchDownloads(
    chromium: Chromium,
    folder: string,
    contentsOf: (frameId: string) => unknown,
  ): Promise<void> {
    chromium.root.on('Browser.downloadWillBegin', ({ guid, url, suggestedFilename, frameId }) => {
      const cancel = () => void chromium.root.send('Browser.cancelDownload', { guid }).catch(() => undefined);
      const item = new DownloadItem(url, suggestedFilename, folder, cancel);
      if (isPrevented(this, 'will-download', {}, item, contentsOf(frameId), null)) item.cancel();
      else this.downloads.set(guid, item);
    });
    chromium.root.on('Browser.downloadProgress', ({ guid, filePath, ...progress }) => {
      const item = this.downloads.get(guid);
      if (!item) return;
      item.progress(progress, filePath ?? path.join(folder, guid));
      if (progress.state !== 'inProgress') this.downloads.delete(guid);
    });
    await chromium.root.send('Browser.setDownloadBehavior', {
      behavior: 'allowAndName',
      downloadPath: folder,
      eventsEnabled: true,
    });
  }
}

type State = 'progressing' | 'completed' | 'cancelled' | 'interrupted';

class DownloadItem extends EventEmitter {
  private state: State = 'progressing';
  private received = 0;
  private total = 0;
  private savePath = '';

  constructor(
    private readonly url: string,
    private readonly fileName: string,
    private readonly folder: string,
    private readonly stop: () => void,
  ) {
    super();
  }

  progress(
    { receivedBytes, totalBytes, state }: { receivedBytes: number; totalBytes: number; state: string },
    file: string,
  ): void {
    this.received = receivedBytes;
    this.total = totalBytes;
    if (state === 'inProgress') {
      this.emit('updated', {}, 'progressing');
      return;
    }
    this.state = state === 'completed' ? 'completed' : 'cancelled';
    // Without a path, Electron shows a dialog, which is answered with the proposed name.
    this.savePath ||= path.join(this.folder, this.fileName);
    if (this.state === 'completed' && existsSync(file)) copyFileSync(file, this.savePath);
    this.emit('done', {}, this.state);
  }

  cancel(): void {
    this.state = 'cancelled';
    this.stop();
  }

  setSavePath(file: string): void {
    this.savePath = file;
  }

  getSavePath(): string {
    return this.savePath;
  }

  getFilename(): string {
    return this.fileName;
  }

  getURL(): string {
    return this.url;
  }

  getState(): State {
    return this.state;
  }

  getReceivedBytes(): number {
    return this.received;
  }

  getTotalBytes(): number {
    return this.total;
  }

  getPercentComplete(): number {
    return this.total > 0 ? Math.round((this.received / this.total) * 100) : 0;
  }
}
