import { useSearchParams } from 'react-router';
import {
  type FormRequest,
  type OwnListState,
  readFormRequest,
  readListState,
  withFormRequest,
  withListState,
} from './listState.ts';

export function useOwnListState() {
  const [params, setParams] = useSearchParams();
  return {
    state: readListState(params),
    form: readFormRequest(params),
    hrefOf: (page: number) => `?${withListState(params, { page })}`,
    change: (changes: Partial<OwnListState>) =>
      setParams((before) => withListState(before, changes), { replace: true, preventScrollReset: true }),
    /** Back closes what was opened. */
    openForm: (request: FormRequest) =>
      setParams((before) => withFormRequest(before, request), { preventScrollReset: true }),
    closeForm: () =>
      setParams((before) => withFormRequest(before, null), { replace: true, preventScrollReset: true }),
  };
}
