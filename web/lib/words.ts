import { catalogues } from 'virtual:languages';
import { DEFAULT_LANGUAGE } from '#shared/languages.ts';
import { createI18n } from '#shared/messages.ts';
import { currentI18n } from './i18n.tsx';

// A catalogue comes in parts, see build/messageParts.ts: the first with the page, the next with the code that says them.

let language = DEFAULT_LANGUAGE;
/** How many parts are needed so far. */
let wanted = 1;
/** How many of the language's are in force. */
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

/** Puts a language in force. @returns false: its words do not come, and those that everybody has are shown. */
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

/** What is imported, once the words of its parts have come. The build puts it around imports. */
export async function withWords<Part>(count: number, imported: Promise<Part>): Promise<Part> {
  wanted = Math.max(wanted, count);
  // Better in English than not at all.
  const [part] = await Promise.all([imported, fetchWanted().catch(() => undefined)]);
  return part;
}
