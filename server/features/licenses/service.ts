import type { AgentProfileModel, UserModel } from '#server/db/models.ts';
import { matchesPerson } from '#server/db/searchWords.ts';
import { isoOrNull, pick, type RawRow, readAll, slicePage, toBoolean } from '#server/db/sql.ts';
import { differences, lockAccount, recordAudit } from '#server/features/auditLog/record.ts';
import { APPROVED_AGENT, isApprovedAgent } from '#server/features/auth/policy.ts';
import type { ServerContext } from '#server/features/context.ts';
import { syncListingVisibility } from '#server/features/properties/moderation/service.ts';
import { found } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import type { AgentLicense, LicenseList, licensesCalls } from '#shared/contracts/licenses.ts';
import { type LicenseState, licenseStateOf, licenseStates } from '#shared/licenses.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { licenseRenewedMail, publishLicense } from './jobs.ts';

export function licensesService(context: ServerContext): Service<typeof licensesCalls> {
  const { db, jobs, mail, now } = context;

  return {
    // All agents are read and sorted here, as for the directory: hundreds, whose state one rule computes.
    async list({ query }) {
      const { state = 'all', search } = query;
      const stored = await readAll<Row>(db, (sql) => select(search ? matchesPerson(sql, 'u', search) : '1 = 1'));
      const today = manilaDay(now());
      const all = stored.map((row) => ({ isFound: toBoolean(row.is_found), license: present(row, today) }));
      const found = all
        .filter(({ isFound, license }) => isFound && (state === 'all' || license.state === state))
        .map(({ license }) => license)
        .toSorted(byUrgency);
      const { rows: licenses, pagination } = slicePage(found, query);
      return { licenses, pagination, counts: countStates(all.map(({ license }) => license.state)) };
    },

    // Stores an admin's check in the Commission's register: with a valid licence the agent is listed again.
    async check({ params: { id: agentId }, body, ...admin }) {
      const { license_number: number, expires_on: lastDay, note = null } = body;
      await db.transaction(async () => {
        const { account } = await lockAccount(context, admin, agentId);
        const profile = found(await db.models.AgentProfile.findByPk(agentId), 'agent');
        found(isApprovedAgent(account, profile), 'agent');
        const before = stateOf(profile);
        const isAnother = before.license_number !== number || before.license_expires_on !== lastDay;
        const isBack = profile.license_lapsed_at !== null && lastDay >= manilaDay(now());
        await profile.update({
          license_number: number,
          license_expires_on: lastDay,
          license_checked_at: now(),
          license_checked_by: admin.user.id,
          license_note: note,
          // The warnings were about the end of the former licence.
          ...(isAnother ? { license_warned_at: null } : {}),
          ...(isBack ? { license_lapsed_at: null } : {}),
        });
        await jobs.add('readNotices', { topics: [`license-${agentId}`], readerIds: null });
        if (isBack) {
          await syncListingVisibility(context, agentId);
          const letter = licenseRenewedMail(context, account.language, { name: account.name, lastDay });
          if (account.email_verified_at) await mail.queue({ ...letter, recipient: account.email });
          await publishLicense(context, { agentId, news: 'renewed', lastDay });
        }
        const about = { action: 'license.check', entityType: 'user', entityId: agentId, reason: note };
        await recordAudit(context, admin, { ...about, ...differences(before, stateOf(profile)) });
      });
      const [row] = await db.readRows<Row>(`${select('1 = 1')} AND u.id = $1`, [agentId]);
      return present(found(row, 'agent'), manilaDay(now()));
    },
  };
}

function stateOf({ license_number, license_expires_on, license_lapsed_at }: AgentProfileModel) {
  return { license_number, license_expires_on, unlisted: license_lapsed_at !== null };
}

type Row = Pick<UserModel, 'id' | 'name' | 'email' | 'avatar_url'> &
  RawRow<Pick<AgentProfileModel, `license_${'number' | 'expires_on' | 'note'}` | LicenseTime>> & {
    checker_name: string | null;
    is_found: boolean | number;
  };
type LicenseTime = `license_${'checked' | 'warned' | 'lapsed'}_at`;

/** @param isFound a condition on the account `u`; other rows are read too, for the counts. */
const select = (isFound: string) => `SELECT u.id, u.name, u.email, u.avatar_url, a.license_number,
    a.license_expires_on, a.license_checked_at, a.license_warned_at, a.license_lapsed_at, a.license_note,
    checker.name AS checker_name, (${isFound}) IS TRUE AS is_found
  FROM users u JOIN agent_profiles a ON a.user_id = u.id LEFT JOIN users checker ON checker.id = a.license_checked_by
  WHERE ${APPROVED_AGENT}`;

/** Most urgent first. */
const urgency: readonly LicenseState[] = ['lapsed', 'expired', 'unchecked', 'expiring', 'valid'];

function byUrgency(one: AgentLicense, other: AgentLicense): number {
  return (
    urgency.indexOf(one.state) - urgency.indexOf(other.state) ||
    (one.expires_on ?? '').localeCompare(other.expires_on ?? '') ||
    one.agent.name.localeCompare(other.agent.name) ||
    one.agent.id - other.agent.id
  );
}

function countStates(states: readonly LicenseState[]): LicenseList['counts'] {
  const counts = Object.fromEntries(licenseStates.map((state) => [state, 0])) as LicenseList['counts'];
  for (const state of states) counts[state] += 1;
  return counts;
}

function present(row: Row, today: string): AgentLicense {
  return {
    agent: pick(row, 'id', 'name', 'email', 'avatar_url'),
    license_number: row.license_number,
    state: licenseStateOf(row, today),
    expires_on: row.license_expires_on,
    checked_at: isoOrNull(row.license_checked_at),
    checked_by: row.checker_name,
    warned_at: isoOrNull(row.license_warned_at),
    lapsed_at: isoOrNull(row.license_lapsed_at),
    note: row.license_note,
  };
}
