import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AdminSettings, SettingsCategory, SettingsChange } from '#shared/contracts/settings.ts';
import { MAX_MIN_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#shared/limits.ts';
import { type Message, msg } from '#shared/messages.ts';
import { adminQuery, useAdminChange } from '#web/lib/adminData.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { invalidate } from '#web/lib/apiQueries.ts';
import { emailProblem } from '#web/lib/emailProblem.ts';
import { t } from '#web/lib/i18n.tsx';

/** What becomes of the SMTP password, which is never shown. */
export type PasswordChoice = { kind: 'keep' } | { kind: 'clear' } | { kind: 'replace'; text: string };

type NumbersAsText<Values> = { [Name in keyof Values]: Values[Name] extends number ? string : Values[Name] };

/** The settings as they are typed: numbers are text until they are saved. */
export interface SettingsDraft {
  application: AdminSettings['application'];
  email: Omit<AdminSettings['email'], 'smtpPort' | 'smtpPasswordSet'> & {
    smtpPort: string;
    smtpPassword: PasswordChoice;
  };
  notifications: AdminSettings['notifications'];
  security: NumbersAsText<AdminSettings['security']>;
  backup: Omit<AdminSettings['backup'], 'keep'> & { keep: string };
  costs: NumbersAsText<AdminSettings['costs']>;
}

type SettingsValue = string | boolean | PasswordChoice;

/** A sentence for each field that is not as it must be. */
type SettingsProblems = Partial<Record<string, string>>;

export function toSettingsDraft({
  application,
  email: { smtpPasswordSet: _isSet, ...email },
  notifications,
  security,
  backup,
  costs,
}: AdminSettings): SettingsDraft {
  return {
    application,
    email: { ...email, smtpPort: String(email.smtpPort), smtpPassword: { kind: 'keep' } },
    notifications,
    security: asTyped(security),
    backup: { ...backup, keep: String(backup.keep) },
    costs: asTyped(costs),
  };
}

function asTyped<Settings extends object>(settings: Settings): NumbersAsText<Settings> {
  const fields = Object.entries(settings).map(([name, value]) => [
    name,
    typeof value === 'number' ? String(value) : value,
  ]);
  return Object.fromEntries(fields) as NumbersAsText<Settings>;
}

interface NumberRule {
  label: Message;
  min: number;
  max: number;
  /** Percent and pesos may have decimals. */
  isDecimal?: boolean;
}

interface Limit {
  name: keyof SettingsDraft['security'];
  label: Message;
  hint?: Message;
  /** Where it is not from one to a million. */
  bounds?: Pick<NumberRule, 'min' | 'max'>;
}

/** Failed sign-ins within a quarter of an hour. */
export const signInLimits: readonly Limit[] = [
  {
    name: 'maxSignInFailuresPerAddress',
    label: msg('From one internet address'),
    hint: msg('Above this, the address has to wait, except where the account’s owner usually logs in'),
  },
  {
    name: 'maxSignInFailuresPerAccount',
    label: msg('To one account'),
    hint: msg('Above this, only a challenge is required, so no one can lock someone else out'),
  },
  {
    name: 'maxSignInFailuresOverall',
    label: msg('In total'),
    hint: msg('Above this, everyone solves a challenge to log in, except where they usually log in'),
  },
];

/** By one person within an hour. */
export const hourlyLimits: readonly Limit[] = [
  { name: 'maxInquiriesPerHour', label: msg('Inquiries') },
  { name: 'maxConversationsPerHour', label: msg('Chats started') },
  { name: 'maxMessagesPerHour', label: msg('Chat messages') },
  { name: 'maxViewingsPerHour', label: msg('Viewings') },
  { name: 'maxReviewsPerHour', label: msg('Reviews') },
  { name: 'maxReportsPerHour', label: msg('Reports of listings') },
  { name: 'maxExportsPerHour', label: msg('Files downloaded') },
  { name: 'maxRegistrationsPerHour', label: msg('New accounts') },
  { name: 'maxPasswordResetsPerHour', label: msg('Password links') },
];

/** Within 24 hours, while an account is new; the agents' first days count apart. */
export const newAccountLimits: readonly Limit[] = [
  {
    name: 'newAccountHours',
    label: msg('Hours an account stays new'),
    hint: msg('0: no limit'),
    bounds: { min: 0, max: 8_760 },
  },
  { name: 'newAccountConversations', label: msg('Chats a day') },
  { name: 'newAccountInquiries', label: msg('Inquiries a day') },
  { name: 'newAccountReports', label: msg('Reports a day') },
  { name: 'newAccountReviews', label: msg('Reviews a day') },
  {
    name: 'newAgentDays',
    label: msg('Days an agent stays new'),
    hint: msg('0: no limit'),
    bounds: { min: 0, max: 365 },
  },
  { name: 'newAgentListings', label: msg('Listings a day') },
];

interface Rate {
  name: keyof SettingsDraft['costs'];
  label: Message;
  hint?: Message;
  rule: Omit<NumberRule, 'label'>;
}

const percent = { min: 0, max: 100, isDecimal: true };
const pesos = { min: 0, max: 1_000_000_000, isDecimal: true };
const years = { min: 1, max: 40 };
const rentMonths = { min: 0, max: 24 };

/** Of the price. */
export const taxRates: readonly Rate[] = [
  { name: 'documentaryStampTax', label: msg('Documentary stamp tax (%)'), rule: percent },
  { name: 'transferTax', label: msg('Transfer tax (%)'), rule: percent },
  { name: 'registrationFee', label: msg('Registration fee (%)'), rule: percent },
  { name: 'notarialFee', label: msg('Notarial fee (%)'), rule: percent },
  {
    name: 'capitalGainsTax',
    label: msg('Capital gains tax (%)'),
    hint: msg('Usually paid by the seller'),
    rule: percent,
  },
];

export const loanRates: readonly Rate[] = [
  { name: 'bankRate', label: msg('Bank: interest a year (%)'), rule: percent },
  { name: 'bankYears', label: msg('Bank: years'), rule: years },
  { name: 'bankDownPayment', label: msg('Bank: down payment (%)'), rule: percent },
  { name: 'pagIbigRate', label: msg('Pag-IBIG: interest a year (%)'), rule: percent },
  { name: 'pagIbigYears', label: msg('Pag-IBIG: years'), rule: years },
  { name: 'pagIbigDownPayment', label: msg('Pag-IBIG: down payment (%)'), rule: percent },
  { name: 'pagIbigMaxLoan', label: msg('Pag-IBIG: largest loan (₱)'), rule: pesos },
];

export const monthlyRates: readonly Rate[] = [
  { name: 'duesPerSqm', label: msg('Condo dues per sqm (₱)'), rule: pesos },
  { name: 'utilities', label: msg('Utilities of a home (₱)'), rule: pesos },
  { name: 'utilitiesPerBedroom', label: msg('Plus per bedroom (₱)'), rule: pesos },
  { name: 'parkingRent', label: msg('A rented parking slot (₱)'), rule: pesos },
];

export const rentRates: readonly Rate[] = [
  { name: 'advanceMonths', label: msg('Months in advance'), rule: rentMonths },
  { name: 'depositMonths', label: msg('Months of deposit'), rule: rentMonths },
  { name: 'rentControlUpTo', label: msg('Rent control up to (₱ a month)'), rule: pesos },
  { name: 'rentControlIncrease', label: msg('Largest increase (%)'), rule: percent },
];

/** The bounds are the server's. */
const numberRules: Record<string, NumberRule> = {
  ...Object.fromEntries(
    [...taxRates, ...loanRates, ...monthlyRates, ...rentRates].map(({ name, label, rule }) => [
      name,
      { label, ...rule },
    ]),
  ),
  ...Object.fromEntries(
    [...signInLimits, ...hourlyLimits, ...newAccountLimits].map(({ name, label, bounds }) => [
      name,
      { label, ...(bounds ?? { min: 1, max: 1_000_000 }) },
    ]),
  ),
  smtpPort: { label: msg('SMTP port'), min: 1, max: 65_535 },
  sessionTimeout: { label: msg('Session timeout'), min: 1, max: 8_760 },
  sessionLifetime: { label: msg('Longest session'), min: 1, max: 365 },
  maxLoginAttempts: { label: msg('Max login attempts'), min: 1, max: 1_000 },
  minPasswordLength: {
    label: msg('Minimum password length'),
    min: MIN_PASSWORD_LENGTH,
    max: MAX_MIN_PASSWORD_LENGTH,
  },
  keep: { label: msg('Backups to keep'), min: 1, max: 365 },
};

function numberProblem(text: string, { label, min, max, isDecimal = false }: NumberRule): string | null {
  if (isDecimal && !/^\d+(\.\d+)?$/.test(text.trim()))
    return t('{field} must be a number', { field: t(label) });
  if (!isDecimal && !/^\d+$/.test(text.trim()))
    return t('{field} must be a whole number', { field: t(label) });
  const number = Number(text);
  if (number >= min && number <= max) return null;
  return t('{field} must be from {min, number} to {max, number}', { field: t(label), min, max });
}

export function checkSettings(draft: SettingsDraft[SettingsCategory]): SettingsProblems {
  const problems: SettingsProblems = {};
  for (const [name, value] of Object.entries(draft)) {
    const rule = numberRules[name];
    const problem = rule && typeof value === 'string' ? numberProblem(value, rule) : null;
    if (problem) problems[name] = problem;
  }
  for (const name of ['asOf', 'rentControlUntil'])
    if (name in draft && !isDay(String(draft[name as keyof typeof draft])))
      problems[name] = t('Enter the date as 2026-11-25');
  if ('siteName' in draft && draft.siteName.trim() === '') problems.siteName = t('Site name is required');
  if ('smtpHost' in draft) {
    if (draft.smtpEnabled && draft.smtpHost.trim() === '')
      problems.smtpHost = t('SMTP host is required while the email service is on');
    const from = emailProblem(draft.fromEmail);
    if (from) problems.fromEmail = from;
  }
  return problems;
}

const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text.trim()) && !Number.isNaN(Date.parse(text.trim()));

