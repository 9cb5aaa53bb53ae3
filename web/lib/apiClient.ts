import type { ErrorBody, Issue, SuccessBody } from '#shared/contracts/common.ts';
import { currentPlatform } from '#web/platform/platform.ts';
import { scoped } from '#web/platform/scope.ts';
import { readStoredSession, readToken } from '#web/platform/sessionStorage.ts';
import {
  type AnswerOf,
  type AnyInput,
  addressOf,
  type CallName,
  type InputArgument,
  isSendingCall,
  methodOf,
  type SendingCall,
} from './calls.ts';
import { answerChallenge } from './challenge.ts';
import { currentI18n, t } from './i18n.tsx';
import { readTexts, writeStored } from './store.ts';
import { noteAnswer } from './workerNews.ts';

/** The server answered, and the answer is a failure. */
export class ApiFailure extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly issues: Issue[],
    /** The values of the sentence's placeholders. */
    readonly values: Readonly<Record<string, string | number>> = {},
  ) {
    super(message);
  }
}

/** No answer came: offline, or the server is down. */
export class NetworkFailure extends Error {
  constructor(message = t('Network error. Please try again.')) {
    super(message);
  }
}

/** Error codes set by the desktop app when the server is unreachable. */
const unreachableCodes = new Set(['unreachable', 'no_server']);

/** How a call is sent, apart from its input. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Under it a change is made once, however often it is sent; again it fails with the code 'already_applied'. */
  idempotencyKey?: string | undefined;
  /** It goes on although the page is left. */
  keepalive?: boolean;
  /** The token of the call where it is not the session's. */
  token?: string | null;
  /** Identifies this machine at sign-in. */
  deviceId?: string | null;
}

const sessionEndListener = scoped<(() => void) | undefined>(() => undefined);

/** Called when the server says that the token we sent is no longer good. */
export function listenToSessionEnd(listener: () => void): () => void {
  sessionEndListener.set(listener);
  return () => sessionEndListener.set(undefined);
}

/** The page's reactions where the server requires a step of the reader first. */
interface IdentityChecks {
  /** Asks the reader for a proof of identity. @returns whether it succeeded. */
  confirm(): Promise<boolean>;
  /** An administrator needs a second factor here, and has none. */
  setUpSecondFactor(): void;
}

const identityChecks = scoped<IdentityChecks | undefined>(() => undefined);

export function listenToIdentityChecks(checks: IdentityChecks): () => void {
  identityChecks.set(checks);
  return () => identityChecks.set(undefined);
}

/** Repeats a call after the reader has proved their identity. @throws {ApiFailure} `confirm_identity` */
export async function withIdentityChecks<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    const code = error instanceof ApiFailure ? error.code : null;
    if (code === 'second_factor_setup_required') identityChecks()?.setUpSecondFactor();
    if (code !== 'confirm_identity' || !(await identityChecks()?.confirm())) throw error;
    return send();
  }
}

/** The answer to a call; null where an earlier try had arrived, whose answer was lost. */
export type Answered<Name extends CallName> = AnswerOf<Name> | (Name extends SendingCall ? null : never);

/** A call by its contract: 'offers.dispute'. @throws {ApiFailure} as the server says, or {NetworkFailure} */
export function callApi<Name extends CallName>(
  name: Name,
  ...given: [...InputArgument<Name>, options?: CallOptions]
): Promise<Answered<Name>> {
  const [input, options] = given as unknown as [AnyInput?, CallOptions?];
  return callAny(name, input, options) as Promise<Answered<Name>>;
}

/** The same, of an input that may be left out. */
export const callWith = <Name extends CallName>(
  name: Name,
  [input]: InputArgument<Name>,
  options: CallOptions,
): Promise<AnswerOf<Name>> => callAny(name, input as AnyInput | undefined, options) as Promise<AnswerOf<Name>>;

/** A call whose name and input were checked where they were put together. @throws as callApi. */
export function callAny(name: CallName, input: AnyInput = {}, options: CallOptions = {}): Promise<unknown> {
  const send = (chosen: CallOptions) => withIdentityChecks(() => sendCall(name, input, chosen));
  return isSendingCall(name) && options.idempotencyKey === undefined
    ? sendOnce(name, input, (idempotencyKey) => send({ ...options, idempotencyKey }))
    : send(options);
}

/** The server's code for a change that it has made already. */
export const ALREADY_APPLIED = 'already_applied';

/**
 * An act of a person keeps one key from the first press until the server has answered, however often it is sent meanwhile,
 * and after a reload too. @returns null where an earlier try had arrived.
 */
async function sendOnce(
  name: CallName,
  input: AnyInput,
  send: (key: string) => Promise<unknown>,
): Promise<unknown> {
  const acts = actsOf(readStoredSession()?.user.id);
  const act = JSON.stringify([name, input.params, input.body]);
  const key = acts.begin(act);
  try {
    const answer = await send(key);
    acts.end(act);
    return answer;
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.code === BAD_ANSWER || error.status >= 500) throw error;
    acts.end(act);
    if (error.code === ALREADY_APPLIED) return null;
    throw error;
  }
}

