import { Op, type OrderItem } from 'sequelize';
import type { Database } from '#server/db/connection.ts';
import type { PropertyEventModel, PropertyModel } from '#server/db/models.ts';
import { readAll, type SqlBuilder, toNumber } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import { type HistoryEvent, MAX_HISTORY } from '#shared/contracts/properties.ts';
import { ASK_AFTER_DAYS, daysBefore } from '#shared/freshness.ts';
import { PUBLIC_ONLY } from '../policy.ts';

/** The history of a listing: statuses are stored with the figures of analytics, other events in `property_events`. */

/** Time of the agent's last confirmation of the listing `p`. */
export const FRESH_AT = 'COALESCE(p.fresh_at, p.created_at)';

/** Whether the listing `p` is on offer and unconfirmed for so many days, as a condition. */
function isUnconfirmedFor(sql: SqlBuilder, days: number, now: Date): string {
  const since = sql.bindTime(daysBefore(now, days));
  return `p.status = 'available' AND ${FRESH_AT} <= ${since}`;
}

/** Whether the agent is to confirm the listing `p`; hidden listings need no confirmation. */
export const awaitsConfirmation = (sql: SqlBuilder, now: Date) =>
  `${PUBLIC_ONLY} AND ${isUnconfirmedFor(sql, ASK_AFTER_DAYS, now)}`;

/** Number of listings to confirm, and the title of the one waiting longest. */
export async function readToConfirm({ db, now }: ServerContext, agentId: number) {
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

/** Newest first; at the same moment, 'listed' is the oldest. */
export async function readHistory({ models }: Database, propertyId: number): Promise<HistoryEvent[]> {
  const order: OrderItem[] = [
    ['changed_at', 'DESC'],
    ['id', 'DESC'],
  ];
  const newest = (kind: 'price' | 'confirmed', limit: number) =>
    models.PropertyEvent.findAll({ where: { property_id: propertyId, kind }, order, limit });
  const [statuses, prices, confirmations] = await Promise.all([
    models.PropertyStatusChange.findAll({ where: { property_id: propertyId }, order, limit: MAX_HISTORY }),
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

/** A price that stood within this time is no lower one when it is asked again. */
const PRICE_MEMORY_DAYS = 30;

/** Whether a listing's price is lower than each price that stood in the last thirty days; slips of the pen do not count. */
export async function isPriceDrop({ db, now }: ServerContext, { id, price }: PropertyModel): Promise<boolean> {
  const stored = await db.models.PropertyEvent.findAll({
    where: { property_id: id, kind: 'price', changed_at: { [Op.gte]: daysBefore(now(), PRICE_MEMORY_DAYS) } },
    order: [['id', 'DESC']],
  });
  const events = withoutSlips(stored);
  const isLower = ({ previous_price }: PropertyEventModel) => previous_price !== null && previous_price > price;
  return events.length > 0 && events.every(isLower);
}

/** Without corrected prices and their corrections. */
function withoutSlips(prices: readonly PropertyEventModel[]): PropertyEventModel[] {
  const slips = prices.flatMap(({ id, takes_back_id }) =>
    takes_back_id === null ? [] : [{ from: takes_back_id, to: id }],
  );
  return prices.filter(({ id }) => !slips.some(({ from, to }) => id >= from && id <= to));
}

function presentEvent({ changed_at, kind, price, previous_price, status }: PropertyEventModel): HistoryEvent {
  return { at: changed_at.toISOString(), kind, price, previous_price, status };
}
