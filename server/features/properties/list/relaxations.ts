import {
  type PropertyFilterQuery,
  type PropertyList,
  propertyFilterQuery,
} from '#shared/contracts/properties.ts';
import { foldText } from '#shared/places.ts';

type Relaxation = NonNullable<PropertyList['relaxations']>[number];
type Count = (query: PropertyFilterQuery) => Promise<number>;
type Field = keyof PropertyFilterQuery;

/** Fields that people see as one filter. */
const together: Record<string, Field[]> = {
  price: ['min_price', 'max_price'],
  floor_area: ['min_area', 'max_area'],
  reach: ['reach', 'reach_name'],
};
const filterNames = (Object.keys(propertyFilterQuery.shape) as Field[]).filter(
  (name) => name !== 'search' && name !== 'exact' && name !== 'reach_name',
);

/** Limit of the parts that are tried to be left out, one at a time, and then each filter with all words. */
const MAX_TRIED = 12;

interface Attempt extends Pick<Relaxation, 'filter' | 'word'> {
  query: PropertyFilterQuery;
}

/**
 * Parts of a search without matches that could be left out, and the matches then; the most first.
 * @param query with all filters explicit @param count the number of matches of a search
 */
export async function findRelaxations(query: PropertyFilterQuery, count: Count): Promise<Relaxation[]> {
  const filters = withoutEachFilter(query);
  const words = foldText(query.search ?? '')
    .split(' ')
    .filter(Boolean);
  const single = [...withoutEachWord(query, words), ...filters];
  const found = await countAll(single, count);
  if (found.length > 0 || words.length === 0) return found;

  const allWords =
    words.length > 1 ? { filter: null, word: words.join(' '), query: withWords(query, []) } : null;
  const withoutWords = allWords ? await countAll([allWords], count) : [];
  if (withoutWords.length > 0) return withoutWords;
  const pairs = filters.map(({ filter, query: rest }) => ({
    filter,
    word: words.join(' '),
    query: withWords(rest, []),
  }));
  return countAll(pairs, count);
}

function withoutEachFilter(query: PropertyFilterQuery): Attempt[] {
  const set = filterNames.filter((name) => query[name] !== undefined);
  const groups = new Map(
    set.map((name) => {
      const group = Object.entries(together).find(([, names]) => names.includes(name));
      return group ?? [name as string, [name]];
    }),
  );
  return [...groups].map(([filter, names]) => ({
    filter,
    word: null,
    query: { ...query, ...Object.fromEntries(names.map((name) => [name, undefined])) },
  }));
}

function withoutEachWord(query: PropertyFilterQuery, words: string[]): Attempt[] {
  return [...new Set(words)].map((word) => ({
    filter: null,
    word,
    query: withWords(
      query,
      words.filter((other) => other !== word),
    ),
  }));
}

const withWords = (query: PropertyFilterQuery, words: string[]): PropertyFilterQuery => ({
  ...query,
  search: words.join(' ') || undefined,
});

async function countAll(attempts: readonly Attempt[], count: Count): Promise<Relaxation[]> {
  const counted = await Promise.all(
    attempts
      .slice(0, MAX_TRIED)
      .map(async ({ filter, word, query }) => ({ filter, word, total: await count(query) })),
  );
  return counted.filter(({ total }) => total > 0).sort((a, b) => b.total - a.total);
}
