import type { ReactNode } from 'react';
import { t } from '#web/lib/i18n.tsx';

const tones = {
  neutral: 'text-muted',
  primary: 'text-primary',
  success: 'text-success',
  warning: 'text-warning',
  danger: 'text-danger',
  info: 'text-info',
};

export type BadgeTone = keyof typeof tones;

/** A short label or count. */
export function Badge({ children, tone = 'neutral' }: { children: ReactNode; tone?: BadgeTone }) {
  return <span className={`badge ${tones[tone]}`}>{children}</span>;
}

interface ProofBadgeProps {
  isConfirmed: boolean;
  /** Replaces 'Confirmed'. */
  confirmedLabel?: string;
}

/** A badge that shows whether an address or number is confirmed. */
export function ProofBadge({ isConfirmed, confirmedLabel = t('Confirmed') }: ProofBadgeProps) {
  return (
    <span
      title={
        isConfirmed
          ? t('They proved that this is theirs.')
          : t('They entered this. No one has checked that it is theirs.')
      }
    >
      <Badge tone={isConfirmed ? 'success' : 'neutral'}>{isConfirmed ? confirmedLabel : t('Unconfirmed')}</Badge>
    </span>
  );
}

/** An explanation of the badge, for screen readers. */
export function ProofNote({ className = '' }: { className?: string }) {
  return (
    <p className={`text-muted text-sm ${className}`}>
      {t(
        '“Confirmed” means the client proved that it is theirs. “Unconfirmed” means they entered it and no one has checked it.',
      )}
    </p>
  );
}
