import { z } from 'zod';
import { propertyStatuses } from '../listing/vocabulary.ts';
import { msg } from '../messages.ts';
import { calendarDay, csvFile, defineCall, optionalInQuery } from './common.ts';

export const MAX_TOP_PROPERTIES = 10;
/** Months that the trends show when no range is asked for. */
export const DEFAULT_MONTHS = 12;
const MAX_RANGE_DAYS = 3_660;
const DAY_MS = 86_400_000;

const day = calendarDay();

/** Days in Asia/Manila, both included. Without them everything counts, and the trends show the last twelve months. */
const range = { from: optionalInQuery(day), to: optionalInQuery(day) };

interface Range {
  from?: string | undefined;
  to?: string | undefined;
}

/** The fault of a range as a whole. */
function faultOf({ from, to }: Range): string | null {
  if (!from || !to) return from === to ? null : msg('Enter both from and to').id;
  if (from > to) return msg('from must not be after to').id;
  return Date.parse(to) - Date.parse(from) > MAX_RANGE_DAYS * DAY_MS ? msg('The range is too long').id : null;
}

const inRange = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ ...range, ...shape }).superRefine((query, { addIssue }) => {
    const message = faultOf(query as Range);
    if (message) addIssue({ code: 'custom', message, path: ['from'] });
  });

export const analyticsQuery = inRange({});
export type AnalyticsQuery = z.infer<typeof analyticsQuery>;

export const monthlyFigures = z.object({
  /** '2026-01', a month in Asia/Manila. */
  month: z.string(),
  newListings: z.number(),
  soldProperties: z.number(),
  newConversations: z.number(),
  /** Pesos. */
  revenue: z.number(),
});
export type MonthlyFigures = z.infer<typeof monthlyFigures>;

export const topProperty = z.object({
  id: z.number(),
  title: z.string(),
  price: z.number(),
  /** In the range, as the inquiries are. */
  views: z.number(),
  inquiries: z.number(),
  status: z.enum(propertyStatuses),
});
export type TopProperty = z.infer<typeof topProperty>;

/**
 * An agent's own figures.
 * - 'Now' ones are of this moment, whatever days are asked for.
 * - 'In range' ones count events from the beginning of `from` to the end of `to` in Asia/Manila, or ever when no days
 *   are asked for. The moment of the sale, the view, or the question itself decides: an inquiry of the range counts as
 *   answered also when the answer came after it, and a conversation that began in it with all its messages.
 * - 'Of this month' is the current month in Asia/Manila.
 * A listing counts as sold (rented) at the last time it became so, for the price it had then, and only while it still
 * is. With a deleted listing go its sale and its views; the inquiries about it stay counted.
 */
export const analytics = z.object({
  overview: z.object({
    /** Now: all own listings, hidden ones too. */
    totalProperties: z.number(),
    /** Now: public listings on offer. */
    activeProperties: z.number(),
    /** Now. */
    soldProperties: z.number(),
    /** Now. */
    rentedProperties: z.number(),
    /** Pesos, in range: prices of sold listings and one month's price of rented ones. */
    totalRevenue: z.number(),
    /** Pesos, of this month. */
    monthlyRevenue: z.number(),
    /** In range: one a viewer, listing and day. */
    totalViews: z.number(),
    /** In range: begun with the agent by another account. */
    totalConversations: z.number(),
    /** Of these, the ones that are open now: neither suspended nor closed. */
    activeConversations: z.number(),
    soldThisMonth: z.number(),
    /** Now: unread inquiries. */
    newInquiries: z.number(),
    /** Now: confirmed viewings that are still to come. */
    scheduledViewings: z.number(),
  }),
  performanceMetrics: z.object({
    /** Now: (sold + rented) ÷ all own listings × 100, one decimal. */
    conversionRate: z.number(),
    /** Now: mean price of the own listings, in pesos. */
    averagePropertyValue: z.number(),
    /** In range: messages per conversation, one decimal. */
    responseRate: z.number(),
    /** Views in range ÷ own listings, one decimal. */
    averageViewsPerProperty: z.number(),
    /** In range: share of inquiries that were answered, in percent, one decimal; null without an inquiry. */
    inquiryResponseRate: z.number().nullable(),
    /** In range: median minutes from a client's first words to the agent's first answer; null without an answer. */
    medianFirstResponseMinutes: z.number().nullable(),
  }),
  trends: z.object({
    /** In range, by month, months without events too, oldest first; at its ends only the days within. */
    monthly: z.array(monthlyFigures),
  }),
  /** Most viewed in the range first, then most inquired about. */
  topProperties: z.array(topProperty),
});
export type Analytics = z.infer<typeof analytics>;

export const dashboardStats = z.object({
  totalUsers: z.number(),
  totalAgents: z.number(),
  totalProperties: z.number(),
  pendingAgents: z.number(),
  activeUsers: z.number(),
  totalMessages: z.number(),
  /** Active administrators who sign in with a password alone. */
  adminsWithoutSecondFactor: z.number(),
});
export type DashboardStats = z.infer<typeof dashboardStats>;

/** The number of cases that wait for an administrator's decision; null where the caller's role does not read them. */
export const waitingCases = z.object({
  applications: z.number().nullable(),
  /** Listings held back until a decision. */
  listings: z.number().nullable(),
  reports: z.number().nullable(),
  duplicates: z.number().nullable(),
  /** Of agents: unchecked numbers and expired licenses. */
  licenses: z.number().nullable(),
  /** The same of offices. */
  offices: z.number().nullable(),
  signals: z.number().nullable(),
  erasures: z.number().nullable(),
});
export type WaitingCases = z.infer<typeof waitingCases>;

export const analyticsCalls = {
  get: defineCall('agent', 'GET /api/agents/analytics', {
    summary: 'The agent’s own figures, counted from what happened',
    query: analyticsQuery,
    answer: analytics,
  }),
  export: defineCall('agent', 'GET /api/agents/analytics/export', {
    summary: 'The monthly figures, or every own listing with its views and inquiries, as a CSV file',
    query: inRange({ table: z.enum(['monthly', 'properties']).default('monthly') }),
    ...csvFile,
  }),
  siteStats: defineCall('admin figures.read', 'GET /api/admin/stats', {
    summary: 'The counters of the overview',
    answer: dashboardStats,
  }),
  waiting: defineCall('admin figures.read', 'GET /api/admin/waiting', {
    summary: 'How many cases of each kind wait for a decision, as far as the caller’s role reads them',
    answer: waitingCases,
  }),
};
