import { digitsOf, localDigits } from '#server/db/searchWords.ts';
import { isAmong, readAll, readCounts, toBoolean, toIso } from '#server/db/sql.ts';
import { HAS_SECOND_FACTOR } from '#server/features/auth/policy.ts';
import type { ServerContext } from '#server/features/context.ts';
import { found } from '#server/http/errors.ts';
import { type AdminRole, isAllowed } from '#shared/adminRoles.ts';
import {
  type ApplicationCheckKind,
  type ApplicationCheckState,
  type ApplicationChecks,
  applicationCheckKinds,
} from '#shared/contracts/agents.ts';
import type { Role, UserStatus } from '#shared/contracts/auth.ts';
import { isUsualLicenseNumber } from '#shared/licenses.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { normalizePhone } from '#shared/phones.ts';

type Context = Pick<ServerContext, 'db' | 'now' | 'systemSettings'>;
type Facts = ApplicationChecks['facts'];
type Time = Date | string | null;

interface Row {
  id: number;
  email: string;
  email_verified_at: Time;
  phone: string | null;
  phone_verified_at: Time;
  created_at: Date | string;
  license_number: string | null;
  license_checked_at: Time;
  license_expires_on: string | null;
  checker_name: string | null;
  has_second_factor: boolean | number;
}

interface Account {
  id: number;
  name: string;
  role: Role;
  status: UserStatus;
}

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
/** Accounts with the same number or licence that are listed by name; further accounts are only counted. */
const MAX_NAMED = 10;
/** 'PRC 0012345' and '12345' are one number. */
const licenseDigits = (number: string) => number.replace(/\D/g, '').replace(/^0+/, '');
const timeOrNull = (time: Time) => (time === null ? null : toIso(time));

/**
 * Facts about an applicant, from stored data only.
 * @param role of the administrator: other accounts are named to roles that may read accounts.
 * @throws {NotFoundError} no application of this account.
 */
export async function readApplicationChecks(
  context: Context,
  id: number,
  role: AdminRole | null,
): Promise<ApplicationChecks> {
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
    email: applicant.email,
    email_confirmed_at: timeOrNull(applicant.email_verified_at),
    phone: applicant.phone,
    phone_confirmed_at: timeOrNull(applicant.phone_verified_at),
    license_number: applicant.license_number,
    license_checked_at: timeOrNull(applicant.license_checked_at),
    license_checked_by: applicant.checker_name,
    license_expires_on: applicant.license_expires_on,
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
    license_expiry:
      lastDay !== null && lastDay < today ? 'attention' : onceChecked(isChecked && lastDay !== null),
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

/** Compares numbers regardless of notation. */
async function findSamePhone({ db }: Context, { id, phone }: Row): Promise<Account[]> {
  const own = normalizePhone(phone ?? '');
  if (own === null) return [];
  const alike = await readAll<Account & { phone: string }>(
    db,
    (sql) => `SELECT u.id, u.name, u.role, u.status, u.phone FROM users u
      WHERE u.id <> ${sql.bind(id)} AND ${digitsOf('u.phone')} LIKE ${sql.bind(`%${localDigits(own)}`)} ORDER BY u.id`,
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

const presentAccount = ({ id, name, role, status }: Account): Account => ({ id, name, role, status });

/** @param accountIds of the applicant and of the accounts with the same number. */
async function countCases(
  { db }: Context,
  accountIds: readonly number[],
  id: number,
): Promise<Pick<Facts, 'reports' | 'signals'>> {
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
