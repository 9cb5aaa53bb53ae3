import type { User } from '#shared/contracts/auth.ts';
import { licenseStateOf } from '#shared/licenses.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { formatDay } from '#web/lib/dates.ts';
import { t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';
import { serverNow } from '#web/lib/serverTime.ts';
import { Notice } from '#web/ui/states/Notice.tsx';

interface LicenseNoticeProps {
  agent: NonNullable<User['agent']>;
  /** Not on the profile itself: a link leads there. */
  isAway?: boolean;
}

/** Warns an agent that the licence ends or has ended, with the next step. Empty while it is valid or unchecked. */
export function LicenseNotice({ agent, isAway = false }: LicenseNoticeProps) {
  const state = licenseStateOf(agent, manilaDay(serverNow()));
  if (state === 'unchecked' || state === 'valid') return null;
  const day = agent.license_expires_on ? formatDay(agent.license_expires_on) : '';
  const words = {
    expiring: t(
      'Your license expires on {day}. If you do not renew it, you and your listings will be hidden after that.',
      { day },
    ),
    expired: t('Your license expired on {day}. Renew it soon, or you and your listings will be hidden.', {
      day,
    }),
    lapsed: t(
      'You and your listings are hidden because your license expired. You can still answer clients and edit your listings. Everything comes back once you renew your license.',
    ),
  }[state];
  return (
    <Notice kind={state === 'expiring' ? 'info' : 'error'}>
      {words}{' '}
      {t(
        'Renew it with the Professional Regulation Commission. We will check the Commission’s register again. If your number changes, update it in your profile too.',
      )}{' '}
      {isAway && <Link to="/profile">{t('Open your profile')}</Link>}
    </Notice>
  );
}
