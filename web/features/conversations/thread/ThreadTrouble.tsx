import { MessageCircleOff } from 'lucide-react';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';

/** There is no such conversation for this person, or it could not be fetched. */
export function ThreadTrouble({ isMissing, onRetry }: { isMissing: boolean; onRetry(): void }) {
  return (
    <div className="grid flex-1 place-items-center min-h-0 overflow-auto">
      {isMissing ? (
        <EmptyState
          icon={<MessageCircleOff size={28} aria-hidden="true" />}
          title="This conversation is not available"
          text="It may belong to another account, or it was removed."
          headingLevel={3}
        />
      ) : (
        <ErrorState
          title="Messages could not be loaded"
          message="Check your connection and try again."
          headingLevel={3}
          onRetry={onRetry}
        />
      )}
    </div>
  );
}
