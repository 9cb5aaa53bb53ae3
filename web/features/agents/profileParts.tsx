import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import { ArrowLeft, Mail, Phone, ShieldCheck } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import type { PublicLicense } from '#shared/contracts/licenses.ts';
import type { PublicOffice } from '#shared/contracts/offices.ts';
import { emailHref, phoneHref } from '#web/lib/contactLinks.ts';
import { formatDay } from '#web/lib/dates.ts';
import { Trans, t } from '#web/lib/i18n.tsx';
import { ButtonLink } from '#web/ui/controls/Button.tsx';
import { RecordState, useRecord } from '#web/ui/states/RecordState.tsx';

/** A license as an admin checked it in the register of the Professional Regulation Commission. */
export function LicenseBadge({ license: { number, checked_at, expires_on } }: { license: PublicLicense }) {
  return (
    <p className="flex items-start gap-2 mt-2 py-2 px-3 rounded-sm bg-primary-soft text-sm leading-[1.4] text-left">
      <ShieldCheck className="flex-none mt-px text-primary" size={18} strokeWidth={1.9} />
      <span>
        <strong className="font-[650]">
          <Trans
            id="License checked on <time>{day}</time>"
            values={{ day: formatDay(checked_at) }}
            components={{ time: <time dateTime={checked_at} /> }}
          />
        </strong>{' '}
        <span className="block text-muted wrap-anywhere">
          <Trans
            id="PRC number {number}, valid until <time>{day}</time>"
            values={{ number, day: formatDay(expires_on) }}
            components={{ time: <time dateTime={expires_on} /> }}
          />
        </span>
      </span>
    </p>
  );
}

type StateProps<Data> = ComponentProps<typeof RecordState<Data>>;

interface PublicProfileProps<Data, Key extends QueryKey> {
  queryOf(id: number): UseQueryOptions<Data, Error, Data, Key>;
  /** The page's title. @param data undefined until it is loaded */
  titleOf(data: Data | undefined): string;
  missing: Omit<StateProps<Data>['missing'], 'action'>;
  loadingText: string;
  failure: Omit<StateProps<Data>['failure'], 'action'>;
  children(data: Data): ReactNode;
}

/** The public page of an agent or an office in its states; each leads back to the directory. */
export function PublicProfile<Data, Key extends QueryKey>(props: PublicProfileProps<Data, Key>) {
  const { queryOf, titleOf, missing, failure, ...state } = props;
  const { id, query } = useRecord(queryOf);
  return (
    <RecordState
      {...state}
      id={id}
      query={query}
      title={titleOf(query.data)}
      missing={{ ...missing, action: <ButtonLink to="/agents">{t('Back to Agents')}</ButtonLink> }}
      failure={{
        ...failure,
        action: (
          <ButtonLink to="/agents" variant="outlined">
            {t('Back to Agents')}
          </ButtonLink>
        ),
      }}
    />
  );
}

export function ProfileFrame({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <article className={`grid gap-6 max-w-page mx-auto pt-3 px-gutter ${className}`}>
      <ButtonLink to="/agents" variant="plain" className="justify-self-start -ml-3 -mb-3">
        <ArrowLeft size={18} />
        {t('All agents')}
      </ButtonLink>
      {children}
    </article>
  );
}

export function CallButtons({ name, phone, email }: Pick<PublicOffice['office'], 'name' | 'phone' | 'email'>) {
  const call = phone && phoneHref(phone);
  return (
    <>
      {call && (
        <ButtonLink variant="outlined" to={call} aria-label={t('Call {name}', { name })}>
          <Phone size={18} />
          {t('Call')}
        </ButtonLink>
      )}
      {email && (
        <ButtonLink variant="outlined" to={emailHref(email)} aria-label={t('Email {name}', { name })}>
          <Mail size={18} />
          {t('Email')}
        </ButtonLink>
      )}
    </>
  );
}
