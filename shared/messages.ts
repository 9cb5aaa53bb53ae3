import { type I18n, setupI18n } from '@lingui/core';

export type MessageValues = Record<string, string | number>;

/** A sentence for people before its language is known: the English words in ICU's notation, and their values. */
export interface Message {
  id: string;
  values?: MessageValues;
}

/** Names a message that is translated later. @param id as '{count, plural, one {# home} other {# homes}}'. */
export function msg(id: string, values?: MessageValues): Message;
export function msg<Values extends object>(id: string, values: Values): { id: string; values: Values };
export function msg(id: string, values?: object): { id: string; values?: object } {
  return values ? { id, values } : { id };
}

type Token = string | [name: string, kind?: string, cases?: Record<string, Token[] | number>];

/**
 * Reads the part of ICU's notation that messages use: places for values, number, plural, select, '#', and quotes around
 * literal text. Lingui's parser of all of it is eight times as large and would be loaded by every visitor.
 * @throws {SyntaxError}
 */
export function readNotation(message: string): Token[] {
  let at = 0;
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const [taken = '', word = taken] = pattern.exec(message) ?? [];
    if (!taken) throw new SyntaxError(message);
    at += taken.length;
    return word;
  };
  function readTokens(isInside: boolean, isPlural: boolean): Token[] {
    const tokens: Token[] = [];
    let text = '';
    const add = (token?: Token) => {
      if (text) tokens.push(text);
      if (token) tokens.push(token);
      text = '';
    };
    while (at < message.length && !(isInside && message[at] === '}')) {
      const character = take(/[\s\S]/y);
      const next = message[at] ?? '';
      if (character === '{') add(readPlace(isPlural));
      else if (character === '#' && isPlural) add('#');
      else if (character === "'" && next === "'") text += take(/'/y);
      else if (character === "'" && (next === '{' || next === '}' || (isPlural && next === '#')))
        text += take(/((?:[^']|'')+)'/y).replaceAll("''", "'");
      else text += character;
    }
    add();
    return tokens;
  }
  function readPlace(isPlural: boolean): Token {
    const name = take(/\s*([^\s,{}]+)\s*/y);
    if (take(/[,}]/y) === '}') return [name];
    const kind = take(/\s*(number|plural|selectordinal|select)\s*/y);
    if (kind === 'number') return take(/\}/y) && [name, kind];
    take(/,\s*/y);
    const cases: Record<string, Token[] | number> = {};
    while (message[at] !== '}') {
      const key = take(/=?([^\s,{}:=]+)\s*/y);
      if (key === 'offset') cases.offset = Number(take(/:\s*(\d+)\s*/y));
      else {
        take(/\{/y);
        cases[key] = readTokens(true, isPlural || kind !== 'select');
        take(/(\})\s*/y);
      }
    }
    take(/\}/y);
    return [name, kind, cases];
  }
  return readTokens(false, false);
}

const compiled = new Map<string, Token[]>();

/** Each message is read once, into a list of plain words and places for values. */
function compileOnce(message: string): Token[] {
  let tokens = compiled.get(message);
  if (!tokens) {
    try {
      tokens = readNotation(message);
    } catch {
      // A sentence of a server with another notation.
      tokens = [message];
    }
    compiled.set(message, tokens);
  }
  return tokens;
}

/** @param translations by English message; a message that is missing is said in English. */
export function createI18n(locale: string, translations: Record<string, string> = {}): I18n {
  const i18n = setupI18n({ locale, messages: { [locale]: translations } });
  i18n.setMessagesCompiler(compileOnce);
  return i18n;
}

/** Whether it has letters of Hebrew, Arabic or another script that is read from the right. */
export const isFromTheRight = (text: string): boolean =>
  /[\u0591-\u07ff\u200f\ufb1d-\ufdff\ufe70-\ufefc]/.test(text);

/** Lingui reads `\u0041` in a finished sentence as a letter: a typed backslash has to stay one. */
function writtenValue(value: string): string {
  const text = value.replaceAll('\\', '\\u005c');
  // Between these two marks a name turns nothing of the sentence around it.
  return isFromTheRight(text) ? `\u2068${text}\u2069` : text;
}

const written = (values: MessageValues): MessageValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? writtenValue(value) : value]),
  );

/** @param message an English message, never a person's own words: those are values. */
export function translate(i18n: I18n, message: string | Message, values?: MessageValues): string {
  const id = typeof message === 'string' ? message : message.id;
  const given = typeof message === 'string' ? values : message.values;
  return i18n._(id, given && written(given));
}

const englishI18n = createI18n('en');

/** For the log, and for readers whose language is not known yet. */
export const english = (message: string | Message, values?: MessageValues): string =>
  translate(englishI18n, message, values);
