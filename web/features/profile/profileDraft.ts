import { queryOptions, useMutation } from '@tanstack/react-query';
import { authMessages } from '#shared/authMessages.ts';
import { chatApps } from '#shared/chatApps.ts';
import type { User } from '#shared/contracts/auth.ts';
import { MAX_EXPERIENCE_YEARS } from '#shared/limits.ts';
import { useSession } from '#web/features/auth/index.ts';
import { checkNewPassword } from '#web/forms/accountRules.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { queryOf } from '#web/lib/apiQueries.ts';
import type { InputOf } from '#web/lib/calls.ts';
import { t } from '#web/lib/i18n.tsx';

type AgentFields = NonNullable<User['agent']>;

/** The fields of the form, as they are typed. */
export interface ProfileDraft {
  name: string;
  phone: string;
  agent: AgentDraft | null;
}

const texts = ['title', 'bio', 'specialization', 'location', 'license_number', ...chatApps] as const;

/** A blank text of a day in `working_hours` is not shown. */
type AgentDraft = Record<(typeof texts)[number] | 'contact_email' | 'experience_years', string> &
  Pick<AgentFields, 'languages' | 'certifications' | 'achievements' | 'working_hours'>;

type ProfileChange = NonNullable<InputOf<'auth.updateProfile'>['body']>;

export function toDraft({ name, phone, contact_email, agent }: User): ProfileDraft {
  return { name, phone: phone ?? '', agent: agent && toAgentDraft(agent, contact_email) };
}

function toAgentDraft(agent: AgentFields, contactEmail: string | null): AgentDraft {
  const { languages, certifications, achievements, working_hours } = agent;
  return {
    ...mapTexts((name) => agent[name] ?? ''),
    contact_email: contactEmail ?? '',
    experience_years: String(agent.experience_years),
    languages,
    certifications,
    achievements,
    working_hours,
  };
}

const mapTexts = <Value>(read: (name: (typeof texts)[number]) => Value) =>
  Object.fromEntries(texts.map((name) => [name, read(name)])) as Record<(typeof texts)[number], Value>;

/** The fault of a draft, or null. */
export function checkDraft({ name, agent }: ProfileDraft): string | null {
  if (name.trim() === '') return t('Name is required');
  if (agent && !isYears(agent.experience_years))
    return t('Years of experience must be a whole number from 0 to {most}', { most: MAX_EXPERIENCE_YEARS });
  return null;
}

function isYears(text: string): boolean {
  return text.trim() === '' || (/^\d{1,2}$/.test(text.trim()) && Number(text) <= MAX_EXPERIENCE_YEARS);
}

const textOrNull = (text: string) => text.trim() || null;

export function toChange({ name, phone, agent }: ProfileDraft): ProfileChange {
  const account = { name: name.trim(), phone: textOrNull(phone) };
  if (!agent) return account;
  return {
    ...account,
    ...agent,
    ...mapTexts((name) => textOrNull(agent[name])),
    contact_email: textOrNull(agent.contact_email),
    experience_years: Number(agent.experience_years),
    working_hours: Object.fromEntries(
      Object.entries(agent.working_hours).flatMap(([day, hours]) => (hours.trim() ? [[day, hours.trim()]] : [])),
    ),
  };
}

export const activityQuery = queryOptions({ ...queryOf('settings.activity'), meta: { isPersonal: true } });

/** Changes the fields that are given, and shows them wherever the person is shown. */
export function useSaveProfile() {
  const { replaceUser } = useSession();
  return useMutation({
    mutationFn: (change: ProfileChange) => callApi('auth.updateProfile', { body: change }),
    onSuccess: replaceUser,
  });
}

/** The fault of the passwords, or null. @param minimum least number of characters */
export function checkPasswords(
  { current, next, confirmation }: Record<'current' | 'next' | 'confirmation', string>,
  minimum: number,
): string | null {
  return current ? checkNewPassword(next, confirmation, minimum) : t(authMessages.missingFields);
}
