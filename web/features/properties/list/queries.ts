import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import { BETWEEN_PLACES } from '#shared/gazetteer/names.ts';
import { type Bounds, boundsOfTiles, type TileRange } from '#shared/mapTiles.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { keyOf, queryOf } from '#web/lib/apiQueries.ts';
import type { Prefetch } from '#web/lib/queryClient.ts';
import { buildingQuery } from '../queries.ts';
import { type ListQuery, listQuery, mapQuery, readListState, withUnderstood } from './listState.ts';

export const propertyListQuery = (query: ListQuery) =>
  queryOptions({ ...queryOf('properties.list', { query }), placeholderData: keepPreviousData });

/** The whole world in a few marks: enough to count them, and to see how far they lie apart. */
const OVERVIEW_ZOOM = 4;

export const mapOverviewQuery = (query: ListQuery) =>
  queryOptions({
    ...queryOf('properties.mapClusters', { query: { ...query, zoom: OVERVIEW_ZOOM } }),
    placeholderData: keepPreviousData,
  });

export const mapMarksQuery = (query: ListQuery, tiles: TileRange | null) => {
  const shown = tiles && { zoom: tiles.zoom, view: writeView(boundsOfTiles(tiles)) };
  const input = { query: { ...query, zoom: OVERVIEW_ZOOM, ...shown } };
  return queryOptions({
    queryKey: [...keyOf('properties.mapClusters', input), shown ? 'marks' : 'none'],
    queryFn: shown ? ({ signal }) => callApi('properties.mapClusters', input, { signal }) : skipToken,
    placeholderData: keepPreviousData,
  });
};

const writeView = ({ west, south, east, north }: Bounds) =>
  [west, south, east, north].map((edge) => String(Number(edge.toFixed(6)))).join();

/** The newest listings in a part of the map, whole: those of one address. */
export const mapPointsQuery = (query: ListQuery, bounds: Bounds) =>
  queryOf('properties.map', { query: { ...query, bbox: writeView(bounds) } });

/** How many listings each choice of the filter panel would leave. */
export const propertyFacetsQuery = (query: ListQuery) =>
  queryOptions({ ...queryOf('properties.facets', { query }), placeholderData: keepPreviousData });

/** The names of known places, by their slugs. Their table is large: it is fetched where an address names one. */
export const nearNamesQuery = (slugs: readonly string[]) =>
  queryOptions({
    queryKey: ['nearNames', ...slugs],
    queryFn:
      slugs.length > 0
        ? async () => {
            const { knownPlaceBySlug } = await import('#shared/gazetteer/knownPlaces.ts');
            const named = slugs.flatMap((slug) => {
              const place = knownPlaceBySlug(slug);
              return place ? [[slug, place.name] as const] : [];
            });
            return Object.fromEntries(named) as Readonly<Record<string, string>>;
          }
        : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The places of a text of an old address, each by itself: 'Makati, BGC'; not 'BGC, Taguig', which is one place. */
export const locationsQuery = (locations: readonly string[]) =>
  queryOptions({
    queryKey: ['locations', ...locations],
    queryFn: locations.some((text) => BETWEEN_PLACES.test(text))
      ? async () => {
          const { findPlaces, shortNameOf } = await import('#shared/places.ts');
          const each = locations.flatMap((text) => {
            const places = findPlaces(text);
            return places.length > 1 ? places.map(shortNameOf) : [text];
          });
          return [...new Set(each)];
        }
      : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const prefetchProperties: Prefetch = (client, { search }) => {
  const state = readListState(search);
  const askList = async () => {
    const list = await client.fetchQuery(propertyListQuery(listQuery(state))).catch(() => undefined);
    const { near } = list?.understood ? withUnderstood(state, list.understood) : state;
    if (near.length > 0) await client.prefetchQuery(nearNamesQuery(near));
  };
  return [
    askList(),
    ...(state.building === null ? [] : [client.prefetchQuery(buildingQuery(state.building))]),
    ...(state.view === 'map' ? [client.prefetchQuery(mapOverviewQuery(mapQuery(state)))] : []),
  ];
};
