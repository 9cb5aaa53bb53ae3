import type { Dialect } from '#server/db/connection.ts';
import type { SearchTerm } from './searchText.ts';

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

/** @returns an FTS5 expression or a tsquery that all terms must meet; whole words only with `exactly`. */
export function fullTextExpression(
  dialect: Dialect,
  terms: readonly SearchTerm[],
  matching: 'prefixes' | 'exactly' = 'prefixes',
): string {
  const { word: write, and, or } = grammars[dialect];
  return terms
    .map(({ words, placeMark }) => {
      const all = words.map((word) => write(word, matching === 'prefixes')).join(and);
      return placeMark ? `((${all})${or}${write(placeMark, false)})` : `(${all})`;
    })
    .join(and);
}

/**
 * A condition on a listing. @param id the listing's id column @param parameter placeholder of a full-text expression
 */
export function matches(dialect: Dialect, id: string, parameter: string): string {
  return dialect === 'sqlite'
    ? `${id} IN (SELECT rowid FROM properties_search WHERE properties_search MATCH ${parameter})`
    : `p.search_vector @@ ${parameter}::tsquery`;
}

/**
 * The same condition read from the text itself, without the index: for SQLite walking listings in order, where words
 * so common that a page is soon full would first be collected from the whole index.
 * @param bind adds a parameter and returns its placeholder
 */
export function matchesByReading(terms: readonly SearchTerm[], bind: (value: string) => string): string {
  return terms
    .map(({ words, placeMark }) => {
      const all = words.map((word) => `instr(' ' || p.search_text, ${bind(` ${word}`)}) > 0`).join(' AND ');
      return placeMark
        ? `((${all}) OR instr(' ' || p.search_text || ' ', ${bind(` ${placeMark} `)}) > 0)`
        : `(${all})`;
    })
    .join(' AND ');
}
