import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import PO from 'pofile';
import { DEFAULT_LANGUAGE, type Language } from './languages.ts';

/** A language's file of messages, `locales/<code>.po`: for whoever builds the web, the server and the desktop. */
export interface Catalogue extends Language {
  /** By English message. */
  translations: Record<string, string>;
  /** The files that each message stands in. */
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

/** A language is a file in the folder, and nothing else. The default one comes first. */
function readFolder<Read extends Language>(
  folder: string,
  read: (code: string, file: string) => Read,
): Read[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.po'))
    .map((file) => read(path.basename(file, '.po'), readFileSync(path.join(folder, file), 'utf8')))
    .sort((a, b) => Number(b.code === DEFAULT_LANGUAGE) - Number(a.code === DEFAULT_LANGUAGE));
}

export const readCatalogues = (folder: string): Catalogue[] => readFolder(folder, readCatalogue);

/** Which languages there are, without what is said in them: that takes a tenth of a second each. */
export const readLanguages = (folder: string): Language[] =>
  readFolder(folder, (code, file) => {
    const { name } = readCatalogue(code, file.split(/\r?\n\r?\n/, 1)[0] ?? '');
    return { code, name };
  });
