import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import PO from 'pofile';
import { DEFAULT_LANGUAGE, type Language } from './languages.ts';

/** A language's file of messages, `locales/<code>.po`, read by the builds of web, server and desktop. */
export interface Catalogue extends Language {
  /** By English message. */
  translations: Record<string, string>;
  /** The source files that hold each message. */
  places: ReadonlyMap<string, readonly string[]>;
}

export function readCatalogue(code: string, file: string): Catalogue {
  const { headers, items } = PO.parse(file);
  const translated = items.flatMap(({ msgid, msgstr: [text] }) => (text ? [[msgid, text] as const] : []));
  return {
    code,
    name: headers['X-Language-Name'] || code,
    translations: Object.fromEntries(translated),
    places: new Map(items.map(({ msgid, references }) => [msgid, references])),
  };
}

/** A language is a file in the folder. The default one comes first. */
function readFolder<Read extends Language>(folder: string, read: (code: string, file: string) => Read): Read[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.po'))
    .map((file) => read(path.basename(file, '.po'), readFileSync(path.join(folder, file), 'utf8')))
    .sort((a, b) => Number(b.code === DEFAULT_LANGUAGE) - Number(a.code === DEFAULT_LANGUAGE));
}

export const readCatalogues = (folder: string): Catalogue[] => readFolder(folder, readCatalogue);

/** The languages without their messages, which take a tenth of a second each to read. */
export const readLanguages = (folder: string): Language[] =>
  readFolder(folder, (code, file) => {
    const { name } = readCatalogue(code, file.split(/\r?\n\r?\n/, 1)[0] ?? '');
    return { code, name };
  });
