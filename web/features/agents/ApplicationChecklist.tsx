import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react';
import type { ApplicationCheckKind, ApplicationCheckState, ApplicationChecks } from '#shared/contracts/agents.ts';
import { roleLabel } from '#shared/labels.ts';
import { type Message, msg } from '#shared/messages.ts';
import { adminQuery } from '#web/lib/adminData.ts';
import { formatDay, shortDay } from '#web/lib/dates.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { DetailSection } from '#web/ui/details/DetailGroup.tsx';
import { ErrorState } from '#web/ui/states/EmptyState.tsx';
import { Skeleton, Skeletons } from '#web/ui/states/Skeleton.tsx';

export const applicationChecksQuery = (id: number) => adminQuery('applications.checks', { params: { id } });

const checkLabel: Record<ApplicationCheckKind, Message> = {
  email: msg('Email address'),
  phone: msg('Phone number'),
  license: msg('License in the PRC register'),
  license_number: msg('License number format'),
  license_expiry: msg('License expiry'),
  same_license: msg('Unique license number'),
  same_phone: msg('Unique phone number'),
  second_factor: msg('Two-step login'),
  account_age: msg('Account age'),
  reports: msg('Reports of listings'),
  signals: msg('Signs of fraud'),
  rejections: msg('Earlier applications'),
};

const states = {
  checked: { label: msg('Checked'), Icon: CircleCheck, tone: 'text-success' },
  unchecked: { label: msg('Not checked'), Icon: CircleDashed, tone: 'text-muted' },
  attention: { label: msg('Review this'), Icon: CircleAlert, tone: 'text-warning' },
};

type Facts = ApplicationChecks['facts'];

const namesOf = ({ accounts, count }: Facts['same_phone']) => {
  const named = accounts.map(({ id, name, role }) =>
    t('{name} (#{id}, {role})', { name, id, role: t(roleLabel[role]) }),
  );
  const others = count - named.length;
  return named.length === 0 || others === 0
    ? named.join(', ')
    : t('{names} and {count} more', { names: named.join(', '), count: others });
};

/** The stored facts in a sentence. */
const knownOf: Record<ApplicationCheckKind, (facts: Facts) => string> = {
  email: ({ email, email_confirmed_at: at }) =>
    at
      ? t('{email}, confirmed on {day}', { email, day: shortDay(at) })
      : t('{email} was never confirmed.', { email }),
  phone: ({ phone, phone_confirmed_at: at }) => {
    if (!phone) return t('No phone number was given.');
    return at ? t('Confirmed on {day}', { day: shortDay(at) }) : t('Entered, but not confirmed.');
  },
  license: ({ license_number: number, license_checked_at: at, license_checked_by: by }) => {
    if (!number) return t('No license number was given.');
    return at
      ? t('{person} found the number in the register on {day}.', {
          person: by ?? t('an administrator'),
          day: shortDay(at),
        })
      : t('No one has checked the number in the PRC register yet.');
  },
  license_number: ({ license_number }) =>
    license_number ? t('A PRC number has four to seven digits.') : t('No license number was given.'),
  license_expiry: ({ license_expires_on: day }) =>
    day ? t('Valid until {day}', { day: formatDay(`${day}T00:00:00+08:00`) }) : t('The expiry date is not known.'),
  same_license: ({ license_number, same_license }) => {
    if (same_license.count > 0)
      return t(
        '{count, plural, one {One other account uses this license number.} other {# other accounts use this license number.}} {names}',
        { count: same_license.count, names: namesOf(same_license) },
      );
    return license_number ? t('No other account uses this license number.') : t('No license number was given.');
  },
  same_phone: ({ phone, same_phone }) => {
    if (same_phone.count > 0)
      return t(
        '{count, plural, one {One other account uses this phone number.} other {# other accounts use this phone number.}} {names}',
        { count: same_phone.count, names: namesOf(same_phone) },
      );
    return phone ? t('No other account uses this phone number.') : t('No phone number was given.');
  },
  second_factor: ({ has_second_factor: isOn }) =>
    isOn ? t('On.') : t('Off: this account logs in with a password alone.'),
  account_age: ({ registered_at, account_age_days: days }) =>
    t('Registered on {day}, {days, plural, =0 {less than a day ago} one {# day ago} other {# days ago}}', {
      day: shortDay(registered_at),
      days,
    }),
  reports: ({ reports: { open, accepted, dismissed } }) =>
    open + accepted + dismissed === 0
      ? t('No listing of this account was ever reported.')
      : t('{open} open, {accepted} accepted, {dismissed} dismissed', { open, accepted, dismissed }),
  signals: ({ signals: { open, acted, dismissed } }) =>
    open + acted + dismissed === 0
      ? t('None about this account, its listings, or an account with the same phone number.')
      : t('{open} open, {acted} handled, {dismissed} dismissed', { open, acted, dismissed }),
  rejections: ({ rejections }) => {
    if (rejections.length === 0) return t('None rejected.');
    return rejections
      .map(({ at, reason }) =>
        reason
          ? t('Rejected on {day}: {reason}', { day: shortDay(at), reason })
          : t('Rejected on {day}, without a reason.', { day: shortDay(at) }),
      )
      .join(' ');
  },
};

