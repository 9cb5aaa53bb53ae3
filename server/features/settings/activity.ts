import { toNumber } from '#server/db/rows.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { Activity } from '#shared/contracts/settings.ts';

const COUNT_INQUIRIES = 'SELECT COUNT(*) AS inquiries FROM inquiries WHERE user_id = $1';

/** The figures of the profile page that only the server knows. */
export async function countActivity({ db }: Pick<ServerContext, 'db'>, userId: number): Promise<Activity> {
  const [row] = await db.readRows<{ inquiries: number | string }>(COUNT_INQUIRIES, [userId]);
  return { inquiries: toNumber(row?.inquiries ?? 0) };
}
