import { z } from 'zod';
import { msg } from '../messages.ts';
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

export const suggestionKinds = [
  'area',
  'building',
  'street',
  'station',
  'place',
  'agent',
  'listing',
  'search',
] as const;

export const MAX_SUGGESTIONS = 10;

export const suggestion = z.object({
  kind: z.enum(suggestionKinds),
  text: z.string(),
  /** Path of the list or page it opens. */
  url: z.string(),
  /** The number of listings in that list; an agent's public ones; 1 of a listing. */
  count: z.number(),
});
export type Suggestion = z.infer<typeof suggestion>;

export const suggestCalls = {
  suggest: defineCall('anyone', 'GET /api/search/suggest', {
    summary:
      'Areas, buildings, streets, stations, other known places, agents, listings and searches that what is being typed may mean, the likeliest first; typing errors and nicknames are understood',
    query: z.object({ q: z.string().trim().max(100, msg('Search is too long').id).default('') }),
    answer: z.object({ suggestions: z.array(suggestion).max(MAX_SUGGESTIONS) }),
    cache: 'revalidate',
  }),
};

export const searchCalls = {
  search: defineCall('user', 'GET /api/search', {
    summary:
      'Finds listings, people and own conversations by the beginnings of words, without case and accents; #1024 is the listing of that number. Agents find their own hidden listings and their clients, administrators every listing and account.',
    query: z.object({
      q: z.string().trim().min(1, msg('Type something to search for').id).max(100, msg('Search is too long').id),
    }),
    answer: quickSearchAnswer,
  }),
};
