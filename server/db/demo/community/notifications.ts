import type { CreationAttributes } from 'sequelize';
import type { NotificationModel } from '#server/notifications/models.ts';
import type { DemoClock } from '../clock.ts';
import type { Marketplace, MarketListing, MarketPerson } from './marketplace.ts';

type NotificationRow = CreationAttributes<NotificationModel>;

export interface KnownThread {
  id: number;
  userId: number | null;
  agentId: number | null;
  lastWords: string;
  lastSenderId: number | null;
  lastAt: Date;
  isUnread: boolean;
}

/** [type, title, message, action, days ago, hour, whether it was read] */
type Entry = readonly [
  type: NotificationRow['type'],
  title: string,
  message: string,
  action: readonly [label: string, url: string] | null,
  daysAgo: number,
  hour: number,
  isRead: boolean,
];

const PREVIEW_LENGTH = 50;

/** What the bells of the three demo accounts hold. */
export function notificationRows(
  market: Marketplace,
  threads: readonly KnownThread[],
  favorites: readonly MarketListing[],
  clock: DemoClock,
): NotificationRow[] {
  const { admin, applicants, demoAgent, demoUser, listings } = market;
  const [latest, second] = applicants;
  const own = listings.filter(({ agent }) => agent === demoAgent);
  const sold = own.find(({ plan }) => plan.status === 'sold');
  const awaiting = listings.find(({ plan }) => plan.moderation === 'pending');
  const dashboard = (tab: string) => `/agent-dashboard?tab=${tab}`;
  const open = (listing: MarketListing | undefined) => ['View Property', `/properties/${listing?.id ?? ''}`] as const;

  const ofAgent: Entry[] = [
    ['info', 'New Inquiry', 'You have a new inquiry about one of your listings.', ['View Inquiries', dashboard('messages')], 1, 18, false],
    ['info', 'Viewing Requested', 'A visitor asks for a viewing this week.', ['View Dashboard', dashboard('overview')], 1, 11, false],
    ['success', 'New Review', 'A client left you a 5-star review.', ['View Profile', `/agents/${demoAgent.id}`], 2, 20, false],
    ['success', 'Listing Sold', `“${sold?.title ?? 'Your listing'}” is now marked as sold.`, open(sold), 3, 16, true],
    ['info', 'New Inquiry', 'You have a new inquiry from a visitor.', ['View Inquiries', dashboard('messages')], 6, 9, true],
    ['warning', 'Viewing Cancelled', 'A visitor cancelled a viewing.', ['View Dashboard', dashboard('overview')], 31, 13, true],
  ];
  const [firstFavorite, secondFavorite, thirdFavorite] = favorites;
  const ofUser: Entry[] = [
    ['success', 'Viewing Confirmed', 'The agent confirmed your viewing.', ['View Dashboard', '/dashboard'], 1, 17, false],
    ['info', 'Price Drop', `The price of “${firstFavorite?.title ?? ''}” in your favorites was reduced.`, open(firstFavorite), 2, 10, false],
    ['info', 'New Viewing Time Proposed', 'The agent proposes another time for your viewing.', ['View Dashboard', '/dashboard'], 3, 15, false],
    ['warning', 'Favorite No Longer Available', `“${secondFavorite?.title ?? ''}” has received an offer.`, open(secondFavorite), 9, 12, true],
    ['info', 'Price Drop', `The price of “${thirdFavorite?.title ?? ''}” in your favorites was reduced.`, open(thirdFavorite), 20, 9, true],
  ];
  const ofAdmin: Entry[] = [
    ['info', 'New Agent Application', `${latest?.name ?? 'Someone'} applied to become an agent.`, ['Review', '/admin-dashboard?tab=agents'], 2, 13, false],
    ['info', 'New Listing', `“${awaiting?.title ?? 'A listing'}” awaits moderation.`, ['View Properties', '/admin-dashboard?tab=properties'], 1, 16, false],
    ['info', 'New Agent Application', `${second?.name ?? 'Someone'} applied to become an agent.`, ['Review', '/admin-dashboard?tab=agents'], 5, 11, false],
    ['info', 'New User', 'A new account was registered.', ['View Users', '/admin-dashboard?tab=users'], 4, 10, true],
    ['success', 'Agent Approved', 'An agent application was approved.', ['View Agents', '/admin-dashboard?tab=agents'], 33, 10, true],
  ];

  const rowsFor = (person: MarketPerson, entries: readonly Entry[]): NotificationRow[] =>
    entries.map(([type, title, message, action, daysAgo, hour, isRead]) => {
      const at = clock.at(-daysAgo, hour, (hour * 7) % 60);
      return {
        user_id: person.id,
        type,
        title,
        message,
        action_label: action?.[0] ?? null,
        action_url: action?.[1] ?? null,
        created_at: at,
        read_at: isRead ? new Date(at.getTime() + 5_400_000) : null,
      };
    });

  return [
    ...rowsFor(demoAgent, ofAgent),
    ...rowsFor(demoUser, ofUser),
    ...rowsFor(admin, ofAdmin),
    ...threads.flatMap((thread) => [demoAgent, demoUser].flatMap((person) => messageNotification(thread, person) ?? [])),
  ].sort((a, b) => a.created_at.getTime() - b.created_at.getTime());
}

/** For each thread whose last words this person has yet to read. */
function messageNotification(thread: KnownThread, person: MarketPerson): NotificationRow | null {
  const takesPart = thread.userId === person.id || thread.agentId === person.id;
  if (!takesPart || !thread.isUnread || thread.lastSenderId === person.id) return null;
  const { lastWords } = thread;
  return {
    user_id: person.id,
    type: 'info',
    title: 'New Message',
    message: lastWords.length > PREVIEW_LENGTH ? `${lastWords.slice(0, PREVIEW_LENGTH)}…` : lastWords,
    action_label: 'View Conversation',
    action_url: `/conversations/${thread.id}`,
    created_at: thread.lastAt,
    read_at: null,
  };
}
