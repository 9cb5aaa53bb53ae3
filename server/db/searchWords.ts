import { foldText } from '#shared/places.ts';
import type { Dialect } from './connection.ts';
import type { SqlBuilder } from './sql.ts';

const MIN_PHONE_DIGITS = 4;

export interface SearchWords {
  /** Folded; each must begin a word of what is found. */
  words: string[];
  /** Of '#1024' or '1024'. */
  id: number | null;
  /** As far as they say something about a telephone number, without country code or leading zero. */
  phoneDigits: string | null;
}

/** Null when the text says too little to search for: no letter or digit, or a single letter. */
export function parseSearchWords(text: string): SearchWords | null {
  const words = foldText(text).split(' ').filter(Boolean);
  const id = /^\s*#?\s*(\d{1,9})\s*$/.exec(text)?.[1];
  if (words.length === 0 || (words.join('').length < 2 && !id)) return null;
  const digits = digitsSearchedFor(text);
  return {
    words,
    id: id ? Number(id) : null,
    phoneDigits: digits.length >= MIN_PHONE_DIGITS ? digits : null,
  };
}

/** The digits of a text that can only mean a telephone number; none where it says something else. */
function digitsSearchedFor(text: string): string {
  return /^[\d\s()+.-]+$/.test(text) ? localDigits(text) : '';
}

/** The same number is written +63 917, 0917 and 917. */
export function localDigits(phone: string): string {
  return phone.replace(/\D/g, '').replace(/^(?:63|0)/, '');
}

export function matchesWords(text: string, { words }: Pick<SearchWords, 'words'>): boolean {
  const folded = ` ${foldText(text)}`;
  return words.every((word) => folded.includes(` ${word}`));
}

export interface Contact {
  name: string | null;
  email: string | null;
  phone: string | null;
}

export function matchesContact({ name, email, phone }: Contact, search: SearchWords): boolean {
  if (matchesWords(`${name ?? ''} ${email ?? ''}`, search)) return true;
  return search.phoneDigits !== null && localDigits(phone ?? '').includes(search.phoneDigits);
}

/** Letters as they are written with accents in Filipino and Spanish names; neither database folds them by itself. */
const accented: Record<string, string> = {
  a: 'áàâãäå',
  e: 'éèêë',
  i: 'íìîï',
  o: 'óòôõö',
  u: 'úùûü',
  n: 'ñ',
  c: 'ç',
};

/** A folded letter as both databases' patterns write it: in either case, with and without accents. */
function letterClass(letter: string): string {
  const all = `${letter}${accented[letter] ?? ''}`;
  return `[${all}${all.toUpperCase()}]`;
}

/** Operator and operand of a condition that some word of a text begins with a folded word; case and accents ignored. */
export function prefixPattern(dialect: Dialect, word: string): { operator: string; pattern: string } {
  const letters = [...word].map(letterClass);
  // Whatever is neither letter nor digit parts two words; what follows is checked again by `matchesContact`.
  return dialect === 'sqlite'
    ? { operator: 'GLOB', pattern: `*[^a-zA-Z0-9]${letters.join('')}*` }
    : { operator: '~', pattern: `[^a-zA-Z0-9]${letters.join('')}` };
}

const MIN_DIGITS_OF_PERSON = 3;

/**
 * A condition that a person of the table `alias` is the one searched for: each word stands somewhere in the name or the
 * e-mail, case and accents ignored, or the digits are in the telephone number.
 */
export function matchesPerson(sql: SqlBuilder, alias: string, search: string): string {
  const isNamed = findsWords(sql, search, (hasWord) => hasWord(`(${alias}.name || ' ' || ${alias}.email)`));
  const hasNumber = matchesNumber(sql, alias, search);
  return hasNumber === null ? `(${isNamed})` : `((${isNamed}) OR ${hasNumber})`;
}

/** @returns null where no number is searched for. */
export function matchesNumber(sql: SqlBuilder, alias: string, search: string): string | null {
  const digits = digitsSearchedFor(search);
  if (digits.length < MIN_DIGITS_OF_PERSON) return null;
  return `${digitsOf(`${alias}.phone`)} LIKE ${sql.bind(`%${digits}%`)}`;
}

/**
 * A condition that every word is found, case and accents ignored.
 * @param find says where, as SQL; what it is given says that a text has the word somewhere.
 */
export function findsWords(
  sql: SqlBuilder,
  search: string,
  find: (hasWord: (text: string) => string) => string,
): string {
  const operator = sql.dialect === 'sqlite' ? 'GLOB' : '~';
  const conditions = search
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => {
      const pattern = sql.bind(containing(sql.dialect, word));
      return `(${find((text) => `${text} ${operator} ${pattern}`)})`;
    });
  return conditions.join(' AND ') || '1 = 1';
}

/** The pattern of a text that has the word somewhere, character by character: an '@' or a dot means itself. */
function containing(dialect: Dialect, word: string): string {
  const folded = word
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  const characters = [...folded].map((character) =>
    /[\p{L}\p{N}]/u.test(character) ? letterClass(character) : literal[dialect](character),
  );
  return dialect === 'sqlite' ? `*${characters.join('')}*` : characters.join('');
}

const literal: Record<Dialect, (character: string) => string> = {
  sqlite: (character) => (/[*?[]/.test(character) ? `[${character}]` : character),
  postgres: (character) => (/^[\p{P}\p{S}]$/u.test(character) ? `\\${character}` : character),
};

/** A column's text without the signs that telephone numbers are written with. */
export function digitsOf(column: string): string {
  return [' ', '-', '(', ')', '+', '.'].reduce((sql, sign) => `replace(${sql}, '${sign}', '')`, column);
}
