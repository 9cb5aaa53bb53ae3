import { Op } from 'sequelize';
import { advisoryLockIds, tryAdvisoryLock } from '#server/db/advisoryLocks.ts';
import { lockedInOrder } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import { identityOf, KEY_VERSION } from '#server/features/properties/writes/buildings.ts';
import type { RecurringJob } from '#server/jobs/queue.ts';

/**
 * Makes the keys of an earlier rule anew. Of several buildings that have one key by now the first gets it, the others keep
 * their own: none is lost, and administrators can merge them.
 */
export async function refreshBuildingKeys({ db }: Pick<ServerContext, 'db'>): Promise<void> {
  const { Building } = db.models;
  const outdated = { key_version: { [Op.lt]: KEY_VERSION } };
  if (!(await Building.findOne({ attributes: ['id'], where: outdated }))) return;
  await tryAdvisoryLock(db, advisoryLockIds.buildingKeys, () =>
    db.transaction(async () => {
      const rows = await Building.findAll({ ...lockedInOrder('NO_KEY_UPDATE') });
      const keyOf = (city: string, name: string) => JSON.stringify([city, name]);
      const wanted = rows.map((row) => ({ row, ...identityOf(row) }));
      const isRight = ({ row, city_slug, folded_name }: (typeof wanted)[number]) =>
        row.city_slug === city_slug && row.folded_name === folded_name;
      const taken = new Set(wanted.filter(isRight).map(({ row }) => keyOf(row.city_slug, row.folded_name)));
      const changed = wanted
        .filter((own) => !isRight(own))
        .map(({ row, ...own }) => {
          const isFree = (name: string) => !taken.has(keyOf(own.city_slug, name));
          const folded_name = [own.folded_name, row.folded_name].find(isFree) ?? `${row.folded_name} ${row.id}`;
          taken.add(keyOf(own.city_slug, folded_name));
          return { row, ...own, folded_name };
        });
      // A key may be another building's until that one has its own.
      for (const { row } of changed) await row.update({ folded_name: `  ${row.id}` }, { silent: true });
      for (const { row, ...own } of changed) await row.update(own, { silent: true });
      await Building.update({ key_version: KEY_VERSION }, { where: outdated, silent: true });
    }),
  );
}

/** Brings the keys of buildings to a changed rule after an upgrade. */
export const buildingKeyRefresh = (context: ServerContext): RecurringJob => ({
  name: 'refreshBuildingKeys',
  everyMs: 5 * 60_000,
  firstMs: 0,
  run: () => refreshBuildingKeys(context),
});
