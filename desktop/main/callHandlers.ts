import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { app, BrowserWindow, dialog, net, shell, type WebContents } from 'electron';
import { consolePreferences } from '#shared/contracts/desktop.ts';
import type { ConsolePreferences } from '#shared/desktopBridge.ts';
import type { CallHandlers } from './bridgeCalls.ts';
import { writeDiagnostics } from './diagnostics.ts';
import type { FindBars } from './findBars.ts';
import type { Lock } from './lock.ts';
import type { Notices } from './notices.ts';
import type { OutboxFiles } from './outboxFiles.ts';
import type { Policies } from './policies.ts';
import type { ProxyPasswords } from './proxyPasswords.ts';
import type { QuestionWindows } from './questionWindows.ts';
import type { SealedFiles } from './sealedFiles.ts';
import { type ServerList, ServerRefused } from './serverList.ts';
import type { SessionVault } from './sessionVault.ts';
import type { Unread } from './unread.ts';
import type { Updates } from './updates.ts';
import type { ConsoleWindows } from './windows.ts';
import { t } from './words.ts';

export interface CallHandlersOptions {
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
  /** Languages that can be checked. */
  dictionaries(): string[];
  preferences: { read(): ConsolePreferences; write(changed: ConsolePreferences): ConsolePreferences };
  hasKeyring(): Promise<boolean>;
  speak(language: string): void;
  /** What an earlier console's page stored, for the server that it showed. */
  carriedFor(serverUrl: string): Promise<Record<string, string>>;
  carriedOver(): Promise<void>;
  downloadsUrl: string;
  /** What the pages have stored by themselves. */
  clearPageData(): Promise<void>;
  log(line: string): void;
}

