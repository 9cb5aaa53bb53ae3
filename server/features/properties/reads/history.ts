import { Op, Transaction } from 'sequelize';
import type { Database } from '#server/db/connection.ts';
import type { PropertyEventModel, PropertyModel } from '#server/db/models.ts';
import { readAll, readKeys, type SqlBuilder, timeParameter, toNumber } from '#server/db/sql.ts';
import { PUBLIC_AGENT } from '#server/features/auth/policy.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { SignedInUser } from '#server/http/access.ts';
import type { RecurringJob } from '#server/jobs/queue.ts';
import { type HistoryEvent, MAX_HISTORY } from '#shared/contracts/properties.ts';
import { ASK_AFTER_DAYS, ASK_EVERY_DAYS, daysBefore } from '#shared/freshness.ts';
import { PUBLIC_ONLY } from '../policy.ts';

/** The history of a listing: statuses are stored with the figures of analytics, other events in `property_events`. */

/** Time of the agent's last confirmation of the listing `p`. */
export const FRESH_AT = 'COALESCE(p.fresh_at, p.created_at)';

/** Whether the listing `p` is on offer and unconfirmed for so many days, as a condition. */
export function isUnconfirmedFor(sql: SqlBuilder, days: number, now: Date): string {
  const since = timeParameter(sql.dialect, daysBefore(now, days));
  return `p.status = 'available' AND ${FRESH_AT} <= ${sql.bind(since)}`;
}

/** Whether the agent is to confirm the listing `p`; hidden listings need no confirmation. */
export const awaitsConfirmation = (sql: SqlBuilder, now: Date) =>
  `${PUBLIC_ONLY} AND ${isUnconfirmedFor(sql, ASK_AFTER_DAYS, now)}`;

/**
 * In the transaction of the change.
 * @param listing with its new price
 * @param undoMs a return to the former price within this time is a correction; 0: it is not
 */
export async function recordPrice(
  { db, now }: ServerContext,
  { id: changed_by }: SignedInUser,
  { id: property_id, price, status }: PropertyModel,
  previous_price: number,
  undoMs: number,
): Promise<void> {
  const { PropertyEvent } = db.models;
  const at = now();
  const since = { [Op.gte]: new Date(at.getTime() - undoMs) };
  const recent =
    undoMs > 0
      ? await PropertyEvent.findAll({
          where: { property_id, kind: 'price', changed_at: since },
          order: [['id', 'ASC']],
        })
      : [];
  // A correction ends the sequence: a later change is meant.
  const open = recent.slice(recent.findLastIndex(({ takes_back_id }) => takes_back_id !== null) + 1);
  const slip = open.find((event) => event.previous_price === price);
  await PropertyEvent.create({
    property_id,
    kind: 'price',
    price,
    previous_price,
    status,
    takes_back_id: slip?.id ?? null,
    changed_by,
    changed_at: at,
  });
}

/** In the transaction of the change. `updated_at` stays: the listing's contents are unchanged. */
export async function recordConfirmations(
  { db }: ServerContext,
  { id: changed_by }: SignedInUser,
  listings: readonly PropertyModel[],
  at: Date,
): Promise<void> {
  const { Property, PropertyEvent } = db.models;
  const where = { id: listings.map(({ id }) => id) };
  await Property.update({ confirmed_at: at, fresh_at: at }, { where, silent: true });
  await PropertyEvent.bulkCreate(
    listings.map(({ id: property_id, price, status }) => ({
      property_id,
      kind: 'confirmed' as const,
      price,
      previous_price: null,
      status,
      changed_by,
      changed_at: at,
    })),
  );
}

const HOUR_MS = 3_600_000;
const AGENTS_AT_ONCE = 200;

/**
 * Asks agents, once a week at most, which listings are still available. The time of asking is stored in the locked
 * profile: once each, in whichever process.
 */
export const confirmationRequests = (context: ServerContext): RecurringJob => ({
  name: 'askForConfirmations',
  everyMs: HOUR_MS,
  run: async (signal) => {
    const agentIds = await findAgentsToAsk(context);
    for (const agentId of agentIds) if (!signal.aborted) await askAgent(context, agentId);
  },
});

