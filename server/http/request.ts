import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import type { z } from 'zod';
import { type Translate, translator } from '#server/languages.ts';
import type { Call } from '#shared/contracts/common.ts';
import { english, type MessageValues, msg } from '#shared/messages.ts';
import type { ReadyAnswer } from './answers.ts';
import type { Caller, SignedInUser } from './caller.ts';
import { type Fault, InvalidInputError, type UnauthorizedError } from './errors.ts';

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
  /** The answer, where its bytes were ready. */
  ready?: ReadyAnswer;
  errorCode?: string;
}

export interface RouteOptions {
  /** Refuses callers before their larger body is read, where access depends on the record. @throws {ForbiddenError} */
  authorizeLargeBody?(user: SignedInUser): void;
}

export interface MatchedRoute extends RouteOptions {
  call: Call;
  params: Record<string, string>;
  handle(ctx: Context & { state: RequestState }): Promise<void>;
  /** Set where the answer depends on nothing else of a request. */
  answerGuest?: GuestHandler | undefined;
}

export interface Sent {
  params: unknown;
  query: unknown;
  body?: unknown;
}

/** @throws {InvalidInputError} */
export type GuestHandler = (sent: Sent, caller: Caller) => Promise<unknown>;

/** Whether the body is no JSON: its handler reads it. */
export const isReadByHandler = (call: Call | undefined): boolean => Boolean(call?.fileField ?? call?.rawTypes);

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

type SignedIn<Kind extends Call['access']> = Kind extends 'anyone' ? SignedInUser | null : SignedInUser;

export interface CallInput<C extends Call> extends Caller {
  params: z.output<C['params']>;
  query: z.output<C['query']>;
  body: z.output<C['body']>;
  /** Null only where anyone may call. */
  user: SignedIn<C['access']>;
  /** The ability that an administrator's call needs, checked again once the account is locked. */
  ability: C['ability'];
  /** Translates messages into the caller's language. */
  t: Translate;
}

/** @throws {InvalidInputError} naming the wrong fields. */
export function readInput(call: Call, sent: Sent, user: SignedInUser | null, caller: Caller): CallInput<Call> {
  return {
    params: readPart(call.params, sent.params, 'params'),
    query: readPart(call.query, sent.query, 'query'),
    body: call.method === 'get' ? undefined : readPart(call.body, sent.body, 'body'),
    ability: call.ability,
    // `checkAccess` has refused calls without the needed user.
    user: user as SignedInUser,
    ...caller,
    t: translator(caller.language),
  };
}

/** A body of a megabyte may have some hundred thousand faults. */
const MAX_FAULTS = 100;

/** @throws {InvalidInputError} naming the wrong fields, a hundred at most. */
export function readPart<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  part: string,
): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: describeIssue });
  if (parsed.success) {
    if (holdsNul(parsed.data))
      throw new InvalidInputError([{ path: part, message: msg('Text must not contain the NUL character') }]);
    return parsed.data;
  }
  throw new InvalidInputError(parsed.error.issues.slice(0, MAX_FAULTS).map((issue) => faultOf(issue, part)));
}

/** Neither database stores this character in text. @param levels no contract accepts deeper nesting. */
function holdsNul(value: unknown, levels = 6): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null || levels === 0) return false;
  return Object.entries(value).some(([key, inner]) => key.includes('\0') || holdsNul(inner, levels - 1));
}

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

const NOT_VALID = msg('{field} is not valid').id;
const ONE_VALUE = msg('{field} must be {choices}').id;
const ONE_OF = msg('{field} must be one of {choices}').id;

const otherType: Record<string, string> = {
  string: msg('{field} must be text').id,
  number: msg('{field} must be a number').id,
  int: msg('{field} must be a whole number').id,
  boolean: msg('{field} must be true or false').id,
  array: msg('{field} must be a list').id,
  object: msg('{field} must be an object').id,
  record: msg('{field} must be an object').id,
};

const tooBig: Record<string, string> = {
  string: msg('{field} must be at most {maximum} characters long').id,
  array: msg('{field} must be at most {maximum} items long').id,
};

const tooSmall: Record<string, string> = {
  string: msg('{field} must be at least {minimum} characters long').id,
  array: msg('{field} must be at least {minimum} items long').id,
};

/** The message for an invalid input whose contract has none of its own: zod's messages are for programmers. */
export function describeIssue(issue: RawIssue): string {
  if (issue.input === undefined) return msg('{field} is required').id;
  switch (issue.code) {
    case 'invalid_type':
      // A repeated query parameter is a list.
      if (issue.expected !== 'object' && Array.isArray(issue.input))
        return msg('{field} must be a single value').id;
      return otherType[issue.expected] ?? msg('{field} has the wrong type').id;
    case 'too_big':
      return tooBig[issue.origin] ?? msg('{field} must be at most {maximum}').id;
    case 'too_small':
      return tooSmall[issue.origin] ?? msg('{field} must be at least {minimum}').id;
    case 'invalid_value':
    case 'invalid_union': {
      const choices = choicesOf(issue);
      if (choices.length === 0) return NOT_VALID;
      return choices.length === 1 ? ONE_VALUE : ONE_OF;
    }
    default:
      return NOT_VALID;
  }
}

function choicesOf(issue: object): unknown[] {
  const choices = 'values' in issue ? issue.values : 'options' in issue ? issue.options : [];
  return Array.isArray(choices) ? choices : [];
}

/** Zod's issue as a fault, with its limits as values. @param part 'body': the path where the whole part is wrong. */
export function faultOf(issue: z.core.$ZodIssue, part: string): Fault {
  // A repeated name of an address is one field to its readers.
  const steps = part === 'query' ? issue.path.filter((step) => typeof step !== 'number') : issue.path;
  const path = steps.join('.');
  const name = String(steps.at(-1) ?? part);
  const values: MessageValues = {
    field: path || english('The request'),
    name,
    ...('values' in issue || 'options' in issue ? { choices: choicesOf(issue).join(', ') } : {}),
    ...('maximum' in issue ? { maximum: Number(issue.maximum) } : {}),
    ...('minimum' in issue ? { minimum: Number(issue.minimum) } : {}),
  };
  return { path: path || part, message: { id: issue.message, values } };
}
