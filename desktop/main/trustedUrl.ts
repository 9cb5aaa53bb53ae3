import { createHash } from 'node:crypto';

export const APP_SCHEME = 'app';
/** The page that asks for a server, before there is one: 'app://console/'. */
export const RECEPTION_HOST = 'console';
const HOST_LETTERS = 24;

/** Each server has an origin of its own, so that nothing the page stores of one is seen of another: 's-3f…'. */
export function hostOf(serverUrl: string | null): string {
  if (serverUrl === null) return RECEPTION_HOST;
  return `s-${createHash('sha256').update(serverUrl).digest('hex').slice(0, HOST_LETTERS)}`;
}

/** 'app://s-3f…' */
export const originOf = (serverUrl: string | null): string => `${APP_SCHEME}://${hostOf(serverUrl)}`;

interface PolicyFacts {
  serverUrl: string | null;
  /** Where the server's map tiles come from; null: nowhere, or that is not known. */
  tiles: string | null;
  /** Of the styles that the page's scripts write into it. */
  styleNonce: string;
}

/**
 * What the page may load: its own files, the server's pictures through the same door, the server's map tiles, and the live
 * connection to the one chosen server.
 */
export function contentPolicy({ serverUrl, tiles, styleNonce }: PolicyFacts): string {
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

/**
 * Of the worker that opens photos, which has a policy of its own: its decoder is compiled as it starts (WebAssembly), and
 * the page may do no such thing.
 */
const pictureWorkerPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'";
const PICTURE_WORKER = /^\/assets\/pictureWorker-[\w-]+\.js$/;

/** What the file at this path may load, where that is not what the page may. */
export function ownPolicyOf(pathname: string): string | null {
  return PICTURE_WORKER.test(pathname) ? pictureWorkerPolicy : null;
}

/**
 * A server's address as given, reduced to its origin.
 * @throws {Error} with a sentence for people when it is not an http(s) address.
 */
export function readServerUrl(given: string): string {
  const text = given.trim();
  if (!URL.canParse(text)) throw new Error(`This is not an address: ${text}`);
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new Error(`A server's address begins with http:// or https://: ${text}`);
  return url.origin;
}

/** Paths of the page's origin that its server answers; everything else is the console's own file. */
const SERVER_PATHS = /^\/(api|media)\//;

export const isServersPath = (pathname: string): boolean => SERVER_PATHS.test(pathname);

/** The path and query that this address names on that origin; null for any other address. */
function pathOn(address: string, origin: string): URL | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  // `origin` is 'null' for schemes of one's own.
  const isThere = `${url.protocol}//${url.host}` === origin && url.username === '' && url.password === '';
  return isThere ? url : null;
}

/** Whether this address is one of the console's own page of that origin: neither another one's nor what a server sends. */
export function isOwnPage(address: string, origin: string): boolean {
  const url = pathOn(address, origin);
  return url !== null && !isServersPath(url.pathname);
}

/**
 * Where what a server sends can be looked at outside of the console: at the server itself.
 * @param serverUrl of the page with that origin
 * @returns null for every other address.
 */
export function addressAtServer(address: string, origin: string, serverUrl: string): string | null {
  const url = pathOn(address, origin);
  return url && serverUrl && isServersPath(url.pathname) ? serverUrl + url.pathname + url.search : null;
}

/** Whether a link may be handed to the system: web pages over https, calls and mails. */
export function isSafeExternalLink(address: string): boolean {
  return URL.canParse(address) && ['https:', 'tel:', 'mailto:'].includes(new URL(address).protocol);
}
