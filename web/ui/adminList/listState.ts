import type { TableSort } from '../dataTable/tableSort.ts';
import { MAX_PAGE, MAX_SEARCH_LENGTH } from './limits.ts';

/**
 * What a section's list can be asked for, by the names its API call and the address both use: a kind of input, or the
 * words it knows, the usual one first.
 */
export type ListPlan = Record<string, InputKind | readonly [string, ...string[]]>;

type InputKind = keyof typeof inputKinds;

const inputKinds = {
  text: () => true,
  id: (given: string) => /^[1-9]\d{0,8}$/.test(given),
  /** As a date field has it. */
  day: (given: string) => /^\d{4}-\d\d-\d\d$/.test(given) && !Number.isNaN(Date.parse(given)),
};

/** Everything a list shows follows from this, and this from the address. Pages start at 1. */
export type ListState<Plan extends ListPlan> = {
  [Name in keyof Plan]: Plan[Name] extends readonly string[] ? Plan[Name][number] : string;
} & { page: number };

/** The order is no filter: clearing keeps it. */
const ORDER_NAMES: readonly string[] = ['sort', 'order'];

const usualOf = (plan: ListPlan, name: string): string => {
  const known = plan[name];
  return typeof known === 'object' ? known[0] : '';
};

/** What cannot be understood in an address is left out, as if it had not been asked. */
export function readListState<Plan extends ListPlan>(plan: Plan, params: URLSearchParams): ListState<Plan> {
  const words = Object.entries(plan).map(([name, known]) => {
    const given = (params.get(name) ?? '').trim().slice(0, MAX_SEARCH_LENGTH);
    const isUnderstood = typeof known === 'object' ? known.includes(given) : inputKinds[known](given);
    return [name, isUnderstood ? given : usualOf(plan, name)];
  });
  const page = Number(params.get('page') ?? 1);
  return {
    ...Object.fromEntries(words),
    page: Number.isInteger(page) && page > 0 ? Math.min(page, MAX_PAGE) : 1,
  } as ListState<Plan>;
}

/** Only what differs from the usual stands in the address, beside the parameters that are not the list's. */
export function writeListState<Plan extends ListPlan>(
  plan: Plan,
  state: ListState<Plan>,
  params: URLSearchParams,
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of Object.keys(plan)) {
    const word = String(state[name]);
    if (word === usualOf(plan, name)) next.delete(name);
    else next.set(name, word);
  }
  if (state.page > 1) next.set('page', String(state.page));
  else next.delete('page');
  return next;
}

/** A change of anything but the page itself leads back to page 1 (specification, part 3 §4). */
export function changeListState<Plan extends ListPlan>(
  state: ListState<Plan>,
  changes: Partial<ListState<Plan>>,
): ListState<Plan> {
  return { ...state, page: 1, ...changes };
}

const filterNames = (plan: ListPlan) => Object.keys(plan).filter((name) => !ORDER_NAMES.includes(name));

export function hasFilters<Plan extends ListPlan>(plan: Plan, state: ListState<Plan>): boolean {
  return filterNames(plan).some((name) => state[name] !== usualOf(plan, name));
}

export function clearFilters<Plan extends ListPlan>(plan: Plan, state: ListState<Plan>): ListState<Plan> {
  const usual = Object.fromEntries(filterNames(plan).map((name) => [name, usualOf(plan, name)]));
  return { ...state, ...usual, page: 1 };
}

/** The order of a list as its table reads it. */
export function readOrder({ sort, order }: { sort: string; order: TableSort['order'] }): TableSort {
  return { key: sort, order };
}

/** The list in another order, from its first page; one the plan does not know changes nothing. */
export function orderList<Plan extends ListPlan>(
  plan: Plan,
  state: ListState<Plan>,
  { key, order }: TableSort,
): ListState<Plan> {
  const isKnown = typeof plan.sort === 'object' && plan.sort.includes(key);
  return isKnown ? { ...state, page: 1, sort: key, order } : state;
}

/** What the export takes: the list's filters and order, all its pages. */
export function withoutPage<State extends { page: number }>({ page: _page, ...rest }: State) {
  return rest;
}
