import type { z } from 'zod';
import type {
  consoleAnswer,
  consoleLock,
  consolePreferences,
  consoleQuestion,
  consoleStart,
  DesktopCallName,
  DesktopEventName,
  desktopCalls,
  desktopEvents,
  keptSession,
  nativeNotice,
  savedServer,
  updateState,
} from './contracts/desktop.ts';
import type { managed, policy } from './contracts/desktopPolicy.ts';

export type ConsoleStart = z.output<typeof consoleStart>;
export type ConsoleLock = z.output<typeof consoleLock>;
export type ConsoleQuestion = z.output<typeof consoleQuestion>;
export type ConsoleAnswer = z.output<typeof consoleAnswer>;
export type ConsolePreferences = z.output<typeof consolePreferences>;
export type ConsolePolicy = z.output<typeof policy>;
export type Managed = z.output<typeof managed>;
export type SavedServer = z.output<typeof savedServer>;
export type KeptSession = z.output<typeof keptSession>;
export type NativeNotice = z.output<typeof nativeNotice>;
export type UpdateState = z.output<typeof updateState>;

type CallInput<Name extends DesktopCallName> = z.input<(typeof desktopCalls)[Name]['input']>;
type CallOutput<Name extends DesktopCallName> = z.output<(typeof desktopCalls)[Name]['output']>;
export type DesktopEvent<Name extends DesktopEventName> = z.output<(typeof desktopEvents)[Name]>;

/** Electron IPC channels between the preload script and the main process: one for all calls, one for all events. */
export const CALL_CHANNEL = 'silong:call';
export const EVENT_CHANNEL = 'silong:event';

/** The API of the preload script, `window.desktop`; absent in a browser. */
export interface DesktopBridge {
  call<Name extends DesktopCallName>(
    name: Name,
    ...input: undefined extends CallInput<Name> ? [CallInput<Name>?] : [CallInput<Name>]
  ): Promise<CallOutput<Name>>;
  /** @returns unsubscribes. */
  on<Name extends DesktopEventName>(name: Name, listener: (event: DesktopEvent<Name>) => void): () => void;
}

declare global {
  interface Window {
    desktop?: DesktopBridge;
  }
}
