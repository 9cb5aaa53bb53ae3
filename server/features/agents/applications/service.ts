import { isDeepStrictEqual } from 'node:util';
import type { AgentProfileModel, UserModel } from '#server/db/models.ts';
import { digitsOf } from '#server/db/searchWords.ts';
import {
  isAmong,
  isoOrNull,
  pick,
  type RawRow,
  readAll,
  readCounts,
  toBoolean,
  toIso,
  toJson,
} from '#server/db/sql.ts';
import { type Admin, differences, lockAccount, recordAudit } from '#server/features/auditLog/record.ts';
import { AGENT_APPLICANT, HAS_SECOND_FACTOR } from '#server/features/auth/policy.ts';
import type { ServerContext } from '#server/features/context.ts';
import { syncListingVisibility } from '#server/features/properties/moderation/service.ts';
import {
  ADMIN_USER_COLUMNS,
  type AdminUserRow,
  FROM_USERS,
  getAdminUser,
  presentAdminUser,
} from '#server/features/users/reads.ts';
import { ConflictError, found } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import { type AdminRole, isAllowed } from '#shared/adminRoles.ts';
import {
  type ApplicationCheckKind,
  type ApplicationCheckState,
  type ApplicationChecks,
  applicationCheckKinds,
  type applicationsCalls,
} from '#shared/contracts/agents.ts';
import { isUsualLicenseNumber, type LicenseFacts, licenseStateOf } from '#shared/licenses.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { msg } from '#shared/messages.ts';
import { normalizePhone } from '#shared/phones.ts';

type ApplicantRow = AdminUserRow &
  LicenseFacts & {
    title: string | null;
    languages: string[] | string;
    certifications: string[] | string;
    applied_at: Date | string;
  };

export function applicationsService(context: ServerContext): Service<typeof applicationsCalls> {
  const { db, now } = context;

  return {
    // Oldest first. Applications of later admins are not pending.
    async list() {
      // For an application that was opened again, the profile's time of update is the time of application, or later.
      const rows = await db.readRows<ApplicantRow>(
        `SELECT ${ADMIN_USER_COLUMNS}, a.title, a.languages, a.certifications, a.license_expires_on, a.license_checked_at,
      a.license_lapsed_at, a.updated_at AS applied_at ${FROM_USERS}
    WHERE ${AGENT_APPLICANT} ORDER BY a.updated_at, u.id`,
      );
      const today = manilaDay(now());
      return rows.map((row) => ({
        ...presentAdminUser(row),
        title: row.title,
        languages: toJson(row.languages),
        certifications: toJson(row.certifications),
        license_state: licenseStateOf(row, today),
        applied_at: toIso(row.applied_at),
      }));
    },

    checks: ({ params: { id }, user }) => readApplicationChecks(context, id, user.adminRole),

    /** @throws {ConflictError} `checks_changed`: the facts differ from the ones shown to the administrator. */
    async approve({ params: { id }, body: { shown }, ...admin }) {
      const { checks } = await readApplicationChecks(context, id, admin.user.adminRole);
      if (shown && !isDeepStrictEqual(shown, checks))
        throw new ConflictError(
          msg('This application has changed since you opened it. Please review it again.'),
          'checks_changed',
        );
      return decideApplication(context, admin, id, { isApproved: true, reason: null, checks });
    },

    reject: ({ params: { id }, body: { reason = null }, ...admin }) =>
      decideApplication(context, admin, id, { isApproved: false, reason }),
  };
}

interface Decision {
  isApproved: boolean;
  /** Sent to the applicant with a rejection. */
  reason: string | null;
  /** The checks at the time of approval. */
  checks?: ApplicationChecks['checks'];
}

/**
 * Approval makes the applicant an active agent in the directory; rejection keeps or makes the account an active user.
 * @throws {NotFoundError} no application of this account.
 * @throws {ConflictError} decided already, or the account is closed.
 */
async function decideApplication(context: ServerContext, admin: Admin, id: number, decision: Decision) {
  const { db, bus, jobs, now } = context;
  const { isApproved, reason, checks = [] } = decision;
  await db.transaction(async () => {
    const { account } = await lockAccount(context, admin, id);
    const profile = await requirePending(context, account, decision);
    const before = stateOf(account, profile);
    await account.update({
      role: isApproved ? 'agent' : 'user',
      // A pending account becomes active; a suspended or inactive account stays as it is.
      ...(account.status === 'pending' ? { status: 'active' } : {}),
    });
    const application_status = isApproved ? 'approved' : 'rejected';
    await profile.update({ application_status, decided_at: now() });
    await syncListingVisibility(context, id);
    const { before: was, after } = differences<Record<string, unknown>>(before, stateOf(account, profile)) ?? {};
    const inState = (state: ApplicationCheckState) =>
      checks.filter((check) => check.state === state).map(({ kind }) => kind);
    // The audit log records which facts were unchecked at the approval.
    const known = isApproved ? { unchecked: inState('unchecked'), attention: inState('attention') } : {};
    const entry = { entityType: 'user', entityId: id, reason, before: was, after: { ...after, ...known } };
    await jobs.add('readNotices', { topics: [`application-${id}`], readerIds: null });
    await jobs.add('decisionNotice', { userId: id, isApproved, reason });
    await recordAudit(context, admin, { action: isApproved ? 'agent.approve' : 'agent.reject', ...entry });
  });
  bus.publish('accountChanged', { userId: id });
  return getAdminUser(context, id);
}

