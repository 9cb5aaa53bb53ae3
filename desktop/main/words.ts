import messages from 'virtual:desktop-messages';
import { DEFAULT_LANGUAGE, languageOfRange } from '#shared/languages.ts';
import { createI18n, type Message, type MessageValues, translate } from '#shared/messages.ts';

let words = createI18n(DEFAULT_LANGUAGE);

/**
 * The console's own menus, questions and notices are said in the language of the page, as soon as there is one, and until then in that
 * of the system. @param ranges the liked ones first.
 */
export function speakLanguageOf(ranges: readonly string[]): void {
  const codes = Object.keys(messages);
  const code = ranges.map((range) => languageOfRange(range, codes)).find(Boolean) ?? DEFAULT_LANGUAGE;
  words = createI18n(code, messages[code]);
}

/** Called while something is shown, never when a module loads. */
export const t = (message: string | Message, values?: MessageValues): string =>
  translate(words, message, values);
