/** One thing the console guards, how it is taken away, and the test that has to notice. */
export interface GuardedBehaviour {
  behaviour: string;
  file: string;
  /** Stands in the file exactly once. */
  text: string;
  /** What stands in its place; nothing when left out. */
  instead?: string;
  /** A test's whole title, in a file of tests/desktop/e2e (on the runtime) or tests/desktop/unit. */
  spec: { file: string; title: string };
}

const guards = (title: string) => ({ file: 'tests/desktop/e2e/guards.spec.ts', title });
const unit = (name: string, title: string) => ({ file: `tests/desktop/unit/${name}.test.ts`, title });

const permissionsDenied = guards('the page asks for what it may not have, and is denied');
const origin = guards('the page has an origin of its own, safe and with all that needs one');
const narrowBridge = guards('the page has one narrow bridge, and nothing of Node');
const leadsOut = guards('a link out is opened by the system, and the window stays');
const stopsRedirects = guards('a page that is led on elsewhere, or holds a guest, is stopped');
const popups = guards('no page opens a window; a harmless link goes to the system, others nowhere');
const menu = guards('the menu leads to the page’s own dialogs');
const zoom = guards('the page’s size is changed by the menu, and kept');
const finding = guards('finding begins with new words, goes on with the same, and counts none of its own');
const tray = guards('closing leaves the console in the tray, which opens it again and quits');
const second = guards('a second console hands its link to the first, and goes');
const notice = guards('a notice is held until somebody clicks it or answers');
const count = guards('the count of what is unread stands on the icon and in the tray');
const lock = guards('the machine’s sleep locks the console, and a woken one looks for its server');
const windows = guards('it has an identity, an overlay, and a start of its own at log-in');
const locked = guards('behind the lock nothing is given, tools shut, and links wait until it is open');
const unsent = (title: string) => ({ file: 'tests/desktop/e2e/unsent.spec.ts', title });
const places = (title: string) => ({ file: 'tests/desktop/e2e/places.spec.ts', title });
const leaving = unsent('closing and quitting ask first, and whoever stays has not quit');
const loading = unsent('what comes for a window that is loading waits until it listens');
const nothingTaken = unsent('no tidying up, no policy and no keyring takes what was not sent');
const managed = (title: string) => ({ file: 'tests/desktop/e2e/managed.spec.ts', title });
const network = (title: string) => ({ file: 'tests/desktop/e2e/network.spec.ts', title });
const proxyAsked = network('a proxy’s password is asked for until it is right, and kept under the keyring');
const proxyBlocked = network(
  'a proxy that is given no password is named, and asks no more until its owner wants',
);
const secondPassword = network('a server that asks for a second password is given none, and that is said');
const badCertificate = network(
  'a bad certificate is never trusted, and said in words: net::ERR_CERT_AUTHORITY_INVALID',
);
const clientCertificate = network('a client certificate is chosen from a list, or none is shown');
const outdated = managed('a console that is too old says so for an hour, and then can only be updated');
const spelling = guards('the chosen languages are checked, as far as there is a dictionary');
const findsGone = guards('the bar that finds goes with its page, and behind the lock');
const tools = guards('it opens no developer tools');

