import { catalogues } from 'virtual:languages';
import { DEFAULT_LANGUAGE } from '#shared/languages.ts';
import { createI18n } from '#shared/messages.ts';
import { currentI18n } from './i18n.tsx';

// A catalogue has parts (see build/messageParts.ts): the first is loaded with the page, others with the code that uses them.

let language = DEFAULT_LANGUAGE;
/** Number of parts needed so far. */
let wanted = 1;
/** Number of loaded parts of the language. */
let known = 0;

async function fetchWanted(): Promise<void> {
  const [code, count] = [language, wanted];
  if (known >= count) return;
  const files = await Promise.all((catalogues[code] ?? []).slice(0, count).map((load) => load()));
  if (code !== language) return;
  const words: Record<string, string> = Object.assign({}, ...files.map((file) => file.default));
  if (currentI18n().locale === code) currentI18n().load(code, words);
  else currentI18n.set(createI18n(code, words));
  known = Math.max(known, count);
}

/** Loads and activates a language. @returns false if it could not be loaded; then English is shown. */
export async function speak(code: string): Promise<boolean> {
  language = code;
  known = 0;
  try {
    await fetchWanted();
    return true;
  } catch {
    language = DEFAULT_LANGUAGE;
    return false;
  }
}

/** Waits for the catalogue parts of an imported module. The build wraps imports with it. */
export async function withWords<Part>(count: number, imported: Promise<Part>): Promise<Part> {
  wanted = Math.max(wanted, count);
  // Without the translation, the module is shown in English.
  const [part] = await Promise.all([imported, fetchWanted().catch(() => undefined)]);
  return part;
}
