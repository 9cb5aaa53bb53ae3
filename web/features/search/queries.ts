import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Property, PropertyList } from '#shared/contracts/properties.ts';
import type { Hit, QuickSearchAnswer } from '#shared/contracts/search.ts';
import { propertyTypeLabel } from '#shared/labels.ts';
import { formatShortPrice, priceSuffix } from '#shared/money.ts';
import { callApi } from '#web/lib/apiClient.ts';

const MIN_LETTERS = 2;
const LISTINGS = 5;

/** Whether a text is worth asking the server for: two letters, or a listing's number. */
export function isSearchable(text: string): boolean {
  return text.trim().length >= MIN_LETTERS || /\d/.test(text);
}

/** What was found for the text before stays until the next answer is there. A visitor finds public listings. */
export const quickSearchQuery = (userId: number | null, text: string) =>
  queryOptions({
    queryKey: ['palette', userId, text],
    enabled: isSearchable(text),
    queryFn: ({ signal }) =>
      userId === null
        ? findPublicListings(text, signal)
        : callApi<QuickSearchAnswer>('GET', '/api/search', { query: { q: text }, signal }),
    placeholderData: keepPreviousData,
    meta: { isPersonal: true },
  });

async function findPublicListings(text: string, signal: AbortSignal): Promise<QuickSearchAnswer> {
  const query = { search: text, sort: 'relevance', limit: LISTINGS };
  const { properties } = await callApi<PropertyList>('GET', '/api/properties', { query, signal });
  return { listings: properties.map(toHit), people: [], conversations: [] };
}

function toHit({ id, title, price, type, listing_type, location }: Property): Hit {
  const shownPrice = `${formatShortPrice(price)}${priceSuffix(listing_type)}`;
  const subtitle = [shownPrice, propertyTypeLabel[type], location.city, `#${id}`].join(' · ');
  return { kind: 'listing', id, title, subtitle, url: `/properties/${id}` };
}
