import { z } from 'zod';
import { MAX_REACH_NAME, MAX_REACHES } from '../limits.ts';
import { msg } from '../messages.ts';
import { defineCall, requiredLine } from './common.ts';
import { coordinates, reachMinutes, travelMode } from './properties.ts';

/** A place that a person often goes to, and how: work, school, the parents' home. */
export const ownPlace = coordinates.extend({
  name: requiredLine(MAX_REACH_NAME, msg('Name is required')),
  mode: travelMode,
  /** How long the way may take at most; null: as long as it takes. */
  max_minutes: reachMinutes.nullable(),
});
export type OwnPlace = z.infer<typeof ownPlace>;

const ownPlaces = z.object({
  places: z.array(ownPlace).max(MAX_REACHES, msg('You can keep at most {maximum} places').id),
});

/** They show where a person lives: the account alone reads them. */
export const ownPlacesCalls = {
  get: defineCall('user', 'GET /api/settings/places', {
    summary: 'The places the caller named, to tell how far homes are from them',
    answer: ownPlaces,
  }),
  update: defineCall('user', 'PUT /api/settings/places', {
    summary: 'Replaces the places the caller named; at most 5',
    body: ownPlaces,
    answer: ownPlaces,
  }),
};
