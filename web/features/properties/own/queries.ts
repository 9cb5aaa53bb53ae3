import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type {
  BulkConfirmationAnswer,
  BulkStatusAnswer,
  OwnProperty,
  OwnPropertyList,
  OwnRowList,
} from '#shared/contracts/propertyWrites.ts';
import { propertyStatusLabel } from '#shared/labels.ts';
import type { PropertyStatus } from '#shared/listing/vocabulary.ts';
import { formatFullPrice } from '#shared/money.ts';
import { mayQueue, sendOrQueue } from '#web/features/offline/index.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { newClientId } from '#web/lib/newClientId.ts';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import type { OwnListState, OwnRowsState } from './listState.ts';

const personal = { isPersonal: true };

const listKey = (agentId: number) => ['agentDashboard', 'properties', agentId, 'list'] as const;

/** Six of the agent's own listings, newest first. The page before stays until the next has come. */
export const ownListingsQuery = (agentId: number, { search, status, to_confirm, page }: OwnListState) =>
  queryOptions({
    queryKey: [...listKey(agentId), { search, status, to_confirm, page }],
    queryFn: ({ signal }) =>
      callApi<OwnPropertyList>('GET', '/api/properties/my/list', {
        query: { search, status, to_confirm, page },
        signal,
      }),
    placeholderData: keepPreviousData,
    meta: personal,
  });

/** One own listing that need not be on the page shown; null is none. '#7' finds the listing with that number. */
export const ownListingQuery = (agentId: number, id: number) =>
  queryOptions({
    queryKey: ['agentDashboard', 'properties', agentId, 'one', id],
    queryFn: async ({ signal }): Promise<OwnProperty | null> => {
      const query = { search: `#${id}`, limit: 100 };
      const { properties } = await callApi<OwnPropertyList>('GET', '/api/properties/my/list', {
        query,
        signal,
      });
      return properties.find((property) => property.id === id) ?? null;
    },
    // A form must begin with what is stored now.
    staleTime: 0,
    gcTime: 0,
    meta: personal,
  });

/** Every list that shows listings or counts them. */
export function refreshListings(client: QueryClient): void {
  const all = [['agentDashboard'], ['properties'], ['agents'], ['favorites', 'properties'], ['analytics']];
  for (const queryKey of all) void client.invalidateQueries({ queryKey });
}

/** A page of the agent's listings as lines. */
export const ownRowsQuery = (agentId: number, state: OwnRowsState) =>
  queryOptions({
    queryKey: [...listKey(agentId), 'rows', state],
    queryFn: ({ signal }) =>
      callApi<OwnRowList>('GET', '/api/properties/my/rows', { query: { ...state }, signal }),
    placeholderData: keepPreviousData,
    meta: personal,
  });

export type ListingChange =
  | { field: 'status'; to: PropertyStatus; from: PropertyStatus }
  | { field: 'price'; to: number; from: number };

/** The lists show the new value at once; they follow once the server has answered, whatever it said. */
export function useChangeListing(agentId: number, { id, title }: Pick<OwnProperty, 'id' | 'title'>) {
  const client = useQueryClient();
  return useMutation({
    // One after the other: the last choice is the one that stays.
    scope: { id: `listing ${id}` },
    mutationFn: async (change: ListingChange) => {
      // A list on its way may be older than the change.
      await client.cancelQueries({ queryKey: listKey(agentId) });
      client.setQueriesData<{ properties: { id: number }[] }>(
        { queryKey: listKey(agentId) },
        (list) =>
          list && {
            ...list,
            properties: list.properties.map((property) =>
              property.id === id ? { ...property, [change.field]: change.to } : property,
            ),
          },
      );
      const { field, to, from } = change;
      const isStatus = field === 'status';
      const [before, after] = isStatus
        ? [t(propertyStatusLabel[from]), t(propertyStatusLabel[to])]
        : [formatFullPrice(from), formatFullPrice(to)];
      // Made at once, a status is what was chosen last; a price is one somebody has seen.
      const isExpected = !isStatus || mayQueue('listing');
      return sendOrQueue<OwnProperty>({
        id: newClientId(),
        userId: agentId,
        kind: 'listing',
        method: 'PUT',
        path: `/api/properties/${id}`,
        body: { [field]: to, ...(isExpected ? { [`expected_${field}`]: from } : {}) },
        label: title,
        detail: `${before} → ${after}`,
      });
    },
    onSettled: () => refreshListings(client),
  });
}

export function useSetStatuses() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { ids: number[]; status: PropertyStatus }) =>
      callApi<BulkStatusAnswer>('PUT', '/api/properties/my/status', { body }),
    onSettled: () => refreshListings(client),
  });
}

/** Says of listings that they are still available, and that it was said. */
export function useConfirmListings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (listings: readonly Pick<OwnProperty, 'id' | 'title'>[]) =>
      callApi<BulkConfirmationAnswer>('PUT', '/api/properties/my/confirmed', {
        body: { ids: listings.map(({ id }) => id) },
      }),
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

export function useDeleteListing() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => callApi<{ id: number }>('DELETE', `/api/properties/${id}`),
    onSettled: () => refreshListings(client),
  });
}
