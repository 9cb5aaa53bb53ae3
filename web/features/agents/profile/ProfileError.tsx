import { CloudOff } from 'lucide-react';
import { Button } from '#web/ui/Button.tsx';
import { ButtonLink } from '#web/ui/ButtonLink.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';

interface ProfileErrorProps {
  message: string;
  /** Absent where asking again would not help. */
  onRetry?: () => void;
}

export function ProfileError({ message, onRetry }: ProfileErrorProps) {
  return (
    <div role="alert">
      <EmptyState
        headingLevel={1}
        icon={<CloudOff size={28} aria-hidden="true" />}
        title="Error Loading Agent"
        text={message}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            {onRetry && <Button onClick={onRetry}>Try Again</Button>}
            <ButtonLink to="/agents" variant="outlined">
              Back to Agents
            </ButtonLink>
          </div>
        }
      />
    </div>
  );
}
