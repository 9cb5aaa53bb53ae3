import { CircleAlert, X } from 'lucide-react';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '../controls/Button.tsx';
import { IconButton } from '../controls/IconButton.tsx';

interface FailureBannerProps {
  message: string | null | undefined;
  /** For failed loads: repeats the call. */
  onRetry?: () => void;
  /** For failed actions: hides the banner. */
  onDismiss?: () => void;
}

/** The red banner of a failed call (specification, part 3 §8). */
export function FailureBanner({ message, onRetry, onDismiss }: FailureBannerProps) {
  return (
    <div
      className={`empty:absolute ${onDismiss ? 'sticky z-20 top-[calc(var(--s-header-height)_+_var(--s-space-2))]' : ''}`}
      role="alert"
    >
      {message && (
        <div className="flex items-center gap-3 min-h-13 py-1 pr-2 pl-4 border border-[color-mix(in_srgb,var(--s-danger)_35%,transparent)] rounded-md bg-danger-soft text-danger text-[0.9375rem] font-[550] [&_svg]:flex-none">
          <CircleAlert size={18} />
          <p className="flex-1 min-w-0 wrap-anywhere">{message}</p>
          {onRetry && (
            <Button variant="outlined" onClick={onRetry}>
              {t('Try Again')}
            </Button>
          )}
          {onDismiss && <IconButton label={t('Dismiss')} icon={<X size={18} />} onClick={onDismiss} />}
        </div>
      )}
    </div>
  );
}
