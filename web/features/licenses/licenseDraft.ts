import type { AgentLicense } from '#shared/contracts/licenses.ts';
import type { LicenseCheck } from './queries.ts';

type Problems = Partial<Record<keyof LicenseCheck, string>>;

/** The day is asked for anew: that it differs is why a licence is looked up again. */
export function toLicenseDraft({ license_number, note }: AgentLicense): LicenseCheck {
  return { license_number: license_number ?? '', expires_on: '', note: note ?? '' };
}

export function checkLicenseDraft({ license_number, expires_on }: LicenseCheck): Problems {
  return {
    ...(license_number.trim() === '' ? { license_number: 'License number is required' } : {}),
    // A browser's date field is blank also while half a day is typed.
    ...(expires_on === '' ? { expires_on: 'Enter the last day the register shows' } : {}),
  };
}

/** What the admin should know before the check is stored; null while there is nothing. */
export function checkWarning(
  { expires_on }: LicenseCheck,
  license: AgentLicense,
  today: string,
): string | null {
  if (expires_on === '') return null;
  if (expires_on < today)
    return license.state === 'lapsed'
      ? 'This day is over: the agent stays unlisted.'
      : 'This day is over: the agent is warned, and unlisted a week later.';
  return license.state === 'lapsed' ? 'The agent and the listings become public again.' : null;
}
