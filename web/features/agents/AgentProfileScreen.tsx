import { useQuery, useQueryClient } from '@tanstack/react-query';
import { UserRoundX } from 'lucide-react';
import { useParams } from 'react-router';
import { ApiFailure } from '#web/lib/apiClient.ts';
import { readId } from '#web/lib/urlState.ts';
import { useTitle } from '#web/lib/useTitle.ts';
import { ButtonLink } from '#web/ui/ButtonLink.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageSpinner } from '#web/ui/PageSpinner.tsx';
import { agentQuery, knownAgent } from './agentQueries.ts';
import { AgentPage } from './profile/AgentPage.tsx';
import { ProfileError } from './profile/ProfileError.tsx';

const isUnknown = (error: Error) =>
  error instanceof ApiFailure && (error.status === 404 || error.status === 400);

export function AgentProfileScreen() {
  const text = useParams().id;
  const id = readId(text);
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery({
    ...agentQuery(id ?? 0),
    enabled: id !== null,
    placeholderData: () => (id === null ? undefined : knownAgent(queryClient, id)),
  });
  const isMissing = text !== undefined && (id === null || (error !== null && isUnknown(error)));
  useTitle(isMissing ? 'Agent not found' : (data?.name ?? 'Agent'));

  if (text === undefined) return <ProfileError message="Agent ID not provided" />;
  if (isMissing)
    return (
      <EmptyState
        headingLevel={1}
        icon={<UserRoundX size={28} aria-hidden="true" />}
        title="Agent not found"
        text="This agent no longer works with us, or the address is not quite right."
        action={<ButtonLink to="/agents">Back to Agents</ButtonLink>}
      />
    );
  // Another agent begins with nothing typed and nothing open.
  if (data) return <AgentPage key={data.id} agent={data} />;
  if (!error) return <PageSpinner label="Loading agent..." />;
  return (
    <ProfileError
      message={error instanceof ApiFailure ? 'Failed to fetch agent details' : 'Failed to load agent'}
      onRetry={() => void refetch()}
    />
  );
}
