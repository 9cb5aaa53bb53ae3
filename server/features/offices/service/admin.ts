import type { OfficeModel } from '#server/db/models.ts';
import { isoOrNull, pick, type RawRow, readAll, slicePage, toIso, toNumber } from '#server/db/sql.ts';
import { differences, recordAudit, requireStillAdmin } from '#server/features/auditLog/record.ts';
import { lockOffice, memberIds, publishOfficeChange } from '#server/features/auth/writes/offices.ts';
import type { ServerContext } from '#server/features/context.ts';
import { found } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import { type AdminOffice, type officeAdminCalls, officeLicenseStates } from '#shared/contracts/offices.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { foldText } from '#shared/places.ts';
import { officeLicenseState } from '../reads.ts';

/** Most urgent first; offices without a number have nothing to check. */
const urgency: readonly AdminOffice['state'][] = ['unchecked', 'expired', 'expiring', 'valid'];

export function officeAdminService(context: ServerContext): Service<typeof officeAdminCalls> {
  const { db, now } = context;

  return {
    // All offices are read and sorted here, like agents' licences: hundreds, whose state one rule computes.
    async list({ query }) {
      const { state = 'all', search } = query;
      const all = await readOffices(context);
      const wanted = search ? foldText(search) : '';
      const matches = all
        .filter((office) => foldText(`${office.name} ${office.license_number ?? ''}`).includes(wanted))
        .filter((office) => state === 'all' || office.state === state);
      const { rows: offices, pagination } = slicePage(matches, query);
      const count = (one: AdminOffice['state']) => all.filter((office) => office.state === one).length;
      const counts = Object.fromEntries(officeLicenseStates.map((one) => [one, count(one)]));
      return { offices, pagination, counts: counts as Record<AdminOffice['state'], number> };
    },

    async check({ params: { id }, body, ...admin }) {
      await db.transaction(async () => {
        await requireStillAdmin(context, admin);
        const office = found(await lockOffice(db, id), 'office');
        const fieldsOf = () => ({
          license_number: office.license_number,
          license_expires_on: office.license_expires_on,
        });
        const before = fieldsOf();
        await office.update({
          license_number: body.license_number,
          license_expires_on: body.expires_on,
          license_checked_at: now(),
          license_checked_by: admin.user.id,
        });
        publishOfficeChange(context, await memberIds(db, id));
        const about = { action: 'license.check', entityType: 'office', entityId: id };
        await recordAudit(context, admin, { ...about, ...differences(before, fieldsOf()) });
      });
      const checked = (await readOffices(context)).find((office) => office.id === id);
      return found(checked, 'office');
    },
  };
}

type OfficeRow = RawRow<
  Pick<OfficeModel, 'id' | 'name' | `license_${'number' | 'expires_on' | 'checked_at'}` | 'created_at'>
> & { checker_name: string | null; members: number | string };

async function readOffices({ db, now }: ServerContext): Promise<AdminOffice[]> {
  const [rows, managers] = await Promise.all([
    readAll<OfficeRow>(
      db,
      () => `SELECT o.id, o.name, o.license_number, o.license_expires_on, o.license_checked_at, o.created_at,
        checker.name AS checker_name, (SELECT COUNT(*) FROM office_members m WHERE m.office_id = o.id) AS members
      FROM offices o LEFT JOIN users checker ON checker.id = o.license_checked_by`,
    ),
    db.readRows<{ office_id: number; id: number; name: string }>(
      `SELECT m.office_id, u.id, u.name FROM office_members m JOIN users u ON u.id = m.user_id
        WHERE m.role = 'manager' ORDER BY m.joined_at, u.id`,
    ),
  ]);
  const today = manilaDay(now());
  const offices = rows.map((row) => ({
    ...pick(row, 'id', 'name', 'license_number'),
    state: officeLicenseState(row, today),
    expires_on: row.license_expires_on,
    checked_at: isoOrNull(row.license_checked_at),
    checked_by: row.checker_name,
    members: toNumber(row.members),
    managers: managers.filter(({ office_id }) => office_id === row.id).map(({ id, name }) => ({ id, name })),
    created_at: toIso(row.created_at),
  }));
  const rank = (office: AdminOffice) =>
    office.license_number === null ? urgency.length : urgency.indexOf(office.state);
  return offices.sort(
    (one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name) || one.id - other.id,
  );
}
