import type { z } from 'zod';
import { type DesktopCallName, desktopCalls } from '#shared/contracts/desktop.ts';
import { isOwnPage, originOf } from './trustedUrl.ts';

type Input<Name extends DesktopCallName> = z.output<(typeof desktopCalls)[Name]['input']>;
type Output<Name extends DesktopCallName> = z.input<(typeof desktopCalls)[Name]['output']>;
/** Where nothing is answered, whatever the handler ends with. */
type Answer<Name extends DesktopCallName> = undefined extends Output<Name> ? unknown : Output<Name>;

/** Whose page called: the window's contents, and the server whose origin the page has. */
export interface Caller<Sender> {
  sender: Sender;
  /** Empty before one was chosen. */
  serverUrl: string;
}

/** One handler for each call of the bridge. */
export type CallHandlers<Sender> = {
  [Name in DesktopCallName]: (
    input: Input<Name>,
    caller: Caller<Sender>,
  ) => Answer<Name> | Promise<Answer<Name>>;
};

interface CallEvent<Sender> {
  sender: Sender;
  senderFrame: { url: string; parent: unknown } | null;
}

/**
 * What a page behind the lock may still ask: how to open it and how to log out, the way past a proxy, and what it only tells (messages go on
 * arriving, what was sent a moment ago is noted). Nothing of this shows anything or changes anything.
 */
const behindLock = new Set<DesktopCallName>([
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

export interface CallDoorOptions<Sender> {
  handlers: CallHandlers<Sender>;
  /** The saved servers' addresses. */
  servers(): readonly string[];
  /** Whether the windows of that server are; '' before one was chosen. */
  isLocked(serverUrl: string): boolean;
  log(line: string): void;
}

/**
 * The one place where the page's wishes arrive: only from the top frame of the console's own page, only calls that
 * exist, only arguments that fit. What goes wrong is told as a sentence, not as a stack.
 */
export function createCallDoor<Sender>({ handlers, servers, isLocked, log }: CallDoorOptions<Sender>) {
  return async (event: CallEvent<Sender>, name: unknown, input: unknown): Promise<unknown> => {
    const owner = ownerOf(event.senderFrame, servers());
    if (owner === undefined) {
      log(`a call from a strange page was refused: ${event.senderFrame?.url ?? 'no frame'}`);
      throw new Error('This page may not do that');
    }
    if (typeof name !== 'string' || !Object.hasOwn(desktopCalls, name))
      throw new Error('There is no such call');
    const call = name as DesktopCallName;
    if (isLocked(owner ?? '') && !behindLock.has(call)) throw new Error('The console is locked');
    const parsed = desktopCalls[call].input.safeParse(input);
    if (!parsed.success) {
      log(`the call ${call} came with arguments that do not fit`);
      throw new Error(`The arguments of ${call} do not fit`);
    }
    const handle = handlers[call] as (input: unknown, caller: Caller<Sender>) => unknown;
    return handle(parsed.data, { sender: event.sender, serverUrl: owner ?? '' });
  };
}

/** @returns the server whose page this frame shows, null where none is chosen yet; undefined for a strange one. */
function ownerOf(
  frame: CallEvent<unknown>['senderFrame'],
  servers: readonly string[],
): string | null | undefined {
  if (frame === null || frame.parent) return undefined;
  return [null, ...servers].find((server) => isOwnPage(frame.url, originOf(server)));
}
