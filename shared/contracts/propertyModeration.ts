import { z } from 'zod';
import { MAX_REASON_LENGTH } from '../limits.ts';
import { listingTypes, moderationStatuses, propertyTypes } from '../listing/vocabulary.ts';
import {
  bulkAnswer,
  bulkIds,
  csvFile,
  defineCall,
  MAX_PAGE_SIZE,
  optionalInQuery,
  optionalText,
  orderQuery,
  pagination,
  paginationQuery,
  searchQuery,
} from './common.ts';
import { property } from './properties.ts';

/** A listing as an admin sees it: `status` is the moderation status, `listing_status` the agent's own. */
export const adminProperty = property.omit({ status: true }).extend({
  status: z.enum(moderationStatuses),
  listing_status: property.shape.status,
  /** The reason that the agent got when it was last taken off or rejected. */
  moderation_reason: z.string().nullable(),
});
export type AdminProperty = z.infer<typeof adminProperty>;

export const propertyFilters = {
  search: searchQuery,
  status: optionalInQuery(z.enum(['all', ...moderationStatuses])),
  type: optionalInQuery(z.enum(propertyTypes)),
  listing_type: optionalInQuery(z.enum(listingTypes)),
  sort: optionalInQuery(z.enum(['title', 'city', 'agent', 'price', 'status', 'created_at'])),
  order: orderQuery,
};
export const adminPropertyQuery = z.object({ ...propertyFilters, ...paginationQuery(MAX_PAGE_SIZE) });
export type AdminPropertyQuery = z.infer<typeof adminPropertyQuery>;

const moderation = { status: z.enum(moderationStatuses), reason: optionalText(MAX_REASON_LENGTH) };

export const bulkProperties = bulkAnswer(
  z.object({ status: z.enum(moderationStatuses), reason: z.string().nullable() }),
);
export type BulkProperties = z.infer<typeof bulkProperties>;

export const propertyModerationCalls = {
  list: defineCall('admin', 'GET /api/admin/properties', {
    ability: 'listings.read',
    summary: 'All listings, hidden ones included: searched, filtered, sorted, a page',
    query: adminPropertyQuery,
    answer: z.object({ properties: z.array(adminProperty), pagination }),
  }),
  export: defineCall('admin', 'GET /api/admin/properties/export', {
    ability: 'listings.read',
    summary: 'The same listings as a CSV file, all pages',
    query: z.object(propertyFilters),
    ...csvFile,
  }),
  get: defineCall('admin', 'GET /api/admin/properties/{id}', {
    ability: 'listings.read',
    summary: 'One listing, hidden or not',
    answer: adminProperty,
  }),
  setStatus: defineCall('admin', 'PUT /api/admin/properties/{id}/status', {
    ability: 'listings.moderate',
    summary: 'Moderates a listing: only active ones are public. The reason is told to the agent',
    body: z.object(moderation),
    answer: adminProperty,
  }),
  setStatuses: defineCall('admin', 'PUT /api/admin/properties/status', {
    ability: 'listings.moderate',
    summary:
      'Moderates several listings, each in its own right, with one reason: the answer says what came of each',
    body: z.object({ ids: bulkIds, ...moderation }),
    answer: bulkProperties,
  }),
  remove: defineCall('admin', 'DELETE /api/admin/properties/{id}', {
    ability: 'listings.moderate',
    summary: 'Deletes a listing',
    answer: z.object({ id: z.number() }),
  }),
};
