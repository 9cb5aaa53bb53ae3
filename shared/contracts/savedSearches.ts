import { z } from 'zod';
import { MAX_SAVED_SEARCH_NAME, MAX_SAVED_SEARCH_QUERY, MAX_SAVED_SEARCHES } from '../limits.ts';
import { msg } from '../messages.ts';
import { defineCall, isoTime, paginationQuery, requiredLine } from './common.ts';
import { LIST_PAGE_SIZE, propertyList, understoodSearch } from './properties.ts';

/** The frequency of its notices; with 'off' the search is kept without notices. */
export const alertFrequencies = ['instant', 'daily', 'weekly', 'off'] as const;
export type AlertFrequency = (typeof alertFrequencies)[number];

/** Why a listing came to a search: it is new to the search, available again, or costs less. */
export const searchEvents = ['new', 'back', 'price'] as const;
export type SearchEvent = (typeof searchEvents)[number];

export const savedSearch = z.object({
  id: z.number(),
  name: z.string(),
  /** As the address of the list has it, without `page` and `limit`. */
  query: z.string(),
  /** The name of the building that the query looks into; null: it looks into none, or the building is gone. */
  building: z.string().nullable(),
  /** The present reading of the words of the query. */
  understood: understoodSearch.optional(),
  frequency: z.enum(alertFrequencies),
  /** Listings that came since its owner last looked, and are still there. */
  new_count: z.number(),
  /** When its owner last looked at the results. */
  seen_at: isoTime,
  /** When its owner was last notified; null: never. */
  last_sent_at: isoTime.nullable(),
  created_at: isoTime,
  updated_at: isoTime,
});
export type SavedSearch = z.infer<typeof savedSearch>;

const name = requiredLine(MAX_SAVED_SEARCH_NAME, msg('Name is required'));
/** A list's query or its whole address. The list call says whether it can be asked so. */
const query = z.string().max(MAX_SAVED_SEARCH_QUERY, msg('The search is too long').id);

export const savedSearchBody = z.object({ name, query, frequency: z.enum(alertFrequencies) });

export const savedSearchesCalls = {
  list: defineCall('user', 'GET /api/saved-searches', {
    summary: `The caller’s saved searches, newest first (at most ${MAX_SAVED_SEARCHES})`,
    answer: z.object({ saved_searches: z.array(savedSearch) }),
  }),
  create: defineCall('user', 'POST /api/saved-searches', {
    example: { body: { name: 'Condos in Taguig', query: 'type=condo&location=Taguig', frequency: 'daily' } },
    summary: 'Keeps a list under a name and tells its owner what comes to it',
    body: savedSearchBody,
    answer: savedSearch,
    status: 201,
  }),
  update: defineCall('user', 'PUT /api/saved-searches/{id}', {
    summary: 'Changes a saved search; what is left out stays',
    /** `seen`: its owner has looked at the results. */
    body: savedSearchBody.extend({ seen: z.literal(true) }).partial(),
    answer: savedSearch,
  }),
  remove: defineCall('user', 'DELETE /api/saved-searches/{id}', {
    summary: 'Deletes a saved search',
    answer: z.object({ id: z.number() }),
  }),
  matches: defineCall('user', 'GET /api/saved-searches/{id}/matches', {
    summary:
      'The list that was saved as it is now, in the order that was saved (else the newest first), and which of it came since its owner looked',
    query: z.object(paginationQuery(LIST_PAGE_SIZE)),
    answer: propertyList.extend({ new_ids: z.array(z.number()) }),
  }),
};
