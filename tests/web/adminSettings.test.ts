import { expect, test } from 'vitest';
import { type AdminSettings, settingsChange, systemSettings } from '#shared/contracts/settings.ts';
import { settingsCategories, settingsTable } from '#shared/systemSettings.ts';
import { readChanges, spellAction, spellName, spellThing, spellValue } from '#web/features/auditLog/auditLog.ts';
import {
  checkSettings,
  type SettingsDraft,
  toSettingsChange,
  toSettingsDraft,
  warningOf,
} from '#web/features/settings/system/settingsDraft.ts';
import { fileSize } from '#web/lib/fileSize.ts';

const { email, ...others } = systemSettings.parse({});
const { smtpPassword: _secret, ...shownEmail } = email;
const settings: AdminSettings = { ...others, email: { ...shownEmail, smtpPasswordSet: true } };
const saved = toSettingsDraft(settings);

const withEmail = (changes: Partial<SettingsDraft['email']>): SettingsDraft => ({
  ...saved,
  email: { ...saved.email, ...changes },
});

test('what is as it was saved sends nothing', () => {
  const fresh = toSettingsDraft(settings);
  for (const category of ['application', 'notifications', 'security', 'backup', 'costs'] as const)
    expect(toSettingsChange(category, saved, fresh)).toBeNull();
  expect(toSettingsChange('email', saved, fresh)).toBeNull();
});

test('no key stands in two categories, and the defaults are valid', () => {
  const keys = settingsCategories.flatMap((category) => Object.keys(settingsTable[category].settings));
  expect(new Set(keys).size).toBe(keys.length);
  for (const category of settingsCategories) {
    expect(checkSettings(saved[category]), category).toEqual({});
    const { smtpPasswordSet: _isSet, ...values } = { smtpPasswordSet: true, ...settings[category] };
    expect(settingsChange.safeParse({ category, settings: values }).error, category).toBeUndefined();
  }
});

test('whole numbers are sent as numbers, and the server takes them', () => {
  const draft: SettingsDraft = { ...saved, security: { ...saved.security, sessionTimeout: ' 48 ' } };
  const change = toSettingsChange('security', saved, draft);
  expect(change).toEqual({ category: 'security', settings: { sessionTimeout: 48 } });
  expect(settingsChange.safeParse(change).success).toBe(true);
});

test.each([
  ['', 'Session timeout must be a whole number'],
  ['a day', 'Session timeout must be a whole number'],
  ['1.5', 'Session timeout must be a whole number'],
  ['-3', 'Session timeout must be a whole number'],
  ['0', 'Session timeout must be from 1 to 8,760'],
  ['9000', 'Session timeout must be from 1 to 8,760'],
])('a session timeout of "%s" is refused', (sessionTimeout, sentence) => {
  expect(checkSettings({ ...saved.security, sessionTimeout })).toEqual({ sessionTimeout: sentence });
});

test('the bounds of whole numbers are the server’s', () => {
  for (const [field, max] of [
    ['smtpPort', 65_535],
    ['sessionTimeout', 8_760],
    ['maxLoginAttempts', 1_000],
    ['keep', 365],
  ] as const) {
    const category = field === 'smtpPort' ? 'email' : field === 'keep' ? 'backup' : 'security';
    const isTaken = (value: number) =>
      settingsChange.safeParse({ category, settings: { [field]: value } }).success;
    expect([isTaken(0), isTaken(1), isTaken(max), isTaken(max + 1)], field).toEqual([false, true, true, false]);
    const problem = (text: string) => checkSettings({ ...saved[category], [field]: text })[field];
    expect([problem('1'), problem(String(max))], field).toEqual([undefined, undefined]);
    expect(problem(String(max + 1)), field).toBeDefined();
  }
});

test('rates may have decimals, and the server takes them', () => {
  const draft: SettingsDraft = {
    ...saved,
    costs: { ...saved.costs, bankRate: '7.25', asOf: '2027-01-04' },
  };
  const change = toSettingsChange('costs', saved, draft);
  expect(change).toEqual({ category: 'costs', settings: { bankRate: 7.25, asOf: '2027-01-04' } });
  expect(settingsChange.safeParse(change).success).toBe(true);
});

