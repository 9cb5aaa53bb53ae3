import { expect, test } from 'vitest';
import { type AgentLicense, licensesCalls } from '#shared/contracts/licenses.ts';
import { checkLicenseDraft, checkWarning, toLicenseDraft } from '#web/features/licenses/licenses.ts';

const license: AgentLicense = {
  agent: { id: 7, name: 'Maria Santos', email: 'maria@example.com', avatar_url: null },
  license_number: 'PRC 0012345',
  state: 'expiring',
  expires_on: '2026-12-01',
  checked_at: '2025-12-01T02:00:00.000Z',
  checked_by: 'Luis',
  warned_at: null,
  lapsed_at: null,
  note: null,
};
const lapsed: AgentLicense = { ...license, state: 'lapsed' };
const TODAY = '2026-11-21';

test('the number stands there, the day is asked for anew', () => {
  const draft = toLicenseDraft(license);
  expect(draft).toEqual({ license_number: 'PRC 0012345', expires_on: '', note: '' });
  expect(Object.keys(checkLicenseDraft(draft))).toEqual(['expires_on']);
  expect(Object.keys(checkLicenseDraft({ ...draft, license_number: ' ', expires_on: TODAY }))).toEqual([
    'license_number',
  ]);
});

test('what passes the form is taken by the call', () => {
  const draft = { ...toLicenseDraft(license), expires_on: '2028-02-29' };
  expect(checkLicenseDraft(draft)).toEqual({});
  expect(licensesCalls.check.body?.safeParse(draft).success).toBe(true);
});

test('what the check will do is said before it is stored', () => {
  const warning = (expires_on: string, about = license) =>
    checkWarning({ ...toLicenseDraft(about), expires_on }, about, TODAY);
  expect(warning('')).toBeNull();
  expect(warning(TODAY)).toBeNull();
  expect(warning('2026-11-20')).toMatch(/unlist them a week later/);
  expect(warning('2026-11-20', lapsed)).toMatch(/stays unlisted/);
  expect(warning('2028-11-20', lapsed)).toMatch(/public again/);
});
