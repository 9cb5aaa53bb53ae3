import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { app, BrowserWindow, dialog, net, session, shell, type WebContents } from 'electron';
import { consolePreferences } from '#shared/contracts/desktop.ts';
import type { ConsolePreferences } from '#shared/desktopBridge.ts';
import type { OutboxFiles, SessionVault } from './accountFiles.ts';
import { originOf } from './addresses.ts';
import type { CallHandlers } from './bridgeCalls.ts';
import { writeDiagnostics } from './diagnostics.ts';
import type { FindBars } from './findBars.ts';
import type { Lock } from './lock.ts';
import type { QuestionWindows } from './networkQuestions.ts';
import type { Notices, Unread } from './notices.ts';
import type { Policies } from './policies.ts';
import type { ProxyPasswords } from './proxyPasswords.ts';
import type { SealedFiles } from './sealedFiles.ts';
import { type ServerList, ServerRefused } from './serverList.ts';
import { systemKeyring } from './system.ts';
import type { Updates } from './updates.ts';
import type { ConsoleWindows } from './windows.ts';
import { t } from './words.ts';

export interface ConsoleParts {
  policies: Policies;
  servers: ServerList;
  vault: SessionVault;
  lock: Lock;
  cache: SealedFiles;
  pictures: SealedFiles;
  outbox: OutboxFiles;
  windows: ConsoleWindows;
  notices: Notices;
  unread: Unread;
  updates: Updates;
  questions: QuestionWindows;
  passwords: ProxyPasswords;
  findBars: FindBars;
  readPreferences(): ConsolePreferences;
  writePreferences(changed: ConsolePreferences): ConsolePreferences;
  setLanguage(language: string): void;
  downloadsUrl: string;
  log(line: string): void;
}

type Handlers = CallHandlers<WebContents>;

/** One handler per call of the page. The dispatcher has validated the arguments. */
export function createCallHandlers(parts: ConsoleParts): Handlers {
  const migration = createStorageMigration(parts.servers, parts.log);
  return {
    ...windowCalls(parts, migration),
    ...sessionCalls(parts),
    ...serverCalls(parts),
    ...storeCalls(parts),
    ...serviceCalls(parts),
  };
}

function windowCalls(parts: ConsoleParts, migration: StorageMigration) {
  const { policies, servers, lock, cache, outbox, windows, unread, questions, passwords, findBars } = parts;
  return {
    start: async (_input, { sender, serverUrl }) => {
      const locked = await lock.shownAt(serverUrl);
      return {
        version: app.getVersion(),
        platform: process.platform as 'linux' | 'darwin' | 'win32',
        server: servers.all().find(({ url }) => url === serverUrl) ?? null,
        servers: servers.all(),
        unread: unread.counts(),
        carried: locked ? {} : await migration.read(serverUrl),
        policy: policies.policy,
        managed: policies.managed(),
        preferences: parts.readPreferences(),
        hasKeyring: await systemKeyring.isAvailable(),
        mayCache: await cache.isOpen(),
        unreadableOutbox: await outbox.countUnreadable(),
        lock: locked,
        question: questions.of(sender),
        isFindBar: findBars.isBar(sender),
        blockedProxy: passwords.blocked(),
        dictionaries:
          process.platform === 'darwin' ? [] : [...session.defaultSession.availableSpellCheckerLanguages],
        route: windows.routeFor(sender),
      };
    },
    listen: (_input, { sender }) => windows.listen(sender),
    carriedOver: () => migration.finish(),
    setLanguage: (language) => parts.setLanguage(language),
    writePreferences: ({ quietHours, ...changes }) => {
      const before = parts.readPreferences();
      return parts.writePreferences(
        consolePreferences.parse({
          ...before,
          ...changes,
          quietHours: { ...before.quietHours, ...quietHours },
        }),
      );
    },
    setDrafts: (count, { sender }) => windows.setDrafts(sender, count),
    openThread: (conversationId, { serverUrl }) => windows.openThread(serverUrl, conversationId),
    find: ({ text, forward }, { sender }) => findBars.find(sender, text, forward),
    // After the call has returned, as closing the bar destroys the calling page.
    stopFinding: (_input, { sender }) => void setImmediate(() => findBars.close(sender)),
  } satisfies Partial<Handlers>;
}

