import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { I18n } from '@lingui/core';
import type { Context } from 'koa';
import { readCatalogue, readLanguages } from '#shared/catalogues.ts';
import {
  DEFAULT_LANGUAGE,
  formatLocale,
  isPublicPage,
  LANGUAGE_COOKIE,
  type Language,
  languageOfRange,
  localizedPath,
  splitLanguage,
} from '#shared/languages.ts';
import { startOfManilaDay } from '#shared/manilaDays.ts';
import { createI18n, type Message, translate } from '#shared/messages.ts';

/** Where the build puts the catalogues, beside the built server, and where they stand in the source. */
const FOLDERS = [path.join(import.meta.dirname, 'locales'), path.join(import.meta.dirname, '../locales')];

const folder = FOLDERS.find((one) => existsSync(one)) ?? '';

/** All there are, the default one first. */
export const languages: readonly Language[] = readLanguages(folder);

export const languageCodes: readonly string[] = languages.map(({ code }) => code);

const readTranslations = (code: string) =>
  readCatalogue(code, readFileSync(path.join(folder, `${code}.po`), 'utf8')).translations;

/** English stands in the source; other catalogues are read when something is first said in them. */
const said = new Map<string, I18n>();

/** @param code of a language there is; what was said in one that is there no more is said in English. */
export function i18nFor(code: string): I18n {
  const language = languageCodes.includes(code) ? code : DEFAULT_LANGUAGE;
  const known = said.get(language);
  if (known) return known;
  const i18n = createI18n(language, language === DEFAULT_LANGUAGE ? {} : readTranslations(language));
  said.set(language, i18n);
  return i18n;
}

/**
 * The language that a caller likes best of those there are. `*` and what nobody here speaks is no wish.
 * @param acceptLanguage 'fil-PH,fil;q=0.9,en;q=0.8'.
 */
export function languageOfRequest(
  acceptLanguage: string | undefined,
  codes: readonly string[] = languageCodes,
): string {
  const wishes = (acceptLanguage ?? '').split(',', MOST_WISHES).flatMap((wish) => {
    const [range = '', ...parameters] = wish.split(';').map((part) => part.trim().toLowerCase());
    const code = languageOfRange(range, codes);
    const quality = Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1);
    return code && quality > 0 && quality <= 1 ? [{ code, quality }] : [];
  });
  // Of equal ones the first stays first.
  return wishes.sort((a, b) => b.quality - a.quality)[0]?.code ?? DEFAULT_LANGUAGE;
}

/** More than any browser sends. */
const MOST_WISHES = 20;

/** A moment in a sentence, as Manila's clocks say it. */
export interface Moment {
  at: string;
  style: keyof typeof momentStyles;
}

/**
 * A sentence that is stored before it is known who reads it, and in which language: what stands in it may be a sentence or
 * a moment itself.
 */
export interface Words {
  id: string;
  values?: Readonly<Record<string, string | number | Words | Moment>>;
}

/** What a notice says, as it is stored. */
export interface NoticeWords {
  title: string | Words;
  message: string | Words;
  label: string | Words | null;
}