/** As it is sent; undefined keeps the one there is. Passwords are never trimmed. */
function sentPassword(choice: PasswordChoice): string | undefined {
  if (choice.kind === 'replace') return choice.text || undefined;
  return choice.kind === 'clear' ? '' : undefined;
}

function sentValue(name: string, value: SettingsValue): string | number | boolean | undefined {
  if (typeof value === 'object') return sentPassword(value);
  if (typeof value !== 'string') return value;
  return name in numberRules ? Number(value) : value.trim();
}

/** The fields that differ from what is saved, as they are sent; null when none does. */
export function toSettingsChange(
  category: SettingsCategory,
  saved: SettingsDraft,
  draft: SettingsDraft,
): SettingsChange | null {
  const before = new Map(Object.entries<SettingsValue>(saved[category]));
  const changed = Object.entries<SettingsValue>(draft[category])
    .filter(([name, value]) => before.get(name) !== value)
    .map(([name, value]) => [name, sentValue(name, value)] as const)
    .filter(([, value]) => value !== undefined);
  return changed.length > 0 ? ({ category, settings: Object.fromEntries(changed) } as SettingsChange) : null;
}

/** What a change switches on that shuts people out, with what to ask before; null where nothing is. */
export function warningOf(change: SettingsChange): { title: string; text: string; confirm: string } | null {
  if (change.category === 'application' && change.settings.maintenanceMode)
    return {
      title: t('Turn on maintenance mode?'),
      text: t('Everyone except admins sees a page that says the site is closed until you turn this off.'),
      confirm: t('Turn On'),
    };
  if (change.category === 'security' && change.settings.enforceHttps)
    return {
      title: t('Enforce HTTPS?'),
      text: t(
        'Visitors are redirected to HTTPS, and browsers remember it. Without a working certificate, no one can open the site, including you.',
      ),
      confirm: t('Enforce HTTPS'),
    };
  return null;
}

export const settingsQuery = { ...adminQuery('systemSettings.get'), refetchOnWindowFocus: false } as const;

/** In force at once: the name of the site stands in the header of this very page. */
export function useSaveSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SettingsChange) => callApi('systemSettings.update', { body }),
    onSuccess: (settings) => {
      client.setQueryData(settingsQuery.queryKey, settings);
      void invalidate(client, 'site');
    },
  });
}

export const useSendTestEmail = () =>
  useAdminChange((testEmail: string) => callApi('systemSettings.testEmail', { body: { testEmail } }));
