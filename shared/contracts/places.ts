import { z } from 'zod';
import { knownPlaceKinds } from '../gazetteer/knownPlaces.ts';
import { defineCall, searchQuery } from './common.ts';

export const knownPlace = z.object({
  slug: z.string(),
  name: z.string(),
  kind: z.enum(knownPlaceKinds),
  lat: z.number(),
  lng: z.number(),
});
export type KnownPlaceAnswer = z.infer<typeof knownPlace>;

export const MAX_PLACES = 20;

export const placesCalls = {
  find: defineCall('anyone', 'GET /api/places', {
    summary: `Stations, lines, schools, malls, hospitals, the airport and landmarks that words name or begin, the likeliest first; at most ${MAX_PLACES}`,
    query: z.object({ q: searchQuery }),
    answer: z.object({ places: z.array(knownPlace) }),
    cache: 'revalidate',
  }),
};
