import type { Database } from '#server/db/connection.ts';
import type { DemoClock } from '../clock.ts';
import type { RowWriter } from '../rows.ts';
import { draftConversations } from './conversations.ts';
import { favoriteRows } from './favorites.ts';
import { inquiryRows } from './inquiries.ts';
import type { Marketplace } from './marketplace.ts';
import { type KnownThread, notificationRows } from './notifications.ts';
import { viewingRows } from './viewings.ts';

/** What people did with each other on the marketplace. */
export async function writeCommunity(
  { models }: Database,
  write: RowWriter,
  market: Marketplace,
  clock: DemoClock,
): Promise<void> {
  const favorites = favoriteRows(market, clock);
  await write.insert(models.Favorite, favorites);
  await write.insert(models.Inquiry, inquiryRows(market, clock));
  await write.insert(models.Viewing, viewingRows(market, clock));

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

  const known = threads.flatMap(({ id, row, messages }): KnownThread[] => {
    const last = messages.at(-1);
    if (!last) return [];
    return [
      {
        id,
        userId: row.user_id,
        agentId: row.agent_id,
        lastWords: last.content,
        lastSenderId: last.sender_id,
        lastAt: last.created_at,
        isUnread: last.read_at === null,
      },
    ];
  });
  const favoriteIds = new Set(
    favorites.filter(({ user_id }) => user_id === market.demoUser.id).map(({ property_id }) => property_id),
  );
  const liked = market.listings.filter(({ id }) => favoriteIds.has(id));
  await write.insert(models.Notification, notificationRows(market, known, liked, clock));
  await write.insert(models.PersonalSettings, [
    {
      user_id: market.demoUser.id,
      settings: {
        privacy: { profileVisibility: 'public', showEmail: false, showPhone: true },
        search: { saveHistory: true, defaultLocation: 'Taguig City', defaultPropertyType: 'condo', maxBudget: 20_000_000 },
      },
      created_at: clock.at(-40, 20),
      updated_at: clock.at(-12, 21),
    },
  ]);
}
