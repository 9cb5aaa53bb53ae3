import { CloudOff } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { t } from '#web/lib/i18n.tsx';
import { keptAnswerAt } from '#web/lib/workerNews.ts';
import { currentPlatform } from '#web/platform/platform.ts';
import { Button } from '../controls/Button.tsx';
import { EmptyState } from './EmptyState.tsx';

interface ErrorStateProps {
  title?: string;
  message: string;
  onRetry(): void;
  /** An alternative to 'Try Again'. */
  action?: ReactNode;
  /** Level 1 if the state is the whole page. */
  headingLevel?: 1 | 2 | 3;
  /** Whether the page's main content is missing, so that no cached copy is shown; by default if the state is the whole page. */
  isOfPage?: boolean;
}

export function ErrorState(props: ErrorStateProps) {
  const { title = t('Something went wrong'), message, onRetry, action, headingLevel = 2 } = props;
  const { isOfPage = headingLevel === 1 } = props;
  // The desktop console has its own offline copy and status.
  const isOffline = currentPlatform().kind === 'browser' && globalThis.navigator?.onLine === false;
  useEffect(() => {
    if (isOffline && isOfPage) keptAnswerAt.set(null);
  }, [isOffline, isOfPage]);
  return (
    <EmptyState
      isFailure
      headingLevel={headingLevel}
      icon={<CloudOff size={28} />}
      title={isOffline ? t('Not on this device yet') : title}
      text={
        isOffline
          ? t(
              'You are offline. Only listings and searches that you opened on this device before can be shown. Connect to the internet and try again.',
            )
          : message
      }
      action={
        <>
          <Button variant="outlined" onClick={onRetry}>
            {t('Try Again')}
          </Button>
          {action}
        </>
      }
    />
  );
}
