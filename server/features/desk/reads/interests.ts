import type { ClientModel } from '#server/db/models.ts';
import { readAll, toIso, toNumber } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import { coverColumn } from '#server/features/properties/reads.ts';
import { readPersonalSettings } from '#server/features/settings/personalSettings.ts';
import type { DeskClient } from '#shared/contracts/desk.ts';

/** Of the listings a client viewed or saved. */
const MAX_INTERESTS = 20;

interface InterestRow {
  id: number;
  title: string;
  image: string | null;
  price: number | string;
  listing_type: DeskClient['saved'][number]['property']['listing_type'];
  status: DeskClient['saved'][number]['property']['status'];
  at: Date | string;
}

/** The agent's own listings that the client's account saved, and viewed if the client keeps a history. */
export async function readInterests(
  context: ServerContext,
  { agent_id, user_id }: ClientModel,
): Promise<Pick<DeskClient, 'looked_at' | 'saved'>> {
  if (user_id === null) return { looked_at: [], saved: [] };
  const { db } = context;
  const settings = await readPersonalSettings(context, [user_id]);
  const columns = `p.id, p.title, ${coverColumn(db.dialect)} AS image, p.price, p.listing_type, p.status`;
  const own = 'p.agent_id = $1';
  const latest = `ORDER BY at DESC, p.id DESC LIMIT ${MAX_INTERESTS}`;
  const saved = readAll<InterestRow>(
    db,
    (sql) => `SELECT ${columns}, f.created_at AS at FROM favorites f JOIN properties p ON p.id = f.property_id
      WHERE p.agent_id = ${sql.bind(agent_id)} AND f.user_id = ${sql.bind(user_id)} ${latest}`,
  );
  const looked = settings.get(user_id)?.search.saveHistory
    ? db.readRows<InterestRow>(
        `SELECT ${columns}, v.at FROM (
          SELECT property_id, MAX(viewed_at) AS at FROM property_views WHERE viewer_key = $2 GROUP BY property_id
        ) v JOIN properties p ON p.id = v.property_id WHERE ${own} ${latest}`,
        [agent_id, `user:${user_id}`],
      )
    : Promise.resolve([]);
  const [savedRows, lookedRows] = await Promise.all([saved, looked]);
  return { looked_at: lookedRows.map(presentInterest), saved: savedRows.map(presentInterest) };
}

const presentInterest = ({ at, price, ...property }: InterestRow): DeskClient['saved'][number] => ({
  property: { ...property, price: toNumber(price) },
  at: toIso(at),
});
