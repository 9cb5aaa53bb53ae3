import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { RetryLine } from './RetryLine.tsx';

interface ShowMoreProps {
  more: { hasMore: boolean; isLoading: boolean; isFailed: boolean; load(): void };
  children?: ReactNode;
}

/** Under a list of which not everything is loaded. */
export function ShowMore({ more, children = 'Show More' }: ShowMoreProps) {
  if (!more.hasMore) return null;
  if (more.isFailed && !more.isLoading)
    return <RetryLine message="The rest could not be loaded." onRetry={more.load} />;
  return (
    <div className="flex justify-center p-3">
      <Button variant="outlined" aria-busy={more.isLoading} onClick={more.load}>
        {more.isLoading ? 'Loading…' : children}
      </Button>
    </div>
  );
}
