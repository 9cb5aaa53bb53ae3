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

/** @param path an address of this site @returns the address without the language's prefix */
export const withoutPrefix = (path: string): string => splitLanguage(path, codes).path;

/** The page's address without the language's prefix, as used by routes and links. */
export const pagePath = (): string => withoutPrefix(window.location.pathname);

/** Prefix of addresses in the page's language: '/fil'. */
export function addressPrefix(): string {
  const { language } = splitLanguage(window.location.pathname, codes);
  return language === DEFAULT_LANGUAGE ? '/' : `/${language}`;
}

const known = (code: string | null | undefined): string | undefined => codes.find((one) => one === code);

/** Code of the language chosen in this browser. */
const keptLanguage = () => known(new RegExp(`(?:^|; )${LANGUAGE_COOKIE}=(\\w+)`).exec(document.cookie)?.[1]);

/** @param chosen language of the signed-in account */
function languageOfPage(chosen: string | null | undefined): string {
  const { language } = splitLanguage(window.location.pathname, codes);
  if (language !== DEFAULT_LANGUAGE) return language;
  const preferred = navigator.languages.map((range) => languageOfRange(range, codes)).find(Boolean);
  return keptLanguage() ?? known(chosen) ?? preferred ?? DEFAULT_LANGUAGE;
}

/**
 * Sets the page's language before the first render: the address' one, else the chosen one, else the browser's.
 * @param chosen language of the signed-in account, or of the server-rendered page (`isOfPage`)
 */
export async function prepareLanguage(
  chosen: string | null | undefined,
  { isOfPage = false } = {},
): Promise<void> {
  const language = (isOfPage && known(chosen)) || languageOfPage(chosen);
  const { documentElement: page } = document;
  // Even setting the same value would recalculate all styles.
  if (page.lang !== language) page.lang = language;
  if (!(await speak(language))) page.lang = DEFAULT_LANGUAGE;
}

/** The available languages, each with this page's address in it. */
export const languageChoices = (path: string, search: string) =>
  languages.map(({ code, name }) => ({
    code,
    name,
    isCurrent: code === currentI18n().locale,
    href: (isPublicPage(path) ? localizedPath(code, path) : path) + search,
  }));

/** Stores the choice in a cookie, which the server reads too. */
export function keepLanguage(code: string): void {
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = `${LANGUAGE_COOKIE}=${code}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`;
}

/** Reloads the page in a language, at the same address. */
export function openInLanguage(code: string): void {
  keepLanguage(code);
  // Reading the cookie ensures that it is stored before the page's request.
  keptLanguage();
  const { pathname, search, hash } = window.location;
  const { path } = splitLanguage(pathname, codes);
  const address = (isPublicPage(path) ? localizedPath(code, path) : path) + search + hash;
  if (address === pathname + search + hash) window.location.reload();
  else window.location.assign(address);
}
