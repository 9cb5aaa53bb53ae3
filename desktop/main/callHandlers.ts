import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { app, BrowserWindow, dialog, shell, type WebContents } from 'electron';
import { consolePreferences } from '#shared/contracts/desktop.ts';
import type { ConsolePreferences } from '#shared/desktopBridge.ts';
import { english } from '#shared/messages.ts';
import type { CallHandlers } from './bridgeCalls.ts';
import { writeDiagnostics } from './diagnostics.ts';
import type { Notices } from './notices.ts';
import type { OutboxFiles } from './outboxFiles.ts';
import type { Policies } from './policies.ts';
import type { SealedFiles } from './sealedFiles.ts';
import type { ServerList } from './serverList.ts';
import type { SessionVault } from './sessionVault.ts';
import type { Unread } from './unread.ts';
import type { Updates } from './updates.ts';
import type { ConsoleWindows } from './windows.ts';

export interface CallHandlersOptions {
  policies: Policies;
  servers: ServerList;
  vault: SessionVault;
  cache: SealedFiles;
  pictures: SealedFiles;
  outbox: OutboxFiles;
  windows: ConsoleWindows;
  notices: Notices;
  unread: Unread;
  updates: Updates;
  preferences: { read(): ConsolePreferences; write(changed: ConsolePreferences): ConsolePreferences };
  hasKeyring(): Promise<boolean>;
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
    cache,
    pictures,
    outbox,
    windows,
    notices,
    unread,
    updates,
    preferences,
  } = options;
  const { policy } = policies;
  const serverUrl = () => servers.current()?.url ?? '';
  /** What each window looks for: other words begin a search, the same ones go on with it. */
  const soughtWords = new WeakMap<WebContents, string>();
  /** What is kept of one person on one server is not shown of another. */
  const copyOf = (userId: number) => [serverUrl(), `user ${userId}`];

  return {
    start: async (_input, sender) => ({
      version: app.getVersion(),
      platform: process.platform as 'linux' | 'darwin' | 'win32',
      server: servers.current(),
      servers: servers.all(),
      policy,
      managed: policies.managed(),
      preferences: preferences.read(),
      hasKeyring: await options.hasKeyring(),
      mayCache: await cache.isOpen(),
      unreadableOutbox: await outbox.countUnreadable(),
      route: windows.routeFor(sender),
    }),
    listen: (_input, sender) => windows.listen(sender),

    readSession: () => vault.read(serverUrl()),
    writeSession: async ({ remember, ...session }) => ({
      isKept: await vault.write(serverUrl(), session, remember),
    }),
    clearSession: async () => {
      outbox.leave(serverUrl());
      notices.dismissAll();
      unread.set(0);
      await vault.clear(serverUrl());
      if (policy.clearDataAtLogOut)
        await Promise.all([cache.clear(), pictures.clear(), options.clearPageData()]);
    },

    addServer: (address) => servers.add(address),
    chooseServer: (url) => {
      const before = servers.current();
      servers.choose(url);
      notices.dismissAll();
      unread.set(0);
      // After the answer: the page that asked is about to go.
      setImmediate(() => windows.reload(() => before && servers.choose(before.url)));
    },
    // What was not sent to it stays in the outbox: it goes out when the server is added again.
    removeServer: async (url) => {
      const left = servers.remove(url);
      outbox.leave(url);
      await Promise.all([vault.clear(url), cache.remove([url]), pictures.remove([url])]);
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

    notify: (notice) => {
      const reason = notices.show(notice);
      return { isShown: reason === null, reason };
    },
    dismissNotice: (thread) => notices.dismiss(thread),
    setUnread: (count) => unread.set(count),

    readCache: async ({ userId, name }) =>
      (await cache.read([...copyOf(userId), name]))?.toString('utf8') ?? null,
    writeCache: async ({ userId, name, text, at }) => {
      // A window that writes a moment late brings nothing of somebody back who has logged out.
      if (await vault.read(serverUrl()))
        await cache.write([...copyOf(userId), name], Buffer.from(text), new Date(at));
    },
    removeCache: async (userId) => {
      await Promise.all([cache.remove(copyOf(userId)), pictures.remove([serverUrl()])]);
    },
    clearCache: async () => {
      await Promise.all([cache.clear(), pictures.clear()]);
    },

    readOutbox: (userId) => outbox.read(serverUrl(), userId),
    putOutbox: ({ userId, ...entry }) => outbox.put(serverUrl(), userId, entry),
    removeOutbox: ({ userId, id }) => outbox.remove(serverUrl(), userId, id),
    clearUnreadableOutbox: () => outbox.clearUnreadable(),
    setDrafts: (count, sender) => windows.setDrafts(sender, count),

    openThread: (conversationId) => windows.openThread(conversationId),
    savePdf: async (title, sender) => {
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

    find: ({ text, forward }, sender) => {
      if (text) sender.findInPage(text, { forward, findNext: soughtWords.get(sender) !== text });
      soughtWords.set(sender, text);
    },
    stopFinding: (_input, sender) => {
      soughtWords.delete(sender);
      sender.stopFindInPage('keepSelection');
    },
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
      .slice(0, 80) || english('Silong')
  );
}
