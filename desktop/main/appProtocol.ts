import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { tileSource } from '#shared/tiles.ts';
import type { SealedFiles } from './sealedFiles.ts';
import { contentPolicy, isServersPath, ownPolicyOf } from './trustedUrl.ts';
import { t } from './words.ts';

export interface AppProtocolOptions {
  /** The built web UI. */
  pageFolder: string;
  /** The server whose page has this host; null for the page that asks for one, undefined for a strange host. */
  serverOf(host: string): string | null | undefined;
  /** Pictures the server gave, for when it is away. */
  pictures: SealedFiles;
  /** Electron's net.fetch, which knows the system's proxies and certificates. */
  fetchFromServer(url: string, init: RequestInit): Promise<Response>;
  /** Whether a sign-in may go to the server now. */
  maySignIn(server: string): boolean;
  /** The server answered somebody who gave a password. */
  heardOfPassword(server: string, body: string, status: number, answer: string): Promise<void>;
  /** A picture could not be kept. */
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

/** Calls that carry a password which is right when they succeed. */
const PASSWORD_PATH = /^\/api\/auth\/(login|register|password)$/;
const PICTURE_PATH = /^\/media\/[0-9a-f]{64}$/;
/** Of the page's headers, what the server has a use for. */
const passedHeaders = [
  'accept',
  'authorization',
  'content-type',
  'idempotency-key',
  'if-none-match',
  'x-device-id',
  'x-challenge-solution',
];
/** Bodies arrive unpacked and whole: what was said of the packed ones is no longer true. */
const droppedHeaders = [
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
];

/**
 * Answers app://s-…/: the built page from the console's own files, and its calls from the one server of that host, so
 * that each server's page stays on one origin and no server has to open itself to others.
 */
export function createAppProtocol(options: AppProtocolOptions) {
  const { pageFolder, serverOf } = options;
  const findTiles = rememberTiles(options);
  return async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const server = serverOf(url.host);
    if (server === undefined) return new Response(t('Not found'), { status: 404 });
    if (isServersPath(url.pathname)) return asData(await passOn(options, server, request, url));
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return new Response(t('Method not allowed'), { status: 405 });
    const styleNonce = randomBytes(16).toString('base64');
    const file = locatePageFile(pageFolder, url.pathname);
    const tiles = file?.endsWith('.html') ? await findTiles(server) : null;
    const policy = ownPolicyOf(url.pathname) ?? contentPolicy({ serverUrl: server, tiles, styleNonce });
    return servePage(file, styleNonce, policy);
  };
}

const SITE_LIMIT_MS = 2_000;

/** @returns where a server's map tiles come from, asked once; null while it cannot be asked. */
function rememberTiles({ fetchFromServer }: AppProtocolOptions) {
  const known = new Map<string, string | null>();
  return async (server: string | null): Promise<string | null> => {
    if (!server) return null;
    const kept = known.get(server);
    if (kept !== undefined) return kept;
    try {
      const signal = AbortSignal.timeout(SITE_LIMIT_MS);
      // A proxy may ask its person for a password meanwhile: the page is not kept waiting for that.
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
      // Away: the map shows what the console brings along.
      return null;
    }
  };
}

/** Stands in index.html for the nonce of the styles that are written into it. */
const STYLE_NONCE = '{style-nonce}';

async function servePage(file: string | null, styleNonce: string, policy: string): Promise<Response> {
  const bytes = file ? await readFile(file).catch(() => null) : null;
  if (!file || !bytes) return new Response(t('Not found'), { status: 404 });
  const isPage = file.endsWith('.html');
  return new Response(
    isPage ? bytes.toString('utf8').replace(STYLE_NONCE, styleNonce) : new Uint8Array(bytes),
    {
      headers: {
        'content-type': mediaTypes[path.extname(file)] ?? 'application/octet-stream',
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-cache',
      },
    },
  );
}

/**
 * The file for a path of the page: paths without an extension are screens, which index.html draws. Null for whatever
 * would lead out of the folder, however it is written.
 */
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

/** What a server sends is data for the page: shown by itself it would be a page without scripts, forms and an origin. */
function asData(answer: Response): Response {
  const headers = new Headers(answer.headers);
  headers.set('content-security-policy', 'sandbox');
  headers.set('x-content-type-options', 'nosniff');
  const { status, body } = answer;
  return new Response(body, { status, headers });
}

async function passOn(
  options: AppProtocolOptions,
  server: string | null,
  request: Request,
  url: URL,
): Promise<Response> {
  if (!server) return failure(t('No server has been chosen yet'), 'no_server');
  const address = url.pathname + url.search;
  const isPicture = request.method === 'GET' && PICTURE_PATH.test(url.pathname);
  if (isPicture) {
    // A picture's name is its content: the kept one is never old.
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
      headers: pickHeaders(request.headers),
      redirect: 'error',
      ...(body ? { body } : {}),
    });
    if (body && hasPassword)
      await options.heardOfPassword(
        server,
        Buffer.from(body).toString(),
        answer.status,
        await answer.clone().text(),
      );
    if (isPicture && answer.ok) {
      const bytes = Buffer.from(await answer.arrayBuffer());
      // The page need not wait for the disk.
      options.pictures.write([server, address], bytes).catch(options.onFailure);
      return pictureAnswer(bytes);
    }
    return new Response(answer.body, { status: answer.status, headers: withoutTransport(answer.headers) });
  } catch {
    return failure(t('The server cannot be reached'), 'unreachable');
  }
}

function pickHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => passedHeaders.includes(name)));
}

function withoutTransport(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of droppedHeaders) kept.delete(name);
  return kept;
}

function pictureAnswer(bytes: Buffer): Response {
  return new Response(new Uint8Array(bytes), {
    headers: { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' },
  });
}

/** As the API writes its failures; the page takes 504 of these codes for 'no answer came'. */
function failure(error: string, code: string, status = 504): Response {
  return Response.json({ success: false, error, code }, { status });
}
