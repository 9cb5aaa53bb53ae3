import type { CreationAttributes } from 'sequelize';
import type { Database } from '#server/db/connection.ts';
import type { FavoriteModel } from '#server/db/models.ts';
import type { ListVote } from '#shared/contracts/lists.ts';
import type { AlertFrequency } from '#shared/contracts/savedSearches.ts';
import { type DemoClock, HOUR_MS } from '../clock.ts';
import type { ListingFacts } from '../listings/facts.ts';
import { sample, streamOf } from '../random.ts';
import type { RowWriter } from '../rows.ts';
import {
  isOnOffer,
  isPublic,
  type MarketListing,
  type MarketPerson,
  type Marketplace,
  suitsDemoUser,
} from './marketplace.ts';
import { communityTexts } from './texts.ts';

/** The demo user's own things: favorites with notes, saved searches with matches, and a list shared with two friends. */

const DEMO_USER_FAVORITES = 9;
const noNote = { note: null, tags: [], rating: null };

const lastDrop = ({ plan }: MarketListing): number => Number(plan.prices.at(-1)?.at ?? 0);

/** The favorites of all users, the oldest first. */
export function favoriteRows(market: Marketplace, clock: DemoClock): CreationAttributes<FavoriteModel>[] {
  const rng = streamOf('favorites');
  const { users, demoUser, listings } = market;
  const open = listings.filter(isPublic);
  const [dropped, ...others] = listings
    .filter(suitsDemoUser)
    .toSorted(
      (one, other) => Number(isOnOffer(other)) - Number(isOnOffer(one)) || lastDrop(other) - lastDrop(one),
    );
  const favoritesOf = (user: MarketPerson) =>
    user === demoUser
      ? [...(dropped ? [dropped] : []), ...sample(rng, others, DEMO_USER_FAVORITES - 1)]
      : sample(rng, open, rng.int(0, 14));
  return users
    .flatMap((user) =>
      favoritesOf(user).map((listing, index) => {
        const { createdDay, prices } = listing.plan;
        const drop = listing === dropped && user === demoUser ? prices.at(-1) : undefined;
        const earliest = Math.max(createdDay + 1, -200);
        const day = Math.min(-1, earliest + Math.round(rng.next() * -earliest));
        const saved = clock.at(day, rng.int(7, 23), rng.int(0, 59));
        return {
          user_id: user.id,
          property_id: listing.id,
          // Saved before its price fell.
          created_at: drop && saved > drop.at ? new Date(drop.at.getTime() - HOUR_MS) : saved,
          ...{ told_price: drop?.to ?? null, told_at: drop?.at ?? null },
          ...((user === demoUser && communityTexts.favoriteNotes[index]) || noNote),
        };
      }),
    )
    .sort((a, b) => a.created_at.getTime() - b.created_at.getTime());
}

interface SearchDraft {
  name: string;
  /** Of the list's address. */
  query: string;
  frequency: AlertFrequency;
  /** The same as the query. */
  holds(facts: ListingFacts): boolean;
}

const searches: readonly SearchDraft[] = [
  {
    name: 'Two bedrooms to buy in Taguig',
    query: 'type=condo&listing_type=sale&location=Taguig&bedrooms=2&max_price=30000000',
    frequency: 'instant',
    holds: ({ type, listingType, area, bedrooms, price }) =>
      type === 'condo' &&
      listingType === 'sale' &&
      area.city === 'Taguig City' &&
      bedrooms >= 2 &&
      price <= 30_000_000,
  },
  {
    name: 'Rent in Mandaluyong up to ₱40K',
    query: 'type=condo&listing_type=rent&location=Mandaluyong&max_price=40000',
    frequency: 'daily',
    holds: ({ type, listingType, area, price }) =>
      type === 'condo' && listingType === 'rent' && area.city === 'Mandaluyong City' && price <= 40_000,
  },
];

/** So many matches of each search came since the demo user last looked. */
const NEW_MATCHES = 3;
const MOST_MATCHES = 8;

