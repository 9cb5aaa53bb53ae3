import path from 'node:path';
import { app, protocol } from 'electron';
import { APP_SCHEME, findLinkRoute, LINK_SCHEME, routeOfLink } from './addresses.ts';
import { startConsole } from './console.ts';
import { openJsonFile } from './jsonFile.ts';
import { lastGoodFile, openPolicies, type Policies } from './policies.ts';
import { policySources, untrustedFileSource } from './policySources.ts';
import { openLog } from './system.ts';
import { setLanguage } from './words.ts';

// Must run before the application is ready: a scheme without privileges has no fetch, storage or history.
protocol.registerSchemesAsPrivileged([
  {
    scheme: APP_SCHEME,
    privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
  },
]);

/** Route of a link that arrived before the console had started. */
let earlyRoute = findLinkRoute(process.argv);
let open: ((route: string | null) => void) | undefined;

function show(route: string | null): void {
  if (open) open(route);
  else earlyRoute = route ?? earlyRoute;
}

/** The policies of this computer. An unpackaged console reads SILONG_POLICY_FILE instead, when it is set. */
async function openMachinePolicies(): Promise<Policies> {
  const own = app.isPackaged ? undefined : process.env.SILONG_POLICY_FILE;
  return openPolicies({
    sources: own ? [untrustedFileSource(own)] : await policySources(process.platform),
    lastGood: openJsonFile(path.join(app.getPath('userData'), 'last-policy.json'), lastGoodFile),
    version: app.getVersion(),
    log: openLog(),
  });
}

// The id in notifications, the task bar and the start menu (build/electronBuilder.ts).
app.setAppUserModelId('ph.silong.console');
// Electron generates a new CLSID at each start; with a fixed one, Windows can start the console for an older notification.
if (process.platform === 'win32') app.setToastActivatorCLSID('{8D2C6B1E-5A7F-4E0B-9C43-71F0A2B6D9E5}');

if (app.requestSingleInstanceLock()) {
  app.setAsDefaultProtocolClient(LINK_SCHEME);
  app.on('second-instance', (_event, argv) => show(findLinkRoute(argv)));
  app.on('open-url', (event, link) => {
    event.preventDefault();
    show(routeOfLink(link));
  });
  void app.whenReady().then(async () => {
    setLanguage(app.getPreferredSystemLanguages());
    const policies = await openMachinePolicies();
    open = startConsole(earlyRoute, policies);
  });
} else {
  app.quit();
}
