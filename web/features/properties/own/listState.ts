import { propertyStatusLabel } from '#shared/labels.ts';
import type { PropertyStatus } from '#shared/listing/vocabulary.ts';
import { useSearchParams } from '#web/lib/router.tsx';
import { readId, type UrlSchema, withParameters } from '#web/lib/urlState.ts';
import type { ListState } from '#web/ui/list/listState.ts';

export const statuses = Object.keys(propertyStatusLabel) as PropertyStatus[];

/** The filters of the agent's own listings, kept in the address, so that Back and a reload find them again. */
export const ownListSchema = {
  search: 'text',
  status: ['', ...statuses],
  to_confirm: ['', '1'],
} as const satisfies UrlSchema;

/** The same as lines, in an order of their own. */
export const ownRowsSchema = {
  ...ownListSchema,
  sort: ['listed_since', 'title', 'status', 'price', 'views', 'saves', 'inquiries', 'updated_at'],
  order: ['desc', 'asc'],
} as const satisfies UrlSchema;

export type OwnRowsState = ListState<typeof ownRowsSchema>;

export type OwnListState = ListState<typeof ownListSchema>;

/** The open form, in the address too: others link to `?tab=properties&new=1`. */
export type FormRequest = { kind: 'create' } | { kind: 'edit' | 'duplicate'; id: number };

const FORM_NAMES = { create: 'new', edit: 'edit', duplicate: 'copy' } as const;

export function readFormRequest(params: URLSearchParams): FormRequest | null {
  if (params.get(FORM_NAMES.create) === '1') return { kind: 'create' };
  for (const kind of ['edit', 'duplicate'] as const) {
    const id = readId(params.get(FORM_NAMES[kind]) ?? '');
    if (id !== null) return { kind, id };
  }
  return null;
}

export function withFormRequest(params: URLSearchParams, request: FormRequest | null): URLSearchParams {
  const value = request?.kind === 'create' ? '1' : String(request?.id);
  return withParameters(params, {
    ...Object.fromEntries(Object.values(FORM_NAMES).map((name) => [name, null])),
    ...(request && { [FORM_NAMES[request.kind]]: value }),
  });
}

export function useFormRequest() {
  const [params, setParams] = useSearchParams();
  return {
    form: readFormRequest(params),
    /** Back closes the form. */
    openForm: (request: FormRequest) =>
      setParams((before) => withFormRequest(before, request), { preventScrollReset: true }),
    closeForm: () =>
      setParams((before) => withFormRequest(before, null), { replace: true, preventScrollReset: true }),
  };
}
