import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { t } from '#web/lib/i18n.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';

/** A page that broke, or whose files could not be fetched: a new version may be out, so the whole page is loaded again. */
export function RouteError() {
  const error = useRouteError();
  useEffect(() => console.error('A page could not be shown', error), [error]);
  return (
    <main className="grid content-center min-h-[calc(100svh_-_var(--s-header-height))]">
      <ErrorState
        headingLevel={1}
        title={t('This page could not be shown')}
        message={
          navigator.onLine
            ? t('Something went wrong on our side. Please try again.')
            : t('You seem to be offline. Check your connection and try again.')
        }
        onRetry={() => window.location.reload()}
      />
    </main>
  );
}
