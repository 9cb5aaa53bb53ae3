import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import type { Call } from '#shared/contracts/common.ts';
import type { ReadyAnswer } from './answers.ts';
import type { Caller, SignedInUser } from './caller.ts';
import type { UnauthorizedError } from './errors.ts';

/** State that the middleware keeps on Koa's context. */
export interface RequestState {
  /** Undefined for every path and method that no contract names. */
  route?: MatchedRoute;
  user: SignedInUser | null;
  /** The request carries a token that is no longer valid; thrown where the call needs a user. */
  refusal?: UnauthorizedError;
  /** The answer is a picture, script or style: the page's own security policy applies to it. */
  isStaticFile?: boolean;
  /** The source of the page's inline style for the security policy: a hash, or a nonce. */
  styleSource?: string;
  /** The hash of the page's one inline script. */
  scriptSource?: string;
  /** The answer, where it was ready-made. */
  ready?: ReadyAnswer;
  /** The code of the error that is answered. */
  errorCode?: string;
}

export interface RouteOptions {
  /**
   * Refuses callers before their larger body is read. For calls whose access depends on the record, which the contract cannot
   * say. @throws {ForbiddenError}
   */
  authorizeLargeBody?(user: SignedInUser): void;
}

export interface MatchedRoute extends RouteOptions {
  call: Call;
  params: Record<string, string>;
  handle(ctx: Context & { state: RequestState }): Promise<void>;
  /** Set where the answer depends on nothing else of a request. */
  answerGuest?: GuestHandler | undefined;
}

/** The input of a request, as it was sent. */
export interface Sent {
  params: unknown;
  query: unknown;
  body?: unknown;
}

/** @throws {InvalidInputError} */
export type GuestHandler = (sent: Sent, caller: Caller) => Promise<unknown>;

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
