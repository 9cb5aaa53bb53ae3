import { ArrowLeft, Mail, Phone, ShieldCheck } from 'lucide-react';
import type { PublicLicense } from '#shared/contracts/licenses.ts';
import { emailHref, phoneHref } from '#web/lib/contactLinks.ts';
import { formatDay } from '#web/lib/dates.ts';
import { Trans, t } from '#web/lib/i18n.tsx';
import { ButtonLink } from '#web/ui/controls/Button.tsx';

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

export function AllAgentsLink() {
  return (
    <ButtonLink to="/agents" variant="plain" className="justify-self-start! -ml-3! -mb-3!">
      <ArrowLeft size={18} />
      {t('All agents')}
    </ButtonLink>
  );
}

interface CallButtonsProps {
  name: string;
  phone: string | null;
  email: string | null;
}

/** Links that call and e-mail an agent or an office, where its data is shown. */
export function CallButtons({ name, phone, email }: CallButtonsProps) {
  return (
    <>
      {phone && (
        <ButtonLink variant="outlined" to={phoneHref(phone)} aria-label={t('Call {name}', { name })}>
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
