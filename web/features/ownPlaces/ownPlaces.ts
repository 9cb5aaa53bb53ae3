import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { OwnPlace } from '#shared/contracts/settings.ts';
import { travelModeLabel } from '#shared/labels.ts';
import { MAX_REACH_NAME, MAX_REACHES } from '#shared/limits.ts';
import { useSession } from '#web/features/auth/index.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { queryOf } from '#web/lib/apiQueries.ts';
import { useStore } from '#web/lib/store.ts';
import { localPlaces } from './localPlaces.ts';

export type { OwnPlace };

function isPlace(stored: unknown): stored is OwnPlace {
  if (typeof stored !== 'object' || stored === null) return false;
  const { name, lat, lng, mode, max_minutes } = stored as Partial<OwnPlace>;
  return (
    typeof name === 'string' &&
    name.length <= MAX_REACH_NAME &&
    Number.isFinite(lat) &&
    Number.isFinite(lng) &&
    typeof mode === 'string' &&
    Object.hasOwn(travelModeLabel, mode) &&
    (max_minutes === null || Number.isInteger(max_minutes))
  );
}

const ownPlacesQuery = queryOptions({
  ...queryOf('ownPlaces.get'),
  select: ({ places }) => places,
  staleTime: 5 * 60_000,
  meta: { isPersonal: true },
});

const none: readonly OwnPlace[] = [];

/** This person's places; for an account without any, the places named in this browser before. */
export function useOwnPlaces(): readonly OwnPlace[] {
  const { user } = useSession();
  const stored = useStore(localPlaces);
  const local = useMemo(() => stored.filter(isPlace).slice(0, MAX_REACHES), [stored]);
  const { data } = useQuery({ ...ownPlacesQuery, enabled: user !== null });
  if (!user) return local;
  if (!data) return none;
  return data.length > 0 ? data : local;
}

export function useSaveOwnPlaces() {
  const { user } = useSession();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (places: readonly OwnPlace[]) => {
      if (!user) return localPlaces.set(places);
      const saved = await callApi('ownPlaces.update', { body: { places: [...places] } });
      client.setQueryData(ownPlacesQuery.queryKey, saved);
      localPlaces.set([]);
    },
  });
}
