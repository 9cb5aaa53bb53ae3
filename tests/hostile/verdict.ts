import { readdirSync, readFileSync } from 'node:fs';
import { Agent, type IncomingHttpHeaders, request as send } from 'node:http';
import path from 'node:path';
import { errorBody, errorStatus } from '#shared/contracts/common.ts';
import { nameOf } from '#tests/support/accessMatrix.ts';
import type { HostileRequest } from './requests.ts';

export interface HostileAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Keeps its connections, as a browser or a proxy does: bytes left by one answer hit the next request. */
export const openAgent = (connections: number) => new Agent({ keepAlive: true, maxSockets: connections });

const ANSWER_LIMIT_MS = 30_000;

/** @throws {Error} no answer came, although it was tried again on another connection where this one had just closed. */
export async function sendHostile(url: string, agent: Agent, request: HostileRequest): Promise<HostileAnswer> {
  try {
    return await sendOnce(url, agent, request);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
    return sendOnce(url, agent, request);
  }
}

function sendOnce(url: string, agent: Agent, request: HostileRequest): Promise<HostileAnswer> {
  const { hostname, port } = new URL(url);
  const { method, path: target, body } = request;
  const headers = { ...request.headers, ...(body ? { 'content-length': String(body.length) } : {}) };
  return new Promise((resolve, reject) => {
    const outgoing = send({ hostname, port, method, path: target, headers, agent, timeout: ANSWER_LIMIT_MS });
    let hasAnswer = false;
    outgoing.on('response', (response) => {
      hasAnswer = true;
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    });
    outgoing.once('timeout', () => outgoing.destroy(new Error(`no answer within ${ANSWER_LIMIT_MS} ms`)));
    // A server that answers early may close the connection while a body is still being sent.
    outgoing.on('error', (error) => {
      if (!hasAnswer) reject(error);
    });
    outgoing.end(body);
  });
}

/** Calls that ask another machine, which is not there. */
const badGateways = new Set(['POST /api/admin/settings/test-email', 'POST /api/push/subscriptions/{id}/test']);
/** Calls that may close the site for later callers. */
const mayCloseSite = new Set(['PUT /api/admin/settings']);

/** Text that must not leave the server: paths of the code, its modules, its SQL. */
const LEAK =
  /\n\s+at [\w.<> ]+\(|\.[cm]?[jt]s:\d+:\d+|node_modules|\/(?:server|shared|tests)\/[\w/]+\.ts|file:\/\/\/(?!etc\/)|\/tmp\/|SQLITE_|SequelizeD|Sequelize\w*Error|ZodError|TypeError|RangeError|ReferenceError|ECONNREFUSED .*\bat\b|relation "|syntax error at|near ".+": syntax|password_hash|argon2id/;

const serverText = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(path.join('server', file), 'utf8'))
  .join('\n');
const seenCodes = new Map<string, boolean>();

/** Whether the server's own text names the code. */
function isKnownCode(code: string): boolean {
  const isKnown = seenCodes.get(code) ?? (/^[a-z_]+$/.test(code) && serverText.includes(`'${code}'`));
  seenCodes.set(code, isKnown);
  return isKnown;
}

/** A longer one is refused by Node. */
const MAX_HEAD = 16_000;

/** @returns the fault of the answer; null for none. */
export function judge(request: HostileRequest, answer: HostileAnswer): string | null {
  const { status, headers, text } = answer;
  const isOwn = request.path.startsWith('/api/');
  const isAllowedFailure =
    (status === 502 && badGateways.has(nameOf(request.call))) ||
    (status === 503 && mayCloseSite.has(nameOf(request.call)) && text.includes('"code":"maintenance"'));
  if (status < 200 || (status >= 500 && !isAllowedFailure)) return `status ${status}`;
  // Node's own parser refuses an invalid request line before our parsers see it.
  if (status === 400 && text === '' && /[^\x21-\x7e]/.test(request.path)) return null;
  if (status === 431 && request.path.length + JSON.stringify(request.headers).length > MAX_HEAD) return null;
  if (isOwn && !headers['x-request-id']) return 'no X-Request-Id';
  if (isOwn && headers['x-content-type-options'] !== 'nosniff') return 'no X-Content-Type-Options';
  const leak = LEAK.exec(text);
  // The privacy file names in words the data withheld from it.
  if (leak) return `it gives away '${leak[0]}'`;
  if (!isOwn || request.method === 'HEAD' || status === 304) return null;
  return status >= 400 ? judgeFailure(answer) : judgeSuccess(request, answer);
}

const wholeFailure = errorBody.strict();

function judgeFailure({ status, headers, text }: HostileAnswer): string | null {
  if (!headers['content-type']?.startsWith('application/json')) return 'a failure that is no JSON';
  const parsed = wholeFailure.safeParse(JSON.parse(text));
  if (!parsed.success) return `a failure in another form: ${parsed.error.message}`;
  const { code } = parsed.data;
  if (!isKnownCode(code)) return `an unknown code '${code}'`;
  if (code in errorStatus && errorStatus[code as keyof typeof errorStatus] !== status)
    return `the code '${code}' with status ${status}`;
  return null;
}

/** Whether there is a body with a content type that the call does not read. */
function isUnread({ call, headers, body }: HostileRequest): boolean {
  if (!body?.length || call.method === 'get') return false;
  const type = String(headers['content-type'] ?? '').toLowerCase();
  if (call.fileField) return !type.startsWith('multipart/form-data');
  const charset = /charset=["']?([^;"']*)/.exec(type)?.[1] ?? 'utf-8';
  const isUtf8 = ['utf-8', 'utf8'].includes(charset);
  if (call.rawTypes)
    return !call.rawTypes.some((known) => type.startsWith(known) && (isUtf8 || known !== 'application/json'));
  return !/^application\/([\w.-]+\+)?json *(;|$)/.test(type) || !isUtf8;
}

function judgeSuccess(request: HostileRequest, answer: HostileAnswer): string | null {
  const { call, method, path: target } = request;
  const { pathname } = new URL(target, 'http://localhost');
  const isThisCall =
    method === call.method.toUpperCase() &&
    new RegExp(`^${call.path.replace(/\{\w+\}/g, '[^/]+')}/?$`).test(pathname);
  // Another method or path is another call, whose own requests are judged by its own contract.
  if (!isThisCall || call.fileType) return null;
  if (answer.status !== (call.status ?? 200)) return `status ${answer.status} for a success`;
  if (isUnread(request)) return 'a success although nothing reads a body of this kind';
  const body = JSON.parse(answer.text) as { success?: unknown; data?: unknown };
  if (body.success !== true) return 'a success without success: true';
  const parsed = call.answer.safeParse(body.data);
  return parsed.success ? null : `an answer that is not the contract's: ${parsed.error.message}`;
}

const MAX_SHOWN = 600;

/** All that is needed to send the request again by itself. */
export function describeRequest({ name, method, path: target, headers, body }: HostileRequest): string {
  const shown =
    body &&
    (body.length > MAX_SHOWN
      ? `${body.subarray(0, MAX_SHOWN).toString()}… (${body.length} bytes)`
      : body.toString());
  return `${name}\n${method} ${target}\n${JSON.stringify(headers)}\n${shown ?? ''}`;
}
