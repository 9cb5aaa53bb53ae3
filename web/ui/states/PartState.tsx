import type { ComponentProps, ReactNode } from 'react';
import { EmptyState, ErrorState } from './EmptyState.tsx';
import { RefetchNotice } from './RefetchNotice.tsx';

interface PartStateProps<Data> {
  query: ComponentProps<typeof RefetchNotice>['query'] & { data: Data | undefined; error: Error | null };
  /** 'Loading reviews…' */
  loadingText: string;
  skeleton: ReactNode;
  className?: string | undefined;
  /** Error sentence of a failed load, or a function of the error. */
  failure: string | ((error: Error) => string);
  empty?: Omit<ComponentProps<typeof EmptyState>, 'headingLevel' | 'isFailure'>;
  headingLevel?: 1 | 2 | 3;
  children?(data: Data): ReactNode;
}

/** A part of a page in its states: loading, failed, empty or loaded, with a note if the content is outdated. */
export function PartState<Data>(props: PartStateProps<Data>) {
  const { query, loadingText, skeleton, className, failure, empty, headingLevel = 2, children } = props;
  const { data, error } = query;
  if (data !== undefined)
    return (
      <>
        <RefetchNotice query={query} />
        {empty && Array.isArray(data) && data.length === 0 ? (
          <EmptyState {...empty} headingLevel={headingLevel} />
        ) : (
          children?.(data)
        )}
      </>
    );
  if (error)
    return (
      <ErrorState
        headingLevel={headingLevel}
        message={typeof failure === 'string' ? failure : failure(error)}
        onRetry={() => void query.refetch()}
      />
    );
  return (
    <div role="status" aria-label={loadingText} className={className}>
      {skeleton}
    </div>
  );
}
