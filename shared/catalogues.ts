import PO from 'pofile';
import type { Language } from './languages.ts';

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
