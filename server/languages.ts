import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { I18n } from '@lingui/core';
import { type Catalogue, readCatalogue } from '#shared/catalogues.ts';
import { DEFAULT_LANGUAGE, type Language } from '#shared/languages.ts';
import { createI18n } from '#shared/messages.ts';

/** Where the build puts the catalogues, beside the built server, and where they stand in the source. */
const FOLDERS = [path.join(import.meta.dirname, 'locales'), path.join(import.meta.dirname, '../locales')];

/** A language is a file here, and nothing else. */
export function readCatalogues(folder: string): Catalogue[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.po'))
    .map((file) => readCatalogue(path.basename(file, '.po'), readFileSync(path.join(folder, file), 'utf8')))
    .sort((a, b) => Number(b.code === DEFAULT_LANGUAGE) - Number(a.code === DEFAULT_LANGUAGE));
}

const catalogues = readCatalogues(FOLDERS.find((folder) => existsSync(folder)) ?? '');

/** All there are, the default one first. */
export const languages: readonly Language[] = catalogues.map(({ code, name }) => ({ code, name }));

export const languageCodes: readonly string[] = languages.map(({ code }) => code);

const said = new Map(catalogues.map(({ code, translations }) => [code, createI18n(code, translations)]));

/** @param code of a language there is; what was said in one that is there no more is said in English. */
export function i18nFor(code: string): I18n {
  const i18n = said.get(code) ?? said.get(DEFAULT_LANGUAGE);
  if (!i18n) throw new Error('The catalogue of the default language is missing');
  return i18n;
}

/** What browsers call a language besides its own code: Filipino is written Tagalog. */
const otherCodes: Readonly<Record<string, string>> = { tl: 'fil' };

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
    const [primary = ''] = range.split('-', 1);
    const code = otherCodes[primary] ?? primary;
    const quality = Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1);
    return codes.includes(code) && quality > 0 && quality <= 1 ? [{ code, quality }] : [];
  });
  // Of equal ones the first stays first.
  return wishes.sort((a, b) => b.quality - a.quality)[0]?.code ?? DEFAULT_LANGUAGE;
}

/** More than any browser sends. */
const MOST_WISHES = 20;
