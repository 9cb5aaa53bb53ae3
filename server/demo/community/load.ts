import type { CreationAttributes } from 'sequelize';
import type { Database } from '#server/db/connection.ts';
import type { FavoriteModel, ReviewModel } from '#server/db/models.ts';
import type { DemoClock } from '../clock.ts';
import { sample, streamOf } from '../random.ts';
import type { RowWriter } from '../rows.ts';
import { draftConversations } from './conversations.ts';
import { inquiryRows, replyRows } from './inquiries.ts';
import { isPublic, type Marketplace, suitsDemoUser } from './marketplace.ts';
import { type KnownThread, notificationRows } from './notifications.ts';
import { reportRows } from './reports.ts';
import { viewingRows } from './viewings.ts';

const DEMO_USER_FAVORITES = 9;

function favoriteRows(
  { users, demoUser, listings }: Marketplace,
  clock: DemoClock,
): CreationAttributes<FavoriteModel>[] {
  const rng = streamOf('favorites');
  const open = listings.filter(isPublic);
  return users
    .flatMap((user) =>
      sample(
        rng,
        ...(user === demoUser
          ? ([listings.filter(suitsDemoUser), DEMO_USER_FAVORITES] as const)
          : ([open, rng.int(0, 14)] as const)),
      ).map((listing) => {
        const earliest = Math.max(listing.plan.createdDay + 1, -200);
        const day = Math.min(-1, earliest + Math.round(rng.next() * -earliest));
        return {
          user_id: user.id,
          property_id: listing.id,
          created_at: clock.at(day, rng.int(7, 23), rng.int(0, 59)),
        };
      }),
    )
    .sort((a, b) => a.created_at.getTime() - b.created_at.getTime());
}

/** Writes inquiries, conversations, viewings, reviews, reports, favourites and notifications. */
export async function writeCommunity(
  { models }: Database,
  write: RowWriter,
  market: Marketplace,
  reviews: readonly CreationAttributes<ReviewModel>[],
  clock: DemoClock,
): Promise<void> {
  const favorites = favoriteRows(market, clock);
  const inquiries = inquiryRows(market, clock);
  const viewings = viewingRows(market, clock);
  await write.insert(models.Review, reviews);
  await write.insert(models.Favorite, favorites);
  const inquiryIds = await write.insertAndReadIds(models.Inquiry, inquiries);
  await write.insert(models.InquiryReply, replyRows(inquiries, inquiryIds));
  await write.insert(models.Viewing, viewings);
  await write.insert(models.ListingReport, reportRows(market, clock));
  const threads = await writeConversations({ models }, write, market, clock);

  const favoriteIds = new Set(
    favorites.filter(({ user_id }) => user_id === market.demoUser.id).map(({ property_id }) => property_id),
  );
  const liked = market.listings.filter(({ id }) => favoriteIds.has(id));
  const happenings = { threads, inquiries, reviews, viewings, favorites: liked };
  await write.insert(models.Notification, notificationRows(market, happenings, clock));
  await write.insert(models.PersonalSettings, [
    {
      user_id: market.demoUser.id,
      settings: {
        privacy: { profileVisibility: 'public', showEmail: false, showPhone: true },
        search: {
          saveHistory: true,
          defaultLocation: 'Taguig City',
          defaultPropertyType: 'condo',
          maxBudget: 20_000_000,
        },
        profile: {
          bio: 'Looking for a two-bedroom near BGC, with a balcony for one small dog.',
          location: 'Quezon City',
        },
      },
      created_at: clock.at(-40, 20),
      updated_at: clock.at(-12, 21),
    },
  ]);
}

async function writeConversations(
  { models }: Pick<Database, 'models'>,
  write: RowWriter,
  market: Marketplace,
  clock: DemoClock,
): Promise<KnownThread[]> {
  const conversations = draftConversations(market, clock);
  const ids = await write.insertAndReadIds(
    models.Conversation,
    conversations.map(({ row }) => row),
  );
  const threads = conversations.map((conversation, index) => ({ ...conversation, id: ids[index] ?? 0 }));
  await write.insert(
    models.Message,
    threads.flatMap(({ id, messages }) => messages.map((message) => ({ ...message, conversation_id: id }))),
  );
  return threads.flatMap(({ id, row, messages }): KnownThread[] => {
    const last = messages.at(-1);
    if (!last) return [];
    return [
      {
        id,
        userId: row.user_id ?? null,
        agentId: row.agent_id ?? null,
        lastWords: last.content,
        lastSenderId: last.sender_id ?? null,
        lastAt: last.created_at,
        isUnread: last.read_at === null,
      },
    ];
  });
}
