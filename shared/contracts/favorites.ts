import { z } from 'zod';
import { bodyId, defineCall, isoTime, paginationQuery } from './common.ts';
import { propertyList } from './properties.ts';

export const favoritesCalls = {
  list: defineCall({
    method: 'get',
    path: '/api/favorites',
    access: 'user',
    summary: 'Ids of the favourites, newest first',
    answer: z.array(z.object({ property_id: z.number(), created_at: isoTime })),
  }),
  add: defineCall({
    method: 'post',
    path: '/api/favorites/{propertyId}',
    access: 'user',
    summary: 'Adds a favourite; adding it again changes nothing',
    params: z.object({ propertyId: z.coerce.number<string>().pipe(bodyId) }),
    answer: z.object({ property_id: z.number() }),
  }),
  remove: defineCall({
    method: 'delete',
    path: '/api/favorites/{propertyId}',
    access: 'user',
    summary: 'Removes a favourite; removing what is not there changes nothing',
    params: z.object({ propertyId: z.coerce.number<string>().pipe(bodyId) }),
    answer: z.object({ property_id: z.number() }),
  }),
  properties: defineCall({
    method: 'get',
    path: '/api/favorites/properties',
    access: 'user',
    summary: 'The favourite listings themselves, newest favourite first; hidden ones are left out',
    query: z.object(paginationQuery(20)),
    answer: propertyList,
  }),
};
