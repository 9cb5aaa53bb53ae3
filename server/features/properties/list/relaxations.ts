import {
  type PropertyFilterQuery,
  type PropertyList,
  propertyFilterQuery,
  type UnderstoodSearch,
} from '#shared/contracts/properties.ts';
import { foldText } from '#shared/gazetteer/names.ts';
import { isNumberAlone, type Run, saidParts, searchWithout, wordRuns } from '#shared/listing/searchParts.ts';

type Relaxation = NonNullable<PropertyList['relaxations']>[number];
type Field = keyof PropertyFilterQuery;
/** Filters and words that can be left out of a query together. */
type Removal = Pick<Relaxation, 'filters' | 'words'>;

interface Reads {
  /** Whether any public listing holds these words. */
  isKnown(words: string): Promise<boolean>;
  count(query: PropertyFilterQuery): Promise<number>;
}

/** Fields that people see as one filter. */
const together: Record<string, Field[]> = {
  price: ['min_price', 'max_price'],
  floor_area: ['min_area', 'max_area'],
  bedrooms: ['bedrooms', 'max_bedrooms'],
  near: ['near', 'near_m'],
  reach: ['reach', 'reach_name'],
};
const groupOf = (name: string) =>
  Object.entries(together).find(([, fields]) => (fields as string[]).includes(name))?.[0] ?? name;
/** The status is left out by no page: it is no filter there. */
const filterNames = (Object.keys(propertyFilterQuery.shape) as Field[]).filter(
  (name) => !['search', 'exact', 'status'].includes(name),
);
/** Any of them is enough: without one of two there are fewer homes, without both more. */
const anyOf = ['location', 'type', 'near'];

/** Limits of what is tried. */
const MAX_SINGLE = 24;
const MAX_IN_PAIRS = 9;
const MAX_PARTNERS = 3;

/** @param query as it was asked, which finds nothing */
export async function findRelaxations(
  query: PropertyFilterQuery,
  understood: UnderstoodSearch | undefined,
  { isKnown, count }: Reads,
): Promise<Relaxation[]> {
  const search = query.search ?? '';
  const words = wordRemovals(wordRuns(search, understood), search);
  const others = [...partRemovals(understood), ...filterRemovals(query)];
  const known = await Promise.all(words.map(({ text }) => isKnown(text)));
  const guilty = words.filter((_, at) => !known[at]);
  const countAll = async (removals: readonly Removal[]): Promise<Relaxation[]> => {
    const tried = removals.flatMap((removal) => {
      const less = withoutIt(query, understood, removal);
      return less ? [{ removal, less }] : [];
    });
    const totals = await Promise.all(tried.map(({ less }) => count(less)));
    return tried
      .map(({ removal: { filters, words: gone } }, at) => ({ filters, words: gone, total: totals[at] ?? 0 }))
      .filter(({ total }) => total > 0)
      .sort((a, b) => b.total - a.total);
  };
  const all = allOf(words);
  if (guilty.length > 0) {
    // Nothing is found with any of them.
    const blame = allOf(guilty);
    const first = await countAll([blame]);
    if (first.length > 0) return first;
    const second = words.length > guilty.length ? await countAll([all]) : [];
    if (second.length > 0) return second;
    return countAll(
      [...words.filter((word) => !guilty.includes(word)), ...others]
        .slice(0, MAX_SINGLE)
        .map((other) => allOf([blame, other])),
    );
  }
  const singles = [...words, ...others].slice(0, MAX_SINGLE);
  const found = await countAll(singles);
  if (found.length > 0) return [...found, ...(await besideThem(found, singles, countAll))];
  const some = words.length > 1 ? await countAll([all]) : [];
  if (some.length > 0) return some;
  const tried = [...(words.length > 1 ? [all] : words), ...others].slice(0, MAX_IN_PAIRS);
  return countAll(tried.flatMap((one, at) => tried.slice(at + 1).map((other) => allOf([one, other]))));
}

/** For each removal that alone finds nothing the best one to go with it, where both find more than that one alone. */
async function besideThem(
  found: readonly Relaxation[],
  tried: readonly Removal[],
  countAll: (removals: readonly Removal[]) => Promise<Relaxation[]>,
): Promise<Relaxation[]> {
  const isFound = (removal: Removal) => found.some((one) => textOf(one) === textOf(removal));
  const vain = tried.filter((removal) => !isFound(removal)).slice(0, MAX_IN_PAIRS);
  const best = found.slice(0, MAX_PARTNERS);
  const pairs = await Promise.all(
    vain.map(async (removal) => {
      const counted = await Promise.all(best.map((one) => countAll([allOf([removal, one])])));
      const more = counted.flatMap(([pair], at) => (pair && pair.total > (best[at]?.total ?? 0) ? pair : []));
      return more.toSorted((one, other) => other.total - one.total).slice(0, 1);
    }),
  );
  return pairs.flat().toSorted((one, other) => other.total - one.total);
}

const textOf = ({ filters, words }: Removal) => JSON.stringify([filters, words]);

function allOf(removals: readonly Removal[]): Removal {
  const words = removals.flatMap((removal) => removal.words);
  return {
    filters: [...new Set(removals.flatMap(({ filters }) => filters))],
    words: words
      .filter(({ start }, at) => words.findIndex((other) => other.start === start) === at)
      .sort((a, b) => a.start - b.start),
  };
}

/** Each word by all places where it stands. */
function wordRemovals(runs: readonly Run[], search: string): (Removal & { text: string })[] {
  const byText = new Map<string, Run[]>();
  for (const run of runs) {
    const text = foldText(search.slice(run.start, run.end));
    byText.set(text, [...(byText.get(text) ?? []), run]);
  }
  return [...byText].map(([text, words]) => ({ filters: [], words, text }));
}

/** Each part that was read, and all parts that name places, types or known places. */
function partRemovals(understood: UnderstoodSearch | undefined): Removal[] {
  const parts = understood ? saidParts(understood) : [];
  const alternatives = anyOf
    .map((name) => parts.filter(({ filters }) => name in filters))
    .filter(({ length }) => length > 1);
  return [...parts.map((part) => [part]), ...alternatives].map((some) => ({
    filters: [],
    words: some.map(({ start, end }) => ({ start, end })),
  }));
}

const filterRemovals = (query: PropertyFilterQuery): Removal[] =>
  [...new Set(filterNames.filter((name) => query[name] !== undefined).map(groupOf))].map((name) => ({
    filters: [name],
    words: [],
  }));

/** @returns undefined where a number alone would be left, which is the number of a listing */
function withoutIt(
  query: PropertyFilterQuery,
  understood: UnderstoodSearch | undefined,
  { filters, words }: Removal,
): PropertyFilterQuery | undefined {
  const names = filters.flatMap((name) => together[name] ?? [name]);
  const less = { ...query, ...Object.fromEntries(names.map((name) => [name, undefined])) };
  if (words.length === 0) return less;
  const search = searchWithout(query.search ?? '', words, understood);
  return isNumberAlone(search) ? undefined : { ...less, search: search || undefined };
}
