import { z } from 'zod';
import { defineCall } from './common.ts';

export const hitKinds = ['listing', 'person', 'conversation'] as const;

export const hit = z.object({
  kind: z.enum(hitKinds),
  id: z.number(),
  title: z.string(),
  subtitle: z.string(),
  /** Path of the page that shows it. */
  url: z.string(),
});

export type Hit = z.infer<typeof hit>;

/** At most five each, the best first. */
export const quickSearchAnswer = z.object({
  listings: z.array(hit),
  people: z.array(hit),
  conversations: z.array(hit),
});

export type QuickSearchAnswer = z.infer<typeof quickSearchAnswer>;

export const searchCalls = {
  search: defineCall('user', 'GET /api/search', {
    summary:
      'Finds listings, people and own conversations by the beginnings of words, without case and accents; #1024 is the listing of that number. Agents find their own hidden listings and their clients, administrators every listing and account.',
    query: z.object({
      q: z.string().trim().min(1, 'Type something to search for').max(100, 'Search is too long'),
    }),
    answer: quickSearchAnswer,
  }),
};
