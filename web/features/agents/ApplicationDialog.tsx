import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BadgeCheck, Hourglass, type LucideIcon, ShieldX } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import type { ApplicationBody } from '#shared/contracts/agents.ts';
import type { User } from '#shared/contracts/auth.ts';
import { MAX_LICENSE_NUMBER_LENGTH } from '#shared/licenses.ts';
import {
  MAX_BIO_LENGTH,
  MAX_EXPERIENCE_YEARS,
  MAX_LIST_ENTRIES,
  MAX_PHONE_LENGTH,
  MAX_SHORT_TEXT_LENGTH,
} from '#shared/limits.ts';
import { useSession } from '#web/features/auth/index.ts';
import { Form, FormBanner } from '#web/forms/Form.tsx';
import { FormDialog, useCloseDialog } from '#web/forms/FormDialog.tsx';
import { TextAreaField, TextField } from '#web/forms/fields.tsx';
import { type Problems, useFirstFocus, useForm } from '#web/forms/useForm.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { t } from '#web/lib/i18n.tsx';
import { draftKey } from '#web/lib/keptWords.ts';
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx';
import { applicantQuery, locationsQuery, specializationsQuery } from './queries.ts';

/** The answers of an earlier application are filled in again. */
export function emptyApplication({ phone, agent }: User) {
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

type ApplicationDraft = ReturnType<typeof emptyApplication>;

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

type Standing = 'none' | 'pending' | 'rejected' | 'agent' | 'admin';

function standingOf({ role, agent }: User): Standing {
  if (role === 'admin') return 'admin';
  if (role === 'agent' && agent?.application_status === 'approved') return 'agent';
  // A former agent may apply again, like a new one.
  return agent && agent.application_status !== 'approved' ? agent.application_status : 'none';
}

export function ApplicationDialog({ user, onClose }: { user: User; onClose(): void }) {
  const { replaceUser } = useSession();
  const queryClient = useQueryClient();
  const { data } = useQuery(applicantQuery);
  const [isApplyingAgain, setIsApplyingAgain] = useState(false);
  const applicant = data ?? user;
  const standing = standingOf(applicant);

  useEffect(() => {
    if (data) replaceUser(data);
  }, [data, replaceUser]);

  const keep = (agent: User['agent'], phone: string | null) => {
    setIsApplyingAgain(false);
    const changed = { ...applicant, agent, phone: phone ?? applicant.phone };
    queryClient.setQueryData(applicantQuery.queryKey, changed);
  };

  const isForm = standing === 'none' || isApplyingAgain;
  const closeButton = (
    <Button variant="outlined" onClick={onClose}>
      {t('Close')}
    </Button>
  );
  const notes: Partial<Record<Standing, ApplicationNoteProps>> = {
    pending: {
      Icon: Hourglass,
      title: t('Your application is under review'),
      text: t('We will check license {number} before we decide. You will find our answer in your notifications.', {
        number: applicant.agent?.license_number ?? '',
      }),
      action: closeButton,
    },
    rejected: {
      Icon: ShieldX,
      title: t('Your last application was not approved'),
      text: t('Check the license number and what you told us about your work, then apply again.'),
      action: <Button onClick={() => setIsApplyingAgain(true)}>{t('Apply Again')}</Button>,
    },
    agent: {
      Icon: BadgeCheck,
      title: t('You are part of the team'),
      text: t('Your application was approved. Clients find you in this directory.'),
      action: <ButtonLink to={`/agents/${user.id}`}>{t('See Your Profile')}</ButtonLink>,
    },
    admin: {
      Icon: BadgeCheck,
      title: t('Administrators cannot apply'),
      text: t('Review other people’s applications in the admin dashboard.'),
      action: closeButton,
    },
  };
  const note = notes[standing];
  return (
    <FormDialog title={t('Work with our team')} size="wide" isDraftKept onClose={onClose}>
      {isForm && <ApplicationForm user={applicant} onSent={keep} />}
      {note && !isForm && <ApplicationNote {...note} />}
    </FormDialog>
  );
}

interface ApplicationNoteProps {
  Icon: LucideIcon;
  title: string;
  text: string;
  action: ReactNode;
}

function ApplicationNote({ Icon, title, text, action }: ApplicationNoteProps) {
  return (
    <div className="grid justify-items-center gap-2 py-6 px-3 text-center" role="status">
      <span className="grid place-items-center w-16 h-16 mb-2 rounded-full bg-primary-soft text-primary">
        <Icon size={30} />
      </span>
      <h3>{title}</h3>
      <p className="max-w-104 text-muted">{text}</p>
      <div className="mt-3">{action}</div>
    </div>
  );
}

interface ApplicationFormProps {
  user: User;
  onSent(agent: User['agent'], phone: string | null): void;
}

function ApplicationForm({ user, onSent }: ApplicationFormProps) {
  const specializations = useQuery(specializationsQuery);
  const locations = useQuery(locationsQuery);
  const listId = useId();
  const form = useForm({
    values: emptyApplication(user),
    check: checkApplication,
    failure: t('Your application could not be sent. Please try again.'),
    draft: draftKey('application', user.id),
    async send(filled) {
      const body = toApplicationBody(filled);
      onSent(await callApi('agents.apply', { body }), body.phone ?? null);
    },
  });
  const close = useCloseDialog();

  useFirstFocus(form.element);
  const short = { isOptional: true, maxLength: MAX_SHORT_TEXT_LENGTH };

  return (
    <Form form={form} className="grid gap-4">
      <p className="text-muted text-md">
        {t(
          'For licensed brokers and salespersons. Once we confirm your license, your profile appears in the directory and you can post listings.',
        )}
      </p>
      <div className="grid gap-4 md:grid-cols-[1fr_1fr]">
        <TextField
          label={t('License Number')}
          required
          maxLength={MAX_LICENSE_NUMBER_LENGTH}
          placeholder={t('PRC 0012345')}
          autoComplete="off"
          name="license_number"
        />
        <TextField
          label={t('Years of Experience')}
          isOptional
          inputMode="numeric"
          maxLength={3}
          placeholder="5"
          name="experience_years"
        />
        <TextField
          {...short}
          label={t('Professional Title')}
          placeholder={t('Real Estate Broker')}
          autoComplete="organization-title"
          name="title"
        />
        <TextField
          {...short}
          label={t('Specialization')}
          list={`${listId}-specializations`}
          placeholder={t('Residential Rentals')}
          name="specialization"
        />
        <TextField
          {...short}
          label={t('Service Area')}
          list={`${listId}-locations`}
          placeholder={t('Makati City')}
          name="location"
        />
        <TextField
          label={t('Phone')}
          isOptional
          type="tel"
          maxLength={MAX_PHONE_LENGTH}
          autoComplete="tel"
          placeholder={t('+63 9XX XXX XXXX')}
          name="phone"
        />
      </div>
      <TextField
        label={t('Languages')}
        isOptional
        hint={t('Separated by commas')}
        maxLength={400}
        name="languages"
      />
      <TextAreaField
        label={t('About You')}
        isOptional
        rows={4}
        maxLength={MAX_BIO_LENGTH}
        placeholder={t('How you work, and what clients can expect from you')}
        name="bio"
      />
      {Object.entries({ specializations, locations }).map(([name, { data }]) => (
        <datalist key={name} id={`${listId}-${name}`}>
          {data?.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      ))}
      <FormBanner message={form.error} />
      <div className="flex flex-wrap-reverse gap-3 *:flex-[1_1_10rem]">
        <Button variant="outlined" onClick={close}>
          {t('Cancel')}
        </Button>
        <Button type="submit" disabled={form.isSending} aria-busy={form.isSending}>
          {form.isSending ? t('Sending...') : t('Send Application')}
        </Button>
      </div>
    </Form>
  );
}
