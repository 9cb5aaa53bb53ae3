import messages from 'virtual:desktop-messages';
import { DEFAULT_LANGUAGE, languageOfRange } from '#shared/languages.ts';
import { createI18n, type Message, type MessageValues, translate } from '#shared/messages.ts';

let words = createI18n(DEFAULT_LANGUAGE);

/** Sets the language of the console's own texts: the page's, or before it is known the system's. @param ranges by preference */
export function setLanguage(ranges: readonly string[]): void {
  const codes = Object.keys(messages);
  const code = ranges.map((range) => languageOfRange(range, codes)).find(Boolean) ?? DEFAULT_LANGUAGE;
  words = createI18n(code, messages[code]);
}

/** Must be called when a text is shown, never while a module loads. */
export const t = (message: string | Message, values?: MessageValues): string => translate(words, message, values);
