import { type ReactNode, StrictMode } from 'react';
import type { Root } from 'react-dom/client';
import type { ConsoleLock, DesktopBridge } from '#shared/desktopBridge.ts';
import { LockScreen } from '#web/features/desktop/LockScreen.tsx';
import { ServerChoice } from '#web/features/desktop/ServerSettings.tsx';
import { FindBar, QuestionScreen } from '#web/features/desktop/SmallWindows.tsx';
import { keepOfflineCopy } from '#web/features/offline/index.ts';
import { prepareLanguage } from '#web/lib/language.ts';
import { openDesktopConsole } from '#web/platform/desktop.ts';
import { readStoredSession } from '#web/platform/sessionStorage.ts';
import { App } from './App.tsx';

/** Starts the page in the desktop console, with its session and offline copy before the first render. */
export async function startDesktop(root: Root, bridge: DesktopBridge): Promise<void> {
  window.addEventListener('error', ({ message }) => report(bridge, message));
  window.addEventListener('unhandledrejection', ({ reason }) => report(bridge, String(reason)));
  await begin(root, bridge);
}

async function begin(root: Root, bridge: DesktopBridge): Promise<void> {
  const { start } = await openDesktopConsole(bridge);
  await prepareLanguage(readStoredSession()?.user.language);
  const render = (page: ReactNode) => root.render(<StrictMode>{page}</StrictMode>);
  if (start.question || start.isFindBar) {
    // Small windows have their own scroll containers.
    document.documentElement.style.overflow = 'hidden';
    if (start.question) render(<QuestionScreen question={start.question} bridge={bridge} />);
    else render(<FindBar bridge={bridge} />);
    return;
  }
  if (start.lock) {
    const show = (lock: ConsoleLock) =>
      render(<LockScreen lock={lock} onLogOut={() => void bridge.call('clearSession')} />);
    show(start.lock);
    const stops = [
      bridge.on('lock', show),
      bridge.on('unlocked', () => {
        for (const stop of stops) stop();
        void begin(root, bridge);
      }),
    ];
    return;
  }
  if (!start.server) {
    render(<ServerChoice start={start} />);
    return;
  }
  bridge.call('setLanguage', document.documentElement.lang).catch((error: unknown) => console.warn(error));
  const session = readStoredSession();
  if (session) keepOfflineCopy(session.user.id);
  // The console starts on the account's desk instead of the home page.
  const desks = { agent: '/desk', admin: '/admin-dashboard', user: '/dashboard' };
  const route = start.route === '/' && session ? desks[session.user.role] : start.route;
  if (route !== '/') window.history.replaceState(null, '', route);
  render(<App />);
}

function report(bridge: DesktopBridge, text: string): void {
  bridge.call('reportError', text.slice(0, 10_000)).catch(() => undefined);
}
