import { Button } from './Button.tsx';

interface ShowMoreProps {
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage(): unknown;
  };
  variant?: 'primary' | 'outlined';
  size?: 'medium' | 'large';
}

/** Below a list that is fetched page by page. A page that failed says so, and is asked for again. */
export function ShowMore({ query, variant = 'primary', size = 'medium' }: ShowMoreProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = query;
  if (!hasNextPage) return null;
  const hasFailed = isFetchNextPageError && !isFetchingNextPage;
  return (
    <div className="grid justify-items-center gap-3 mt-8">
      {hasFailed && (
        <p className="text-muted" role="alert">
          More could not be loaded. Please check your connection and try again.
        </p>
      )}
      <Button
        variant={variant}
        size={size}
        disabled={isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        {isFetchingNextPage ? 'Loading…' : hasFailed ? 'Try Again' : 'Show More'}
      </Button>
    </div>
  );
}
