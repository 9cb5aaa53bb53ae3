import { t } from '#web/lib/i18n.tsx';
import { Button } from '../controls/Button.tsx';

/** A one-line failure of a small part of the page. */
export function RetryLine({ message, onRetry }: { message: string; onRetry(): void }) {
  return (
    <div className="grid justify-items-start gap-3 text-muted" role="alert">
      <p>{message}</p>
      <Button variant="outlined" onClick={onRetry}>
        {t('Try Again')}
      </Button>
    </div>
  );
}
