import type { ReactNode } from 'react';
import type { User } from '#shared/contracts/auth.ts';
import { LicenseNotice } from '#web/features/licenses/index.ts';
import { formatDay } from '#web/lib/dates.ts';
import { t } from '#web/lib/i18n.tsx';
import { dayWords, orderedHours } from '#web/lib/workingHours.ts';
import { ButtonLink } from '#web/ui/controls/Button.tsx';
import { Chip } from '#web/ui/controls/Chip.tsx';
import { Badge } from '#web/ui/display/Badge.tsx';
import { SectionCard } from '#web/ui/layout/SectionCard.tsx';

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
export function AccountStatus({ status }: Pick<User, 'status'>) {
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
          <ButtonLink to={`/agents/${user.id}`} variant="plain" className="-my-2! -mx-3!">
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
    <dl>
      {rows.map(({ label, value }) => (
        <div
          key={label}
          className="grid grid-cols-[minmax(8rem,11rem)_minmax(0,1fr)] gap-y-1 gap-x-4 py-3 not-first:border-t not-first:border-t-line last:pb-0 max-sm:grid-cols-1"
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
