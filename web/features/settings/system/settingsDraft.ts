import type { AdminSettings, SettingsCategory, SettingsChange } from '#shared/contracts/settings.ts';
import { emailProblem } from '#web/lib/emailProblem.ts';

/** What becomes of the SMTP password, which is never shown. */
export type PasswordChoice = { kind: 'keep' } | { kind: 'clear' } | { kind: 'replace'; text: string };

/** The settings as they are typed: whole numbers are text until they are saved. */
export interface SettingsDraft {
  application: AdminSettings['application'];
  email: Omit<AdminSettings['email'], 'smtpPort' | 'smtpPasswordSet'> & {
    smtpPort: string;
    smtpPassword: PasswordChoice;
  };
  notifications: AdminSettings['notifications'];
  security: Omit<AdminSettings['security'], 'sessionTimeout' | 'maxLoginAttempts'> & {
    sessionTimeout: string;
    maxLoginAttempts: string;
  };
  backup: Omit<AdminSettings['backup'], 'keep'> & { keep: string };
}

type SettingsValue = string | boolean | PasswordChoice;

/** A sentence for each field that is not as it must be. */
export type SettingsProblems = Partial<Record<string, string>>;

export function toSettingsDraft({
  application,
  email: { smtpPasswordSet: _isSet, ...email },
  notifications,
  security,
  backup,
}: AdminSettings): SettingsDraft {
  return {
    application,
    email: { ...email, smtpPort: String(email.smtpPort), smtpPassword: { kind: 'keep' } },
    notifications,
    security: {
      ...security,
      sessionTimeout: String(security.sessionTimeout),
      maxLoginAttempts: String(security.maxLoginAttempts),
    },
    backup: { ...backup, keep: String(backup.keep) },
  };
}

interface WholeNumber {
  label: string;
  min: number;
  max: number;
}

/** The bounds are the server's. */
const wholeNumbers: Record<string, WholeNumber> = {
  smtpPort: { label: 'SMTP port', min: 1, max: 65_535 },
  sessionTimeout: { label: 'Session timeout', min: 1, max: 8_760 },
  maxLoginAttempts: { label: 'Max login attempts', min: 1, max: 1_000 },
  keep: { label: 'Backups to keep', min: 1, max: 365 },
};

function numberProblem(text: string, { label, min, max }: WholeNumber): string | null {
  if (!/^\d+$/.test(text.trim())) return `${label} must be a whole number`;
  const number = Number.parseInt(text, 10);
  if (number >= min && number <= max) return null;
  return `${label} must be from ${min} to ${max.toLocaleString('en-PH')}`;
}

export function checkSettings(draft: SettingsDraft[SettingsCategory]): SettingsProblems {
  const problems: SettingsProblems = {};
  for (const [name, value] of Object.entries(draft)) {
    const rule = wholeNumbers[name];
    const problem = rule && typeof value === 'string' ? numberProblem(value, rule) : null;
    if (problem) problems[name] = problem;
  }
  if ('siteName' in draft && draft.siteName.trim() === '') problems.siteName = 'Site name is required';
  if ('smtpHost' in draft) {
    if (draft.smtpEnabled && draft.smtpHost.trim() === '')
      problems.smtpHost = 'SMTP host is required while the email service is on';
    const from = emailProblem(draft.fromEmail);
    if (from) problems.fromEmail = from;
  }
  return problems;
}

/** As it is sent; undefined keeps the one there is. Passwords are never trimmed. */
function sentPassword(choice: PasswordChoice): string | undefined {
  if (choice.kind === 'replace') return choice.text || undefined;
  return choice.kind === 'clear' ? '' : undefined;
}

function sentValue(name: string, value: SettingsValue): string | number | boolean | undefined {
  if (typeof value === 'object') return sentPassword(value);
  if (typeof value !== 'string') return value;
  return name in wholeNumbers ? Number.parseInt(value, 10) : value.trim();
}

/** The fields that differ from what is saved, as they are sent; null when none does. */
function changedFields(category: SettingsCategory, saved: SettingsDraft, draft: SettingsDraft) {
  const before = new Map(Object.entries<SettingsValue>(saved[category]));
  const changed = Object.entries<SettingsValue>(draft[category])
    .filter(([name, value]) => before.get(name) !== value)
    .map(([name, value]) => [name, sentValue(name, value)] as const)
    .filter(([, value]) => value !== undefined);
  return changed.length === 0 ? null : Object.fromEntries(changed);
}

export function toSettingsChange(
  category: SettingsCategory,
  saved: SettingsDraft,
  draft: SettingsDraft,
): SettingsChange | null {
  const settings = changedFields(category, saved, draft);
  return settings && ({ category, settings } as SettingsChange);
}

/** What a change switches on that shuts people out, with what to ask before; null where nothing is. */
export function warningOf(change: SettingsChange): { title: string; text: string; confirm: string } | null {
  if (change.category === 'application' && change.settings.maintenanceMode)
    return {
      title: 'Switch on maintenance mode?',
      text: 'Everyone but admins sees a page that says the site is closed, from now until it is switched off.',
      confirm: 'Switch On',
    };
  if (change.category === 'security' && change.settings.enforceHttps)
    return {
      title: 'Enforce HTTPS?',
      text: 'Visitors are redirected to HTTPS, and browsers remember it. Without a working certificate nobody, you included, can open the site.',
      confirm: 'Enforce HTTPS',
    };
  return null;
}
