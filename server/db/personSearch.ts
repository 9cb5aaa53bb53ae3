import type { Dialect } from './connection.ts';
import { digitsSearchedFor, letterClass } from './searchWords.ts';
import type { SqlBuilder } from './sqlBuilder.ts';

const MIN_PHONE_DIGITS = 3;

/**
 * A condition that a person of the table `alias` is the one searched for: each word stands somewhere in the name or the
 * e-mail, case and accents ignored, or the digits are in the telephone number.
 */
export function matchesPerson(sql: SqlBuilder, alias: string, search: string): string {
  const isNamed = findsWords(sql, search, (hasWord) => hasWord(`(${alias}.name || ' ' || ${alias}.email)`));
  const digits = digitsSearchedFor(search);
  if (digits.length < MIN_PHONE_DIGITS) return `(${isNamed})`;
  return `((${isNamed}) OR ${digitsOf(`${alias}.phone`)} LIKE ${sql.bind(`%${digits}%`)})`;
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
