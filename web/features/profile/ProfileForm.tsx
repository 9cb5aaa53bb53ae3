import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useController } from 'react-hook-form';
import { chatAppName, chatApps } from '#shared/chatApps.ts';
import type { User } from '#shared/contracts/auth.ts';
import { MAX_LICENSE_NUMBER_LENGTH } from '#shared/licenses.ts';
import {
  MAX_BIO_LENGTH,
  MAX_EMAIL_LENGTH,
  MAX_LIST_ENTRIES,
  MAX_NAME_LENGTH,
  MAX_SHORT_TEXT_LENGTH,
  MAX_WORKING_HOURS_LENGTH,
} from '#shared/limits.ts';
import { LicenseNotice } from '#web/features/licenses/index.ts';
import { AddEntry } from '#web/forms/AddEntry.tsx';
import { Form, FormBanner, useFormControl, useIsLocked } from '#web/forms/Form.tsx';
import { UnsavedGuard } from '#web/forms/FormDialog.tsx';
import { PhoneField, TextAreaField, TextField, TextInput } from '#web/forms/fields.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { formatDay } from '#web/lib/dates.ts';
import { t } from '#web/lib/i18n.tsx';
import { dayWords, orderedHours, weekdays } from '#web/lib/workingHours.ts';
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx';
import { Chip } from '#web/ui/controls/Chip.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Badge } from '#web/ui/display/Badge.tsx';
import { SectionCard } from '#web/ui/layout/SectionCard.tsx';
import { checkDraft, type ProfileDraft, toChange, toDraft, useSaveProfile } from './profileDraft.ts';

/** All editable data in one form; typed text stays until it is saved or given up. */
export function ProfileForm({ user, onDone }: { user: User; onDone(): void }) {
  const { mutateAsync } = useSaveProfile();
  const [values] = useState(() => toDraft(user));
  const form = useForm({
    values,
    check: checkDraft,
    send: async (typed) => {
      await mutateAsync(toChange(typed));
      showToast(t('Profile updated'));
      onDone();
    },
    place: (path) => (path in values ? path : `agent.${path}`),
    failure: t('Your profile could not be saved. Please try again.'),
  });

  return (
    <Form form={form} className="grid grid-cols-1 gap-6">
      <UnsavedGuard isDirty={form.isDirty} />
      <SectionCard title={t('Personal Information')}>
        <div className="grid grid-fit-[15rem] gap-4">
          <TextField name="name" label={t('Name')} autoComplete="name" maxLength={MAX_NAME_LENGTH} />
          <PhoneField name="phone" />
          <TextInput label={t('Email')} type="email" value={user.email} readOnly disabled onChange={() => {}} />
          <div className="grid content-start justify-items-start gap-1.5">
            <span className="text-sm font-semibold leading-[1.3]">{t('Account Status')}</span>
            <AccountStatus status={user.status} />
          </div>
        </div>
      </SectionCard>
      {values.agent && (
        <SectionCard title={t('Agent Profile')}>
          <AgentFieldset />
        </SectionCard>
      )}
      <div className="sticky z-1 bottom-0 grid gap-3 mt-[calc(-1_*_var(--s-space-3))] py-3 bg-page">
        <FormBanner message={form.error} />
        <EditActions label={t('Save Changes')} sendingLabel={t('Saving...')} onCancel={onDone} />
      </div>
    </Form>
  );
}

interface EditActionsProps {
  label: string;
  sendingLabel: string;
  onCancel(): void;
}

/** The buttons of a form in the page. */
export function EditActions({ label, sendingLabel, onCancel }: EditActionsProps) {
  const isSending = useIsLocked();
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button type="submit" disabled={isSending} aria-busy={isSending}>
        {isSending ? sendingLabel : label}
      </Button>
      <Button variant="outlined" disabled={isSending} onClick={onCancel}>
        {t('Cancel')}
      </Button>
    </div>
  );
}

const agentFields = () =>
  [
    { name: 'agent.title', label: t('Title'), placeholder: t('Real Estate Broker') },
    { name: 'agent.specialization', label: t('Specialization'), placeholder: t('Luxury Condominiums') },
    { name: 'agent.location', label: t('Location'), placeholder: t('Makati City') },
    { name: 'agent.experience_years', label: t('Years of experience'), inputMode: 'numeric', maxLength: 2 },
    { name: 'agent.license_number', label: t('License number'), maxLength: MAX_LICENSE_NUMBER_LENGTH },
  ] as const;

