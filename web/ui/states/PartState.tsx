import type { ReactNode } from 'react';
import { EmptyState } from './EmptyState.tsx';
import { ErrorState } from './ErrorState.tsx';
import { RefetchNotice } from './RefetchNotice.tsx';

interface PartQuery<Item> {
  data: Item[] | undefined;
  isError: boolean;
  isRefetchError: boolean;
  isFetching: boolean;
  refetch(): unknown;
}

interface PartStateProps<Item> {
  query: PartQuery<Item>;
  /** 'Loading reviews…' */
  loadingText: string;
  failure: string;
  emptyTitle: string;
  emptyText: string;
  skeleton: ReactNode;
  className?: string | undefined;
}

/** What stands in a tab while it has nothing to show; nothing once it has, and is up to date. */
export function PartState<Item>(props: PartStateProps<Item>) {
  const { query, loadingText, failure, emptyTitle, emptyText, skeleton, className } = props;
  if (query.data && query.data.length > 0) return <RefetchNotice query={query} />;
  if (query.data) return <EmptyState title={emptyTitle} text={emptyText} />;
  if (query.isError) return <ErrorState message={failure} onRetry={() => void query.refetch()} />;
  return (
    <div role="status" aria-label={loadingText} className={className}>
      {skeleton}
    </div>
  );
}
