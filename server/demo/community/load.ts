import type { CreationAttributes } from 'sequelize';
import type { Database } from '#server/db/connection.ts';
import type { ReviewModel } from '#server/db/models.ts';
import type { DemoClock } from '../clock.ts';
import type { RowWriter } from '../rows.ts';
import { type StoredReply, writeAdminQueues } from './adminQueues.ts';
import { draftConversations } from './conversations.ts';
import { inquiryRows, replyRows } from './inquiries.ts';
import type { Marketplace } from './marketplace.ts';
import { type KnownThread, notificationRows } from './notifications.ts';
import { writeOffice } from './office.ts';
import { reportRows } from './reports.ts';
import { favoriteRows, writeSeeker } from './seeker.ts';
import { communityTexts } from './texts.ts';
import { viewingEventRows, viewingRows } from './viewings.ts';

/** Writes inquiries, conversations, viewings, reviews, reports, favourites and notifications. */
export async function writeCommunity(
  db: Database,
  write: RowWriter,
  market: Marketplace,
  reviews: readonly CreationAttributes<ReviewModel>[],
  clock: DemoClock,
): Promise<void> {
  const { models } = db;
  const favorites = favoriteRows(market, clock);
  const inquiries = inquiryRows(market, clock);
  const viewings = viewingRows(market, clock);
  await write.insert(models.Review, reviews);
  await write.insert(models.Favorite, favorites);
  const inquiryIds = await write.insertAndReadIds(models.Inquiry, inquiries);
  const replies = await writeReplies(db, write, inquiries, inquiryIds);
  const viewingIds = await write.insertAndReadIds(models.Viewing, viewings);
  await write.insert(models.ViewingEvent, viewingEventRows(viewings, viewingIds));
  await write.insert(models.ListingReport, reportRows(market, clock));
  const conversations = draftConversations(market, clock);
  const threads = await writeConversations(db, write, conversations);
  await writeSeeker(db, write, market, clock);
  const known = { conversations: conversations.map(({ row }) => row), inquiries, viewings };
  await writeOffice(db, write, market, known, clock);
  const sameText = threads.filter(({ lastWords }) => lastWords === communityTexts.sameText);
  await writeAdminQueues(db, write, market, { replies, sameText }, clock);

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

async function writeReplies(
  { models }: Pick<Database, 'models'>,
  write: RowWriter,
  inquiries: ReturnType<typeof inquiryRows>,
  inquiryIds: readonly number[],
): Promise<StoredReply[]> {
  const rows = replyRows(inquiries, inquiryIds);
  const ids = await write.insertAndReadIds(models.InquiryReply, rows);
  const addresses = new Map(inquiryIds.map((id, index) => [id, inquiries[index]?.email ?? '']));
  return rows.map((row, index) => ({
    ...row,
    id: ids[index] ?? 0,
    recipient: addresses.get(row.inquiry_id) ?? '',
  }));
}

async function writeConversations(
  { models }: Pick<Database, 'models'>,
  write: RowWriter,
  conversations: ReturnType<typeof draftConversations>,
): Promise<KnownThread[]> {
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
