import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#web/lib/i18n.tsx';
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
}

export function ErrorState(props: ErrorStateProps) {
  const { title = t('Something went wrong'), message, onRetry, action, headingLevel = 2 } = props;
  return (
    <EmptyState
      isFailure
      headingLevel={headingLevel}
      icon={<CloudOff size={28} />}
      title={title}
      text={message}
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
