import type { ConsoleStart, DesktopBridge, DesktopEvent } from '#shared/desktopBridge.ts';
import { desktopPlatform } from './desktopPlatform.ts';
import { createDesktopSession, type DesktopSession } from './desktopSession.ts';
import { setPlatform } from './platform.ts';
import { setSessionKeeper } from './sessionStorage.ts';

export interface DesktopConsole {
  bridge: DesktopBridge;
  start: ConsoleStart;
  session: DesktopSession;
}

let console: DesktopConsole | null = null;

/** Null in a browser. */
export function desktopConsole(): DesktopConsole | null {
  return console;
}

/** Asks the main process how things stand and makes the page stand on it. Called once, before anything is drawn. */
export async function openDesktopConsole(bridge: DesktopBridge): Promise<DesktopConsole> {
  const [start, kept] = await Promise.all([bridge.call('start'), bridge.call('readSession')]);
  const session = createDesktopSession(bridge, kept);
  setSessionKeeper(session.keeper);
  setPlatform(desktopPlatform(bridge, start));
  console = { bridge, start, session };
  return console;
}

/** The sentence of a refused call: Electron puts its own words before it. */
export function bridgeSentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text
    .replace(/^Error invoking remote method '[^']*': (\w*Error: )?/, '')
    .replace(/^ServerRefused: /, '');
}

export type DesktopCommand = DesktopEvent<'command'>;
