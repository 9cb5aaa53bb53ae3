import { dialled, plainPhone } from '#shared/phoneReader.ts';
import { foldText } from '#shared/places.ts';
import type { Dialect } from './connection.ts';
import type { SqlBuilder } from './sql.ts';

const MIN_PHONE_DIGITS = 4;

export interface SearchWords {
  /** Folded; a matching text has a word beginning with each. */
  words: string[];
  /** The number in '#1024' or '1024'. */
  id: number | null;
  /** The digits of a telephone number, without country code or leading zero. */
  phoneDigits: string | null;
}

/** Null for a text too short to search for: no letter or digit, or a single letter. */
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

/** The digits of a text that can only be a telephone number; else none. */
function digitsSearchedFor(text: string): string {
  const plain = plainPhone(text);
  if (!/^[\d\s()+.-]+$/.test(plain)) return '';
  // Within Metro Manila the area code is often left out.
  const [, ofManila] = /^\+632(\d{8})$/.exec(dialled(plain) ?? '') ?? [];
  return ofManila ?? localDigits(plain);
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

/** Accented letters of Filipino and Spanish names; neither database folds them by itself. */
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

/** The database's columns of folded names and addresses leave all other letters unchanged. */
const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text);

const holds = (sql: SqlBuilder, text: string, part: string) =>
  `${sql.dialect === 'sqlite' ? 'instr' : 'strpos'}(${text}, ${sql.bind(part)}) > 0`;

/**
 * A condition: some word of the name or the e-mail of a person of `searchedPeople` begins with a folded word.
 * Characters other than letters and digits separate words; `matchesContact` checks the result again.
 */
export function hasWordBeginning(sql: SqlBuilder, alias: string, word: string): string {
  const isFolded = isAscii(word);
  const [before, letters, text] = isFolded
    ? ['[^a-z0-9]', word, `${alias}.search_text`]
    : ['[^a-zA-Z0-9]', [...word].map(letterClass).join(''), `${alias}.name || ' ' || ${alias}.email`];
  // PostgreSQL estimates '~' as so rare that it would scan everybody before it sorts the matches.
  const begins =
    sql.dialect === 'sqlite'
      ? `(' ' || ${text}) GLOB ${sql.bind(`*${before}${letters}*`)}`
      : `substring(' ' || ${text} from ${sql.bind(before + letters)}) IS NOT NULL`;
  // Most people do not have the word at all, which is faster to find out.
  return isFolded ? `(${holds(sql, text, word)} AND ${begins})` : begins;
}

const MIN_DIGITS_OF_PERSON = 3;

/** A condition that the digits are in the telephone number of a person of `searchedPeople`. */
export const hasDigits = (sql: SqlBuilder, alias: string, digits: string) =>
  holds(sql, `${alias}.phone_digits`, digits);

const wordsOf = (search: string) => search.split(/\s+/).filter(Boolean);

/** The people in the FROM of a search; SQLite, which would fold each name anew, is made to read the index. */
export function searchedPeople(dialect: Dialect, alias: string, search: string): string {
  const isIndexed = dialect === 'sqlite' && wordsOf(search).some((word) => isAscii(foldWord(word)));
  return isIndexed ? `users ${alias} INDEXED BY users_search` : `users ${alias}`;
}

/** A condition on one of `searchedPeople`: each word is in name or e-mail, in any case and accents, or the digits in the number. */
export function isPerson(sql: SqlBuilder, alias: string, search: string): string {
  const isNamed = wordsOf(search).map((word) => {
    const folded = foldWord(word);
    return isAscii(folded)
      ? holds(sql, `${alias}.search_text`, folded)
      : `(${alias}.name || ' ' || ${alias}.email) ${hasPattern(sql, folded)}`;
  });
  const digits = digitsOfPerson(search);
  const named = `(${isNamed.join(' AND ') || '1 = 1'})`;
  return digits === null ? named : `(${named} OR ${hasDigits(sql, alias, digits)})`;
}

/** The same for a person joined to another row, where SQLite is faster with a pattern of letters with and without accents. */
export function matchesPerson(sql: SqlBuilder, alias: string, search: string): string {
  if (sql.dialect === 'postgres') return isPerson(sql, alias, search);
  const isNamed = findsWords(sql, search, (hasWord) => hasWord(`(${alias}.name || ' ' || ${alias}.email)`));
  const hasNumber = matchesNumber(sql, alias, search);
  return hasNumber === null ? `(${isNamed})` : `((${isNamed}) OR ${hasNumber})`;
}

/** Null where no number is searched for. */
function digitsOfPerson(search: string): string | null {
  const digits = digitsSearchedFor(search);
  return digits.length < MIN_DIGITS_OF_PERSON ? null : digits;
}

/** @returns null where no number is searched for. */
export function matchesNumber(sql: SqlBuilder, alias: string, search: string): string | null {
  const digits = digitsOfPerson(search);
  return digits && `${digitsOf(`${alias}.phone`)} LIKE ${sql.bind(`%${digits}%`)}`;
}

/** A condition: every word is found, ignoring case and accents. @param find makes the condition of one word from `hasWord`. */
export function findsWords(
  sql: SqlBuilder,
  search: string,
  find: (hasWord: (text: string) => string) => string,
): string {
  const conditions = wordsOf(search).map((word) => {
    const isThere = hasPattern(sql, foldWord(word));
    return `(${find((text) => `${text} ${isThere}`)})`;
  });
  return conditions.join(' AND ') || '1 = 1';
}

function foldWord(word: string): string {
  return word
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}

/** The rest of a condition on a text that contains a folded word, character by character: '@' and '.' are literal. */
function hasPattern(sql: SqlBuilder, folded: string): string {
  const characters = [...folded].map((character) =>
    /[\p{L}\p{N}]/u.test(character) ? letterClass(character) : literal[sql.dialect](character),
  );
  return sql.dialect === 'sqlite'
    ? `GLOB ${sql.bind(`*${characters.join('')}*`)}`
    : `~ ${sql.bind(characters.join(''))}`;
}

const literal: Record<Dialect, (character: string) => string> = {
  sqlite: (character) => (/[*?[]/.test(character) ? `[${character}]` : character),
  postgres: (character) => (/^[\p{P}\p{S}]$/u.test(character) ? `\\${character}` : character),
};

/** A column's text without the signs that telephone numbers are written with. */
export function digitsOf(column: string): string {
  return [' ', '-', '(', ')', '+', '.'].reduce((sql, sign) => `replace(${sql}, '${sign}', '')`, column);
}
