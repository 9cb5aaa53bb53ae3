import { ShieldCheck } from 'lucide-react';
import type { PublicLicense } from '#shared/contracts/licenses.ts';
import { formatDay } from '#web/lib/dates.ts';
import { Trans } from '#web/lib/i18n.tsx';

/** What an admin found in the register of the Professional Regulation Commission. */
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
