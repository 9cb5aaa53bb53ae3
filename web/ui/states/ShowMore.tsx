import type { ReactNode } from 'react';
import { t } from '#web/lib/i18n.tsx';
import type { More } from '#web/lib/pagedList.ts';
import { Button } from '../controls/Button.tsx';

/** What `ShowMore` needs to know of a list that is fetched page by page. */
export const moreOf = (query: {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage(): unknown;
}): More => ({
  hasMore: query.hasNextPage,
  isLoading: query.isFetchingNextPage,
  isFailed: query.isFetchNextPageError,
  load: () => void query.fetchNextPage(),
});

interface ShowMoreProps {
  more: More;
  variant?: 'primary' | 'outlined';
  size?: 'medium' | 'large';
  children?: ReactNode;
}

/** Below a list of which not everything is loaded. A part that failed says so, and is asked for again. */
export function ShowMore({
  more,
  variant = 'outlined',
  size = 'medium',
  children = t('Show More'),
}: ShowMoreProps) {
  const { hasMore, isLoading, isFailed, load } = more;
  if (!hasMore) return null;
  const hasFailed = isFailed && !isLoading;
  return (
    <div className="grid justify-items-center gap-3 p-3">
      {hasFailed && (
        <p className="text-muted" role="alert">
          {t('More could not be loaded. Please check your connection and try again.')}
        </p>
      )}
      <Button variant={variant} size={size} disabled={isLoading} onClick={load}>
        {isLoading ? t('Loading…') : hasFailed ? t('Try Again') : children}
      </Button>
    </div>
  );
}
