import type { ListingType, PropertyType } from '#shared/listing/vocabulary.ts';
import texts from '../texts/community.json' with { type: 'json' };

/** The speaker, the text, and the minutes since the line before. */
export type Line = readonly [side: 'user' | 'agent', text: string, minutesLater: number];

/** A thread suits listings of these types; without them, all listings. */
interface ThreadScript {
  listingTypes?: readonly ListingType[];
  types?: readonly PropertyType[];
  /** {agent} and {user} are first names, {title} the listing's title, {price} its price, {area} its neighbourhood. */
  lines: readonly Line[];
}

interface CommunityTexts {
  /** {title} and {area} of the listing. */
  inquiries: Record<ListingType | 'any', readonly string[]>;
  replies: readonly string[];
  /** {agent} is the agent's first name, {area} a neighbourhood of the agent. */
  reviews: Record<1 | 2 | 3 | 4 | 5, readonly string[]>;
  /** The demo agent's, to some of the latest reviews. */
  reviewAnswers: readonly string[];
  clientThreads: readonly ThreadScript[];
  /** An agent's offer of times: {times} are on the next days. */
  offerThread: ThreadScript;
  /** Of an account that writes to many agents. */
  sameText: string;
  colleagueThreads: readonly (readonly Line[])[];
  /** Of the demo user's first favorites. */
  favoriteNotes: readonly { note: string; tags: string[]; rating: number }[];
  /** By item of the shared list, and by member: the demo user, then the friends. */
  listComments: readonly { item: number; member: number; text: string }[];
  /** Of the demo agent, by client. */
  deskClients: readonly object[];
  savedReplies: readonly { title: string; text: string }[];
}

export const communityTexts = texts as unknown as CommunityTexts;
