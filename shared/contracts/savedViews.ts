import { z } from 'zod';
import { MAX_VIEW_NAME_LENGTH } from '../limits.ts';
import { msg } from '../messages.ts';
import { defineCall, requiredLine } from './common.ts';
import { conversationFilters } from './conversations.ts';
import { propertyFilters } from './properties.ts';
import { userFilters } from './users.ts';

/** The admin lists that can be saved as filtered and sorted, with the query of each call. */
const filters = {
  users: z.object(userFilters),
  properties: z.object(propertyFilters),
  conversations: z.object(conversationFilters),
};
export const viewedLists = ['users', 'properties', 'conversations'] as const;
export type ViewedList = (typeof viewedLists)[number];

/** Filters and order as the list's address names them. */
const viewQuery = z.record(z.string().max(40), z.string().max(200));

const name = requiredLine(MAX_VIEW_NAME_LENGTH, msg('Name is required'));

export const savedView = z.object({
  id: z.number(),
  list: z.enum(viewedLists),
  name: z.string(),
  query: z.record(z.string(), z.string()),
});
export type SavedView = z.infer<typeof savedView>;

/** They belong to the account, as its settings do: an auditor, who changes nothing else, keeps views too. */
export const savedViewsCalls = {
  list: defineCall('user', 'GET /api/settings/views', {
    summary: 'The caller’s own saved views of the lists that their role reads, by name',
    answer: z.object({ views: z.array(savedView) }),
  }),
  create: defineCall('user', 'POST /api/settings/views', {
    summary: 'Keeps filters and order of a list under a name; at most 20, and each name once in a list',
    /** A view that its own list would refuse is none. */
    body: z
      .object({ list: z.enum(viewedLists), name, query: viewQuery })
      .superRefine(({ list, query }, { addIssue }) => {
        const parsed = filters[list].strict().safeParse(query);
        if (!parsed.success)
          addIssue({
            code: 'custom',
            message: msg('This list does not have these filters').id,
            path: ['query'],
          });
      }),
    example: { body: { list: 'users', name: 'Waiting agents', query: { role: 'agent', status: 'pending' } } },
    answer: savedView,
    status: 201,
  }),
  rename: defineCall('user', 'PUT /api/settings/views/{id}', {
    summary: 'Gives a saved view another name',
    body: z.object({ name }),
    answer: savedView,
  }),
  remove: defineCall('user', 'DELETE /api/settings/views/{id}', {
    summary: 'Deletes a saved view',
    answer: z.object({ id: z.number() }),
  }),
};
