import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { tileSource } from '#shared/mapTiles.ts';
import { isServersPath } from './addresses.ts';
import type { SealedFiles } from './sealedFiles.ts';
import { t } from './words.ts';

interface AppProtocolOptions {
  pageFolder: string;
  /** The server of this host; null for the page that asks for a server, undefined for an unknown host. */
  serverOf(host: string): string | null | undefined;
  /** Pictures of the servers, for offline use. */
  pictures: SealedFiles;
  /** Electron's net.fetch, which uses the system's proxies and certificates. */
  fetchFromServer(url: string, init: RequestInit): Promise<Response>;
  /** Whether a sign-in may be sent to the server now. */
  maySignIn(server: string): boolean;
  /** Called with the server's answer to a request that carries a password. */
  onPasswordAnswer(server: string, body: string, status: number, answer: string): Promise<void>;
  onFailure(error: unknown): void;
}

const mediaTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/** Calls whose success proves the password in their body. */
const PASSWORD_PATH = /^\/api\/auth\/(login|register|password)$/;
const PICTURE_PATH = /^\/media\/[0-9a-f]{64}$/;
/** Headers of the page's requests that are passed on to the server. */
const passedHeaders = [
  'accept',
  'authorization',
  'content-type',
  'idempotency-key',
  'if-none-match',
  'x-device-id',
  'x-challenge-solution',
];
/** Headers of an encoded or partial body; net.fetch returns decoded, complete bodies. */
const droppedHeaders = ['content-encoding', 'content-length', 'transfer-encoding', 'connection', 'keep-alive'];

/** Answers app://s-…/: the built page's files, and /api and /media from that host's server, so that servers need no CORS. */
export function createAppProtocol(options: AppProtocolOptions) {
  const { pageFolder, serverOf } = options;
  const findTiles = createTileLookup(options);
  return async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const server = serverOf(url.host);
    if (server === undefined) return new Response(t('Not found'), { status: 404 });
    if (isServersPath(url.pathname)) return asData(await forward(options, server, request, url));
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return new Response(t('Method not allowed'), { status: 405 });
    const styleNonce = randomBytes(16).toString('base64');
    const file = locatePageFile(pageFolder, url.pathname);
    const tiles = file?.endsWith('.html') ? await findTiles(server) : null;
    const policy = PICTURE_WORKER.test(url.pathname)
      ? pictureWorkerPolicy
      : contentPolicy(server, tiles, styleNonce);
    return servePage(file, styleNonce, policy);
  };
}

const SITE_LIMIT_MS = 2_000;

/** @returns a function for the origin of a server's map tiles, requested once; null while the server does not answer. */
function createTileLookup({ fetchFromServer }: AppProtocolOptions) {
  const known = new Map<string, string | null>();
  return async (server: string | null): Promise<string | null> => {
    if (!server) return null;
    const kept = known.get(server);
    if (kept !== undefined) return kept;
    try {
      const signal = AbortSignal.timeout(SITE_LIMIT_MS);
      // The page does not wait while a proxy asks the person for a password.
      const tooLate = new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
      const answer = await Promise.race([
        fetchFromServer(`${server}/api/site`, { redirect: 'error', signal }),
        tooLate,
      ]);
      const { data } = (await answer.json()) as { data?: { tileUrl?: unknown } };
      if (typeof data?.tileUrl !== 'string') return null;
      const tiles = tileSource(data.tileUrl);
      known.set(server, tiles);
      return tiles;
    } catch {
      // Without the server, the map uses the console's own base map.
      return null;
    }
  };
}

/** Placeholder in index.html for the nonce of style elements. */
const STYLE_NONCE = '{style-nonce}';

/**
 * Content policy of the page: its own origin (which includes the server's answers and pictures), the server's map tiles and
 * the WebSocket connection to the server.
 * @param tiles origin of the server's map tiles; null if there is none or it is unknown.
 * @param styleNonce of style elements that scripts of the page create.
 */