const momentStyles = {
  longMoment: { dateStyle: 'long', timeStyle: 'short' },
  mediumMoment: { dateStyle: 'medium', timeStyle: 'short' },
  longDay: { dateStyle: 'long' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

export const moment = (at: Date, style: Moment['style']): Moment => ({ at: at.toISOString(), style });

/** A day of Manila's calendar in a sentence. @param day '2026-01-31'. */
export const calendarDay = (day: string): Moment => moment(startOfManilaDay(day), 'longDay');

/** Made when they are first asked for: each costs more than a hundred sentences. */
const momentFormats = new Map<string, Intl.DateTimeFormat>();

function sayMoment(language: string, { at, style }: Moment): string {
  const key = `${language} ${style}`;
  const locale = language === DEFAULT_LANGUAGE ? 'en-PH' : formatLocale(language);
  const options = { timeZone: 'Asia/Manila', ...momentStyles[style] };
  const format = momentFormats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  momentFormats.set(key, format);
  return format.format(new Date(at));
}

/** @param words a text as it is, or a sentence to be said. */
export function say(language: string, words: string | Words | Moment): string {
  if (typeof words === 'string') return words;
  if ('at' in words) return sayMoment(language, words);
  const values = Object.entries(words.values ?? {}).map(([name, value]) => [
    name,
    typeof value === 'object' ? say(language, value) : value,
  ]);
  return translate(i18nFor(language), words.id, Object.fromEntries(values));
}

/** Why something failed, as a sentence for people. As the error's message it is English, for the log. */
export class SaidError extends Error {
  constructor(readonly sentence: string | Words) {
    super(say(DEFAULT_LANGUAGE, sentence));
  }
}

/** What an error says of itself: of one that is not ours its own words, whatever their language. */
export function reasonOf(error: unknown): string | Words {
  if (error instanceof SaidError) return error.sentence;
  return error instanceof Error ? error.message : String(error);
}

/** Beyond it somebody else's words are cut off. */
const MAX_KEPT = 500;

/** As a column of text keeps a sentence until it is known who reads it. */
export function keepWords(words: string | Words): string {
  if (typeof words === 'string') return words.slice(0, MAX_KEPT);
  return JSON.stringify(words, (_key, value: unknown) =>
    typeof value === 'string' ? value.slice(0, MAX_KEPT) : value,
  );
}

/** What was kept, in its reader's language; sentences of earlier times as they were said then. */
export function sayKept(language: string, kept: string): string {
  if (!kept.startsWith('{"id":')) return kept;
  try {
    return say(language, JSON.parse(kept) as Words);
  } catch {
    // Somebody else's words that look like it.
    return kept;
  }
}

/** Says messages in one language, as the web's `t` does in its reader's. */
export type Translate = (message: string | Message, values?: Words['values']) => string;

export const translator =
  (language: string): Translate =>
  (message, values) =>
    say(language, typeof message === 'string' ? { id: message, ...(values && { values }) } : message);

/** A stored notice in its reader's language; one of earlier times as it was stored. */
export function sayNotice(
  notice: { title: string; message: string; action_label: string | null; words: NoticeWords | null },
  language: string,
): { title: string; message: string; label: string | null } {
  const { words, action_label } = notice;
  return {
    title: say(language, words?.title ?? notice.title),
    message: say(language, words?.message ?? notice.message),
    label: words?.label ? say(language, words.label) : action_label,
  };
}

/** What of a request says in which language its page is to be read. */
interface PageRequest {
  path: string;
  querystring: string;
  cookie: string | undefined;
  acceptLanguage: string;
}

/**
 * Where a visitor who reads another language finds a public page whose address names none. An address that names one is
 * followed whatever the visitor's language is: that is how a link leads to what was sent.
 * @returns null: the page is shown as it is asked for.
 */
export function pageInOwnLanguage({ path, querystring, cookie, acceptLanguage }: PageRequest): string | null {
  if (splitLanguage(path, languageCodes).language !== DEFAULT_LANGUAGE || !isPublicPage(path)) return null;
  const chosen = cookie && languageCodes.includes(cookie) ? cookie : languageOfRequest(acceptLanguage);
  if (chosen === DEFAULT_LANGUAGE) return null;
  return localizedPath(chosen, path) + (querystring && `?${querystring}`);
}

/** Leads a visitor to the page in their language. @returns whether it did. */
export function redirectToOwnLanguage(ctx: Context): boolean {
  const { path, querystring } = ctx;
  if (!isPublicPage(path)) return false;
  ctx.append('Vary', 'Accept-Language, Cookie');
  const cookie = ctx.cookies.get(LANGUAGE_COOKIE);
  const address = pageInOwnLanguage({
    path,
    querystring,
    cookie,
    acceptLanguage: ctx.get('Accept-Language'),
  });
  if (!address) return false;
  ctx.set('Cache-Control', 'no-cache');
  ctx.redirect(address);
  return true;
}
