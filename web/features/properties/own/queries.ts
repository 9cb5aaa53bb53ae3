import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { OwnProperty } from '#shared/contracts/propertyWrites.ts';
import type { Viewing } from '#shared/contracts/viewings.ts';
import { propertyStatusLabel } from '#shared/labels.ts';
import type { PropertyStatus } from '#shared/listing/vocabulary.ts';
import { manilaDay, startOfManilaDay } from '#shared/manilaDays.ts';
import { formatFullPrice } from '#shared/money.ts';
import { isOpen } from '#shared/viewingDecisions.ts';
import { mayQueue, sendOrQueue } from '#web/features/offline/index.ts';
import { callApi, newClientId } from '#web/lib/apiClient.ts';
import { invalidate, ofCalls, queryOf } from '#web/lib/apiQueries.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { useSearchParams } from '#web/lib/router.tsx';
import { readId, type UrlSchema, withParameters } from '#web/lib/urlState.ts';
import { showToast, type ToastAction } from '#web/ui/dialogs/showToast.ts';
import type { ListState } from '#web/ui/list/listState.ts';
import { publishDraft } from '../drafts.ts';

export const statuses = Object.keys(propertyStatusLabel) as PropertyStatus[];

export const ownListSchema = {
  search: 'text',
  status: ['', ...statuses],
  to_confirm: ['', '1'],
  draft: ['', '1'],
} as const satisfies UrlSchema;

export const ownRowsSchema = {
  ...ownListSchema,
  sort: ['listed_since', 'title', 'status', 'price', 'views', 'saves', 'inquiries', 'updated_at'],
  order: ['desc', 'asc'],
} as const satisfies UrlSchema;

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

const personal = { isPersonal: true };

/** Drafts have a list of their own, so that they push nothing down; a search finds them too. */
function draftsIn({ draft, search }: Pick<OwnListState, 'draft' | 'search'>): '0' | '1' | undefined {
  if (draft === '1') return '1';
  return search === '' ? '0' : undefined;
}

export const ownListingsQuery = ({ search, status, to_confirm, draft, page }: OwnListState) =>
  queryOptions({
    ...queryOf('propertyWrite.mine', {
      query: { search, status, to_confirm, page, draft: draftsIn({ draft, search }) },
    }),
    placeholderData: keepPreviousData,
    meta: personal,
  });

/** One own listing that need not be on the page shown; null is none. '#7' finds the listing with that number. */
export const ownListingQuery = (id: number) =>
  queryOptions({
    ...queryOf('propertyWrite.mine', { query: { search: `#${id}`, limit: 100 } }),
    select: ({ properties }) => properties.find((property) => property.id === id) ?? null,
    // A form must begin with the stored values.
    staleTime: 0,
    gcTime: 0,
    meta: personal,
  });

/** Every list that shows listings or counts them. */
export function refreshListings(client: QueryClient): void {
  void invalidate(
    client,
    'propertyWrite',
    'propertyTool',
    'clients',
    'inquiries',
    'properties',
    'offers',
    'agents',
    'favorites.properties',
    'analytics',
    'insights',
  );
}

export const ownRowsQuery = (state: ListState<typeof ownRowsSchema>) =>
  queryOptions({
    ...queryOf('propertyTool.rows', { query: { ...state, draft: draftsIn(state) } }),
    placeholderData: keepPreviousData,
    meta: personal,
  });

const ownLists = ofCalls('propertyWrite.mine', 'propertyTool.rows');

export type ListingChange =
  | { field: 'status'; to: PropertyStatus; from: PropertyStatus }
  | { field: 'price'; to: number; from: number };

export const valueInWords = (field: ListingChange['field'], value: PropertyStatus | number) =>
  field === 'status' ? t(propertyStatusLabel[value as PropertyStatus]) : formatFullPrice(Number(value));