function sessionCalls(parts: ConsoleParts) {
  const { policies, vault, lock, cache, pictures, outbox, windows, notices, unread } = parts;

  async function endSessionAtServer(serverUrl: string): Promise<void> {
    const stored = await vault.read(serverUrl);
    await Promise.all([cache.remove([serverUrl]), pictures.remove([serverUrl])]);
    if (!stored) return;
    const headers = new Headers();
    headers.set('Authorization', `Bearer ${stored.token}`);
    await net
      .fetch(`${serverUrl}/api/auth/logout`, { method: 'POST', headers })
      .catch((error: unknown) => parts.log(`a session could not be ended at its server: ${String(error)}`));
  }

  return {
    readSession: (_input, { serverUrl }) => vault.read(serverUrl),
    writeSession: async ({ remember, ...session }, { serverUrl }) => ({
      isKept: await vault.write(serverUrl, session, remember),
    }),
    clearSession: async (_input, { serverUrl }) => {
      // A locked page has no session and cannot end it itself.
      if (lock.isLocked(serverUrl)) await endSessionAtServer(serverUrl);
      outbox.leave(serverUrl);
      notices.dismissAll(serverUrl);
      unread.set(serverUrl, 0);
      await vault.clear(serverUrl);
      await lock.forget(serverUrl);
      if (policies.policy.clearDataAtLogOut)
        await Promise.all([cache.clear(), pictures.clear(), session.defaultSession.clearStorageData()]);
      // The windows may be unlocked now, or locked for another account.
      await windows.lock(lock.shownAt);
    },
    unlock: (secret, { serverUrl }) => lock.unlock(serverUrl, secret),
    setUnlockCode: (code, { serverUrl }) => lock.setCode(serverUrl, code),
  } satisfies Partial<Handlers>;
}

/** Saved servers, and questions of networks on the way to them. */
function serverCalls(parts: ConsoleParts) {
  const { servers, vault, lock, cache, pictures, outbox, windows, notices, unread } = parts;
  const { questions, passwords } = parts;
  return {
    addServer: async (address) => {
      passwords.askAgain();
      const before = servers.all().map(({ url }) => url);
      const added = await servers.add(address);
      if (!before.includes(added.url)) lock.admit(added.url);
      windows.publish('servers', servers.all());
      return added;
    },
    chooseServer: (url) => {
      servers.choose(url);
      // After the call has returned, as the calling page may be destroyed.
      setImmediate(() => windows.choose(url));
    },
    // Unsent changes stay in the outbox and are sent when the server is added again.
    removeServer: async (url) => {
      if (lock.isLocked(url)) throw new ServerRefused(t('Its windows are locked. Unlock them first.'));
      const left = servers.remove(url);
      outbox.leave(url);
      notices.dismissAll(url);
      unread.set(url, 0);
      windows.publish('servers', left);
      // After the call has returned, as the calling page may belong to that server.
      setImmediate(() => windows.forget(url));
      await Promise.all([vault.clear(url), lock.forget(url), cache.remove([url]), pictures.remove([url])]);
      return left;
    },
    answerQuestion: (answer, { sender }) => questions.answer(sender, answer ?? null),
    askProxyAgain: () => passwords.askAgain(),
  } satisfies Partial<Handlers>;
}

function storeCalls({ vault, cache, pictures, outbox }: ConsoleParts) {
  const folderOf = (serverUrl: string, userId: number) => [serverUrl, `user ${userId}`];
  return {
    readCache: async ({ userId, name }, { serverUrl }) =>
      (await cache.read([...folderOf(serverUrl, userId), name]))?.toString('utf8') ?? null,
    writeCache: async ({ userId, name, text, at }, { serverUrl }) => {
      // Ignores late writes of a window whose account has logged out.
      if (await vault.read(serverUrl))
        await cache.write([...folderOf(serverUrl, userId), name], Buffer.from(text), new Date(at));
    },
    removeCache: async (userId, { serverUrl }) => {
      await Promise.all([cache.remove(folderOf(serverUrl, userId)), pictures.remove([serverUrl])]);
    },
    clearCache: async () => {
      await Promise.all([cache.clear(), pictures.clear()]);
    },
    readOutbox: (userId, { serverUrl }) => outbox.read(serverUrl, userId),
    putOutbox: ({ userId, ...entry }, { serverUrl }) => outbox.put(serverUrl, userId, entry),
    removeOutbox: ({ userId, id }, { serverUrl }) => outbox.remove(serverUrl, userId, id),
    clearUnreadableOutbox: () => outbox.clearUnreadable(),
  } satisfies Partial<Handlers>;
}

