import type { AgentLicense, LicenseList } from '#shared/contracts/licenses.ts';
import { licenseStateLabel } from '#shared/labels.ts';
import { type LicenseState, licenseStates } from '#shared/licenses.ts';
import { type Message, msg } from '#shared/messages.ts';
import { adminListQuery } from '#web/lib/adminData.ts';
import { t } from '#web/lib/i18n.tsx';
import type { UrlSchema } from '#web/lib/urlState.ts';
import type { BadgeTone } from '#web/ui/display/Badge.tsx';
import type { ListState } from '#web/ui/list/listState.ts';

export const licensesSchema = {
  search: 'text',
  state: ['all', 'lapsed', 'expired', 'unchecked', 'expiring', 'valid'],
} as const satisfies UrlSchema;

export const licensesQuery = (query: ListState<typeof licensesSchema>) =>
  adminListQuery('licenses.list', { query });

/** As the filter of a list names them. @param counts undefined while they are on their way. */
export function countedStates(
  counts: Partial<LicenseList['counts']> | undefined,
): Record<LicenseState | 'all', Message> {
  const labels = { all: msg('All States'), ...licenseStateLabel };
  for (const state of licenseStates)
    if (counts?.[state] !== undefined)
      labels[state] = msg('{state} ({count})', { state: t(licenseStateLabel[state]), count: counts[state] });
  return labels;
}

export const officeLicensesSchema = {
  search: 'text',
  state: ['all', 'expired', 'unchecked', 'expiring', 'valid'],
} as const satisfies UrlSchema;

export const officeLicensesQuery = (query: ListState<typeof officeLicensesSchema> & { limit?: number }) =>
  adminListQuery('officeAdmin.list', { query });

export interface LicenseCheck {
  license_number: string;
  /** YYYY-MM-DD */
  expires_on: string;
  note: string;
}

export const licenseTone: Record<LicenseState, BadgeTone> = {
  lapsed: 'danger',
  expired: 'danger',
  unchecked: 'info',
  expiring: 'warning',
  valid: 'success',
};

/** The day is typed anew: licences are looked up again because it differs. */
export function toLicenseDraft({ license_number, note }: AgentLicense): LicenseCheck {
  return { license_number: license_number ?? '', expires_on: '', note: note ?? '' };
}

export function checkLicenseDraft({ license_number, expires_on }: LicenseCheck) {
  return {
    ...(license_number.trim() === '' ? { license_number: t('License number is required') } : {}),
    // A browser's date field is blank also while half a day is typed.
    ...(expires_on === '' ? { expires_on: t('Enter the last valid day shown in the register') } : {}),
  };
}

export function checkWarning({ expires_on }: LicenseCheck, license: AgentLicense, today: string): string | null {
  if (expires_on === '') return null;
  if (expires_on < today)
    return license.state === 'lapsed'
      ? t('This day has passed. The agent stays unlisted.')
      : t('This day has passed. We warn the agent and unlist them a week later.');
  return license.state === 'lapsed' ? t('The agent and their listings become public again.') : null;
}
