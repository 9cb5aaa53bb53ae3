import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import type { PropertyStatus } from '#shared/contracts/properties.ts';
import { propertyStatusLabel } from '#shared/labels.ts';
import {
  readPage,
  readUrl,
  type UrlCodec,
  type UrlSchema,
  useUrlState,
  withParameters,
  writePage,
  writeUrl,
} from '#web/lib/urlState.ts';

/** Which of the agent's listings are shown. It stands in the address, so that Back and a reload find it again. */
export interface OwnListState {
  search: string;
  /** Null is all. */
  status: PropertyStatus | null;
  page: number;
}

/** The form that is open, in the address too: others link to `?tab=properties&new=1`. */
export type FormRequest = { kind: 'create' } | { kind: 'edit' | 'duplicate'; id: number };

export const statuses = Object.keys(propertyStatusLabel) as PropertyStatus[];

const schema = { search: 'text', status: ['', ...statuses] } as const satisfies UrlSchema;
const FORM_NAMES = { create: 'new', edit: 'edit', duplicate: 'copy' } as const;

export function readListState(params: URLSearchParams): OwnListState {
  const { search, status } = readUrl(schema, params);
  return { search, status: status || null, page: readPage(params) };
}

/** Other filters begin at their first page. What else stands in the address stays. */
export function withListState(params: URLSearchParams, changes: Partial<OwnListState>): URLSearchParams {
  const { search, status, page } = { ...readListState(params), page: 1, ...changes };
  return writePage(page, writeUrl(schema, { search: search.trim(), status: status ?? '' }, params));
}

export function hasFilters({ search, status }: OwnListState): boolean {
  return search !== '' || status !== null;
}

export function readFormRequest(params: URLSearchParams): FormRequest | null {
  if (params.get(FORM_NAMES.create) === '1') return { kind: 'create' };
  for (const kind of ['edit', 'duplicate'] as const) {
    const id = readWhole(params.get(FORM_NAMES[kind]));
    if (id !== null) return { kind, id };
  }
  return null;
}

export function withFormRequest(params: URLSearchParams, request: FormRequest | null): URLSearchParams {
  const none = { [FORM_NAMES.create]: null, [FORM_NAMES.edit]: null, [FORM_NAMES.duplicate]: null };
  if (!request) return withParameters(params, none);
  const value = request.kind === 'create' ? '1' : String(request.id);
  return withParameters(params, { ...none, [FORM_NAMES[request.kind]]: value });
}

function readWhole(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

const codec: UrlCodec<OwnListState> = {
  read: readListState,
  write: (state, params) => withListState(params, state),
};

export function useOwnListState() {
  const [state, show] = useUrlState(codec);
  const [params, setParams] = useSearchParams();
  return {
    state,
    form: readFormRequest(params),
    hrefOf: (page: number) => `?${withListState(params, { page })}`,
    change: useCallback(
      (changes: Partial<OwnListState>) =>
        show((latest) => ({ ...latest, page: 1, ...changes }), { isReplacing: true }),
      [show],
    ),
    /** Back closes what was opened. */
    openForm: (request: FormRequest) =>
      setParams((before) => withFormRequest(before, request), { preventScrollReset: true }),
    closeForm: () =>
      setParams((before) => withFormRequest(before, null), { replace: true, preventScrollReset: true }),
  };
}
