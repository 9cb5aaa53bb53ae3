import type { ApplicationBody } from '#shared/contracts/agents.ts';
import type { User } from '#shared/contracts/auth.ts';
import { MAX_EXPERIENCE_YEARS, MAX_LIST_ENTRIES } from '#shared/limits.ts';
import type { Problems } from '#web/forms/useForm.ts';
import { t } from '#web/lib/i18n.tsx';

interface ApplicationDraft {
  license_number: string;
  title: string;
  specialization: string;
  location: string;
  experience_years: string;
  /** Parted by commas. */
  languages: string;
  phone: string;
  bio: string;
}

/** The answers of an earlier application are filled in again. */
export function emptyApplication({ phone, agent }: User): ApplicationDraft {
  return {
    license_number: agent?.license_number ?? '',
    title: agent?.title ?? '',
    specialization: agent?.specialization ?? '',
    location: agent?.location ?? '',
    experience_years: agent?.experience_years ? String(agent.experience_years) : '',
    languages: agent?.languages.join(', ') ?? t('English, Filipino'),
    phone: phone ?? '',
    bio: agent?.bio ?? '',
  };
}

function readLanguages(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  return [...new Set(names)].filter((name) => name !== '').slice(0, MAX_LIST_ENTRIES);
}

export function checkApplication(draft: ApplicationDraft): Problems<ApplicationDraft> {
  const problems: Problems<ApplicationDraft> = {};
  if (draft.license_number.trim() === '') problems.license_number = t('License number is required');
  const years = draft.experience_years.trim();
  if (years !== '' && (!/^\d{1,3}$/.test(years) || Number(years) > MAX_EXPERIENCE_YEARS))
    problems.experience_years = t('Enter a whole number of years, up to {most}', {
      most: MAX_EXPERIENCE_YEARS,
    });
  return problems;
}

export function toApplicationBody(draft: ApplicationDraft): ApplicationBody {
  const text = (value: string) => value.trim() || null;
  return {
    license_number: draft.license_number.trim(),
    title: text(draft.title),
    specialization: text(draft.specialization),
    location: text(draft.location),
    experience_years: Number(draft.experience_years.trim()),
    languages: readLanguages(draft.languages),
    phone: text(draft.phone),
    bio: text(draft.bio),
  };
}
