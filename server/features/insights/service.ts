import type { Database } from '#server/db/connection.ts';
import { readAll, readCounts, timeParameter, toNumber } from '#server/db/sql.ts';
import {
  CLOSED_IN_PERIOD,
  countContacts,
  type Period,
  periodOf,
  readMedianResponse,
  withPeriod,
} from '#server/features/analytics/reads.ts';
import { refreshClients } from '#server/features/clients/writes.ts';
import type { ServerContext } from '#server/features/context.ts';
import { dismissAdvice, readDismissedAdvice } from '#server/features/settings/personalSettings.ts';
import type { Service } from '#server/http/routing.ts';
import { adviceRules, type insightsCalls } from '#shared/contracts/insights.ts';
import { addDays, manilaDay } from '#shared/manilaDays.ts';
import { readAdvice } from './reads.ts';

const DAY_MS = 24 * 3_600_000;

export const insightsService = (context: ServerContext): Service<typeof insightsCalls> => ({
  async list({ user }) {
    await refreshClients(context, user.id);
    const dismissed = await readDismissedAdvice(context, user.id);
    return readAdvice(context, { agentId: user.id, now: context.now(), dismissed });
  },

  figures: ({ user, query }) => readFigures(context.db, user.id, periodOf(query), context.now()),

  async dismiss({ user, params: { key }, body: { dismissed } }) {
    const until = dismissed ? new Date(context.now().getTime() + adviceRules.dismissedDays * DAY_MS) : null;
    await dismissAdvice(context, user.id, key, until);
    return { key, dismissed_until: until?.toISOString() ?? null };
  },
});

/** Days of the daily views, compared with as many before. */
const VIEW_DAYS = 30;
const WEEK_DAYS = 7;

async function readFigures(db: Database, agentId: number, period: Period, now: Date) {
  const [contacts, median, viewings, closed, views] = await Promise.all([
    countContacts(db, agentId, period),
    readMedianResponse(db, agentId, period),
    countViewings(db, agentId, period, now),
    countClosed(db, agentId, period),
    readViewsByDay(db, agentId, manilaDay(now)),
  ]);
  /** Sum over so many days, of which the last is `back` days ago. */
  const sum = (days: number, back: number) =>
    views.slice(views.length - back - days, views.length - back).reduce((total, count) => total + count, 0);
  const first = addDays(manilaDay(now), 1 - VIEW_DAYS);
  return {
    conversations: contacts.conversations,
    messages: contacts.messages,
    inquiries: contacts.inquiries,
    answered_inquiries: contacts.answeredInquiries,
    median_first_answer_minutes: median === null ? null : Math.round(median * 10) / 10,
    viewings,
    sold: { count: closed.sold, value: closed.soldFor },
    rented: { count: closed.rented, monthly_rent: closed.rentedFor },
    views: {
      last_7_days: { count: sum(WEEK_DAYS, 0), before: sum(WEEK_DAYS, WEEK_DAYS) },
      last_30_days: { count: sum(VIEW_DAYS, 0), before: sum(VIEW_DAYS, VIEW_DAYS) },
    },
    views_by_day: Array.from({ length: VIEW_DAYS }, (_, at) => ({
      day: addDays(first, at),
      views: views[VIEW_DAYS + at] ?? 0,
      before: views[at] ?? 0,
    })),
  };
}

function countViewings(db: Database, agentId: number, period: Period, now: Date) {
  return readCounts<'held' | 'no_show' | 'without_outcome'>(db, (sql) => {
    for (const value of withPeriod(db, agentId, period)) sql.bind(value);
    return `SELECT SUM(CASE WHEN outcome <> 'no_show' THEN 1 ELSE 0 END) AS held,
      SUM(CASE WHEN outcome = 'no_show' THEN 1 ELSE 0 END) AS no_show,
      SUM(CASE WHEN outcome IS NULL THEN 1 ELSE 0 END) AS without_outcome
    FROM viewings WHERE agent_id = $1 AND status = 'confirmed' AND starts_at >= $2 AND starts_at < $3
      AND ends_at <= ${sql.bind(timeParameter(db.dialect, now))}`;
  });
}

function countClosed(db: Database, agentId: number, period: Period) {
  return readCounts<'sold' | 'soldFor' | 'rented' | 'rentedFor'>(db, (sql) => {
    for (const value of withPeriod(db, agentId, period)) sql.bind(value);
    const of = (status: string, value: string) => `SUM(CASE WHEN p.status = '${status}' THEN ${value} ELSE 0 END)`;
    return `SELECT ${of('sold', '1')} AS sold, ${of('sold', 'c.price')} AS "soldFor",
      ${of('rented', '1')} AS rented, ${of('rented', 'c.price')} AS "rentedFor" ${CLOSED_IN_PERIOD}`;
  });
}

/** Daily views of all own listings, twice as many days as shown, oldest first. */
async function readViewsByDay(db: Database, agentId: number, today: string): Promise<number[]> {
  const first = addDays(today, 1 - 2 * VIEW_DAYS);
  const rows = await readAll<{ day: string; views: number | string }>(db, (sql) => {
    const own = `property_id IN (SELECT id FROM properties WHERE agent_id = ${sql.bind(agentId)})`;
    const since = sql.bind(first);
    return `SELECT viewed_on AS day, SUM(views) AS views FROM (
        SELECT viewed_on, COUNT(*) AS views FROM property_views WHERE ${own} AND viewed_on >= ${since} GROUP BY viewed_on
        UNION ALL
        SELECT viewed_on, SUM(views) AS views FROM property_view_days WHERE ${own} AND viewed_on >= ${since} GROUP BY viewed_on
      ) seen GROUP BY viewed_on`;
  });
  const views = new Map(rows.map(({ day, views: count }) => [day, toNumber(count)]));
  return Array.from({ length: 2 * VIEW_DAYS }, (_, at) => views.get(addDays(first, at)) ?? 0);
}
