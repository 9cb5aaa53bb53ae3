import { createHash } from 'node:crypto';

export const APP_SCHEME = 'app';
/** Host of the page that asks for a server before one was chosen: 'app://console/'. */
const START_HOST = 'console';
const HOST_LETTERS = 24;

/** Host of a server's page, 's-3f…': one origin per server keeps the pages' storage apart. */
export function hostOf(serverUrl: string | null): string {
  if (serverUrl === null) return START_HOST;
  return `s-${createHash('sha256').update(serverUrl).digest('hex').slice(0, HOST_LETTERS)}`;
}

/** 'app://s-3f…' */
export const originOf = (serverUrl: string | null): string => `${APP_SCHEME}://${hostOf(serverUrl)}`;

/** Paths of the page's origin that the server answers; all other paths are the console's own files. */
export const isServersPath = (pathname: string): boolean => /^\/(api|media)\//.test(pathname);

/** The parsed address if it lies on that origin, else null. */
function urlOn(address: string, origin: string): URL | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  // `URL.origin` is 'null' for custom schemes.
  const isThere = `${url.protocol}//${url.host}` === origin && url.username === '' && url.password === '';
  return isThere ? url : null;
}

/** Whether the address is a page of the console on that origin: no other origin, and no server path. */
export function isOwnPage(address: string, origin: string): boolean {
  const url = urlOn(address, origin);
  return url !== null && !isServersPath(url.pathname);
}

/** A server path at the server itself, to open it outside of the console; null for all other addresses. */
export function addressAtServer(address: string, origin: string, serverUrl: string): string | null {
  const url = urlOn(address, origin);
  return url && serverUrl && isServersPath(url.pathname) ? serverUrl + url.pathname + url.search : null;
}

/** Whether the operating system may open the link: https, telephone, e-mail and a chat on Viber. */
export function isSafeExternalLink(address: string): boolean {
  if (address.startsWith('viber://chat?number=')) return true;
  return URL.canParse(address) && ['https:', 'tel:', 'mailto:'].includes(new URL(address).protocol);
}

export const LINK_SCHEME = 'silong';

/** Deep links that are accepted, and the page's path for each. */
const knownLinks: readonly [RegExp, (id: string) => string][] = [
  [/^properties\/(\d{1,10})$/, (id) => `/properties/${id}`],
  [/^conversations\/(\d{1,10})$/, (id) => `/conversations/${id}`],
  [/^agents\/(\d{1,10})$/, (id) => `/agents/${id}`],
  [/^desk\/(inbox|calendar|listings|clients|insights)$/, (section) => `/desk/${section}`],
  [/^(desk|agent-dashboard|admin-dashboard|properties|favorites|settings)$/, (name) => `/${name}`],
];

/** The page's path for a deep link such as `silong://conversations/7`; null for unknown links, as any program can send one. */
export function routeOfLink(link: string): string | null {
  const signIn = /^silong:\/\/sign-in\/?\?([\w.~%=&+-]{1,8000})$/i.exec(link.trim());
  if (signIn) return `/sign-in/callback?${signIn[1]}`;
  const match = /^silong:\/\/([^?#]*)/i.exec(link.trim());
  const target = match?.[1]?.replace(/\/+$/, '');
  if (target === undefined) return null;
  for (const [pattern, build] of knownLinks) {
    const found = pattern.exec(target);
    if (found?.[1]) return build(found[1]);
  }
  return null;
}

/** The route of the deep link among a process's arguments; Windows and Linux pass links this way. */
export function findLinkRoute(args: readonly string[]): string | null {
  return args.map(routeOfLink).find(Boolean) ?? null;
}
