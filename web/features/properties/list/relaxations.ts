import type { PropertyList, UnderstoodSearch } from '#shared/contracts/properties.ts';
import { phraseRuns, type Run, saidParts, searchWithout, shownRun } from '#shared/listing/searchParts.ts';
import { t } from '#web/lib/i18n.tsx';
import { emptyState, type ListState, readListState, writeListState } from './listState.ts';
import { type ChipNames, filterChips } from './listWords.ts';

export interface Relaxation {
  /** 'Without “pool”' */
  label: string;
  total: number;
  state: ListState;
}

/** Filters as the server names them that have another name here, or are several. */
const fieldsOf: Record<string, (keyof ListState)[]> = {
  price: ['min_price', 'max_price'],
  floor_area: ['min_area', 'max_area'],
  bedrooms: ['bedrooms', 'max_bedrooms'],
  near: ['near', 'near_m'],
  type: ['types'],
  location: ['locations'],
  exclude_type: ['excludedTypes'],
  exclude_location: ['excludedLocations'],
  exclude_features: ['excludedFeatures'],
  area: ['areas'],
  reach: ['reaches'],
};

/** The server's proposals in the words of the search and of the chips; each state finds as many homes as it says. */
export function relaxationsOf(
  state: ListState,
  understood: UnderstoodSearch | undefined,
  relaxations: NonNullable<PropertyList['relaxations']>,
  names?: ChipNames,
): Relaxation[] {
  const chips = filterChips({ ...state, search: '' }, names);
  const parts = understood ? saidParts(understood) : [];
  const ways = relaxations.flatMap(({ filters, words, total }) => {
    const left = filters.map((name) => fieldsOf[name] ?? [name as keyof ListState]);
    const chipsOf = (fields: string[]) => chips.filter(({ without }) => fields.some((field) => field in without));
    // The page has no such filter.
    if (left.some((fields) => chipsOf(fields).length === 0)) return [];
    const fields = left.flat();
    const gone = chipsOf(fields);
    const isText = ({ start }: Run) => !parts.some((part) => part.start === start);
    const phrases = phraseRuns(state.search, words.filter(isText));
    const shown = words.filter((run) => !isText(run)).map((run) => shownRun(run, understood));
    const said = [...phrases, ...shown]
      .toSorted((one, other) => one.start - other.start)
      .map(({ start, end }) => state.search.slice(start, end));
    const all = [...new Set([...said, ...gone.map(({ label }) => label)])];
    const search = words.length > 0 ? searchWithout(state.search, words, understood) : state.search;
    const less = { ...state, ...Object.fromEntries(fields.map((field) => [field, emptyState[field]])) };
    return [
      {
        label: t('Without {filter}', { filter: all.map((name) => `“${name}”`).join(', ') }),
        total,
        state: readListState(writeListState({ ...less, search, page: 1 })),
      },
    ];
  });
  return ways.filter(({ label }, at) => ways.findIndex((other) => other.label === label) === at);
}
