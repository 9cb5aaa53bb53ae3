import { languages } from 'virtual:languages';
import {
  DEFAULT_LANGUAGE,
  isPublicPage,
  LANGUAGE_COOKIE,
  languageOfRange,
  localizedPath,
  splitLanguage,
} from '#shared/languages.ts';
import { currentI18n } from './i18n.tsx';
import { speak } from './words.ts';

const codes = languages.map(({ code }) => code);

const YEAR_SECONDS = 365 * 24 * 3_600;

/** @param path an address of this site. @returns it as routes and links have it. */
export const withoutPrefix = (path: string): string => splitLanguage(path, codes).path;

/** The page's address without the language's prefix, as routes and links have it. */
export const pagePath = (): string => withoutPrefix(window.location.pathname);

/** What stands before every address of the page's language: '/fil'. */
export function addressPrefix(): string {
  const { language } = splitLanguage(window.location.pathname, codes);
  return language === DEFAULT_LANGUAGE ? '/' : `/${language}`;
}

const known = (code: string | null | undefined): string | undefined => codes.find((one) => one === code);

/** The code of what was chosen in this browser. */
const keptLanguage = () => known(new RegExp(`(?:^|; )${LANGUAGE_COOKIE}=(\\w+)`).exec(document.cookie)?.[1]);

/** @param chosen by whoever is signed in. */
function languageOfPage(chosen: string | null | undefined): string {
  const { language } = splitLanguage(window.location.pathname, codes);
  if (language !== DEFAULT_LANGUAGE) return language;
  const preferred = navigator.languages.map((range) => languageOfRange(range, codes)).find(Boolean);
  return keptLanguage() ?? known(chosen) ?? preferred ?? DEFAULT_LANGUAGE;
}

/**
 * Puts the page's language in force before anything is drawn: that of its address, else the chosen one, else the
 * browser's. @param chosen by whoever is signed in, or by the server for the page that it has rendered (`isOfPage`).
 */
export async function prepareLanguage(
  chosen: string | null | undefined,
  { isOfPage = false } = {},
): Promise<void> {
  const language = (isOfPage && known(chosen)) || languageOfPage(chosen);
  const { documentElement: page } = document;
  // Also the same again would have the whole page's styles worked out anew.
  if (page.lang !== language) page.lang = language;
  if (!(await speak(language))) page.lang = DEFAULT_LANGUAGE;
}

/** The languages one may choose from, each with the address of this page in it. */
export const languageChoices = (path: string, search: string) =>
  languages.map(({ code, name }) => ({
    code,
    name,
    isCurrent: code === currentI18n().locale,
    href: (isPublicPage(path) ? localizedPath(code, path) : path) + search,
  }));

/** A server, too, knows it from now on before it answers. */
export function keepLanguage(code: string): void {
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = `${LANGUAGE_COOKIE}=${code}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`;
}

/** Draws the page anew in a language, at the same place. */
export function openInLanguage(code: string): void {
  keepLanguage(code);
  // Read back, it is stored: what was only written may come after the request for the page.
  keptLanguage();
  const { pathname, search, hash } = window.location;
  const { path } = splitLanguage(pathname, codes);
  const address = (isPublicPage(path) ? localizedPath(code, path) : path) + search + hash;
  if (address === pathname + search + hash) window.location.reload();
  else window.location.assign(address);
}
