import { app, protocol } from 'electron';
import { startConsole } from './console.ts';
import { findLinkRoute, LINK_SCHEME, routeOfLink } from './deepLinks.ts';
import { openMachinePolicies } from './machinePolicies.ts';
import { APP_SCHEME } from './trustedUrl.ts';
import { speakLanguageOf } from './words.ts';

// Before the application is ready, or the scheme is a stranger to the page: no fetch, no storage, no history.
protocol.registerSchemesAsPrivileged([
  {
    scheme: APP_SCHEME,
    privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
  },
]);

/** A link can arrive before there is a console to show it. */
let earlyRoute = findLinkRoute(process.argv);
let open: ((route: string | null) => void) | undefined;

function show(route: string | null): void {
  if (open) open(route);
  else earlyRoute = route ?? earlyRoute;
}

// Notifications, the task bar and the start menu know the console by it (build/electron-builder.yml).
app.setAppUserModelId('ph.silong.console');
// Without one of its own Windows starts nothing for a notification of an earlier run: Electron makes up another each time.
if (process.platform === 'win32') app.setToastActivatorCLSID('{8D2C6B1E-5A7F-4E0B-9C43-71F0A2B6D9E5}');

if (app.requestSingleInstanceLock()) {
  app.setAsDefaultProtocolClient(LINK_SCHEME);
  app.on('second-instance', (_event, argv) => show(findLinkRoute(argv)));
  app.on('open-url', (event, link) => {
    event.preventDefault();
    show(routeOfLink(link));
  });
  void app.whenReady().then(async () => {
    speakLanguageOf(app.getPreferredSystemLanguages());
    const policies = await openMachinePolicies();
    open = startConsole(earlyRoute, policies);
  });
} else {
  app.quit();
}
