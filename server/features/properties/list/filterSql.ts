import type { Dialect } from '#server/db/connection.ts';
import type { SqlBuilder } from '#server/db/sql.ts';
import { PUBLIC_ONLY } from '../policy.ts';
import { sqlOf } from './conditions.ts';
import { type ListingFilter, otherTerms, textTerms } from './filter.ts';
import type { SearchTerm } from './searchText.ts';

/** A filter as SQL on the listing `p`, in the plainest form: each database plans it by itself. */

/** Writes terms as the database's own full-text expression. Words are quoted: nothing in them is an operator. */
interface FullTextGrammar {
  word(word: string, isPrefix: boolean): string;
  and: string;
  or: string;
}

const grammars: Record<Dialect, FullTextGrammar> = {
  sqlite: {
    word: (word, isPrefix) => `"${word.replaceAll('"', '""')}"${isPrefix ? '*' : ''}`,
    and: ' AND ',
    or: ' OR ',
  },
  postgres: {
    word: (word, isPrefix) =>
      `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'${isPrefix ? ':*' : ''}`,
    and: ' & ',
    or: ' | ',
  },
};

/** @returns an FTS5 expression or a tsquery that all terms must meet. Words may be beginnings of words. */
export function fullTextExpression(dialect: Dialect, terms: readonly SearchTerm[]): string {
  const { word: write, and, or } = grammars[dialect];
  return terms
    .map(({ words, placeMark }) => {
      const all = words.map((word) => write(word, true)).join(and);
      return placeMark ? `((${all})${or}${write(placeMark, false)})` : `(${all})`;
    })
    .join(and);
}

/** Terms as a condition on a public listing. SQLite's full-text index holds no others, see `matchesByReading`. */
export function matches(sql: SqlBuilder, terms: readonly SearchTerm[]): string {
  const expression = sql.bind(fullTextExpression(sql.dialect, terms));
  return sql.dialect === 'sqlite'
    ? `p.id IN (SELECT rowid FROM properties_search WHERE properties_search MATCH ${expression})`
    : `p.search_vector @@ ${expression}::tsquery`;
}

/** The same condition read from the text itself, without the index. */
export function matchesByReading(sql: SqlBuilder, terms: readonly SearchTerm[]): string {
  const has = (word: string) => `instr(' ' || p.search_text || ' ', ${sql.bind(word)}) > 0`;
  return terms
    .map(({ words, placeMark }) => {
      const all = words.map((word) => has(` ${word}`)).join(' AND ');
      return placeMark ? `((${all}) OR ${has(` ${placeMark} `)})` : `(${all})`;
    })
    .join(' AND ');
}

/** The public listings `p` that a filter finds. */
export function publicWhere(sql: SqlBuilder, filter: ListingFilter): string {
  return [PUBLIC_ONLY, ...sqlOf(filter, sql), ...textConditions(sql, filter)].join(' AND ');
}

/** All words of the search (or its id), all words of an unknown location, and all features. */
function textConditions(sql: SqlBuilder, filter: ListingFilter): string[] {
  const all = textTerms(filter);
  if (all.length === 0) return [];
  if (!filter.search?.id) return [matches(sql, all)];
  const others = otherTerms(filter);
  const isMeant = [
    `p.id = ${sql.bind(filter.search.id)}`,
    ...(others.length > 0 ? [matches(sql, others)] : []),
  ];
  return [`(${matches(sql, all)} OR (${isMeant.join(' AND ')}))`];
}