const lists = () =>
  [
    { name: 'agent.languages', label: t('Languages'), addLabel: t('Add language') },
    { name: 'agent.certifications', label: t('Certifications'), addLabel: t('Add certification') },
    { name: 'agent.achievements', label: t('Achievements'), addLabel: t('Add achievement') },
  ] as const;

function AgentFieldset() {
  return (
    <div className="grid grid-fit-[15rem] gap-4">
      {agentFields().map((field) => (
        <TextField key={field.name} maxLength={MAX_SHORT_TEXT_LENGTH} {...field} />
      ))}
      <TextField
        name="agent.contact_email"
        label={t('Contact email')}
        hint={t('Clients see this instead of the email you log in with')}
        type="email"
        autoComplete="email"
        maxLength={MAX_EMAIL_LENGTH}
      />
      {chatApps.map((app) => (
        <TextField
          key={app}
          name={`agent.${app}`}
          label={t(chatAppName[app])}
          hint={t('Clients who may see your phone number see it too')}
          type={app === 'messenger' ? 'text' : 'tel'}
          autoComplete={app === 'messenger' ? 'off' : 'tel'}
          placeholder={app === 'messenger' ? t('juan.delacruz') : '+63 917 555 0123'}
          maxLength={MAX_SHORT_TEXT_LENGTH}
        />
      ))}
      <TextAreaField
        name="agent.bio"
        className="col-span-full"
        label={t('Bio')}
        rows={5}
        maxLength={MAX_BIO_LENGTH}
        placeholder={t('What you do, where, and how you work with clients')}
      />
      {lists().map((list) => (
        <AgentList key={list.name} {...list} />
      ))}
      <WorkingHours />
    </div>
  );
}

