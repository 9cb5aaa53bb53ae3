import { ExternalLink } from 'lucide-react';
import { t } from '#web/lib/i18n.tsx';

const REGISTER = 'https://verification.prc.gov.ph';

/** What an admin does before a check is stored. */
export function RegisterWords() {
  return (
    <p>
      {t(
        'Look the number up in the register of the Professional Regulation Commission, and enter what you find there.',
      )}{' '}
      <a
        className="inline-flex items-center gap-1 font-semibold"
        href={REGISTER}
        target="_blank"
        rel="noopener noreferrer"
      >
        {t('Open the register')}
        <ExternalLink size={15} aria-hidden="true" />
      </a>
    </p>
  );
}
