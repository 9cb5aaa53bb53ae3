import type { CreationAttributes } from 'sequelize';
import type { InquiryModel, NotificationModel, ReviewModel, ViewingModel } from '#server/db/models.ts';
import { previewOf } from '#server/features/notifications/writes.ts';
import type { NoticeTopic } from '#shared/contracts/notifications.ts';
import type { ViewingStatus } from '#shared/contracts/viewings.ts';
import { formatFullPrice } from '#shared/money.ts';
import { DAY_MS, type DemoClock, HOUR_MS } from '../clock.ts';
import { UPGRADED } from '../people/accounts.ts';
import type { MarketListing, MarketPerson, Marketplace } from './marketplace.ts';

type NotificationRow = CreationAttributes<NotificationModel>;
type Notice = Omit<NotificationRow, 'user_id' | 'read_at'>;

/** Events with notifications. */
interface Happenings {
  threads: readonly KnownThread[];
  inquiries: readonly CreationAttributes<InquiryModel>[];
  reviews: readonly CreationAttributes<ReviewModel>[];
  viewings: readonly CreationAttributes<ViewingModel>[];
  /** The demo user's. */
  favorites: readonly MarketListing[];
}

export interface KnownThread {
  id: number;
  userId: number | null;
  agentId: number | null;
  lastWords: string;
  lastSenderId: number | null;
  lastAt: Date;
  isUnread: boolean;
}

/** Older notifications are read. */
const UNREAD_DAYS = 4;
const MOST_FOR_ONE = 14;

const manilaTime = new Intl.DateTimeFormat('en-PH', {
  timeZone: 'Asia/Manila',
  dateStyle: 'medium',
  timeStyle: 'short',
});

/** The notifications of the three demo accounts, in the sentences of the server. */
export function notificationRows(
  market: Marketplace,
  happenings: Happenings,
  clock: DemoClock,
): NotificationRow[] {
  const { admin, demoAgent, demoUser } = market;
  const seenBefore = clock.today.getTime() - UNREAD_DAYS * DAY_MS;
  const rowsFor = (person: MarketPerson, notices: readonly Notice[]): NotificationRow[] => [
    ...[...notices]
      .sort((a, b) => b.created_at.getTime() - a.created_at.getTime())
      .slice(0, MOST_FOR_ONE)
      .map((notice) => ({
        ...notice,
        user_id: person.id,
        read_at:
          notice.created_at.getTime() < seenBefore ? new Date(notice.created_at.getTime() + 2 * HOUR_MS) : null,
      })),
    ...happenings.threads.flatMap((thread) => messageNotice(thread, person, market) ?? []),
  ];
  return [
    ...rowsFor(demoAgent, agentNotices(market, happenings)),
    ...rowsFor(demoUser, userNotices(market, happenings)),
    ...rowsFor(admin, adminNotices(market, clock)),
  ].sort((a, b) => a.created_at.getTime() - b.created_at.getTime());
}

function notice(
  type: Notice['type'],
  title: string,
  message: string,
  [action_label, action_url]: readonly [string, string],
  created_at: Date,
  topic: NoticeTopic | null = null,
): Notice {
  return { type, title, message, action_label, action_url, created_at, topic };
}

function agentNotices(market: Marketplace, { inquiries, reviews, viewings }: Happenings): Notice[] {
  const { demoAgent, users } = market;
  const nameOf = (id: number | null | undefined) => users.find((user) => user.id === id)?.name ?? 'A client';
  const isOwn = ({ agent_id }: { agent_id?: number | null }) => agent_id === demoAgent.id;
  return [
    ...inquiries
      .filter(isOwn)
      .slice(-6)
      .map(({ name, message, created_at }) =>
        notice(
          'info',
          'New Inquiry',
          `${name}: ${previewOf(message)}`,
          ['View Inquiry', '/agent-dashboard?tab=messages'],
          created_at ?? new Date(0),
        ),
      ),
    ...reviews
      .filter(isOwn)
      .slice(-2)
      .map(({ reviewer_id, rating, created_at }) =>
        notice(
          'success',
          'New Review',
          `${nameOf(reviewer_id)} gave you ${rating} ${rating === 1 ? 'star' : 'stars'}.`,
          ['View Review', `/agents/${demoAgent.id}?tab=reviews`],
          created_at ?? new Date(0),
        ),
      ),
    ...viewings.filter(isOwn).flatMap((viewing) => viewingNotice(viewing, market, 'agent') ?? []),
  ];
}