/** The same words a day later are meant as new ones. */
const ACT_LASTS_MS = 24 * 60 * 60_000;

/** The keys of what was sent and not answered, kept as long as the drafts of forms: see draftKey. */
function actsOf(userId: number | undefined) {
  const area = userId === undefined ? 'sessionStorage' : 'localStorage';
  const name = `silong_sending_${userId ?? 'visitor'}`;
  const read = () => {
    const isOpen = ([, kept]: [string, string]) => Number(kept.split(' ')[1]) > Date.now() - ACT_LASTS_MS;
    return Object.fromEntries(Object.entries(readTexts(area, name)).filter(isOpen));
  };
  return {
    begin(act: string): string {
      const open = read();
      const kept = open[act] ?? `${newClientId()} ${Date.now()}`;
      writeStored(area, name, { ...open, [act]: kept });
      return kept.split(' ', 1)[0] ?? '';
    },
    end(act: string): void {
      const { [act]: _, ...others } = read();
      writeStored(area, name, Object.keys(others).length > 0 ? others : undefined);
    },
  };
}

/** A dead connection answers no read, and says nothing. */
const READ_LIMIT_MS = 20_000;

/** Ends a read by the caller's signal or after a time; AbortSignal.any is younger than the oldest browsers. */
function limitTime(signal: AbortSignal | undefined) {
  const limit = new AbortController();
  let isOver = false;
  const stop = () => limit.abort();
  const timer = setTimeout(() => {
    isOver = true;
    stop();
  }, READ_LIMIT_MS);
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop);
  return {
    signal: limit.signal,
    isOver: () => isOver,
    end() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    },
  };
}

async function sendCall(
  name: CallName,
  { body, ...address }: AnyInput,
  { signal, idempotencyKey, keepalive, deviceId, token = readToken() }: CallOptions,
): Promise<unknown> {
  const caller = readStoredSession()?.user.id;
  const method = methodOf(name);
  let limit: ReturnType<typeof limitTime> | undefined;
  const request = (headers: Record<string, string>) => {
    limit?.end();
    limit = method === 'GET' ? limitTime(signal) : undefined;
    const ends = limit?.signal ?? signal;
    return send(name, addressOf(name, address), {
      method,
      headers: {
        Accept: 'application/json',
        'Accept-Language': currentI18n().locale,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}),
        ...(deviceId ? { 'X-Device-Id': deviceId } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(ends ? { signal: ends } : {}),
      ...(keepalive ? { keepalive } : {}),
    });
  };
  const exchange = async () => {
    try {
      const answered = await answerChallenge(request, signal);
      return { status: answered.status, answer: await readAnswer(answered) };
    } catch (error) {
      throw limit?.isOver() ? new NetworkFailure() : error;
    } finally {
      limit?.end();
    }
  };
  const { status, answer } = await exchange();
  const reader = readStoredSession()?.user.id;
  // One person's answer would be shown to another.
  if (caller !== undefined && reader !== undefined && caller !== reader)
    throw new NetworkFailure(t('Someone else has logged in.'));
  if (answer.success) return answer.data;
  if (unreachableCodes.has(answer.code)) throw new NetworkFailure();
  if (status === 401 && answer.code !== BAD_ANSWER && token && token === readToken()) sessionEndListener()?.();
  throw new ApiFailure(status, answer.code, answer.error, answer.issues ?? [], answer.values);
}

async function send(name: CallName, url: string, init: RequestInit): Promise<Response> {
  const askedAt = Date.now();
  try {
    const response = await currentPlatform().fetch(url, init);
    noteAnswer(name, response, askedAt);
    return response;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new NetworkFailure();
  }
}

/** The code of a failure that an intermediary between here and the server answered. */
export const BAD_ANSWER = 'bad_answer';

/**
 * An intermediary may answer in the server's place. A success that is not the server's (the sign-in page of a
 * public network, half an answer) says nothing about the call; the failure is reported as one, not as a broken
 * page.
 * @throws {NetworkFailure}
 */
async function readAnswer(response: Response): Promise<SuccessBody<unknown> | ErrorBody> {
  const error = t('The server sent an unexpected response. Please try again.');
  const answer: unknown = await response.json().catch((failure: unknown) => {
    if (failure instanceof DOMException && failure.name === 'AbortError') throw failure;
  });
  if (typeof answer === 'object' && answer !== null && 'success' in answer)
    return answer as SuccessBody<unknown> | ErrorBody;
  if (response.ok) throw new NetworkFailure(error);
  return { success: false, error, code: BAD_ANSWER };
}

/** randomUUID exists on https and localhost only. */
export function newClientId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
