import type { ServerContext } from '#server/features/context.ts';
import { FileAnswer } from '#server/http/answers.ts';
import { type CsvColumns, writeTable } from '#server/http/csv.ts';
import type { Service } from '#server/http/routing.ts';
import type { Translate } from '#server/languages.ts';
import {
  type Analytics,
  type AnalyticsQuery,
  type analyticsCalls,
  DEFAULT_MONTHS,
  MAX_TOP_PROPERTIES,
  type MonthlyFigures,
  type TopProperty,
} from '#shared/contracts/analytics.ts';
import { manilaDay, startOfManilaDay } from '#shared/manilaDays.ts';
import {
  type Closings,
  countAll,
  countContacts,
  countNewByMonth,
  countPresent,
  type Period,
  periodOf,
  readClosings,
  readInterest,
  readMedianResponse,
} from './reads.ts';
import { countWaiting } from './sockets.ts';

/** To be mounted before the agents' routes, which would match 'analytics' as an id. */
export function analyticsService(context: ServerContext): Service<typeof analyticsCalls> {
  const { db } = context;

  return {
    get: ({ user, query }) => getAnalytics(context, user.id, query),

    async export({ user, query, t }) {
      const text =
        query.table === 'monthly'
          ? writeTable(monthColumns(t), (await getAnalytics(context, user.id, query)).trends.monthly)
          : writeTable(listingColumns(t), await readInterest(db, user.id, periodOf(query)));
      return new FileAnswer(text, 'text/csv', fileName(query));
    },

    siteStats: () => countAll(db),

    waiting: ({ user }) => countWaiting(context, user.adminRole),
  };
}

/** 'silong-monthly.csv', or with a period 'silong-monthly-2026-01-01-to-2026-03-31.csv'. */
function fileName({ table, from, to }: { table: string } & AnalyticsQuery): string {
  return from && to ? `silong-${table}-${from}-to-${to}.csv` : `silong-${table}.csv`;
}

async function getAnalytics(
  context: ServerContext,
  agentId: number,
  query: AnalyticsQuery,
): Promise<Analytics> {
  const { db, now } = context;
  const period = periodOf(query);
  const [present, closings, thisMonth, newListings, newConversations, contacts, interest, median] =
    await Promise.all([
      countPresent(db, agentId, now()),
      readClosings(db, agentId, period),
      readClosings(db, agentId, monthOf(now())),
      countNewByMonth(db, 'properties', agentId, period),
      countNewByMonth(db, 'conversations', agentId, period),
      countContacts(db, agentId, period),
      readInterest(db, agentId, period),
      readMedianResponse(db, agentId, period),
    ]);
  const totalViews = sum(interest.map(({ views }) => views));
  return {
    overview: {
      totalProperties: present.total,
      activeProperties: present.active,
      soldProperties: present.sold,
      rentedProperties: present.rented,
      totalRevenue: round(sum(closings.map(({ revenue }) => revenue)), 2),
      monthlyRevenue: round(sum(thisMonth.map(({ revenue }) => revenue)), 2),
      totalViews,
      totalConversations: contacts.conversations,
      activeConversations: contacts.activeConversations,
      soldThisMonth: sum(thisMonth.map(({ sold }) => sold)),
      newInquiries: present.newInquiries,
      scheduledViewings: present.scheduledViewings,
    },
    performanceMetrics: {
      conversionRate: share(present.sold + present.rented, present.total) ?? 0,
      averagePropertyValue: round(present.averagePrice, 2),
      responseRate: contacts.conversations === 0 ? 0 : round(contacts.messages / contacts.conversations, 1),
      averageViewsPerProperty: present.total === 0 ? 0 : round(totalViews / present.total, 1),
      inquiryResponseRate: share(contacts.answeredInquiries, contacts.inquiries),
      medianFirstResponseMinutes: median === null ? null : round(median, 1),
    },
    trends: { monthly: byMonth(monthsOf(query, now()), closings, newListings, newConversations) },
    topProperties: interest.slice(0, MAX_TOP_PROPERTIES),
  };
}

function byMonth(
  months: readonly string[],
  closings: readonly Closings[],
  newListings: ReadonlyMap<string, number>,
  newConversations: ReadonlyMap<string, number>,
): MonthlyFigures[] {
  const closed = new Map(closings.map((closing) => [closing.month, closing]));
  return months.map((month) => ({
    month,
    newListings: newListings.get(month) ?? 0,
    soldProperties: closed.get(month)?.sold ?? 0,
    newConversations: newConversations.get(month) ?? 0,
    revenue: round(closed.get(month)?.revenue ?? 0, 2),
  }));
}

/** Headings for readers, in their language. Columns of files for import have fixed names. */
const monthColumns = (t: Translate): CsvColumns<MonthlyFigures> => ({
  [t('Month')]: ({ month }) => month,
  [t('New Listings')]: ({ newListings }) => newListings,
  [t('Sold Properties')]: ({ soldProperties }) => soldProperties,
  [t('New Conversations')]: ({ newConversations }) => newConversations,
  [t('Revenue (PHP)')]: ({ revenue }) => revenue,
});

const listingColumns = (t: Translate): CsvColumns<TopProperty> => ({
  [t('Id')]: ({ id }) => id,
  [t('Title')]: ({ title }) => title,
  [t('Price (PHP)')]: ({ price }) => price,
  [t('Views')]: ({ views }) => views,
  [t('Inquiries')]: ({ inquiries }) => inquiries,
  [t('Status')]: ({ status }) => status,
});

export const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

export function round(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  return Math.round(value * factor) / factor;
}

/** In percent, one decimal; null if the whole is 0. */
export function share(part: number, whole: number): number | null {
  return whole === 0 ? null : round((part / whole) * 100, 1);
}

/** The current month in Manila. */
function monthOf(now: Date): Period {
  const month = manilaDay(now).slice(0, 7);
  return { start: startOfManilaDay(`${month}-01`), end: startOfManilaDay(`${nextMonth(month)}-01`) };
}

/** The months of the trends, '2026-01', oldest first: all months of the range, or the last twelve. */
function monthsOf(range: { from?: string | undefined; to?: string | undefined }, now: Date): string[] {
  const last = (range.to ?? manilaDay(now)).slice(0, 7);
  let month = range.from?.slice(0, 7) ?? monthsBefore(last, DEFAULT_MONTHS - 1);
  const months = [month];
  while (month < last) {
    month = nextMonth(month);
    months.push(month);
  }
  return months;
}

function nextMonth(month: string): string {
  return monthsBefore(month, -1);
}

function monthsBefore(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 - count, 1)).toISOString().slice(0, 7);
}