export function ApplicationChecklist({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(applicationChecksQuery(id));
  return (
    <DetailSection title={t('What was checked')}>
      {data ? (
        <ul className="grid gap-3">
          {data.checks.map(({ kind, state }) => {
            const { label, Icon, tone } = states[state];
            return (
              <li key={kind} className="flex gap-3 min-w-0">
                <Icon size={20} className={`flex-none mt-0.5 ${tone}`} aria-hidden="true" />
                <span className="grid grid-cols-1 min-w-0">
                  <span className="flex flex-wrap items-baseline gap-x-2 font-semibold">
                    {t(checkLabel[kind])}
                    <span className={`text-caption ${tone}`}>{t(label)}</span>
                  </span>
                  <span className="text-muted text-sm wrap-anywhere">{knownOf[kind](data.facts)}</span>
                </span>
              </li>
            );
          })}
        </ul>
      ) : error ? (
        <ErrorState
          headingLevel={3}
          message={failureSentence(error, t('What was checked could not be loaded'))}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeletons count={12}>
          <Skeleton width="100%" height="2.75rem" />
        </Skeletons>
      )}
    </DetailSection>
  );
}

/** The warning to an administrator before the approval. */
export function ChecksInShort({ checks }: Pick<ApplicationChecks, 'checks'>) {
  const namedOf = (state: ApplicationCheckState) =>
    checks.filter((check) => check.state === state).map(({ kind }) => t(checkLabel[kind]));
  const [unchecked, attention] = [namedOf('unchecked'), namedOf('attention')];
  return (
    <>
      {unchecked.length > 0 && <NamedChecks title={t('Not checked:')} names={unchecked} state="unchecked" />}
      {attention.length > 0 && <NamedChecks title={t('Review first:')} names={attention} state="attention" />}
      {unchecked.length + attention.length === 0 && <p>{t('All checks are done.')}</p>}
      {unchecked.length + attention.length > 0 && (
        <p className="text-muted text-sm">{t('The audit log will record this.')}</p>
      )}
    </>
  );
}

interface NamedChecksProps {
  title: string;
  names: readonly string[];
  state: ApplicationCheckState;
}

function NamedChecks({ title, names, state }: NamedChecksProps) {
  const { Icon, tone } = states[state];
  return (
    <section className="grid gap-1.5">
      <h3 className="text-sm font-bold">{title}</h3>
      <ul className="grid gap-1">
        {names.map((name) => (
          <li key={name} className="flex items-center gap-2">
            <Icon size={16} className={`flex-none ${tone}`} aria-hidden="true" />
            {name}
          </li>
        ))}
      </ul>
    </section>
  );
}
