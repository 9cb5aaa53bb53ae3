/** The console's own page: 'app://console/'. */
export const APP_SCHEME = 'app';
export const APP_HOST = 'console';
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;

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

/** Whether a window may show this address: the console's own page, and nothing else. */
export function isOwnPage(address: string, origin: string): boolean {
  if (!URL.canParse(address)) return false;
  // `origin` is 'null' for schemes of one's own.
  const { protocol, host, username, password } = new URL(address);
  return `${protocol}//${host}` === origin && username === '' && password === '';
}

/** Whether a link may be handed to the system: web pages over https, calls and mails. */
export function isSafeExternalLink(address: string): boolean {
  return URL.canParse(address) && ['https:', 'tel:', 'mailto:'].includes(new URL(address).protocol);
}