/** What each call of the page does. Arguments were checked before they come here. */
export function createCallHandlers(options: CallHandlersOptions): CallHandlers<WebContents> {
  const {
    policies,
    servers,
    vault,
    lock,
    cache,
    pictures,
    outbox,
    windows,
    notices,
    unread,
    updates,
    questions,
    passwords,
    findBars,
    preferences,
  } = options;
  const { policy } = policies;
  /** What is kept of one person on one server is not shown of another. */
  const copyOf = (serverUrl: string, userId: number) => [serverUrl, `user ${userId}`];

  async function endSession(serverUrl: string): Promise<void> {
    const kept = await vault.read(serverUrl);
    await Promise.all([cache.remove([serverUrl]), pictures.remove([serverUrl])]);
    if (!kept) return;
    const headers = new Headers();
    headers.set('Authorization', `Bearer ${kept.token}`);
    await net
      .fetch(`${serverUrl}/api/auth/logout`, { method: 'POST', headers })
      .catch((error: unknown) => options.log(`a session could not be ended at its server: ${String(error)}`));
  }

  return {
    start: async (_input, { sender, serverUrl }) => {
      const locked = await lock.shownAt(serverUrl);
      return {
        version: app.getVersion(),
        platform: process.platform as 'linux' | 'darwin' | 'win32',
        server: servers.all().find(({ url }) => url === serverUrl) ?? null,
        servers: servers.all(),
        unread: unread.counts(),
        carried: locked ? {} : await options.carriedFor(serverUrl),
        policy,
        managed: policies.managed(),
        preferences: preferences.read(),
        hasKeyring: await options.hasKeyring(),
        mayCache: await cache.isOpen(),
        unreadableOutbox: await outbox.countUnreadable(),
        lock: locked,
        question: questions.of(sender),
        isFindBar: findBars.isBar(sender),
        blockedProxy: passwords.blocked(),
        dictionaries: options.dictionaries(),
        route: windows.routeFor(sender),
      };
    },
    listen: (_input, { sender }) => windows.listen(sender),
    carriedOver: () => options.carriedOver(),
    setLanguage: (language) => options.speak(language),

    readSession: (_input, { serverUrl }) => vault.read(serverUrl),
    writeSession: async ({ remember, ...session }, { serverUrl }) => ({
      isKept: await vault.write(serverUrl, session, remember),
    }),
    clearSession: async (_input, { serverUrl }) => {
      // Behind the lock the page holds no session: it is ended here.
      if (lock.isLocked(serverUrl)) await endSession(serverUrl);
      outbox.leave(serverUrl);
      notices.dismissAll(serverUrl);
      unread.set(serverUrl, 0);
      await vault.clear(serverUrl);
      await lock.forget(serverUrl);
      if (policy.clearDataAtLogOut)
        await Promise.all([cache.clear(), pictures.clear(), options.clearPageData()]);
      // Open, or another account's.
      await windows.lock(lock.shownAt);
    },
    unlock: (secret, { serverUrl }) => lock.unlock(serverUrl, secret),
    setUnlockCode: (code, { serverUrl }) => lock.setCode(serverUrl, code),

    answerQuestion: (answer, { sender }) => questions.answer(sender, answer ?? null),
    askProxyAgain: () => passwords.askAgain(),

    addServer: async (address) => {
      passwords.askAgain();
      const before = servers.all().map(({ url }) => url);
      const added = await servers.add(address);
      if (!before.includes(added.url)) lock.admit(added.url);
      windows.tellAll('servers', servers.all());
      return added;
    },
    chooseServer: (url) => {
      servers.choose(url);
      // After the answer: the page that asked may be about to go.
      setImmediate(() => windows.choose(url));
    },
    // What was not sent to it stays in the outbox: it goes out when the server is added again.
    removeServer: async (url) => {
      if (lock.isLocked(url)) throw new ServerRefused(t('Its windows are locked. Unlock them first.'));
      const left = servers.remove(url);
      outbox.leave(url);
      notices.dismissAll(url);
      unread.set(url, 0);
      windows.tellAll('servers', left);
      // After the answer: the page that asked may be its own.
      setImmediate(() => windows.forget(url));
      await Promise.all([vault.clear(url), lock.forget(url), cache.remove([url]), pictures.remove([url])]);
      return left;
    },

    writePreferences: ({ quietHours, ...changes }) => {
      const before = preferences.read();
      return preferences.write(
        consolePreferences.parse({
          ...before,
          ...changes,
          quietHours: { ...before.quietHours, ...quietHours },
        }),
      );
    },

    notify: (notice, { serverUrl }) => {
      const reason = notices.show(serverUrl, notice);
      return { isShown: reason === null, reason };
    },
    dismissNotice: (thread, { serverUrl }) => notices.dismiss(serverUrl, thread),
    setUnread: (count, { serverUrl }) => unread.set(serverUrl, count),

    readCache: async ({ userId, name }, { serverUrl }) =>
      (await cache.read([...copyOf(serverUrl, userId), name]))?.toString('utf8') ?? null,
    writeCache: async ({ userId, name, text, at }, { serverUrl }) => {
      // A window that writes a moment late brings nothing of somebody back who has logged out.
      if (await vault.read(serverUrl))
        await cache.write([...copyOf(serverUrl, userId), name], Buffer.from(text), new Date(at));
    },
    removeCache: async (userId, { serverUrl }) => {
      await Promise.all([cache.remove(copyOf(serverUrl, userId)), pictures.remove([serverUrl])]);
    },
    clearCache: async () => {
      await Promise.all([cache.clear(), pictures.clear()]);
    },

    readOutbox: (userId, { serverUrl }) => outbox.read(serverUrl, userId),
    putOutbox: ({ userId, ...entry }, { serverUrl }) => outbox.put(serverUrl, userId, entry),
    removeOutbox: ({ userId, id }, { serverUrl }) => outbox.remove(serverUrl, userId, id),
    clearUnreadableOutbox: () => outbox.clearUnreadable(),
    setDrafts: (count, { sender }) => windows.setDrafts(sender, count),

    openThread: (conversationId, { serverUrl }) => windows.openThread(serverUrl, conversationId),
    savePdf: async (title, { sender }) => {
      const bytes = await sender.printToPDF({ printBackground: true, pageSize: 'A4' });
      return saveAs(`${fileNameOf(title)}.pdf`, bytes);
    },

    setTyping: (isTyping) => updates.setTyping(isTyping),
    updateState: () => updates.state(),
    checkForUpdate: () => updates.check(),
    restartToUpdate: () => updates.restart(),
    openDownloads: async () => await shell.openExternal(options.downloadsUrl),

    exportDiagnostics: async () => {
      const text = writeDiagnostics({
        madeAt: new Date(),
        facts: {
          version: app.getVersion(),
          platform: `${process.platform} ${process.arch}`,
          electron: process.versions.electron ?? null,
          server: servers.current()?.url ?? null,
          managed: Object.keys(policy).join(', ') || null,
          keyring: await options.hasKeyring(),
          offlineCopy: await cache.isOpen(),
          unreadableOutbox: await outbox.countUnreadable(),
        },
        logFolder: app.getPath('logs'),
        crashFolder: app.getPath('crashDumps'),
      });
      return saveAs('silong-diagnostics.txt', Buffer.from(text));
    },
    reportError: (text) => options.log(`page: ${text}`),

    find: ({ text, forward }, { sender }) => findBars.find(sender, text, forward),
    // After the answer: the page that asked goes with its bar.
    stopFinding: (_input, { sender }) => void setImmediate(() => findBars.leave(sender)),
  };
}

/** Where the person says; null when they change their mind. */
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

/** What every system takes as a file's name. */
function fileNameOf(title: string): string {
  return (
    title
      .replace(/[^\p{L}\p{N} _-]+/gu, ' ')
      .trim()
      .slice(0, 80) || t('Silong')
  );
}
