import { z } from 'zod';
import { bodyId, defineCall, isoTime, paginationQuery } from './common.ts';
import { propertyList } from './properties.ts';

export const favoritesCalls = {
  list: defineCall('user', 'GET /api/favorites', {
    summary: 'Ids of the favourites, newest first',
    answer: z.array(z.object({ property_id: z.number(), created_at: isoTime })),
  }),
  add: defineCall('user', 'POST /api/favorites/{propertyId}', {
    summary: 'Adds a favourite; adding it again changes nothing',
    params: z.object({ propertyId: z.coerce.number<string>().pipe(bodyId) }),
    answer: z.object({ property_id: z.number() }),
  }),
  remove: defineCall('user', 'DELETE /api/favorites/{propertyId}', {
    summary: 'Removes a favourite; removing what is not there changes nothing',
    params: z.object({ propertyId: z.coerce.number<string>().pipe(bodyId) }),
    answer: z.object({ property_id: z.number() }),
  }),
  properties: defineCall('user', 'GET /api/favorites/properties', {
    summary: 'The favourite listings themselves, newest favourite first; hidden ones are left out',
    query: z.object(paginationQuery(20)),
    answer: propertyList,
  }),
};
