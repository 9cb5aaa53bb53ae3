import { t } from '#web/lib/i18n.tsx';
import { Badge } from './Badge.tsx';

interface ProofBadgeProps {
  isConfirmed: boolean;
  /** Instead of 'Confirmed', where another thing can be confirmed as well. */
  confirmedLabel?: string;
}

/** Beside an address or a number: whether it is known to be the person's, or only said to be. */
export function ProofBadge({ isConfirmed, confirmedLabel = t('Confirmed') }: ProofBadgeProps) {
  return (
    <span
      title={
        isConfirmed
          ? t('They proved that this is theirs.')
          : t('They entered this. No one has checked that it is theirs.')
      }
    >
      <Badge tone={isConfirmed ? 'success' : 'neutral'}>
        {isConfirmed ? confirmedLabel : t('Unconfirmed')}
      </Badge>
    </span>
  );
}

/** What the two words mean, for who cannot point at them. */
export function ProofNote({ className = '' }: { className?: string }) {
  return (
    <p className={`text-muted text-sm ${className}`}>
      {t(
        '“Confirmed” means the client proved that it is theirs. “Unconfirmed” means they entered it and no one has checked it.',
      )}
    </p>
  );
}