function userNotices(market: Marketplace, { viewings, favorites }: Happenings): Notice[] {
  const { demoUser } = market;
  return [
    ...viewings
      .filter(({ user_id }) => user_id === demoUser.id)
      .flatMap((viewing) => viewingNotice(viewing, market, 'user') ?? []),
    ...favorites.flatMap((listing) => favoriteNotice(listing) ?? []),
  ];
}

function adminNotices({ agents, applicants, newcomers }: Marketplace, clock: DemoClock): Notice[] {
  const upgraded = agents[UPGRADED];
  return [
    ...(upgraded
      ? [
          notice(
            'info',
            'License Number Changed',
            `${upgraded.name} changed their license number. Please check it again.`,
            ['View Licenses', '/admin-dashboard?tab=trust&desk=licenses'],
            clock.at(-2, 15, 20),
            `license-${upgraded.id}`,
          ),
        ]
      : []),
    ...applicants.map(({ id, name, joinedAt }) =>
      notice(
        'info',
        'New Agent Application',
        `${name} applied to become an agent.`,
        ['Review Application', '/admin-dashboard?tab=agents'],
        joinedAt,
        `application-${id}`,
      ),
    ),
    ...newcomers.map(({ name, joinedAt }) =>
      notice(
        'info',
        'New Account',
        `${name} created an account.`,
        ['View Users', '/admin-dashboard?tab=users'],
        joinedAt,
      ),
    ),
  ];
}

const viewingWords = {
  requested: ['info', 'Viewing Requested'],
  proposed: ['info', 'New Time Proposed'],
  confirmed: ['success', 'Viewing Confirmed'],
  declined: ['warning', 'Viewing Declined'],
  cancelled: ['warning', 'Viewing Cancelled'],
} as const;

/** Each side gets notices about the other: agents about requests and cancellations, visitors about the rest. */
function viewingNotice(
  viewing: CreationAttributes<ViewingModel>,
  { listings }: Marketplace,
  side: 'agent' | 'user',
): Notice | null {
  const status: ViewingStatus = viewing.status ?? 'requested';
  if ((side === 'agent') !== (status === 'requested' || status === 'cancelled')) return null;
  const [type, title] = viewingWords[status];
  const listing = listings.find(({ id }) => id === viewing.property_id);
  return notice(
    type,
    title,
    `${listing?.title ?? 'A property'}, ${manilaTime.format(viewing.starts_at)}`,
    ['View Viewings', side === 'agent' ? '/agent-dashboard?tab=viewings' : '/dashboard?tab=viewings'],
    viewing.updated_at ?? viewing.starts_at,
  );
}

function favoriteNotice({ id, title, plan }: MarketListing): Notice | null {
  const action = ['View Property', `/properties/${id}`] as const;
  if (plan.status === 'sold' || plan.status === 'rented') {
    const message = `${title}, one of your favorites, was ${plan.status}.`;
    return notice(
      'warning',
      plan.status === 'sold' ? 'Property Sold' : 'Property Rented',
      message,
      action,
      plan.updatedAt,
    );
  }
  const drop = plan.prices.at(-1);
  if (!drop) return null;
  const message = `${title} dropped from ${formatFullPrice(drop.from)} to ${formatFullPrice(drop.to)}.`;
  return notice('success', 'Price Drop', message, action, drop.at);
}

/** One for each thread whose last messages the person has not read. */
function messageNotice(
  thread: KnownThread,
  person: MarketPerson,
  { agents, users }: Marketplace,
): NotificationRow | null {
  const takesPart = thread.userId === person.id || thread.agentId === person.id;
  if (!takesPart || !thread.isUnread || thread.lastSenderId === person.id) return null;
  const [title, message, label] = ['New Message', previewOf(thread.lastWords), 'View Conversation'] as const;
  const sender = [...agents, ...users].find(({ id }) => id === thread.lastSenderId);
  const url = `/conversations/${thread.id}`;
  return {
    ...notice('info', title, message, [label, url], thread.lastAt, `conversation-${thread.id}`),
    words: { title, message, label, ...(sender && { concerns: sender.name }) },
    user_id: person.id,
    read_at: null,
  };
}
