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
  /** Another way on, beside 'Try Again'. */
  action?: ReactNode;
  /** Where the state is the whole page, its title is the page's heading. */
  headingLevel?: 1 | 2 | 3;
  /** It stands in place of what the page is about, so nothing of that is a copy. By default where it is the whole page. */
  isOfPage?: boolean;
}

export function ErrorState(props: ErrorStateProps) {
  const { title = t('Something went wrong'), message, onRetry, action, headingLevel = 2 } = props;
  const { isOfPage = headingLevel === 1 } = props;
  // The console keeps copies of its own, and says itself what it shows of them.
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
