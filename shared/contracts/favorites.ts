import { z } from 'zod';
import { MAX_FAVORITE_NOTE_LENGTH, MAX_RATING, MAX_TAG_LENGTH, MAX_TAGS } from '../limits.ts';
import { msg } from '../messages.ts';
import { cleanLine } from '../writtenText.ts';
import {
  bodyId,
  defineCall,
  isoTime,
  MAX_GIVEN_ITEMS,
  optionalInQuery,
  optionalText,
  paginationQuery,
  queryInteger,
} from './common.ts';
import { propertyList } from './properties.ts';

/** A person's notes about a favourite; they are theirs alone. */
export const favoriteNote = z.object({
  property_id: z.number(),
  note: z.string().nullable(),
  tags: z.array(z.string()),
  rating: z.number().nullable(),
});
export type FavoriteNote = z.infer<typeof favoriteNote>;

const TOO_LONG = msg('Must be at most {maximum} characters').id;
const tag = z
  .string()
  .overwrite(cleanLine)
  .min(1, msg('A tag needs at least one character').id)
  .max(MAX_TAG_LENGTH, TOO_LONG);

/** The same word in other letters is the same tag; the first spelling stays. */
const tags = z
  .array(tag)
  .max(MAX_GIVEN_ITEMS)
  .transform((all) => [...new Map(all.toReversed().map((one) => [one.toLowerCase(), one])).values()].toReversed())
  .pipe(z.array(z.string()).max(MAX_TAGS, msg('Use at most {maximum} tags').id));

/** Missing fields stay as they are. */
export const favoriteNoteBody = z.object({
  note: optionalText(MAX_FAVORITE_NOTE_LENGTH),
  tags: tags.optional(),
  rating: z.number().int().min(1).max(MAX_RATING).nullable().optional(),
});

export const favoriteSorts = ['newest', 'rating'] as const;
export type FavoriteSort = (typeof favoriteSorts)[number];

const params = z.object({ propertyId: z.coerce.number<string>().pipe(bodyId) });

export const favoritesCalls = {
  list: defineCall('user', 'GET /api/favorites', {
    summary: 'Ids of the favourites, newest first',
    answer: z.array(z.object({ property_id: z.number(), created_at: isoTime })),
  }),
  add: defineCall('user', 'POST /api/favorites/{propertyId}', {
    summary: 'Adds a favourite; adding it again changes nothing',
    params,
    answer: z.object({ property_id: z.number() }),
  }),
  remove: defineCall('user', 'DELETE /api/favorites/{propertyId}', {
    summary: 'Removes a favourite; removing what is not there changes nothing',
    params,
    answer: z.object({ property_id: z.number() }),
  }),
  properties: defineCall('user', 'GET /api/favorites/properties', {
    summary:
      'The favourite listings themselves, newest or best rated favourite first; hidden ones are left out. With what the caller noted about those of the page, and all of the caller’s tags',
    query: z.object({
      ...paginationQuery(20),
      tag: optionalInQuery(z.string().trim().max(MAX_TAG_LENGTH, TOO_LONG)),
      /** At least so many stars. */
      rating: optionalInQuery(queryInteger(1, MAX_RATING)),
      sort: optionalInQuery(z.enum(favoriteSorts)),
    }),
    answer: propertyList.extend({
      notes: z.array(favoriteNote),
      /** The most used first. */
      tags: z.array(z.object({ tag: z.string(), count: z.number() })),
    }),
  }),
  note: defineCall('user', 'PUT /api/favorites/{propertyId}', {
    summary:
      'Notes something about a favourite, for the caller alone; what is left out stays, null or an empty list takes it away',
    params,
    body: favoriteNoteBody,
    answer: favoriteNote,
  }),
};
