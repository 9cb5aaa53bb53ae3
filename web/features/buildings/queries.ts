import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { BuildingPage, BuildingPermission, buildingsCalls } from '#shared/contracts/buildings.ts';
import { type Message, msg } from '#shared/messages.ts';
import { buildingQuery, propertyListQuery } from '#web/features/properties/index.ts';
import { adminListQuery } from '#web/lib/adminData.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { invalidate } from '#web/lib/apiQueries.ts';
import type { Prefetch } from '#web/lib/queryClient.ts';
import { readId, type UrlSchema } from '#web/lib/urlState.ts';
import type { ListState } from '#web/ui/list/listState.ts';

export const permissionLabel: Record<BuildingPermission, Message> = {
  allowed: msg('Allowed'),
  limited: msg('With limits'),
  not_allowed: msg('Not allowed'),
};

const offers = ['sale', 'rent', 'lease'] as const;
export type Offer = (typeof offers)[number];

export const UNITS_SHOWN = 4;

type Listings = BuildingPage['listings'];

export const totalOf = ({ sale = 0, rent = 0, lease = 0 }: Listings) => sale + rent + lease;

/** The lists of the building's page, in their order; listings that fit into one row are one list. */
export function offersOf({ listings }: Pick<BuildingPage, 'listings'>): (Offer | 'any')[] {
  const total = totalOf(listings);
  if (total === 0) return [];
  return total <= UNITS_SHOWN ? ['any'] : offers.filter((offer) => listings[offer]);
}

export const unitsQuery = (building: number, offer: Offer | 'any') =>
  propertyListQuery({
    building,
    ...(offer !== 'any' && { listing_type: offer }),
    status: 'available',
    sort: 'newest',
    limit: UNITS_SHOWN,
  });

export const unitsPath = (building: number, offer: Offer | 'any' = 'any') =>
  `/properties?${new URLSearchParams({ building: String(building), ...(offer !== 'any' && { listing_type: offer }) })}`;

export const prefetchBuilding: Prefetch = (client, { params }) => {
  const id = readId(params.id);
  if (id === null) return [];
  const ask = async () => {
    const building = await client.fetchQuery(buildingQuery(id)).catch(() => undefined);
    if (!building) return;
    await Promise.all(offersOf(building).map((offer) => client.prefetchQuery(unitsQuery(building.id, offer))));
  };
  return [ask()];
};

export type BuildingFacts = z.input<(typeof buildingsCalls)['update']['body']>;

/** Changes of a building appear on its page and in the lists at once. */
export function useUpdateBuilding(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BuildingFacts) => callApi('buildings.update', { params: { id }, body }),
    onSuccess: (building) =>
      client.setQueryData<BuildingPage>(buildingQuery(id).queryKey, (page) => page && { ...page, ...building }),
    onSettled: () => {
      void invalidate(client, 'buildings', 'adminBuildings');
    },
  });
}

export const buildingsSchema = {
  search: 'text',
  sort: ['created_at', 'name', 'city', 'listings'],
  order: ['desc', 'asc'],
} as const satisfies UrlSchema;

export const buildingsQuery = (state: ListState<typeof buildingsSchema>) =>
  adminListQuery('adminBuildings.list', { query: { ...state } });