export const guardedBehaviours: GuardedBehaviour[] = [
  {
    behaviour: 'Permissions: what the page asks for is denied',
    file: 'desktop/main/console.ts',
    text: `  defaultSession.setPermissionRequestHandler((_contents, permission, decide) =>
    decide(isAllowed(permission)),
  );
`,
    spec: permissionsDenied,
  },
  {
    behaviour: 'Permissions: links may be copied',
    file: 'desktop/main/console.ts',
    text: "  'clipboard-sanitized-write',\n",
    spec: permissionsDenied,
  },
  {
    behaviour: 'Permissions: what the page may not have, it sees as denied',
    file: 'desktop/main/console.ts',
    text: '  defaultSession.setPermissionCheckHandler((_contents, permission) => isAllowed(permission));\n',
    spec: guards('the page sees that it may not, without asking'),
  },
  {
    behaviour: 'Schemes: app:// has an origin',
    file: 'desktop/main/index.ts',
    text: 'standard: true, ',
    spec: origin,
  },
  {
    behaviour: 'Schemes: app:// is a secure context',
    file: 'desktop/main/index.ts',
    text: 'secure: true, ',
    spec: origin,
  },
  {
    behaviour: 'Schemes: app:// can be fetched',
    file: 'desktop/main/index.ts',
    text: 'supportFetchAPI: true, ',
    spec: origin,
  },
  {
    behaviour: 'Schemes: the content policy is not passed by',
    file: 'desktop/main/index.ts',
    text: 'standard: true, ',
    instead: 'standard: true, bypassCSP: true, ',
    spec: guards('the page runs no script but its own'),
  },
  {
    behaviour: 'Navigation: the window stays on its own page',
    file: 'desktop/main/windows.ts',
    text: `    event.preventDefault();
    leave(event.url);
`,
    instead: '    leave(event.url);\n',
    spec: leadsOut,
  },
  {
    behaviour: 'Navigation: links out are opened by the system',
    file: 'desktop/main/windows.ts',
    text: 'if (isSafeExternalLink(address)) void shell.openExternal(address);',
    spec: leadsOut,
  },
  {
    behaviour: 'Navigation: no redirect leads out',
    file: 'desktop/main/windows.ts',
    text: '    if (!isOwnPage(event.url, originShown(contents))) event.preventDefault();\n',
    spec: stopsRedirects,
  },
  {
    behaviour: 'Navigation: no page inside the page',
    file: 'desktop/main/windows.ts',
    text: "  contents.on('will-attach-webview', (event) => event.preventDefault());\n",
    spec: stopsRedirects,
  },
  {
    behaviour: 'Navigation: every window is guarded',
    file: 'desktop/main/console.ts',
    text: '    guardContents(contents, (from, route) => windows.open(windows.serverOf(from), route));\n',
    spec: leadsOut,
  },
  {
    behaviour: 'Windows: the page opens none',
    file: 'desktop/main/windows.ts',
    text: "return { action: 'deny' };",
    instead: "return { action: 'allow' };",
    spec: popups,
  },
  {
    behaviour: 'Windows: only harmless links go to the system',
    file: 'desktop/main/windows.ts',
    text: 'if (isSafeExternalLink(address)) void',
    instead: 'void',
    spec: popups,
  },
  {
    behaviour: 'Windows: which links are harmless',
    file: 'desktop/main/trustedUrl.ts',
    text: "['https:', 'tel:', 'mailto:']",
    instead: "['https:', 'tel:', 'mailto:', 'http:', 'file:']",
    spec: unit('parts', 'opened outside: http://example.com false'),
  },
  {
    behaviour: 'Windows: the own page is known by its whole origin',
    file: 'desktop/main/trustedUrl.ts',
    text: " === origin && username === '' && password === ''",
    instead: '.startsWith(origin)',
    spec: unit('parts', 'own page: app://console.evil.example/ false'),
  },
  {
    behaviour: 'Content policy: no script of another’s',
    file: 'desktop/main/trustedUrl.ts',
    text: `"script-src 'self'"`,
    instead: `"script-src 'self' 'unsafe-inline'"`,
    spec: guards('the page runs no script but its own'),
  },
  {
    behaviour: 'Content policy: every answer carries it',
    file: 'desktop/main/appProtocol.ts',
    text: "        'content-security-policy': policy,\n",
    spec: guards('the page runs no script but its own'),
  },
  {
    behaviour: 'Own files: no path leads out of the folder',
    file: 'desktop/main/appProtocol.ts',
    text: 'return file.startsWith(path.resolve(folder) + path.sep) ? file : null;',
    instead: 'return file;',
    spec: unit('appProtocol', '/..%2fsecret.txt leads nowhere'),
  },
  {
    behaviour: 'Servers: each has an origin of its own',
    file: 'desktop/main/trustedUrl.ts',
    text: '  if (serverUrl === null) return RECEPTION_HOST;\n',
    instead: '  if (serverUrl !== undefined) return RECEPTION_HOST;\n',
    spec: unit('appProtocol', 'a server’s origin is nobody else’s'),
  },
  {
    behaviour: 'Servers: what an earlier console stored is taken over',
    file: 'desktop/main/callHandlers.ts',
    text: 'await options.carriedFor(serverUrl)',
    instead: '{}',
    spec: places('what an earlier console stored is taken over once, by the server that it showed'),
  },
  {
    behaviour: 'Servers: a page’s calls go to its own, whichever is in front',
    file: 'desktop/main/appProtocol.ts',
    text: 'return passOn(options, server, request, url);',
    instead: "return passOn(options, 'https://homes.example', request, url);",
    spec: unit('appProtocol', 'of each page to its own server, whichever is in front'),
  },
  {
    behaviour: 'Servers: those behind stay connected',
    file: 'desktop/main/windows.ts',
    text: '    before?.hide();\n',
    instead: '    before?.destroy();\n',
    spec: places('two servers stay connected, each with an origin, a badge and notices of its own'),
  },
  {
    behaviour: 'Own files: a strange host is nobody',
    file: 'desktop/main/appProtocol.ts',
    text: "    if (server === undefined) return new Response(t('Not found'), { status: 404 });\n",
    spec: unit('appProtocol', 'another host is nobody'),
  },
  {
    behaviour: 'Calls to the server: only the headers it has a use for',
    file: 'desktop/main/appProtocol.ts',
    text: '.filter(([name]) => passedHeaders.includes(name))',
    spec: unit('appProtocol', 'with the headers it has a use for, and no others'),
  },
  {
    behaviour: 'Preferences: context isolation',
    file: 'desktop/main/windows.ts',
    text: 'contextIsolation: true',
    instead: 'contextIsolation: false',
    spec: narrowBridge,
  },
  {
    behaviour: 'Preferences: the sandbox',
    file: 'desktop/main/windows.ts',
    text: 'sandbox: true',
    instead: 'sandbox: false',
    spec: narrowBridge,
  },
  {
    behaviour: 'Preferences: no Node in the page',
    file: 'desktop/main/windows.ts',
    text: 'nodeIntegration: false',
    instead: 'nodeIntegration: true',
    spec: narrowBridge,
  },
  {
    behaviour: 'Preferences: web security',
    file: 'desktop/main/windows.ts',
    text: 'webSecurity: true',
    instead: 'webSecurity: false',
    spec: narrowBridge,
  },
  {
    behaviour: 'Bridge: only the own page may call',
    file: 'desktop/main/bridgeCalls.ts',
    text: 'if (owner === undefined) {',
    instead: 'if (!event.senderFrame) {',
    spec: unit('bridge', 'a page of the web is refused'),
  },
  {
    behaviour: 'Bridge: only the top frame may call',
    file: 'desktop/main/bridgeCalls.ts',
    text: 'frame === null || frame.parent',
    instead: 'frame === null',
    spec: unit('bridge', 'a frame inside the page is refused'),
  },
  {
    behaviour: 'Bridge: only calls that exist',
    file: 'desktop/main/bridgeCalls.ts',
    text: '!Object.hasOwn(desktopCalls, name)',
    instead: '!(name in desktopCalls)',
    spec: unit('bridge', 'a call of every object is refused'),
  },
  {
    behaviour: 'Bridge: only arguments that fit',
    file: 'desktop/main/bridgeCalls.ts',
    text: '    if (!parsed.success) {',
    instead: '    if (!parsed) {',
    spec: unit('bridge', 'a count below zero is refused'),
  },
  {
    behaviour: 'Bridge: nothing else reaches the page',
    file: 'desktop/preload/index.ts',
    text: "contextBridge.exposeInMainWorld('desktop', bridge as DesktopBridge);",
    instead: "contextBridge.exposeInMainWorld('desktop', { ...bridge, ipcRenderer } as DesktopBridge);",
    spec: narrowBridge,
  },
  {
    behaviour: 'Links: only known ones lead somewhere',
    file: 'desktop/main/deepLinks.ts',
    text: String.raw`/^properties\/(\d{1,10})$/`,
    instead: String.raw`/^properties\/(.+)$/`,
    spec: unit('parts', 'silong://properties/../admin leads nowhere'),
  },
  {
    behaviour: 'Links: what a sign-in brings back is looked at',
    file: 'desktop/main/deepLinks.ts',
    text: String.raw`([\w.~%=&+-]{1,8000})`,
    instead: '(.{1,8000})',
    spec: unit('parts', 'silong://sign-in?code="><script> leads nowhere'),
  },
  {
    behaviour: 'Single instance: the second one goes',
    file: 'desktop/main/index.ts',
    text: 'if (app.requestSingleInstanceLock()) {',
    instead: 'if (process.pid > 0) {',
    spec: second,
  },
  {
    behaviour: 'Single instance: its link is opened by the first',
    file: 'desktop/main/index.ts',
    text: "  app.on('second-instance', (_event, argv) => show(findLinkRoute(argv)));\n",
    spec: second,
  },
  {
    behaviour: 'Tray: closing leaves the console there',
    file: 'desktop/main/windows.ts',
    text: "        if (closing === 'hide') window.hide();\n        else ",
    spec: tray,
  },
  {
    behaviour: 'Tray: a click opens the console',
    file: 'desktop/main/tray.ts',
    text: "  tray.on('click', () => actions.open(null));\n",
    spec: tray,
  },
  {
    behaviour: 'Tray: its menu quits',
    file: 'desktop/main/tray.ts',
    text: "        { label: t('Quit Silong'), click: actions.quit },\n",
    spec: tray,
  },
  {
    behaviour: 'Tray: quitting is no closing',
    file: 'desktop/main/console.ts',
    text: '      return;\n    }\n    isQuitting = true;\n',
    instead: '      return;\n    }\n',
    spec: tray,
  },
  {
    behaviour: 'Tray: who wants none quits by closing',
    file: 'desktop/main/console.ts',
    text: "    if (process.platform !== 'darwin') app.quit();\n",
    spec: guards('who wants no tray quits by closing'),
  },
  {
    behaviour: 'Menu: the application has one',
    file: 'desktop/main/console.ts',
    text: '  Menu.setApplicationMenu(\n',
    instead: '  String(\n',
    spec: menu,
  },
  {
    behaviour: 'Menu: its commands reach the page',
    file: 'desktop/main/windows.ts',
    text: '    if (focused && this.owners.has(focused.webContents.id)) this.tell(focused, name, event);\n',
    spec: menu,
  },
  {
    behaviour: 'Menu: developer tools only where they are allowed',
    file: 'desktop/main/applicationMenu.ts',
    text: '...(allowDevTools ? [',
    instead: '...(isMac !== null ? [',
    spec: tools,
  },
  {
    behaviour: 'Policy: no developer tools',
    file: 'desktop/main/windows.ts',
    text: 'devTools: options.allowDevTools()',
    instead: 'devTools: true',
    spec: tools,
  },
  {
    behaviour: 'Policy: developer tools that are open are closed when it forbids them',
    file: 'desktop/main/console.ts',
    text: 'for (const window of BrowserWindow.getAllWindows()) window.webContents.closeDevTools();',
    instead: 'void 0;',
    spec: managed('what is laid down is shown, holds, and changes while the console runs'),
  },
  {
    behaviour: 'Policy: developer tools open no more in a window that was there before',
    file: 'desktop/main/console.ts',
    text: 'if (policy.disableDevTools) contents.closeDevTools();',
    spec: managed('what is laid down is shown, holds, and changes while the console runs'),
  },
  {
    behaviour: 'Policy: what has to hold is laid down by administrators alone',
    file: 'desktop/main/policyFile.ts',
    text: 'if (reason) throw new UnreadablePolicy',
    instead: 'if (reason === undefined) throw new UnreadablePolicy',
    spec: unit('policy', 'one that others may write lays nothing down'),
  },
  {
    behaviour: 'Policy: on Windows too',
    file: 'desktop/main/policyFile.ts',
    text: 'if (isWriting) return',
    instead: 'if (isWriting && owner === who) return',
    spec: unit('policy', 'on Windows: users may write it, as bits'),
  },
  {
    behaviour: 'Policy: no variable says where it lies',
    file: 'desktop/main/policySources.ts',
    text: "fileSource('/etc/silong/policy.json')",
    instead: "fileSource(process.env.ProgramData ?? '/etc/silong/policy.json')",
    spec: unit('policy', 'its place is no variable’s'),
  },
  {
    behaviour: 'Policy: what was laid down last holds',
    file: 'desktop/main/policies.ts',
    text: '      if (kept) return',
    instead: '      if (kept === null) return',
    spec: unit('policy', 'what was laid down last holds when its successor cannot be read'),
  },
  {
    behaviour: 'Policy: what nobody understands forbids',
    file: 'desktop/main/policies.ts',
    text: '{ ...strictest, ...mandatory }',
    instead: '{ ...mandatory }',
    spec: unit('policy', 'where nothing was understood before, everything is forbidden that may be'),
  },
  {
    behaviour: 'Policy: people change no mandatory setting',
    file: 'desktop/main/policyPreferences.ts',
    text: '...recommended, ...file.read(), ...policy',
    instead: '...recommended, ...policy, ...file.read()',
    spec: unit('policy', 'mandatory goes before the person, the person before a default'),
  },
  {
    behaviour: 'Policy: only allowed servers',
    file: 'desktop/main/serverList.ts',
    text: '      requireAllowed(url);\n      const name',
    instead: '      const name',
    spec: managed('what is laid down is shown, holds, and changes while the console runs'),
  },
  {
    behaviour: 'Policy: a change holds at once',
    file: 'desktop/main/console.ts',
    text: "  app.on('will-quit', policies.watch());\n",
    spec: managed('what is laid down is shown, holds, and changes while the console runs'),
  },
  {
    behaviour: 'Policy: a server that is not allowed any more is left',
    file: 'desktop/main/console.ts',
    text: '    windows.keepOnly(addresses());\n',
    spec: managed('another server is shown no longer once it is not allowed'),
  },
  {
    behaviour: 'Policy: it opens at login',
    file: 'desktop/main/console.ts',
    text: '      setOpenAtLogin(preferencesFile.read().openAtLogin);\n',
    instead: '      void 0;\n',
    spec: managed('what is laid down is shown, holds, and changes while the console runs'),
  },
  {
    behaviour: 'Policy: nobody is remembered',
    file: 'desktop/main/sessionVault.ts',
    text: 'if (remember && mayRemember())',
    instead: 'if (remember)',
    spec: unit('policy', 'no sign-in is remembered, and none that was comes back'),
  },
  {
    behaviour: 'Policy: logging out deletes what the pages have stored',
    file: 'desktop/main/callHandlers.ts',
    text: ', options.clearPageData()',
    spec: managed('nobody is remembered, and logging out deletes what was kept'),
  },
  {
    behaviour: 'Zoom: it is applied',
    file: 'desktop/main/console.ts',
    text: '    if (changed.zoom !== before.zoom) windows.applyZoom();\n',
    spec: zoom,
  },
  {
    behaviour: 'Zoom: it is kept',
    file: 'desktop/main/windows.ts',
    text: '      webContents.setZoomFactor(options.zoom());\n',
    spec: zoom,
  },
  {
    behaviour: 'Zoom: the page stays readable',
    file: 'desktop/main/applicationMenu.ts',
    text: 'return Math.min(3, Math.max(0.5, next));',
    instead: 'return next;',
    spec: unit('parts', 'the page’s size stays readable'),
  },
  {
    behaviour: 'Find: new words begin a search, the same go on',
    file: 'desktop/main/findBars.ts',
    text: ', findNext: bar.sought !== text',
    spec: finding,
  },
  {
    behaviour: 'Find: the page hears how many there are',
    file: 'desktop/main/findBars.ts',
    text: "      view.webContents.send(EVENT_CHANNEL, 'foundMatches', event);\n",
    instead: '      void event;\n',
    spec: finding,
  },
  {
    behaviour: 'Notices: they are held while they are shown',
    file: 'desktop/main/notices.ts',
    text: '      shown.set(key, native);\n',
    spec: notice,
  },
  {
    behaviour: 'Notices: a click leads to the thread',
    file: 'desktop/main/notices.ts',
    text: "    native.on('click', () => options.open(destination.serverUrl, destination.route));\n",
    spec: notice,
  },
  {
    behaviour: 'Notices: an answer is sent',
    file: 'desktop/main/notices.ts',
    text: 'else if (replyTo !== null && text.trim()) options.reply(serverUrl, replyTo, text.trim());',
    instead: 'options.log(text);',
    spec: notice,
  },
  {
    behaviour: 'Notices: previews can be hidden',
    file: 'desktop/main/notices.ts',
    text: "body: isOpen ? notice.body : t('Something new is waiting for you.')",
    instead: 'body: notice.body',
    spec: unit('notices', 'previews can be hidden'),
  },
  {
    behaviour: 'Unread: the icon’s badge',
    file: 'desktop/main/unread.ts',
    text: '      surfaces.setBadge(total);\n',
    spec: count,
  },
  {
    behaviour: 'Unread: the tray’s tip',
    file: 'desktop/main/unread.ts',
    text: '      surfaces.setTrayCount(total);\n',
    spec: count,
  },
  {
    behaviour: 'Updates: never while somebody types',
    file: 'desktop/main/updates.ts',
    text: "      if (isTyping) throw new Error(t('Finish what you are typing first. The update will wait.'));\n",
    spec: unit('parts', 'progress is seen, and it waits until nobody types'),
  },
  {
    behaviour: 'Updates: a policy forbids them',
    file: 'desktop/main/updates.ts',
    text: 'if (policy.disableUpdates)',
    instead: 'if (policy.disableUpdates === null)',
    spec: unit('parts', 'a policy forbids them'),
  },
  {
    behaviour: 'Updates: an .msi leaves them to whoever installed it',
    file: 'desktop/main/updateSource.ts',
    text: "facts.hasUninstaller ? 'setup' : 'msi'",
    instead: "'setup'",
    spec: unit('parts', 'who updates a copy of kind msi'),
  },
  {
    behaviour: 'Updates: a .deb leaves them to whoever installed it',
    file: 'desktop/main/updateSource.ts',
    text: "facts.isAppImage ? 'appImage' : 'deb'",
    instead: "'appImage'",
    spec: unit('parts', 'who updates a copy of kind deb'),
  },
  {
    behaviour: 'Updates: a policy names the channel',
    file: 'desktop/main/updates.ts',
    text: "policy.updateChannel ?? 'latest'",
    instead: "'latest'",
    spec: unit('parts', 'a policy that comes and goes, and names the channel'),
  },
  {
    behaviour: 'Updates: a failure is told',
    file: 'desktop/main/updates.ts',
    text: "        enter({ phase: 'failed', reason, downloadUrl });\n      }\n",
    instead: '        void reason;\n      }\n',
    spec: unit('parts', 'a failure says why and where to get it by hand'),
  },
  {
    behaviour: 'Tray: where there is none the window is minimised',
    file: 'desktop/main/console.ts',
    text: "return hasTray() ? 'hide' : 'minimise';",
    instead: "return 'hide';",
    spec: guards('closing minimises'),
  },
  {
    behaviour: 'Tray: on macOS it is a template',
    file: 'desktop/main/tray.ts',
    text: "(process.platform === 'darwin' ? 'trayTemplate.png' : 'tray.png')",
    instead: "'tray.png'",
    spec: guards('its tray icon is a template, and it starts at log-in without arguments'),
  },
  {
    behaviour: 'Start at log-in: macOS takes no arguments',
    file: 'desktop/main/openAtLogin.ts',
    text: "process.platform === 'win32' ? { args: [MINIMISED_ARGUMENT] } : {}",
    instead: '{ args: [MINIMISED_ARGUMENT] }',
    spec: guards('its tray icon is a template, and it starts at log-in without arguments'),
  },
  {
    behaviour: 'Windows: the console has an identity',
    file: 'desktop/main/index.ts',
    text: "app.setAppUserModelId('ph.silong.console');\n",
    spec: windows,
  },
  {
    behaviour: 'Windows: unread stands on the task bar’s button',
    file: 'desktop/main/windows.ts',
    text: 'for (const window of this.mains.values()) window.setOverlayIcon(mark, words);',
    spec: windows,
  },
  {
    behaviour: 'Notices: Windows tells of one that an earlier console showed',
    file: 'desktop/main/console.ts',
    text: "process.platform === 'win32' ? (callback) => Notification.handleActivation(callback) : null",
    instead: 'null',
    spec: guards('a notice that an earlier console showed is followed'),
  },
  {
    behaviour: 'Crashes: a page that is gone is loaded anew',
    file: 'desktop/main/windows.ts',
    text: 'else webContents.reload();',
    instead: 'else void 0;',
    spec: guards('a page that crashes is loaded anew, and both are noted'),
  },
  {
    behaviour: 'Crashes: the main process’s is noted at the next start',
    file: 'desktop/main/console.ts',
    text: '  if (running.before) log(',
    instead: '  if (!running) log(',
    spec: guards('a console that did not end by itself is noted at the next start'),
  },
  {
    behaviour: 'Updates: one is installed although closing hides',
    file: 'desktop/main/console.ts',
    text: "  autoUpdater.on('before-quit-for-update', () => {\n    isQuitting = true;\n  });\n",
    spec: guards('an update is installed although closing leaves the console in the tray'),
  },
  {
    behaviour: 'Downloads: the page and the task bar are told',
    file: 'desktop/main/console.ts',
    text: "  watchDownloads(session.defaultSession, (event) => windows.tellAll('download', event));\n",
    spec: guards('a download is told of, and stands on the task bar'),
  },
  {
    behaviour: 'Lock: calls are refused behind it',
    file: 'desktop/main/bridgeCalls.ts',
    text: "    if (isLocked() && !behindLock.has(call)) throw new Error('The console is locked');\n",
    spec: unit('bridge', 'behind the lock a page may open it, log out and tell, and nothing else'),
  },
  {
    behaviour: 'Lock: it shuts the developer tools',
    file: 'desktop/main/windows.ts',
    text: '      webContents.closeDevTools();\n      const',
    instead: '      const',
    spec: locked,
  },
  {
    behaviour: 'Lock: developer tools stay shut',
    file: 'desktop/main/windows.ts',
    text: '      if (options.isLocked()) webContents.closeDevTools();\n',
    spec: locked,
  },
  {
    behaviour: 'Lock: links wait behind it',
    file: 'desktop/main/windows.ts',
    text: " && !(this.options.isLocked() && name === 'open')",
    spec: locked,
  },
  {
    behaviour: 'Lock: notices go when it comes',
    file: 'desktop/main/console.ts',
    text: '      notices.dismissAll();\n',
    spec: locked,
  },
  {
    behaviour: 'Lock: the menu does nothing behind it',
    file: 'desktop/main/console.ts',
    text: 'if (lock.isLocked() || !window) return;',
    instead: 'if (!window) return;',
    spec: locked,
  },
  {
    behaviour: 'Lock: no answer is sent from behind it',
    file: 'desktop/main/notices.ts',
    text: 'if (options.isLocked()) options.log(',
    instead: 'if (!thread) options.log(',
    spec: unit('notices', 'behind the lock a notice names nobody, and no answer is taken'),
  },
  {
    behaviour: 'Lock: wrong tries slow down',
    file: 'desktop/main/lock.ts',
    text: '        noteWrongTry();\n',
    spec: unit('lock', 'wrong tries slow down, and a start does not forget them'),
  },
  {
    behaviour: 'Lock: another account’s password does not open it',
    file: 'desktop/main/lock.ts',
    text: '      if (account && (account.serverUrl !== serverUrl || account.email !== email)) return;\n',
    spec: unit('lock', 'what the server finds right opens it, and is known from then on'),
  },
  {
    behaviour: 'Lock: it comes with the machine’s',
    file: 'desktop/main/console.ts',
    text: '    if (minutes() > 0) lock();\n',
    spec: lock,
  },
  {
    behaviour: 'Lock: it comes with idleness, once',
    file: 'desktop/main/idleLock.ts',
    text: 'if (isIdle && !hasLocked) lock();',
    instead: 'if (isIdle) lock();',
    spec: unit('parts', 'it locks once for each stretch of idleness'),
  },
  {
    behaviour: 'Sleep: a woken machine looks for its server',
    file: 'desktop/main/console.ts',
    text: "  powerMonitor.on('resume', () => windows.tellAll('wake', null));\n",
    spec: lock,
  },
  {
    behaviour: 'Keyring: a password that everybody knows is none',
    file: 'desktop/main/console.ts',
    text: "(process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text')",
    instead: 'true',
    spec: guards('it takes that for none'),
  },
  {
    behaviour: 'Log: nothing personal',
    file: 'desktop/main/redact.ts',
    text: "'[e-mail]'",
    instead: "'$&'",
    spec: unit('parts', 'nothing personal and nothing secret stays in a line'),
  },
  {
    behaviour: 'Leaving: quitting asks about what was not sent',
    file: 'desktop/main/console.ts',
    text: "    if (!isQuitting && !mayLeave('quit', windows.countDrafts(), owner)) {\n      event.preventDefault();\n      return;\n    }\n",
    spec: leaving,
  },
  {
    behaviour: 'Leaving: edits that were not saved are asked about',
    file: 'desktop/main/windows.ts',
    text: 'options.mayLeaveUnsaved(window)',
    instead: 'true',
    spec: leaving,
  },
  {
    behaviour: 'Leaving: who stays has not quit',
    file: 'desktop/main/console.ts',
    text: '      if (!isLeaving) isQuitting = false;\n',
    spec: leaving,
  },
  {
    behaviour: 'Events: a page that loads anew hears what came meanwhile',
    file: 'desktop/main/windows.ts',
    text: 'if (this.listening.delete(contents.id)) this.reloading.add(contents.id);',
    spec: loading,
  },
  {
    behaviour: 'Outbox: it lies apart from the offline copy',
    file: 'desktop/main/console.ts',
    text: "sealed('outbox', keyring, { isPrecious: true })",
    instead: "sealed('offline', keyring, {})",
    spec: nothingTaken,
  },
  {
    behaviour: 'Outbox: what another keyring sealed is set aside',
    file: 'desktop/main/sealedFiles.ts',
    text: '      await rename(folder, aside);\n',
    instead: '      await rm(folder, { recursive: true });\n',
    spec: unit(
      'sealedFiles',
      'finds nothing, begins anew and deletes nothing; the first one finds its own again',
    ),
  },
  {
    behaviour: 'Network: a proxy’s password is asked for',
    file: 'desktop/main/networkQuestions.ts',
    text: '        if (passwords.blocked() === null) await introduce(url);\n',
    spec: proxyAsked,
  },
  {
    behaviour: 'Network: a refused password is asked for again',
    file: 'desktop/main/networkQuestions.ts',
    text: '        isFirst = false;\n',
    spec: proxyAsked,
  },
  {
    behaviour: 'Network: a proxy’s password is remembered',
    file: 'desktop/main/proxyPasswords.ts',
    text: '    if (remember && mayKeep) await files.write(file, Buffer.from(JSON.stringify({ name, password })));\n',
    instead: '    void [remember, file];\n',
    spec: proxyAsked,
  },
  {
    behaviour: 'Network: a refused password is not remembered',
    file: 'desktop/main/proxyPasswords.ts',
    text: '      await files.remove(file);\n',
    spec: unit('proxyPasswords', 'what is remembered needs no question, and goes when it is refused'),
  },
  {
    behaviour: 'Network: a policy forbids to remember a proxy’s password',
    file: 'desktop/main/console.ts',
    text: '    mayRemember: () => !policy.disableRememberMe,\n',
    instead: '    mayRemember: () => true,\n',
    spec: proxyBlocked,
  },
  {
    behaviour: 'Network: whoever gives no password is asked no more',
    file: 'desktop/main/proxyPasswords.ts',
    text: '      declined.add(address);\n',
    spec: unit('proxyPasswords', 'whoever gives nothing is asked no more, until they want'),
  },
  {
    behaviour: 'Network: all that waits asks once',
    file: 'desktop/main/proxyPasswords.ts',
    text: '      if (known) return known;\n',
    spec: unit('proxyPasswords', 'everything that waits is asked for once'),
  },
  {
    behaviour: 'Network: a page is not kept waiting by a proxy',
    file: 'desktop/main/appProtocol.ts',
    text: '        tooLate,\n      ]);\n',
    instead: '      ]);\n      void tooLate.catch(() => undefined);\n',
    spec: proxyBlocked,
  },
  {
    behaviour: 'Network: the page’s own connection may ask for it',
    file: 'desktop/main/networkQuestions.ts',
    text: '    void answerLogin(info, firstAuthAttempt, isServer, give);\n',
    instead: '    void [info, firstAuthAttempt, isServer, give];\n',
    spec: network('a page’s own connection asks for the proxy’s password too'),
  },
  {
    behaviour: 'Network: only a proxy is given a password',
    file: 'desktop/main/networkQuestions.ts',
    text: '    if (!isProxy) {',
    instead: '    if (isProxy === undefined) {',
    spec: secondPassword,
  },
  {
    behaviour: 'Network: not everybody’s wish for a password is told',
    file: 'desktop/main/networkQuestions.ts',
    text: '      if (isServer)\n',
    spec: secondPassword,
  },
  {
    behaviour: 'Network: a bad certificate is not trusted',
    file: 'desktop/main/networkQuestions.ts',
    text: '    decide(false);\n',
    instead: '    decide(true);\n',
    spec: badCertificate,
  },
  {
    behaviour: 'Network: a bad certificate is said in words',
    file: 'desktop/main/networkQuestions.ts',
    text: '    say(`certificate ',
    instead: '    String(`certificate ',
    spec: badCertificate,
  },
  {
    behaviour: 'Network: a bad certificate is said once',
    file: 'desktop/main/networkQuestions.ts',
    text: '    said.add(about);\n',
    spec: badCertificate,
  },
  {
    behaviour: 'Network: a person chooses the client certificate',
    file: 'desktop/main/networkQuestions.ts',
    text: 'certificates[answer.certificate]',
    instead: 'certificates[0]',
    spec: clientCertificate,
  },
  {
    behaviour: 'Network: no certificate of a client is shown unasked',
    file: 'desktop/main/networkQuestions.ts',
    text: "  app.on('select-client-certificate', (event, _contents, url, certificates, choose) => {\n    event.preventDefault();\n",
    instead: "  app.on('select-client-certificate', (_event, _contents, url, certificates, choose) => {\n",
    spec: clientCertificate,
  },
  {
    behaviour: 'Find: its own words are not found',
    file: 'desktop/main/findBars.ts',
    text: '      if (text) webContents.findInPage(',
    instead: '      if (text) sender.findInPage(',
    spec: finding,
  },
  {
    behaviour: 'Find: its bar goes with the page',
    file: 'desktop/main/findBars.ts',
    text: "    window.webContents.on('did-start-navigation', leave);\n",
    spec: findsGone,
  },
  {
    behaviour: 'Lock: no bar looks through what is behind it',
    file: 'desktop/main/console.ts',
    text: '      findBars.closeAll();\n',
    spec: findsGone,
  },
  {
    behaviour: 'Spelling: the chosen languages are checked',
    file: 'desktop/main/console.ts',
    text: '    checkSpelling();\n    tray.refresh();\n',
    instead: '    tray.refresh();\n',
    spec: spelling,
  },
  {
    behaviour: 'Spelling: a language without a dictionary is passed over',
    file: 'desktop/main/spelling.ts',
    text: '.filter((language) => available.includes(language))',
    spec: spelling,
  },
  {
    behaviour: 'Windows: notifications of an earlier run start the console',
    file: 'desktop/main/index.ts',
    text: "if (process.platform === 'win32') app.setToastActivatorCLSID('{8D2C6B1E-5A7F-4E0B-9C43-71F0A2B6D9E5}');\n",
    spec: windows,
  },
  {
    behaviour: 'Policy: below the minimum version nobody works on',
    file: 'desktop/main/policies.ts',
    text: 'endsAt: outdated() ?',
    instead: 'endsAt: outdated() === null ?',
    spec: outdated,
  },
  {
    behaviour: 'Policy: a start begins no new hour',
    file: 'desktop/main/policies.ts',
    text: 'if (minimum && !known)',
    instead: 'if (minimum)',
    spec: unit('policy', 'below the minimum it can be used for an hour, which a start does not begin anew'),
  },
  {
    behaviour: 'Electron: nothing that its typings deprecate',
    file: 'desktop/main/windows.ts',
    text: "  contents.on('will-redirect', (event) => {",
    instead: "  contents.on('will-redirect', (event, _address) => {",
    spec: unit('deprecated', 'no deprecated argument of an event is taken'),
  },
];
