import type { z } from 'zod';
import { type DesktopCallName, desktopCalls } from '#shared/contracts/desktop.ts';
import { APP_ORIGIN, isOwnPage } from './trustedUrl.ts';

type Input<Name extends DesktopCallName> = z.output<(typeof desktopCalls)[Name]['input']>;
type Output<Name extends DesktopCallName> = z.input<(typeof desktopCalls)[Name]['output']>;
/** Where nothing is answered, whatever the handler ends with. */
type Answer<Name extends DesktopCallName> = undefined extends Output<Name> ? unknown : Output<Name>;

/** One handler for each call of the bridge; `sender` is the window's contents that asked. */
export type CallHandlers<Sender> = {
  [Name in DesktopCallName]: (input: Input<Name>, sender: Sender) => Answer<Name> | Promise<Answer<Name>>;
};

interface Caller<Sender> {
  sender: Sender;
  senderFrame: { url: string; parent: unknown } | null;
}

/**
 * The one place where the page's wishes arrive: only from the top frame of the console's own page, only calls that
 * exist, only arguments that fit. What goes wrong is told as a sentence, not as a stack.
 */
export function createCallDoor<Sender>(handlers: CallHandlers<Sender>, log: (line: string) => void) {
  return async (event: Caller<Sender>, name: unknown, input: unknown): Promise<unknown> => {
    if (!isOwnFrame(event.senderFrame)) {
      log(`a call from a strange page was refused: ${event.senderFrame?.url ?? 'no frame'}`);
      throw new Error('This page may not do that');
    }
    if (typeof name !== 'string' || !Object.hasOwn(desktopCalls, name))
      throw new Error('There is no such call');
    const call = name as DesktopCallName;
    const parsed = desktopCalls[call].input.safeParse(input);
    if (!parsed.success) {
      log(`the call ${call} came with arguments that do not fit`);
      throw new Error(`The arguments of ${call} do not fit`);
    }
    const handle = handlers[call] as (input: unknown, sender: Sender) => unknown;
    return handle(parsed.data, event.sender);
  };
}

export function isOwnFrame(frame: Caller<unknown>['senderFrame']): boolean {
  return frame !== null && !frame.parent && isOwnPage(frame.url, APP_ORIGIN);
}
