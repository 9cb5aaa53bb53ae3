import { parseSearchWords } from '#server/db/searchWords.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { SignedInUser } from '#server/http/access.ts';
import type { QuickSearchAnswer } from '#shared/contracts/search.ts';
import { findConversations } from './conversations.ts';
import { findListings } from './listings.ts';
import { findPeople } from './people.ts';

const HITS_OF_A_KIND = 5;

/** What the command palette finds for this person. */
export async function quickSearch(
  { db }: ServerContext,
  caller: SignedInUser,
  text: string,
): Promise<QuickSearchAnswer> {
  const search = parseSearchWords(text);
  if (!search) return { listings: [], people: [], conversations: [] };
  const [listings, people, conversations] = await Promise.all([
    findListings(db, caller, text, HITS_OF_A_KIND),
    findPeople(db, caller, search, HITS_OF_A_KIND),
    findConversations(db, caller, search, HITS_OF_A_KIND),
  ]);
  return { listings, people, conversations };
}