async function requirePending({ db }: ServerContext, account: UserModel, { isApproved }: Decision) {
  const profile = found(await db.models.AgentProfile.findByPk(account.id), 'application');
  if (profile.application_status !== 'pending')
    throw new ConflictError(
      msg(
        '{status, select, approved {This application has already been approved} other {This application has already been rejected}}',
        { status: profile.application_status },
      ),
      'already_decided',
    );
  if (account.role === 'admin')
    throw new ConflictError(msg('Administrators cannot become agents'), 'admin_cannot_apply');
  if (isApproved && (account.status === 'suspended' || account.status === 'inactive'))
    throw new ConflictError(
      msg(
        '{status, select, suspended {This account is suspended. Set it to active before you approve it.} other {This account is inactive. Set it to active before you approve it.}}',
        { status: account.status },
      ),
      'account_closed',
    );
  return profile;
}

function stateOf({ role, status }: UserModel, { application_status }: AgentProfileModel) {
  return { role, status, application_status };
}

type Context = Pick<ServerContext, 'db' | 'now' | 'systemSettings'>;
type Facts = ApplicationChecks['facts'];

type Row = RawRow<
  Pick<UserModel, 'id' | 'email' | 'email_verified_at' | 'phone' | 'phone_verified_at' | 'created_at'> &
    Pick<AgentProfileModel, `license_${'number' | 'checked_at' | 'expires_on'}`>
> & { checker_name: string | null; has_second_factor: boolean | number };

type Account = Pick<UserModel, 'id' | 'name' | 'role' | 'status'>;

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
/** Accounts with the same number or licence that are listed by name; further accounts are only counted. */
const MAX_NAMED = 10;
/** 'PRC 0012345' and '12345' are one number. */
const licenseDigits = (number: string) => number.replace(/\D/g, '').replace(/^0+/, '');
/** @param role of the reader: other accounts are named to roles that may read accounts. @throws {NotFoundError} */
export async function readApplicationChecks(context: Context, id: number, role: AdminRole | null) {
  const { db, now } = context;
  const [row] = await db.readRows<Row>(
    `SELECT u.id, u.email, u.email_verified_at, u.phone, u.phone_verified_at, u.created_at, a.license_number,
      a.license_checked_at, a.license_expires_on, checker.name AS checker_name, ${HAS_SECOND_FACTOR} AS has_second_factor
    FROM users u JOIN agent_profiles a ON a.user_id = u.id LEFT JOIN users checker ON checker.id = a.license_checked_by
    WHERE u.id = $1`,
    [id],
  );
  const applicant = found(row, 'application');
  const [samePhone, sameLicense, rejections] = await Promise.all([
    findSamePhone(context, applicant),
    findSameLicense(context, applicant),
    readRejections(context, id),
  ]);
  const counted = await countCases(context, [id, ...samePhone.map((account) => account.id)], id);
  const isNamed = isAllowed(role, 'accounts.read');
  const others = (accounts: Account[]) => ({
    count: accounts.length,
    accounts: isNamed ? accounts.slice(0, MAX_NAMED) : [],
  });
  const registered_at = toIso(applicant.created_at);
  const hours = (now().getTime() - Date.parse(registered_at)) / HOUR_MS;
  const facts: Facts = {
    ...pick(applicant, 'email', 'phone', 'license_number', 'license_expires_on'),
    email_confirmed_at: isoOrNull(applicant.email_verified_at),
    phone_confirmed_at: isoOrNull(applicant.phone_verified_at),
    license_checked_at: isoOrNull(applicant.license_checked_at),
    license_checked_by: applicant.checker_name,
    same_license: others(sameLicense),
    same_phone: others(samePhone),
    has_second_factor: toBoolean(applicant.has_second_factor),
    registered_at,
    account_age_days: Math.max(0, Math.floor(hours / DAY_HOURS)),
    ...counted,
    rejections,
  };
  const today = manilaDay(now());
  const newHours = context.systemSettings.current().security.newAccountHours || DAY_HOURS;
  const states = statesOf(facts, { today, isNew: hours < newHours });
  return { checks: applicationCheckKinds.map((kind) => ({ kind, state: states[kind] })), facts };
}

