import type { PropertyStatus } from '#shared/contracts/properties.ts';
import { propertyStatusLabel } from '#shared/labels.ts';

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

const MAX_SEARCH_LENGTH = 200;
const FORM_NAMES = { create: 'new', edit: 'edit', duplicate: 'copy' } as const;

/** What cannot be understood is left out, as if it had not been asked. */
export function readListState(params: URLSearchParams): OwnListState {
  return {
    search: (params.get('search') ?? '').trim().slice(0, MAX_SEARCH_LENGTH),
    status: statuses.find((status) => status === params.get('status')) ?? null,
    page: readWhole(params.get('page')) ?? 1,
  };
}

/** Other filters begin at their first page. What else stands in the address stays. */
export function withListState(params: URLSearchParams, changes: Partial<OwnListState>): URLSearchParams {
  const { search, status, page } = { ...readListState(params), page: 1, ...changes };
  return withEntries(params, {
    search: search.trim() || null,
    status,
    page: page > 1 ? String(page) : null,
  });
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
  if (!request) return withEntries(params, none);
  const value = request.kind === 'create' ? '1' : String(request.id);
  return withEntries(params, { ...none, [FORM_NAMES[request.kind]]: value });
}

function withEntries(params: URLSearchParams, entries: Record<string, string | null>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(entries))
    if (value === null) next.delete(name);
    else next.set(name, value);
  return next;
}

function readWhole(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
