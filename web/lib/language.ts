import { catalogues, languages } from 'virtual:languages';
import {
  DEFAULT_LANGUAGE,
  isPublicPage,
  LANGUAGE_COOKIE,
  languageOfRange,
  localizedPath,
  splitLanguage,
} from '#shared/languages.ts';
import { createI18n } from '#shared/messages.ts';
import { readCookie, writeCookie } from '#web/platform/browserStorage.ts';
import { currentI18n } from './i18n.tsx';

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
const keptLanguage = () => known(readCookie(LANGUAGE_COOKIE));

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

const addressIn = (code: string, path: string) => (isPublicPage(path) ? localizedPath(code, path) : path);

/** The available languages, each with this page's address in it. */
export const languageChoices = (path: string, search: string) =>
  languages.map(({ code, name }) => ({
    code,
    name,
    isCurrent: code === currentI18n().locale,
    href: addressIn(code, path) + search,
  }));

/** Stores the choice in a cookie, which the server reads too, and reloads the page in that language. */
export function openInLanguage(code: string): void {
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  writeCookie(`${LANGUAGE_COOKIE}=${code}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`);
  // Reading the cookie ensures that it is stored before the page's request.
  keptLanguage();
  const { pathname, search, hash } = window.location;
  const address = addressIn(code, withoutPrefix(pathname)) + search + hash;
  if (address === pathname + search + hash) window.location.reload();
  else window.location.assign(address);
}

// A catalogue has parts (see build/messageParts.ts): the first is loaded with the page, others with the code that uses them.

let spoken = DEFAULT_LANGUAGE;
/** Number of parts needed so far. */
let wantedParts = 1;
/** Number of loaded parts of the language. */
let loadedParts = 0;

async function fetchWanted(): Promise<void> {
  const [code, count] = [spoken, wantedParts];
  if (loadedParts >= count) return;
  const files = await Promise.all((catalogues[code] ?? []).slice(0, count).map((load) => load()));
  if (code !== spoken) return;
  const words: Record<string, string> = Object.assign({}, ...files.map((file) => file.default));
  if (currentI18n().locale === code) currentI18n().load(code, words);
  else currentI18n.set(createI18n(code, words));
  loadedParts = Math.max(loadedParts, count);
}

/** Loads and activates a language. @returns false if it could not be loaded; then English is shown. */
async function speak(code: string): Promise<boolean> {
  spoken = code;
  loadedParts = 0;
  try {
    await fetchWanted();
    return true;
  } catch {
    spoken = DEFAULT_LANGUAGE;
    return false;
  }
}

/** Waits for the catalogue parts of an imported module. The build wraps imports with it. */
export async function withWords<Part>(count: number, imported: Promise<Part>): Promise<Part> {
  wantedParts = Math.max(wantedParts, count);
  // Without the translation, the module is shown in English.
  const [part] = await Promise.all([imported, fetchWanted().catch(() => undefined)]);
  return part;
}
