import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { OwnProperty } from '#shared/contracts/propertyWrites.ts';
import { type NeededField, neededLabel } from '#shared/listing/drafts.ts';
import { ApiFailure, callApi } from '#web/lib/apiClient.ts';
import { queryOf } from '#web/lib/apiQueries.ts';
import { t } from '#web/lib/i18n.tsx';

/** One listing. Cards ask for it ahead of the click, so that its page opens with its contents. */
export const propertyQuery = (id: number) => queryOf('properties.get', { params: { id } });

/**
 * Publishes a draft; of two presses, and after a lost answer, it is published once. @returns the listing. @throws as callApi
 */
export async function publishDraft(id: number): Promise<OwnProperty> {
  const isPublished = (error: unknown) => error instanceof ApiFailure && error.code === 'not_draft';
  const published = await callApi('propertyWrite.publish', { params: { id } }).catch((error: unknown) => {
    if (isPublished(error)) return null;
    throw error;
  });
  if (published) return published;
  const { properties } = await callApi('propertyWrite.mine', { query: { search: `#${id}`, limit: 100 } });
  const listing = properties.find((property) => property.id === id);
  if (!listing) throw new Error(`Listing ${id} was published and is gone`);
  return listing;
}

/** What a draft still needs, in words: 'Price, Address'. */
export const missingWords = (missing: readonly NeededField[]): string =>
  missing.map((field) => t(neededLabel(field))).join(', ');

/** Whether a listing is gone, and others like it. */
export const nearOffersQuery = (id: number) => queryOf('properties.similar', { params: { id } });

/** For a removed listing there is no reason to log in. A server that does not answer proves no removal. */
export async function isListingGone(client: QueryClient, id: number): Promise<boolean> {
  const known = await client.fetchQuery({ ...propertyQuery(id), retry: false }).catch(() => null);
  if (known && known.status !== 'sold' && known.status !== 'rented') return false;
  const near = await client.fetchQuery({ ...nearOffersQuery(id), retry: false }).catch(() => null);
  return near?.gone === true;
}

/** Public listings by id, in the requested order; removed and hidden ones are left out. At most 50. */
export const propertiesByIdsQuery = (ids: readonly number[]) =>
  queryOptions({
    ...queryOf('properties.byIds', { query: { ids: ids.join(',') } }),
    select: ({ properties }) => properties,
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });

export const buildingQuery = (id: number) => queryOf('buildings.get', { params: { id } });