/** Filters and keys of the searches are written by the job that reads saved searches anew. */
async function writeSearches(
  { models }: Pick<Database, 'models'>,
  write: RowWriter,
  { demoUser, listings }: Marketplace,
  clock: DemoClock,
): Promise<void> {
  const found = searches.map((search) =>
    listings
      .filter((listing) => isOnOffer(listing) && search.holds(listing.plan.facts))
      .toSorted((one, other) => other.plan.createdAt.getTime() - one.plan.createdAt.getTime())
      .slice(0, MOST_MATCHES),
  );
  const ids = await write.insertAndReadIds(
    models.SavedSearch,
    searches.map(({ name, query, frequency }, index) => {
      const lastSeen = found[index]?.[NEW_MATCHES]?.plan.createdAt ?? clock.at(-60, 20);
      const made = new Date(Math.min(lastSeen.getTime(), clock.at(-61 - index, 20).getTime()));
      return {
        user_id: demoUser.id,
        name,
        query,
        frequency,
        filter: 'null',
        filter_version: 0,
        seen_at: lastSeen,
        last_sent_at: clock.at(-1, 8),
        created_at: made,
        updated_at: made,
      };
    }),
  );
  await write.insert(
    models.SavedSearchMatch,
    found.flatMap((matches, index) =>
      matches.toReversed().map(({ id, plan }) => ({
        search_id: ids[index] ?? 0,
        property_id: id,
        event: 'new' as const,
        occasion: '',
        price: plan.facts.price,
        previous_price: null,
        created_at: plan.createdAt,
        told_at: plan.createdAt,
        mailed_at: plan.createdAt,
      })),
    ),
  );
}

const LIST_NAME = 'Our place near work';
const FRIENDS = 2;
/** By item: the votes of the demo user and the friends; null: none yet. */
const votes: readonly (readonly (ListVote | null)[])[] = [
  ['yes', 'yes', 'maybe'],
  ['maybe', 'yes', 'yes'],
  ['yes', 'no', null],
  ['no', 'maybe', null],
  [null, 'yes', null],
];

async function writeList(
  { models }: Pick<Database, 'models'>,
  write: RowWriter,
  { demoUser, users, listings }: Marketplace,
  clock: DemoClock,
): Promise<void> {
  const rng = streamOf('shared list');
  const others = users.filter((user) => user !== demoUser && user.joinedAt < clock.at(-30));
  const members = [demoUser, ...sample(rng, others, FRIENDS)];
  const homes = sample(
    rng,
    listings.filter(
      (listing) => isOnOffer(listing) && suitsDemoUser(listing) && listing.plan.facts.listingType === 'rent',
    ),
    votes.length,
  );
  const [listId = 0] = await write.insertAndReadIds(models.SharedList, [
    { name: LIST_NAME, created_at: clock.at(-12, 19), updated_at: clock.at(-1, 21, 40) },
  ]);
  await write.insert(
    models.SharedListMember,
    members.map(({ id }, index) => ({
      list_id: listId,
      user_id: id,
      role: index === 0 ? ('owner' as const) : ('member' as const),
      joined_at: clock.at(-12 + index, 19, 5),
    })),
  );
  const itemIds = await write.insertAndReadIds(
    models.SharedListItem,
    homes.map(({ id }, index) => ({
      list_id: listId,
      property_id: id,
      added_by: members[index % members.length]?.id ?? demoUser.id,
      created_at: clock.at(-9 + index, 20, 10 + index),
    })),
  );
  await write.insert(
    models.SharedListVote,
    votes.flatMap((own, item) =>
      own.flatMap((vote, member) => {
        const voter = members[member];
        if (!vote || !voter) return [];
        const voted_at = clock.at(-3, 20 + member, 5 * item);
        return { item_id: itemIds[item] ?? 0, user_id: voter.id, vote, voted_at };
      }),
    ),
  );
  await write.insert(
    models.SharedListComment,
    communityTexts.listComments.map(({ item, member, text }, index) => ({
      item_id: itemIds[item] ?? 0,
      user_id: members[member]?.id ?? demoUser.id,
      text,
      created_at: clock.at(-2, 19, 3 + 7 * index),
    })),
  );
}

export async function writeSeeker(
  db: Pick<Database, 'models'>,
  write: RowWriter,
  market: Marketplace,
  clock: DemoClock,
): Promise<void> {
  await writeSearches(db, write, market, clock);
  await writeList(db, write, market, clock);
}