/** A list of short texts. Each is added with Enter or the button; the same one twice is kept once. */
function AgentList({ name, label, addLabel }: ReturnType<typeof lists>[number]) {
  const { field } = useController({ control: useFormControl<ProfileDraft>(), name });
  const value = field.value ?? [];
  const [text, setText] = useState('');
  const isFull = value.length >= MAX_LIST_ENTRIES;

  const add = () => {
    const item = text.trim();
    if (item === '' || isFull) return;
    if (!value.includes(item)) field.onChange([...value, item]);
    setText('');
  };

  return (
    <div className="col-span-full grid grid-cols-1 gap-2">
      <AddEntry
        label={label}
        addLabel={addLabel}
        icon={<Plus size={18} />}
        maxLength={MAX_SHORT_TEXT_LENGTH}
        placeholder={isFull ? t('The list is full') : addLabel}
        disabled={isFull}
        value={text}
        onChange={setText}
        onAdd={add}
        onBlur={add}
      />
      {value.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {value.map((item) => (
            <li key={item}>
              <Chip label={item} onRemove={() => field.onChange(value.filter((other) => other !== item))} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** One field of the form: the name of a day may contain characters that would split a path. */
function WorkingHours() {
  const control = useFormControl<ProfileDraft>();
  const { field } = useController({ control, name: 'agent.working_hours' });
  const hours: Record<string, string> = field.value ?? {};
  const otherDays = Object.keys(hours).filter((day) => !weekdays.includes(day));
  return (
    <fieldset className="col-span-full grid gap-2">
      <legend className="mb-1.5 text-sm font-semibold">{t('Working hours')}</legend>
      {[...weekdays, ...otherDays].map((day) => (
        <div key={day} className="grid grid-cols-[7rem_minmax(0,20rem)] items-center gap-3 text-muted">
          <span aria-hidden="true">{dayWords(day)}</span>
          <TextInput
            label={dayWords(day)}
            isLabelHidden
            maxLength={MAX_WORKING_HOURS_LENGTH}
            placeholder={t('Not shown')}
            value={hours[day] ?? ''}
            onChange={(text) => field.onChange({ ...hours, [day]: text })}
          />
        </div>
      ))}
    </fieldset>
  );
}

export function PersonalDetails({ user }: { user: User }) {
  return (
    <SectionCard title={t('Personal Information')}>
      <Rows
        rows={[
          { label: t('Name'), value: user.name },
          { label: t('Email'), value: user.email },
          { label: t('Phone'), value: user.phone },
          { label: t('Account Status'), value: <AccountStatus status={user.status} /> },
        ]}
      />
    </SectionCard>
  );
}

/** Specification, part 2 §2: every status but active is shown as disabled. */
function AccountStatus({ status }: Pick<User, 'status'>) {
  return status === 'active' ? (
    <Badge tone="success">{t('Active')}</Badge>
  ) : (
    <Badge tone="danger">{t('Disabled')}</Badge>
  );
}

type AgentFields = NonNullable<User['agent']>;

/** An agent's data as clients see it; an applicant's data as it was handed in. */
export function AgentDetails({ user, agent }: { user: User; agent: AgentFields }) {
  const isAgent = agent.application_status === 'approved' && user.role === 'agent';
  const isPublic = isAgent && !agent.license_lapsed_at;
  return (
    <SectionCard
      title={t('Agent Profile')}
      text={isPublic ? t('This is what clients see in the agents directory.') : undefined}
      action={
        isPublic ? (
          <ButtonLink to={`/agents/${user.id}`} variant="plain" className="-my-2 -mx-3">
            {t('View Public Profile')}
          </ButtonLink>
        ) : isAgent ? (
          <Badge tone="danger">{t('Unlisted')}</Badge>
        ) : (
          <Badge tone={agent.application_status === 'rejected' ? 'danger' : 'warning'}>
            {agent.application_status === 'rejected' ? t('Application declined') : t('Application pending')}
          </Badge>
        )
      }
    >
      {isAgent && <LicenseNotice agent={agent} />}
      <Rows
        rows={[
          { label: t('Title'), value: agent.title },
          {
            label: t('Bio'),
            value: agent.bio && (
              <span dir="auto" className="font-normal whitespace-pre-line">
                {agent.bio}
              </span>
            ),
          },
          { label: t('Specialization'), value: agent.specialization },
          { label: t('Location'), value: agent.location },
          {
            label: t('Experience'),
            value: t('{count, plural, one {# year} other {# years}}', { count: agent.experience_years }),
          },
          ...chatApps.map((app) => ({ label: t(chatAppName[app]), value: agent[app] })),
          { label: t('License number'), value: agent.license_number },
          ...(isAgent ? [{ label: t('License check'), value: checkWords(agent) }] : []),
          {
            label: t('Languages'),
            value: list(agent.languages, 'flex flex-wrap gap-2', (word) => <Chip label={word} />),
          },
          { label: t('Certifications'), value: list(agent.certifications, 'grid gap-1') },
          { label: t('Achievements'), value: list(agent.achievements, 'grid gap-1') },
          { label: t('Working hours'), value: hours(agent.working_hours) },
        ]}
      />
    </SectionCard>
  );
}

function checkWords({ license_checked_at, license_expires_on }: AgentFields): string {
  if (!license_checked_at || !license_expires_on) return t('Not checked yet');
  return t('Checked on {checked}, valid until {end}', {
    checked: formatDay(license_checked_at),
    end: formatDay(license_expires_on),
  });
}

function list(words: string[], className: string, show = (word: string): ReactNode => word) {
  if (words.length === 0) return null;
  return (
    <ul className={className}>
      {words.map((word) => (
        <li key={word}>{show(word)}</li>
      ))}
    </ul>
  );
}

function hours(workingHours: AgentFields['working_hours']) {
  const days = orderedHours(workingHours);
  if (days.length === 0) return null;
  return (
    <ul className="grid gap-1 max-w-88 tabular-nums">
      {days.map(([day, text]) => (
        <li key={day} className="flex justify-between gap-4">
          <span className="text-muted font-normal">{dayWords(day)}</span>
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}

/** Pairs of label and value; a missing value says so. */
function Rows({ rows }: { rows: { label: string; value: ReactNode }[] }) {
  return (
    <dl className="divide-y divide-line">
      {rows.map(({ label, value }) => (
        <div
          key={label}
          className="grid grid-cols-[minmax(8rem,11rem)_minmax(0,1fr)] gap-y-1 gap-x-4 py-3 last:pb-0 max-sm:grid-cols-1"
        >
          <dt className="text-muted max-sm:text-sm">{label}</dt>
          <dd dir="auto" className="font-[550] wrap-anywhere">
            {value ?? <span className="text-muted font-normal">{t('Not given')}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
