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

/** Folder of the catalogues: beside the built server, else in the source. */
const FOLDERS = [path.join(import.meta.dirname, 'locales'), path.join(import.meta.dirname, '../locales')];

const folder = FOLDERS.find((one) => existsSync(one)) ?? '';

export const languages: readonly Language[] = readLanguages(folder);

export const languageCodes: readonly string[] = languages.map(({ code }) => code);

const readTranslations = (code: string) =>
  readCatalogue(code, readFileSync(path.join(folder, `${code}.po`), 'utf8')).translations;

/** English is in the source; other catalogues are read at their first use. */
const translators = new Map<string, I18n>();

/** @param code of an available language; unavailable ones fall back to English. */
export function i18nFor(code: string): I18n {
  const language = languageCodes.includes(code) ? code : DEFAULT_LANGUAGE;
  const known = translators.get(language);
  if (known) return known;
  const i18n = createI18n(language, language === DEFAULT_LANGUAGE ? {} : readTranslations(language));
  translators.set(language, i18n);
  return i18n;
}

/** The caller's preferred available language, without `*`. @param acceptLanguage 'fil-PH,fil;q=0.9,en;q=0.8'. */
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
  // Equal ones keep their order.
  return wishes.sort((a, b) => b.quality - a.quality)[0]?.code ?? DEFAULT_LANGUAGE;
}

/** More than any browser sends. */
const MOST_WISHES = 20;

/** A moment in a sentence, in Manila's time. */
export interface Moment {
  at: string;
  style: keyof typeof momentStyles;
}

/** A sentence stored before its reader and language are known; its values may be sentences or moments themselves. */
export interface Words {
  id: string;
  values?: Readonly<Record<string, string | number | Words | Moment>>;
}

/** The stored form of a notice's sentence. */
export interface NoticeWords {
  title: string | Words;
  message: string | Words;
  label: string | Words | null;
  /** The person and the listing; notices of earlier versions have none. */
  concerns?: string | Words | null;
}

const momentStyles = {
  longMoment: { dateStyle: 'long', timeStyle: 'short' },
  mediumMoment: { dateStyle: 'medium', timeStyle: 'short' },
  longDay: { dateStyle: 'long' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

export const moment = (at: Date, style: Moment['style']): Moment => ({ at: at.toISOString(), style });

/** A day of Manila's calendar in a sentence. @param day '2026-01-31'. */
export const calendarDay = (day: string): Moment => moment(startOfManilaDay(day), 'longDay');

/** Made at their first use: each costs more than a hundred sentences. */
const momentFormats = new Map<string, Intl.DateTimeFormat>();

function sayMoment(language: string, { at, style }: Moment): string {
  const key = `${language} ${style}`;
  const locale = language === DEFAULT_LANGUAGE ? 'en-PH' : formatLocale(language);
  const options = { timeZone: 'Asia/Manila', ...momentStyles[style] };
  const format = momentFormats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  momentFormats.set(key, format);
  return format.format(new Date(at));
}

/** @param words plain text, or a sentence to translate. */
export function say(language: string, words: string | Words | Moment): string {
  if (typeof words === 'string') return words;
  if ('at' in words) return sayMoment(language, words);
  const values = Object.entries(words.values ?? {}).map(([name, value]) => [
    name,
    typeof value === 'object' ? say(language, value) : value,
  ]);
  return translate(i18nFor(language), words.id, Object.fromEntries(values));
}

/** An error with a sentence for people. Its `message` is English, for the log. */
export class SaidError extends Error {
  constructor(readonly sentence: string | Words) {
    super(say(DEFAULT_LANGUAGE, sentence));
  }
}

/** The sentence of an error; for a foreign error its own message, in any language. */
export function reasonOf(error: unknown): string | Words {
  if (error instanceof SaidError) return error.sentence;
  return error instanceof Error ? error.message : String(error);
}

/** Longer foreign messages are cut off. */
const MAX_KEPT = 500;

/** Encodes a sentence for a text column, until its reader is known. */
export function keepWords(words: string | Words): string {
  if (typeof words === 'string') return words.slice(0, MAX_KEPT);
  return JSON.stringify(words, (_key, value: unknown) =>
    typeof value === 'string' ? value.slice(0, MAX_KEPT) : value,
  );
}

/** Decodes a stored sentence; rows of earlier versions are plain text. */
export function readKept(kept: string): string | Words {
  if (!kept.startsWith('{"id":')) return kept;
  try {
    return JSON.parse(kept) as Words;
  } catch {
    // Foreign text that looks like an encoded sentence.
    return kept;
  }
}

/** The same for its reader. */
export const sayKept = (language: string, kept: string): string => say(language, readKept(kept));

/** Translates messages into one language, like the web's `t`. */
export type Translate = (message: string | Message, values?: Words['values']) => string;

export const translator =
  (language: string): Translate =>
  (message, values) =>
    say(language, typeof message === 'string' ? { id: message, ...(values && { values }) } : message);

/** A stored notice in its reader's language; one of earlier versions as it was stored. */
export function sayNotice(
  notice: { title: string; message: string; action_label: string | null; words: NoticeWords | null },
  language: string,
): { title: string; message: string; label: string | null; concerns: string | null } {
  const { words, action_label } = notice;
  return {
    title: say(language, words?.title ?? notice.title),
    message: say(language, words?.message ?? notice.message),
    label: words?.label ? say(language, words.label) : action_label,
    concerns: words?.concerns ? say(language, words.concerns) : null,
  };
}

/**
 * Redirects a visitor to a public page in their other language, where the address names no language. An address with a
 * language is followed as it is, so that a sent link shows the same page.
 * @returns whether it did.
 */
export function redirectToOwnLanguage(ctx: Context): boolean {
  const { path, querystring } = ctx;
  if (!isPublicPage(path)) return false;
  ctx.append('Vary', 'Accept-Language, Cookie');
  if (splitLanguage(path, languageCodes).language !== DEFAULT_LANGUAGE) return false;
  const cookie = ctx.cookies.get(LANGUAGE_COOKIE);
  const isChosen = cookie !== undefined && languageCodes.includes(cookie);
  const language = isChosen ? cookie : languageOfRequest(ctx.get('Accept-Language'));
  if (language === DEFAULT_LANGUAGE) return false;
  ctx.set('Cache-Control', 'no-cache');
  ctx.redirect(localizedPath(language, path) + (querystring && `?${querystring}`));
  return true;
}
