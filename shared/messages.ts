import { type I18n, setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';

export type MessageValues = Record<string, string | number>;

/** A sentence for people before its language is known: the English words in ICU's notation, and what stands in them. */
export interface Message {
  id: string;
  values?: MessageValues;
}

/**
 * Names a message without saying it yet: for what is declared when a module loads, and for what the server tells.
 * @param id as '{count, plural, one {# home} other {# homes}}'.
 */
export function msg(id: string, values?: MessageValues): Message {
  return values ? { id, values } : { id };
}

const compiled = new Map<string, ReturnType<typeof compileMessage>>();

/** Each message is parsed once, into a list of plain words and places for values. */
function compileOnce(message: string): ReturnType<typeof compileMessage> {
  const known = compiled.get(message);
  if (known !== undefined) return known;
  const result = compileMessage(message);
  compiled.set(message, result);
  return result;
}

/** @param translations by English message; a message that is missing is said in English. */
export function createI18n(locale: string, translations: Record<string, string> = {}): I18n {
  const i18n = setupI18n({ locale, messages: { [locale]: translations } });
  i18n.setMessagesCompiler(compileOnce);
  return i18n;
}

/** Lingui reads `\u0041` in a finished sentence as a letter: a backslash that somebody wrote has to come out as one. */
const written = (values: MessageValues): MessageValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('\\', '\\u005c') : value,
    ]),
  );

/** @param message an English message, never a person's own words: those are values. */
export function translate(i18n: I18n, message: string | Message, values?: MessageValues): string {
  const id = typeof message === 'string' ? message : message.id;
  const given = typeof message === 'string' ? values : message.values;
  return i18n._(id, given && written(given));
}

const englishI18n = createI18n('en');

/** For the log, and for readers whose language nobody asks for yet. */
export const english = (message: string | Message, values?: MessageValues): string =>
  translate(englishI18n, message, values);
