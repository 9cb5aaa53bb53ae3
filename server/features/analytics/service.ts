import { columnsEqual, readCounts } from '#server/db/sql.ts';
import { AGENT_APPLICANT, APPROVED_AGENT, activeAdmin } from '#server/features/auth/policy.ts';
import type { ServerContext } from '#server/features/context.ts';
import { FileAnswer } from '#server/http/answers.ts';
import { type CsvColumns, writeTable } from '#server/http/csv.ts';
import type { Service } from '#server/http/routing.ts';
import type { Translate } from '#server/languages.ts';
import { type AppServer, userRoom } from '#server/realtime/io.ts';
import { type AdminAbility, type AdminRole, isAllowed } from '#shared/adminRoles.ts';
import {
  type AnalyticsQuery,
  type analyticsCalls,
  DEFAULT_MONTHS,
  MAX_TOP_PROPERTIES,
  type MonthlyFigures,
  type TopProperty,
  type WaitingCases,
} from '#shared/contracts/analytics.ts';
import { manilaDay, startOfManilaDay } from '#shared/manilaDays.ts';
import {
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

/** To be mounted before the agents' routes, which would match 'analytics' as an id. */
export function analyticsService(context: ServerContext): Service<typeof analyticsCalls> {
  const { db } = context;

  return {
    get: ({ user, query }) => getAnalytics(context, user.id, query),

    async export({ user, query, t }) {
      const { table, from, to } = query;
      const text =
        table === 'monthly'
          ? writeTable(monthColumns(t), (await getAnalytics(context, user.id, query)).trends.monthly)
          : writeTable(listingColumns(t), await readInterest(db, user.id, periodOf(query)));
      const period = from && to ? `-${from}-to-${to}` : '';
      return new FileAnswer(text, 'text/csv', `silong-${table}${period}.csv`);
    },

    siteStats: () => countAll(db),

    waiting: ({ user }) => countWaiting(context, user.adminRole),
  };
}

async function getAnalytics({ db, now }: ServerContext, agentId: number, query: AnalyticsQuery) {
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
  const closed = new Map(closings.map((closing) => [closing.month, closing]));
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
    trends: {
      monthly: monthsOf(query, now()).map((month) => ({
        month,
        newListings: newListings.get(month) ?? 0,
        soldProperties: closed.get(month)?.sold ?? 0,
        newConversations: newConversations.get(month) ?? 0,
        revenue: round(closed.get(month)?.revenue ?? 0, 2),
      })),
    },
    topProperties: interest.slice(0, MAX_TOP_PROPERTIES),
  };
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
export const share = (part: number, whole: number) => (whole === 0 ? null : round((part / whole) * 100, 1));

function monthOf(now: Date): Period {
  const month = manilaDay(now).slice(0, 7);
  return { start: startOfManilaDay(`${month}-01`), end: startOfManilaDay(`${addMonths(month, 1)}-01`) };
}

/** The months of the trends, '2026-01', oldest first: all months of the range, or the last twelve. */
function monthsOf({ from, to }: AnalyticsQuery, now: Date): string[] {
  const last = (to ?? manilaDay(now)).slice(0, 7);
  const months: string[] = [];
  let month = from?.slice(0, 7) ?? addMonths(last, 1 - DEFAULT_MONTHS);
  for (; month <= last; month = addMonths(month, 1)) months.push(month);
  return months;
}

function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

type Kind = keyof WaitingCases;

const AGENTS = 'users u JOIN agent_profiles a ON a.user_id = u.id';

/** By kind, the ability to read it and its rows, as on the admin screens; `today` binds the day in Manila. */
const cases: Record<Kind, [ability: AdminAbility, rows: (today: () => string) => string]> = {
  applications: ['applications.read', () => `${AGENTS} WHERE ${AGENT_APPLICANT}`],
  listings: ['listings.read', () => "properties p WHERE lower(p.moderation_status) = 'pending'"],
  reports: ['trust.read', () => "listing_reports WHERE status = 'open'"],
  duplicates: ['trust.read', () => "duplicate_pairs WHERE status = 'open'"],
  licenses: [
    'trust.read',
    (today) => `${AGENTS} WHERE ${APPROVED_AGENT} AND a.license_lapsed_at IS NULL
      AND (a.license_checked_at IS NULL OR a.license_expires_on IS NULL OR a.license_expires_on < ${today()})`,
  ],
  offices: [
    'trust.read',
    (today) => `offices WHERE license_number IS NOT NULL
      AND (license_checked_at IS NULL OR license_expires_on IS NULL OR license_expires_on < ${today()})`,
  ],
  signals: ['trust.read', () => "fraud_signals WHERE status = 'open'"],
  erasures: ['erasures.read', () => "erasure_requests WHERE status = 'open' AND erase_at IS NULL"],
};

async function countWaiting({ db, now }: Pick<ServerContext, 'db' | 'now'>, role: AdminRole | null) {
  const kinds = Object.keys(cases) as Kind[];
  const readable = kinds.filter((kind) => isAllowed(role, cases[kind][0]));
  const none = Object.fromEntries(kinds.map((kind) => [kind, null])) as WaitingCases;
  if (readable.length === 0) return none;
  const found = await readCounts<Kind>(db, (sql) => {
    const today = () => sql.bind(manilaDay(now()));
    return `SELECT ${readable.map((kind) => `(SELECT COUNT(*) FROM ${cases[kind][1](today)}) AS ${kind}`).join(', ')}`;
  });
  return { ...none, ...found };
}

const ADMINS = `SELECT u.id FROM users u WHERE ${columnsEqual('u', activeAdmin)}`;

/** Emits to administrators that counts may have changed. Changes during an emission are joined in one. */
export function attachWaitingSockets(io: AppServer, { db, log }: ServerContext): void {
  const { AgentProfile, DuplicatePair, ErasureRequest, FraudSignal, ListingReport, Office, Property } = db.models;
  let isEmitting = false;
  let isDue = false;

  async function emitChange(): Promise<void> {
    isDue = true;
    if (isEmitting) return;
    isEmitting = true;
    try {
      while (isDue) {
        isDue = false;
        const admins = await db.readRows<{ id: number }>(ADMINS);
        const rooms = admins.map(({ id }) => userRoom(id));
        // `io.to` without rooms would emit to all sockets.
        if (rooms.length > 0) io.to(rooms).emit('waiting_changed', {});
      }
    } catch (error) {
      log.warn({ err: error }, 'administrators were not told that what waits has changed');
    } finally {
      isEmitting = false;
    }
  }

  const decided = [AgentProfile, DuplicatePair, ErasureRequest, FraudSignal, ListingReport, Office, Property];
  db.onChange(decided, () => void emitChange());
}
