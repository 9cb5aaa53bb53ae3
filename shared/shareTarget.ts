import { MAX_SEARCH_LENGTH } from './limits.ts';

/** Takes what another app shares with the installed site: the manifest names it, the server and the service worker answer it. */
export const SHARE_PATH = '/share';

const LINK = /https?:\/\/\S+/gi;
/** The end of a sentence or of a bracket around a link. */
const AFTER_LINK = /[.,;:!?)\]}'"»”]+$/;

/**
 * The page for what was shared: that of a link to this site, else a search for the words. Apps put a link among the words as often as in
 * a field of its own.
 * @param prefix of the language: '/fil', or nothing
 * @returns a path on this site
 */
export function sharedPath(shared: URLSearchParams, origin: string, prefix = ''): string {
  const [url, text, title] = ['url', 'text', 'title'].map((name) => shared.get(name) ?? '');
  const own = `${url} ${text}`.match(LINK)?.find((link) => isOn(origin, link));
  // Two strokes, of either kind, would begin the address of another site.
  if (own)
    return `/${own
      .slice(origin.length)
      .replace(AFTER_LINK, '')
      .replace(/^[/\\]+/, '')}`;
  const words = [text, title].map((each = '') => each.replace(LINK, ' ').replace(/\s+/g, ' ').trim());
  const search = (words.find((each) => each !== '') ?? '').slice(0, MAX_SEARCH_LENGTH);
  return `${prefix}/properties${search && `?${new URLSearchParams({ search })}`}`;
}

const isOn = (origin: string, link: string): boolean =>
  link.slice(0, origin.length).toLowerCase() === origin && /^(?:[/?#]|$)/.test(link.slice(origin.length));