/** The lists show the new value at once; they are refetched once the server has answered, after failures too. */
export function useChangeListing(agentId: number, { id, title }: Pick<OwnProperty, 'id' | 'title'>) {
  const client = useQueryClient();
  return useMutation({
    // One after the other: the last choice is the one that stays.
    scope: { id: `listing ${id}` },
    mutationFn: async (change: ListingChange) => {
      // A list on its way may be older than the change.
      await client.cancelQueries(ownLists);
      client.setQueriesData<{ properties: { id: number }[] }>(
        ownLists,
        (list) =>
          list && {
            ...list,
            properties: list.properties.map((property) =>
              property.id === id ? { ...property, [change.field]: change.to } : property,
            ),
          },
      );
      const { field, to, from } = change;
      // A status made at once is the last choice; a price is a seen one.
      const isExpected = field === 'price' || mayQueue('listing');
      return sendOrQueue({
        id: newClientId(),
        userId: agentId,
        kind: 'listing',
        call: 'propertyWrite.update',
        input: {
          params: { id },
          body: { [field]: to, ...(isExpected ? { [`expected_${field}`]: from } : {}) },
        },
        label: title,
        detail: `${valueInWords(field, from)} → ${valueInWords(field, to)}`,
      });
    },
    onSettled: () => refreshListings(client),
  });
}

function useListingsChange<Change, Answer>(mutationFn: (change: Change) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => refreshListings(client) });
}

/** All viewings from today on. */
const viewingsAhead = () =>
  queryOptions({
    ...queryOf('viewings.list', { query: { from: startOfManilaDay(manilaDay(new Date())).toISOString() } }),
    meta: personal,
  });

const isEnding = (ids: readonly number[]) => {
  const now = new Date().toISOString();
  return ({ property, status, ends_at }: Viewing) =>
    property.id !== null && ids.includes(property.id) && ends_at > now && isOpen(status);
};

/** The words before a step that ends viewings of these listings; null where none is to come, or none is known. */
export function useEndingWords(ids: readonly number[]): string | null {
  const { data = [] } = useQuery(viewingsAhead());
  const count = data.filter(isEnding(ids)).length;
  return count === 0
    ? null
    : t(
        '{count, plural, one {This cancels # viewing. We tell its visitor why.} other {This cancels # viewings. We tell their visitors why.}}',
        { count },
      );
}

/** Without a connection the change is queued, and nothing is known of viewings. */
const LONGEST_WAIT_MS = 2_000;

export async function endsViewings(client: QueryClient, id: number): Promise<boolean> {
  const answer = client.fetchQuery(viewingsAhead()).catch(() => []);
  const late = new Promise<Viewing[]>((resolve) => setTimeout(resolve, LONGEST_WAIT_MS, []));
  return (await Promise.race([answer, late])).some(isEnding([id]));
}

export const isOffMarket = (status: PropertyStatus) => status === 'sold' || status === 'rented';

export const useSetStatuses = () =>
  useListingsChange((body: { ids: number[]; status: PropertyStatus }) =>
    callApi('propertyTool.setStatus', { body }),
  );

export const useDeleteListing = () =>
  useListingsChange((id: number) => callApi('propertyWrite.remove', { params: { id } }));

const tellFailed = (error: unknown) => showToast(failureSentence(error, t('Failed to publish')), 'error');

export const viewListing = (id: number): ToastAction => ({ label: t('View listing'), to: `/properties/${id}` });

export function usePublishDraft() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: publishDraft,
    onSuccess: ({ id, title }) => showToast(t('{title} is published', { title }), 'success', viewListing(id)),
    onError: tellFailed,
    onSettled: () => refreshListings(client),
  });
}

/** Publishes those with nothing missing. @returns the ids of these, or null where an earlier try had arrived. */
export function usePublishDrafts() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: number[]) => callApi('propertyTool.publish', { body: { ids } }),
    onSuccess: (answer) => {
      if (!answer) return;
      const { published, refused } = answer;
      const [one = 0] = published;
      if (published.length > 0)
        showToast(
          t('{count, plural, one {# property is} other {# properties are}} published', {
            count: published.length,
          }),
          'success',
          published.length === 1 ? viewListing(one) : undefined,
        );
      if (refused.length > 0)
        showToast(
          t('{count, plural, one {{title} is} other {# drafts are}} still unfinished', {
            count: refused.length,
            title: refused[0]?.title ?? '',
          }),
          'info',
        );
    },
    onError: tellFailed,
    onSettled: () => refreshListings(client),
  });
}

export function useConfirmListings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (listings: readonly Pick<OwnProperty, 'id' | 'title'>[]) =>
      callApi('propertyTool.confirmAll', { body: { ids: listings.map(({ id }) => id) } }),
    onSuccess: (_answer, listings) =>
      showToast(
        t('{count, plural, one {{title} is} other {# properties are}} confirmed as available', {
          count: listings.length,
          title: listings[0]?.title ?? '',
        }),
      ),
    onError: (error) => showToast(failureSentence(error, t('Failed to update properties')), 'error'),
    onSettled: () => refreshListings(client),
  });
}
