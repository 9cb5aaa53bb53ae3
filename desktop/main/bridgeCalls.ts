import type { z } from 'zod';
import { type DesktopCallName, desktopCalls } from '#shared/contracts/desktop.ts';
import { isOwnPage, originOf } from './addresses.ts';

type Input<Name extends DesktopCallName> = z.output<(typeof desktopCalls)[Name]['input']>;
type Output<Name extends DesktopCallName> = z.input<(typeof desktopCalls)[Name]['output']>;
/** Calls without an output accept any return value of the handler. */
type Answer<Name extends DesktopCallName> = undefined extends Output<Name> ? unknown : Output<Name>;

/** The calling page: its web contents, and the server of its origin. */
export interface Caller<Sender> {
  sender: Sender;
  /** Empty if no server has been chosen. */
  serverUrl: string;
}

export type CallHandlers<Sender> = {
  [Name in DesktopCallName]: (input: Input<Name>, caller: Caller<Sender>) => Answer<Name> | Promise<Answer<Name>>;
};

interface CallEvent<Sender> {
  sender: Sender;
  senderFrame: { url: string; parent: unknown } | null;
}

/**
 * Calls that are allowed while the page's windows are locked: unlocking, logging out, proxy passwords, and reports of the page
 * (such as arriving messages and the state of the outbox). None of them returns content or changes settings.
 */
const allowedWhileLocked = new Set<DesktopCallName>([
  'start',
  'listen',
  'unlock',
  'clearSession',
  'answerQuestion',
  'askProxyAgain',
  'removeCache',
  'notify',
  'dismissNotice',
  'setUnread',
  'setDrafts',
  'setTyping',
  'writeCache',
  'putOutbox',
  'removeOutbox',
  'reportError',
]);

interface DispatcherOptions<Sender> {
  handlers: CallHandlers<Sender>;
  servers(): readonly string[];
  /** @param serverUrl '' if no server has been chosen. */
  isLocked(serverUrl: string): boolean;
  log(line: string): void;
}

/** Accepts only the top frame of the console's own page, known calls and fitting arguments. Errors carry a sentence, no stack. */
export function createCallDispatcher<Sender>(options: DispatcherOptions<Sender>) {
  const { handlers, servers, isLocked, log } = options;
  return async (event: CallEvent<Sender>, name: unknown, input: unknown): Promise<unknown> => {
    const owner = ownerOf(event.senderFrame, servers());
    if (owner === undefined) {
      log(`a call from a strange page was refused: ${event.senderFrame?.url ?? 'no frame'}`);
      throw new Error('This page may not do that');
    }
    if (typeof name !== 'string' || !Object.hasOwn(desktopCalls, name)) throw new Error('There is no such call');
    const call = name as DesktopCallName;
    if (isLocked(owner ?? '') && !allowedWhileLocked.has(call)) throw new Error('The console is locked');
    const parsed = desktopCalls[call].input.safeParse(input);
    if (!parsed.success) {
      log(`the call ${call} came with arguments that do not fit`);
      throw new Error(`The arguments of ${call} do not fit`);
    }
    const handle = handlers[call] as (input: unknown, caller: Caller<Sender>) => unknown;
    return handle(parsed.data, { sender: event.sender, serverUrl: owner ?? '' });
  };
}

/** @returns the server whose page the frame shows, null before one was chosen, undefined for any other frame. */
function ownerOf(frame: CallEvent<unknown>['senderFrame'], servers: readonly string[]): string | null | undefined {
  if (frame === null || frame.parent) return undefined;
  return [null, ...servers].find((server) => isOwnPage(frame.url, originOf(server)));
}