function serviceCalls(parts: ConsoleParts) {
  const { policies, servers, cache, outbox, notices, unread, updates } = parts;
  return {
    notify: (notice, { serverUrl }) => {
      const reason = notices.show(serverUrl, notice);
      return { isShown: reason === null, reason };
    },
    dismissNotice: (thread, { serverUrl }) => notices.dismiss(serverUrl, thread),
    setUnread: (count, { serverUrl }) => unread.set(serverUrl, count),

    setTyping: (isTyping) => updates.setTyping(isTyping),
    updateState: () => updates.state(),
    checkForUpdate: () => updates.check(),
    restartToUpdate: () => updates.restart(),
    openDownloads: async () => await shell.openExternal(parts.downloadsUrl),

    exportDiagnostics: async () => {
      const text = writeDiagnostics({
        madeAt: new Date(),
        facts: {
          version: app.getVersion(),
          platform: `${process.platform} ${process.arch}`,
          electron: process.versions.electron ?? null,
          server: servers.current()?.url ?? null,
          managed: Object.keys(policies.policy).join(', ') || null,
          keyring: await systemKeyring.isAvailable(),
          offlineCopy: await cache.isOpen(),
          unreadableOutbox: await outbox.countUnreadable(),
        },
        logFolder: app.getPath('logs'),
        crashFolder: app.getPath('crashDumps'),
      });
      return saveAs('silong-diagnostics.txt', Buffer.from(text));
    },
    reportError: (text) => parts.log(`page: ${text}`),
  } satisfies Partial<Handlers>;
}

type StorageMigration = ReturnType<typeof createStorageMigration>;

/** A static file of the console: a page that runs no script and gives access to its origin's storage. */
const SCRIPTLESS_PATH = '/favicon.svg';

/** Moves the local storage of versions with one origin for all servers (drafts, layout) to the chosen server's origin, once. */
function createStorageMigration(servers: ServerList, log: (line: string) => void) {
  let oldPage: BrowserWindow | null = null;
  let stored: Promise<Record<string, string>> | null = null;
  // A console without servers has nothing to move.
  if (servers.all().length === 0 && !servers.isCarried()) servers.setCarried();

  async function readStored(): Promise<Record<string, string>> {
    try {
      oldPage = new BrowserWindow({ show: false });
      await oldPage.loadURL(originOf(null) + SCRIPTLESS_PATH);
      const found = await oldPage.webContents.executeJavaScript('({ ...localStorage })');
      if (Object.keys(found).length === 0) end();
      return found;
    } catch (error) {
      log(`the storage of an earlier version cannot be read: ${String(error)}`);
      oldPage?.destroy();
      return {};
    }
  }

  function end(): void {
    servers.setCarried();
    oldPage?.destroy();
    oldPage = null;
  }

  return {
    /** The entries for the first page of the chosen server; otherwise none. */
    async read(serverUrl: string): Promise<Record<string, string>> {
      if (servers.isCarried() || servers.current()?.url !== serverUrl) return {};
      stored ??= readStored();
      return stored;
    },
    /** Deletes the old entries once the page has stored them. */
    async finish(): Promise<void> {
      await oldPage?.webContents.executeJavaScript('localStorage.clear()');
      end();
    },
  };
}

export async function savePdf(contents: WebContents): Promise<void> {
  const bytes = await contents.printToPDF({ printBackground: true, pageSize: 'A4' });
  await saveAs(`${t('Silong')}.pdf`, bytes);
}

/** @returns the chosen path; null if the person cancelled. */
async function saveAs(name: string, bytes: Buffer): Promise<string | null> {
  const owner = BrowserWindow.getFocusedWindow();
  const choice = { defaultPath: path.join(app.getPath('downloads'), name) };
  const { canceled, filePath } = owner
    ? await dialog.showSaveDialog(owner, choice)
    : await dialog.showSaveDialog(choice);
  if (canceled || !filePath) return null;
  await writeFile(filePath, bytes);
  return filePath;
}
