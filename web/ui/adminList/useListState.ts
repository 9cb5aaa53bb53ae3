import { startTransition, useCallback, useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { TableSort } from '../dataTable/tableSort.ts';
import {
  changeListState,
  clearFilters,
  type ListPlan,
  type ListState,
  orderList,
  readListState,
  writeListState,
} from './listState.ts';

/**
 * A list's search, filters, order and page, kept in the address. Searching as one types replaces the entry of the history;
 * choosing makes a new one. `plan` must be the same object each time.
 */
export function useListState<Plan extends ListPlan>(plan: Plan) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const address = params.toString();
  // The router changes the address a moment after it was asked to; a select must not fall back until then.
  const [asked, setAsked] = useState<{ from: string; state: ListState<Plan> } | null>(null);
  const state = useMemo(
    () => (asked?.from === address ? asked.state : readListState(plan, new URLSearchParams(address))),
    [asked, address, plan],
  );

  const show = useCallback(
    (next: ListState<Plan>, replace: boolean) => {
      const search = writeListState(plan, next, new URLSearchParams(address)).toString();
      if (search === address) return;
      const ask = { from: address, state: next };
      setAsked(ask);
      const forget = () => startTransition(() => setAsked((latest) => (latest === ask ? null : latest)));
      // Forgotten together with the change of the address, so that Back to this one is believed.
      void Promise.resolve(navigate({ search }, { replace, preventScrollReset: true })).then(forget);
    },
    [plan, address, navigate],
  );

  const change = useCallback(
    (changes: Partial<ListState<Plan>>, { isTyping = false } = {}) =>
      show(changeListState(state, changes), isTyping),
    [state, show],
  );
  const clear = useCallback(() => show(clearFilters(plan, state), false), [plan, state, show]);

  const openPage = useCallback(
    (page: number, { isCorrection }: { isCorrection: boolean }) => show({ ...state, page }, isCorrection),
    [state, show],
  );
  const sortBy = useCallback(
    (sort: TableSort) => show(orderList(plan, state, sort), false),
    [plan, state, show],
  );

  return { state, change, clear, openPage, sortBy };
}
