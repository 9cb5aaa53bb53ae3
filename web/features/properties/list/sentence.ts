import type { UnderstoodPart, UnderstoodSearch } from '#shared/contracts/properties.ts';
import { addressOfFilters, type ListState, namedIn, readListState } from './listState.ts';
import { type ChipNames, type FilterChip, filterChips } from './listWords.ts';

/** The filters of a list whose search was read as a sentence. */
export interface Sentence {
  state: ListState;
  understood: UnderstoodSearch;
  /** The state with all that was read as filters. */
  explicit: ListState;
}

/** The filters of a part, without those that the address asks for outright. */
export function askedBy({ filters }: UnderstoodPart, understood: UnderstoodSearch): Partial<ListState> {
  const inForce = Object.entries(filters).filter(([name]) => name in understood.filters);
  return namedIn(readListState(addressOfFilters(Object.fromEntries(inForce))));
}

/** The chips of filters that no chip of the sentence shows; `isRead`: it was read out of the words. */
export function otherChips(
  state: ListState,
  sentence: Sentence | undefined,
  names: ChipNames,
): (FilterChip & { isRead: boolean })[] {
  const own = filterChips(sentence ? { ...state, search: '' } : state, names);
  const chips = own.map((chip) => ({ ...chip, isRead: false }));
  if (!sentence) return chips;
  const { understood, explicit } = sentence;
  const shown = new Set(understood.parts.flatMap((part) => Object.keys(askedBy(part, understood))));
  const asked = Object.keys(namedIn(explicit));
  const read = filterChips({ ...explicit, search: '' }, names).filter(
    ({ key, without }) =>
      !own.some((chip) => chip.key === key) && asked.some((field) => field in without && !shown.has(field)),
  );
  return [...read.map((chip) => ({ ...chip, isRead: true })), ...chips];
}
