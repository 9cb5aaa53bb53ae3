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
