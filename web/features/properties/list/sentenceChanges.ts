import type { UnderstoodPart } from '#shared/contracts/properties.ts';
import { isNumberAlone, type Run, saidParts, searchWithout } from '#shared/listing/searchParts.ts';
import { emptyState, type ListState } from './listState.ts';
import { askedBy, type Sentence } from './sentence.ts';

// Fetched with the chips of a sentence: the first load has no need of it.

/** @param outright asked for in place of the words. A number that stayed alone would be the number of a listing. */
function withoutRuns(
  { state, understood, explicit }: Sentence,
  runs: readonly Run[],
  outright: Partial<ListState>,
): Partial<ListState> {
  const search = searchWithout(state.search, runs, understood);
  return isNumberAlone(search) ? { ...explicit, page: 1, ...outright } : { search, ...outright };
}

const emptied = (fields: readonly string[]): Partial<ListState> =>
  Object.fromEntries(fields.map((field) => [field, emptyState[field as keyof ListState]]));

/** The change that takes one part out of the sentence. */
export function withoutPart(sentence: Sentence, part: UnderstoodPart): Partial<ListState> {
  const change = withoutRuns(sentence, [part], {});
  return 'page' in change ? { ...change, ...emptied(Object.keys(askedBy(part, sentence.understood))) } : change;
}

/** The change that takes words out that stayed text. */
export const withoutText = (sentence: Sentence, runs: readonly Run[]): Partial<ListState> =>
  runs.length > 0 ? withoutRuns(sentence, runs, {}) : { ...sentence.explicit, page: 1, search: '' };

/** The filters of some parts become explicit, and their words leave the search. */
function saidOutright(sentence: Sentence, parts: readonly UnderstoodPart[], changes: Partial<ListState>) {
  const asked = parts.map((part) => askedBy(part, sentence.understood));
  return withoutRuns(sentence, parts, { ...Object.assign({}, ...asked), ...changes });
}

const prices = ['min_price', 'max_price', 'max_price_per_sqm'] as const;

/** Without what was not said: prices that are no words of the search lead to no guess. */
export function withoutGuess(sentence: Sentence, guess: UnderstoodPart): Partial<ListState> {
  const without = emptied(Object.keys(askedBy(guess, sentence.understood)));
  const priced = saidParts(sentence.understood).filter(({ filters }) => prices.some((name) => name in filters));
  return priced.length > 0
    ? saidOutright(sentence, priced, without)
    : { ...sentence.explicit, page: 1, ...without };
}

/** The opposite of what was not said; null where there is none. */
export function opposite(asked: Partial<ListState>): Partial<ListState> | null {
  if (asked.listing_type) return { listing_type: asked.listing_type === 'sale' ? 'rent' : 'sale' };
  return null;
}

/** A change of what is shown: a filter that was read becomes the one that is chosen, and its words leave the search. */
export function refined(sentence: Sentence, changes: Partial<ListState>): Partial<ListState> {
  const { state, understood, explicit } = sentence;
  const changed = Object.entries(changes).filter(([name, value]) => differs(explicit, name, value));
  const isTouched = (fields: object) => changed.some(([name]) => name in fields);
  const parts = saidParts(understood).filter((part) => isTouched(askedBy(part, understood)));
  const others = Object.fromEntries(changed);
  if (parts.length > 0) return saidOutright(sentence, parts, others);
  const guess = understood.parts.find((part) => part.assumed && isTouched(askedBy(part, understood)));
  if (guess && changed.every(([, value]) => value === null)) return withoutGuess(sentence, guess);
  // A filter of no part: all that was read becomes filters.
  const isHidden = !guess && changed.some(([name]) => differs(state, name, explicit[name as keyof ListState]));
  return isHidden ? { ...explicit, page: 1, ...others } : others;
}

const differs = (state: ListState, name: string, value: unknown) =>
  String(state[name as keyof ListState]) !== String(value);