function contentPolicy(serverUrl: string | null, tiles: string | null, styleNonce: string): string {
  const live = serverUrl ? ` ${serverUrl.replace(/^http/, 'ws')}` : '';
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    `style-src 'self' 'nonce-${styleNonce}'`,
    `img-src 'self' data: blob:${tiles ? ` ${tiles}` : ''}`,
    "font-src 'self'",
    `connect-src 'self'${live}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Content policy of the worker that decodes photos: unlike the page, it may compile WebAssembly. */
const pictureWorkerPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'";
const PICTURE_WORKER = /^\/assets\/pictureWorker-[\w-]+\.js$/;

async function servePage(file: string | null, styleNonce: string, policy: string): Promise<Response> {
  const bytes = file ? await readFile(file).catch(() => null) : null;
  if (!file || !bytes) return new Response(t('Not found'), { status: 404 });
  const isPage = file.endsWith('.html');
  return new Response(isPage ? bytes.toString('utf8').replace(STYLE_NONCE, styleNonce) : new Uint8Array(bytes), {
    headers: {
      'content-type': mediaTypes[path.extname(file)] ?? 'application/octet-stream',
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
    },
  });
}

/** The file for a path; paths without an extension are screens: index.html. Null for paths out of the folder, in any encoding. */
export function locatePageFile(folder: string, pathname: string): string | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  if (decoded.includes('\0') || decoded.includes('\\')) return null;
  const file = path.resolve(folder, `.${path.posix.extname(decoded) ? decoded : '/index.html'}`);
  return file.startsWith(path.resolve(folder) + path.sep) ? file : null;
}

/** Sandboxes a server's answer, in case it is opened as a document: no scripts, forms or origin. */
function asData(answer: Response): Response {
  const headers = new Headers(answer.headers);
  headers.set('content-security-policy', 'sandbox');
  headers.set('x-content-type-options', 'nosniff');
  const { status, body } = answer;
  return new Response(body, { status, headers });
}

async function forward(
  options: AppProtocolOptions,
  server: string | null,
  request: Request,
  url: URL,
): Promise<Response> {
  if (!server) return failure(t('No server has been chosen yet'), 'no_server');
  const address = url.pathname + url.search;
  const isPicture = request.method === 'GET' && PICTURE_PATH.test(url.pathname);
  if (isPicture) {
    // A picture's name is the hash of its content, so a stored one never changes.
    const kept = await options.pictures.read([server, address]);
    if (kept) return pictureAnswer(kept);
  }
  const hasPassword = PASSWORD_PATH.test(url.pathname);
  if (hasPassword && !options.maySignIn(server))
    return failure(t('Too many wrong attempts. Please wait a moment.'), 'rate_limited', 429);
  try {
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
    const body = hasBody ? await request.arrayBuffer() : null;
    const answer = await options.fetchFromServer(server + address, {
      method: request.method,
      headers: Object.fromEntries([...request.headers].filter(([name]) => passedHeaders.includes(name))),
      redirect: 'error',
      ...(body ? { body } : {}),
    });
    if (body && hasPassword)
      await options.onPasswordAnswer(
        server,
        Buffer.from(body).toString(),
        answer.status,
        await answer.clone().text(),
      );
    if (isPicture && answer.ok) {
      const bytes = Buffer.from(await answer.arrayBuffer());
      // Written in the background.
      options.pictures.write([server, address], bytes).catch(options.onFailure);
      return pictureAnswer(bytes);
    }
    const headers = new Headers(answer.headers);
    for (const name of droppedHeaders) headers.delete(name);
    return new Response(answer.body, { status: answer.status, headers });
  } catch {
    return failure(t('The server cannot be reached'), 'unreachable');
  }
}

function pictureAnswer(bytes: Buffer): Response {
  return new Response(new Uint8Array(bytes), {
    headers: { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' },
  });
}

/** An error body like the API's; the page treats these codes with status 504 as 'no answer'. */
function failure(error: string, code: string, status = 504): Response {
  return Response.json({ success: false, error, code }, { status });
}
