import { ShieldCheck } from 'lucide-react';
import type { PublicLicense } from '#shared/contracts/licenses.ts';
import { formatDay } from '#web/lib/dates.ts';
import styles from './LicenseBadge.module.css';

/** What an admin found in the register of the Professional Regulation Commission. */
export function LicenseBadge({ license: { number, checked_at, expires_on } }: { license: PublicLicense }) {
  return (
    <p className={styles.license}>
      <ShieldCheck size={18} strokeWidth={1.9} aria-hidden="true" />
      <span>
        <strong>
          Licence checked on <time dateTime={checked_at}>{formatDay(checked_at)}</time>
        </strong>{' '}
        <span className={styles.details}>
          PRC number {number}, good until <time dateTime={expires_on}>{formatDay(expires_on)}</time>
        </span>
      </span>
    </p>
  );
}