test.each([
  ['bankRate', 'cheap', 'Bank: interest a year (%) must be a number'],
  ['bankRate', '101', 'Bank: interest a year (%) must be from 0 to 100'],
  ['bankYears', '12.5', 'Bank: years must be a whole number'],
  ['asOf', 'today', 'Enter the date as 2026-11-25'],
  ['rentControlUntil', '2026-13-40', 'Enter the date as 2026-11-25'],
  ['propertyTax', 'Manila 3%', 'Write each line as Makati City: 2% of 12%, with one line for Others'],
])('a rate is checked: %s "%s"', (field, typed, sentence) => {
  expect(checkSettings({ ...saved.costs, [field]: typed })).toEqual({ [field]: sentence });
  const asSent = Number.isNaN(Number(typed)) ? typed : Number(typed);
  expect(settingsChange.safeParse({ category: 'costs', settings: { [field]: asSent } }).success).toBe(false);
});

test('the SMTP password is kept, replaced or cleared, never shown', () => {
  expect(JSON.stringify(saved)).not.toContain('smtpPasswordSet');
  const send = (choice: SettingsDraft['email']['smtpPassword']) =>
    toSettingsChange('email', saved, withEmail({ smtpPassword: choice }))?.settings;
  expect(send({ kind: 'keep' })).toBeUndefined();
  expect(send({ kind: 'replace', text: '' })).toBeUndefined();
  expect(send({ kind: 'replace', text: ' new one ' })).toEqual({ smtpPassword: ' new one ' });
  expect(send({ kind: 'clear' })).toEqual({ smtpPassword: '' });
});

test('a mail service that is on needs a host', () => {
  expect(checkSettings({ ...saved.email, smtpEnabled: true, smtpHost: ' ' })).toEqual({
    smtpHost: 'SMTP host is required while the email service is on',
  });
  expect(checkSettings({ ...saved.email, smtpEnabled: false, smtpHost: '' })).toEqual({});
});

test('only switching on what shuts people out is asked about', () => {
  const application = (isOn: boolean) =>
    warningOf({ category: 'application', settings: { maintenanceMode: isOn } })?.title;
  expect(application(true)).toBe('Turn on maintenance mode?');
  expect(application(false)).toBeUndefined();
  expect(warningOf({ category: 'security', settings: { enforceHttps: true } })?.title).toBe('Enforce HTTPS?');
  expect(warningOf({ category: 'security', settings: { sessionTimeout: 2 } })).toBeNull();
});

test('names of the audit log are spelled for people', () => {
  expect(spellName('moderation_status')).toBe('Moderation status');
  expect(spellName('smtpPort')).toBe('SMTP port');
  expect(spellAction('user.set_password')).toBe('User: set password');
  expect(spellThing({ entity_type: 'property', entity_id: 12 })).toBe('Property #12');
  expect(spellThing({ entity_type: 'settings', entity_id: null })).toBe('Settings');
});

test('changes are told field by field', () => {
  expect(
    readChanges({
      before: { status: 'active', phone: '+63 917' },
      after: { status: 'suspended', enforceHttps: true },
    }),
  ).toEqual([
    { field: 'Status', from: 'active', to: 'suspended' },
    { field: 'Enforce https', from: null, to: 'yes' },
    { field: 'Phone', from: '+63 917', to: null },
  ]);
  expect(readChanges({ before: null, after: null })).toEqual([]);
  expect(spellValue('x'.repeat(500))).toHaveLength(161);
  expect(spellValue({ lat: 14.5 })).toBe('{"lat":14.5}');
});

test('sizes of files are short', () => {
  expect(fileSize(912)).toBe('912 bytes');
  expect(fileSize(48_312_345)).toBe('48.3 MB');
  expect(fileSize(999_960)).toBe('1.0 MB');
});
