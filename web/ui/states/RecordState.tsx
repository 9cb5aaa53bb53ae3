import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { ApiFailure } from '#web/lib/apiClient.ts';
import { useParams } from '#web/lib/router.tsx';
import { readId } from '#web/lib/urlState.ts';
import { useTitle } from '#web/lib/useTitle.ts';
import { EmptyState, ErrorState } from './EmptyState.tsx';
import { PageSpinner } from './Spinner.tsx';

/** Whether the server knows no such record. */
export const isUnknown = (error: Error | null) =>
  error instanceof ApiFailure && (error.status === 404 || error.status === 400);

/** The record whose id is in the URL. The route has fetched it: a failure is not repeated at the mount. */
export function useRecord<Data, Key extends QueryKey>(
  queryOf: (id: number) => UseQueryOptions<Data, Error, Data, Key>,
) {
  const id = readId(useParams().id);
  return { id, query: useQuery({ ...queryOf(id ?? 0), enabled: id !== null, retryOnMount: false }) };
}

interface RecordStateProps<Data> {
  /** The id in the URL; null where it is none. */
  id: number | null;
  query: { data: Data | undefined; error: Error | null; refetch(): unknown };
  /** The page's title once the record is loaded, and before. */
  title: string;
  missing: Omit<ComponentProps<typeof EmptyState>, 'headingLevel'> & { title: string };
  loadingText: string;
  failure: { title: string; message(error: Error): string; action?: ReactNode };
  children(data: Data): ReactNode;
}

/** A page about one record: unknown, loaded, loading or failed. */
export function RecordState<Data>(props: RecordStateProps<Data>) {
  const { id, query, title, missing, loadingText, failure, children } = props;
  const { data, error, refetch } = query;
  const isMissing = id === null || isUnknown(error);
  useTitle(isMissing ? missing.title : title);
  if (isMissing) return <EmptyState {...missing} headingLevel={1} />;
  if (data !== undefined) return children(data);
  if (!error) return <PageSpinner label={loadingText} />;
  return (
    <ErrorState
      headingLevel={1}
      title={failure.title}
      message={failure.message(error)}
      onRetry={() => void refetch()}
      action={failure.action}
    />
  );
}
