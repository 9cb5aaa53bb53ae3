/** The language the product is written in; its pages have the addresses without a prefix. */
export const DEFAULT_LANGUAGE = 'en';

/** Holds the code of the language that was chosen or redirected to, so that a server knows it before the first byte. */
export const LANGUAGE_COOKIE = 'silong_language';

export interface Language {
  /** As in its file's name: 'fil'. */
  code: string;
  name: string;
}

/** The public pages, which have an address in each language. */
const publicPage =
  /^\/(?:(?:properties|agents|locations)(?:\/[^/]+)?|(?:buildings|near|offices)\/[^/]+|about|accessibility|help|terms|privacy|compare)?$/;

export const isPublicPage = (path: string): boolean => publicPage.test(path);

/** '/fil/properties' is the Filipino page of '/properties'; without a prefix the language is the default one. */
export function splitLanguage(path: string, codes: readonly string[]): { language: string; path: string } {
  const [, first = ''] = path.split('/', 2);
  if (first === DEFAULT_LANGUAGE || !codes.includes(first)) return { language: DEFAULT_LANGUAGE, path };
  return { language: first, path: path.slice(first.length + 1) || '/' };
}

/** @param path the default language's: '/properties'. */
export function localizedPath(language: string, path: string): string {
  if (language === DEFAULT_LANGUAGE) return path;
  return path === '/' ? `/${language}` : `/${language}${path}`;
}

/** Browsers' other codes of a language: Filipino is written Tagalog. */
const otherCodes: Readonly<Record<string, string>> = { tl: 'fil' };

/** @param range a language range of a browser, 'fil-PH'. @returns undefined: there is no such language. */
export function languageOfRange(range: string, codes: readonly string[]): string | undefined {
  const [primary = ''] = range.toLowerCase().split('-', 1);
  const code = otherCodes[primary] ?? primary;
  return codes.includes(code) ? code : undefined;
}

/** By which a language's dates and numbers are written: English as in Manila's papers, any other as in the Philippines. */
export const formatLocale = (language: string): string =>
  language === DEFAULT_LANGUAGE ? 'en-US' : `${language}-PH`;