/** The single rule for each check's state. @param today the day in Manila. */
function statesOf(
  facts: Facts,
  { today, isNew }: { today: string; isNew: boolean },
): Record<ApplicationCheckKind, ApplicationCheckState> {
  const { license_number: number, license_expires_on: lastDay, reports, signals } = facts;
  const isChecked = facts.license_checked_at !== null;
  const unless = (isOdd: boolean) => (isOdd ? 'attention' : 'checked');
  const onceChecked = (isSure: boolean) => (isSure ? 'checked' : 'unchecked');
  return {
    email: onceChecked(facts.email_confirmed_at !== null),
    phone: onceChecked(facts.phone !== null && facts.phone_confirmed_at !== null),
    // A comparison with the register overrides the rule about the form.
    license: number === null ? 'attention' : onceChecked(isChecked),
    license_number: unless(number === null || (!isChecked && !isUsualLicenseNumber(number))),
    license_expiry: lastDay !== null && lastDay < today ? 'attention' : onceChecked(isChecked && lastDay !== null),
    // Nothing to compare without a number.
    same_license: facts.same_license.count > 0 ? 'attention' : onceChecked(number !== null),
    same_phone: facts.same_phone.count > 0 ? 'attention' : onceChecked(facts.phone !== null),
    second_factor: onceChecked(facts.has_second_factor),
    account_age: unless(isNew),
    reports: unless(reports.open + reports.accepted > 0),
    signals: unless(signals.open + signals.acted > 0),
    rejections: unless(facts.rejections.length > 0),
  };
}

/** The end of a number that every notation of it has, with its area code or without. */
const LOCAL_DIGITS = 7;

/** Compares numbers regardless of notation. */
async function findSamePhone({ db }: Context, { id, phone }: Row): Promise<Account[]> {
  const own = normalizePhone(phone ?? '');
  if (own === null) return [];
  const alike = await readAll<Account & { phone: string }>(
    db,
    (sql) => `SELECT u.id, u.name, u.role, u.status, u.phone FROM users u
      WHERE u.id <> ${sql.bind(id)} AND ${digitsOf('u.phone')} LIKE ${sql.bind(`%${own.slice(-LOCAL_DIGITS)}%`)}
      ORDER BY u.id`,
  );
  return alike.filter((other) => normalizePhone(other.phone) === own).map(presentAccount);
}

async function findSameLicense({ db }: Context, { id, license_number }: Row): Promise<Account[]> {
  const own = licenseDigits(license_number ?? '');
  if (own === '') return [];
  const alike = await readAll<Account & { license_number: string }>(
    db,
    (
      sql,
    ) => `SELECT u.id, u.name, u.role, u.status, a.license_number FROM agent_profiles a JOIN users u ON u.id = a.user_id
      WHERE a.user_id <> ${sql.bind(id)} AND a.license_number LIKE ${sql.bind(`%${own.slice(-1)}%`)} ORDER BY u.id`,
  );
  return alike.filter((other) => licenseDigits(other.license_number) === own).map(presentAccount);
}

const presentAccount = (account: Account) => pick(account, 'id', 'name', 'role', 'status');

/** @param accountIds of the applicant and of the accounts with the same number. */
async function countCases({ db }: Context, accountIds: readonly number[], id: number) {
  const counts = await readCounts<`${'reports' | 'signals'}_${'open' | 'accepted' | 'acted' | 'dismissed'}`>(
    db,
    (sql) => {
      const of = isAmong(sql, 'COALESCE(s.user_id, p.agent_id)', accountIds);
      const reports = (
        status: string,
      ) => `(SELECT COUNT(*) FROM listing_reports r JOIN properties p ON p.id = r.property_id
      WHERE p.agent_id = ${sql.bind(id)} AND r.status = '${status}') AS reports_${status}`;
      const signals = (
        status: string,
      ) => `(SELECT COUNT(*) FROM fraud_signals s LEFT JOIN properties p ON p.id = s.property_id
      WHERE s.status = '${status}' AND ${of}) AS signals_${status}`;
      const all = [
        ...['open', 'accepted', 'dismissed'].map(reports),
        ...['open', 'acted', 'dismissed'].map(signals),
      ];
      return `SELECT ${all.join(', ')}`;
    },
  );
  return {
    reports: {
      open: counts.reports_open,
      accepted: counts.reports_accepted,
      dismissed: counts.reports_dismissed,
    },
    signals: { open: counts.signals_open, acted: counts.signals_acted, dismissed: counts.signals_dismissed },
  };
}

/** From the audit log, with the reason sent to the applicant. */
async function readRejections({ db }: Context, id: number): Promise<Facts['rejections']> {
  const rows = await db.readRows<{ created_at: Date | string; reason: string | null }>(
    `SELECT e.created_at, d.value AS reason FROM audit_entries e
      LEFT JOIN audit_details d ON d.entry_id = e.id AND d.field = 'reason'
    WHERE e.entity_type = 'user' AND e.entity_id = $1 AND e.action = 'agent.reject' ORDER BY e.id DESC LIMIT ${MAX_NAMED}`,
    [id],
  );
  return rows.map(({ created_at, reason }) => ({
    at: toIso(created_at),
    reason: reason === null ? null : (JSON.parse(reason) as string),
  }));
}