function findAgentsToAsk({ db, now }: ServerContext): Promise<number[]> {
  const at = now();
  const lastWeek = timeParameter(db.dialect, daysBefore(at, ASK_EVERY_DAYS));
  return readKeys(
    db,
    (sql) => `SELECT a.user_id AS key FROM agent_profiles a JOIN users u ON u.id = a.user_id
      WHERE ${PUBLIC_AGENT} AND (a.confirmation_asked_at IS NULL OR a.confirmation_asked_at <= ${sql.bind(lastWeek)})
        AND EXISTS (SELECT 1 FROM properties p WHERE p.agent_id = a.user_id AND ${awaitsConfirmation(sql, at)})
      ORDER BY a.confirmation_asked_at, a.user_id LIMIT ${AGENTS_AT_ONCE}`,
  );
}

function askAgent({ db, jobs, now }: ServerContext, agentId: number): Promise<void> {
  return db.transaction(async () => {
    const lock = Transaction.LOCK.NO_KEY_UPDATE;
    const profile = await db.models.AgentProfile.findByPk(agentId, { lock });
    const asked = profile?.confirmation_asked_at;
    if (!profile || (asked && asked > daysBefore(now(), ASK_EVERY_DAYS))) return;
    await profile.update({ confirmation_asked_at: now() }, { silent: true });
    await jobs.add('confirmationNotice', { agentId }, { priority: 'bulk' });
  });
}

/** Number of listings to confirm, and the title of the one waiting longest. */
export async function readToConfirm(
  { db, now }: ServerContext,
  agentId: number,
): Promise<{ count: number; title: string } | null> {
  const rows = await readAll<{ title: string; total: number | string }>(
    db,
    (sql) => `SELECT p.title, COUNT(*) OVER () AS total FROM properties p
      WHERE p.agent_id = ${sql.bind(agentId)} AND ${awaitsConfirmation(sql, now())}
      ORDER BY ${FRESH_AT}, p.id LIMIT 1`,
  );
  const [first] = rows;
  return first ? { count: toNumber(first.total), title: first.title } : null;
}

/** The newest confirmations only: prices stay in sight however often an agent confirms. */
const MAX_CONFIRMATIONS = 20;

/** Newest first; of the same moment, 'listed' is the oldest. */
export async function readHistory({ models }: Database, propertyId: number): Promise<HistoryEvent[]> {
  const newest = (kind: 'price' | 'confirmed', limit: number) =>
    models.PropertyEvent.findAll({
      where: { property_id: propertyId, kind },
      order: [
        ['changed_at', 'DESC'],
        ['id', 'DESC'],
      ],
      limit,
    });
  const [statuses, prices, confirmations] = await Promise.all([
    models.PropertyStatusChange.findAll({
      where: { property_id: propertyId },
      order: [
        ['changed_at', 'DESC'],
        ['id', 'DESC'],
      ],
      limit: MAX_HISTORY,
    }),
    newest('price', MAX_HISTORY),
    newest('confirmed', MAX_CONFIRMATIONS),
  ]);
  const events = [
    ...confirmations.map(presentEvent),
    ...statuses.map(
      ({ changed_at, from_status, to_status, price }): HistoryEvent => ({
        at: changed_at.toISOString(),
        kind: from_status === null ? 'listed' : 'status',
        price,
        previous_price: null,
        status: to_status,
      }),
    ),
    ...withoutSlips(prices).map(presentEvent),
  ];
  const isFirst = ({ kind }: HistoryEvent) => Number(kind === 'listed');
  return events
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at) || isFirst(one) - isFirst(other))
    .slice(0, MAX_HISTORY);
}

/** Without corrected prices and their corrections. */
function withoutSlips(prices: readonly PropertyEventModel[]): PropertyEventModel[] {
  const slips = prices.flatMap(({ id, takes_back_id }) =>
    takes_back_id === null ? [] : [{ from: takes_back_id, to: id }],
  );
  return prices.filter(({ id }) => !slips.some(({ from, to }) => id >= from && id <= to));
}

const presentEvent = ({
  changed_at,
  kind,
  price,
  previous_price,
  status,
}: PropertyEventModel): HistoryEvent => ({
  at: changed_at.toISOString(),
  kind,
  price,
  previous_price,
  status,
});
