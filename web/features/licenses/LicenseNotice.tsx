import { Link } from 'react-router';
import type { User } from '#shared/contracts/auth.ts';
import { licenseStateOf } from '#shared/licenses.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { formatDay } from '#web/lib/dates.ts';
import { t } from '#web/lib/i18n.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';

interface LicenseNoticeProps {
  agent: NonNullable<User['agent']>;
  /** Not on the profile itself: a link leads there. */
  isAway?: boolean;
}

/** Tells an agent that the licence ends, or has ended, and what to do. Nothing while it is good or nobody checked it. */
export function LicenseNotice({ agent, isAway = false }: LicenseNoticeProps) {
  const state = licenseStateOf(agent, manilaDay(new Date()));
  if (state === 'unchecked' || state === 'valid') return null;
  const day = agent.license_expires_on ? formatDay(agent.license_expires_on) : '';
  const words = {
    expiring: t(
      'Your license ends on {day}. Without a renewal you and your listings are hidden afterwards.',
      { day },
    ),
    expired: t('Your license ended on {day}. Without a renewal you and your listings are hidden soon.', {
      day,
    }),
    lapsed: t(
      'You and your listings are hidden because your license ended. You can still answer clients and edit your listings; everything comes back once the license is good again.',
    ),
  }[state];
  return (
    <Notice kind={state === 'expiring' ? 'info' : 'error'}>
      {words}{' '}
      {t(
        'Renew it with the Professional Regulation Commission. We look it up in the Commission’s register again; if your number changes, change it in your profile too.',
      )}{' '}
      {isAway && <Link to="/profile">{t('Open your profile')}</Link>}
    </Notice>
  );
}
