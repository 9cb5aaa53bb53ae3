/** The server the console shows when none is named. */
export const DEFAULT_SERVER_URL = 'http://localhost:3000';

/**
 * The server's address as given, reduced to its origin.
 * @throws {Error} with a sentence for people when it is not an http(s) address.
 */
export function readServerUrl(given: string | undefined): string {
  const text = given?.trim() || DEFAULT_SERVER_URL;
  if (!URL.canParse(text)) throw new Error(`SILONG_SERVER is not an address: ${text}`);
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new Error(`SILONG_SERVER must begin with http:// or https://: ${text}`);
  return url.origin;
}

/** Whether the window may show this address: the server's own pages, and nothing else. */
export function isOwnPage(address: string, serverUrl: string): boolean {
  return URL.canParse(address) && new URL(address).origin === serverUrl;
}

/** Whether a link may be handed to the system: web pages over https, calls and mails. */
export function isSafeExternalLink(address: string): boolean {
  return URL.canParse(address) && ['https:', 'tel:', 'mailto:'].includes(new URL(address).protocol);
}
