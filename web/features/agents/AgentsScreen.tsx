import { useQuery } from '@tanstack/react-query';
import { UserRoundSearch } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Agent } from '#shared/contracts/agents.ts';
import { useSession } from '#web/features/auth/index.ts';
import { AgentMessageModal } from '#web/features/inquiries/index.ts';
import { ApiFailure } from '#web/lib/apiClient.ts';
import { countWords } from '#web/lib/countWords.ts';
import { useUrlParameters, withParameters } from '#web/lib/urlState.ts';
import { useTitle } from '#web/lib/useTitle.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { lazyWithRetry } from '#web/ui/lazyWithRetry.tsx';
import { RefetchNotice } from '#web/ui/RefetchNotice.tsx';
import { LoadingVeil } from '#web/ui/Spinner.tsx';
import styles from './AgentsScreen.module.css';
import { AgentCard } from './directory/AgentCard.tsx';
import { AgentCardSkeleton } from './directory/AgentCardSkeleton.tsx';
import { DirectoryBanner } from './directory/DirectoryBanner.tsx';
import { DirectoryControls } from './directory/DirectoryControls.tsx';
import { filtersOf, hasFilters, sortAgents, useDirectoryState } from './directory/directoryState.ts';
import { JoinBanner } from './directory/JoinBanner.tsx';
import { agentsQuery } from './queries.ts';

const SKELETONS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

const ApplicationDialog = lazyWithRetry(
  async () => (await import('./application/ApplicationDialog.tsx')).ApplicationDialog,
  'dialog',
);

export function AgentsScreen() {
  const { user } = useSession();
  const { state, change, clear } = useDirectoryState();
  const query = useQuery(agentsQuery(filtersOf(state)));
  const { data, error, isPending, isPlaceholderData, refetch } = query;
  const [addressee, setAddressee] = useState<Agent | null>(null);
  const application = useApplicationDialog();
  useTitle('Our Agents');

  return (
    <>
      <DirectoryBanner />
      <div className="max-w-page -mt-9 mx-auto mb-0 py-0 px-gutter">
        <DirectoryControls state={state} onChange={change} onClear={clear} />
        <h2 className={`min-h-[1.5em] text-base font-semibold ${styles.count}`} aria-live="polite">
          {data ? countWords(data.length, 'agent found', 'agents found') : isPending && 'Loading agents…'}
        </h2>
        {isPending && (
          <div className="grid grid-cols-[repeat(auto-fill,minmax(min(20.5rem,100%),1fr))] gap-6">
            {SKELETONS.map((key) => (
              <AgentCardSkeleton key={key} />
            ))}
          </div>
        )}
        <RefetchNotice query={query} />
        {error && !data && (
          <ErrorState
            headingLevel={3}
            message={error instanceof ApiFailure ? 'Failed to fetch agents' : 'Failed to load agents'}
            onRetry={() => void refetch()}
          />
        )}
        {data?.length === 0 && (
          <EmptyState
            headingLevel={3}
            icon={<UserRoundSearch size={28} aria-hidden="true" />}
            title="No agents found matching your criteria."
            text="Try another area or a shorter name."
            action={hasFilters(state) && <Button onClick={clear}>Show All Agents</Button>}
          />
        )}
        {data && data.length > 0 && (
          <ul
            className={`grid grid-cols-[repeat(auto-fill,minmax(min(20.5rem,100%),1fr))] gap-6 ${isPlaceholderData ? 'opacity-60' : ''}`}
            aria-busy={isPlaceholderData}
          >
            {sortAgents(data, state).map((agent) => (
              <li key={agent.id}>
                <AgentCard agent={agent} isOwn={agent.id === user?.id} onMessage={setAddressee} />
              </li>
            ))}
          </ul>
        )}
        <JoinBanner onStart={application.open} />
      </div>
      {addressee && <AgentMessageModal agent={addressee} onClose={() => setAddressee(null)} />}
      {application.isOpen && user && (
        <Suspense fallback={<LoadingVeil words="Opening the form…" />}>
          <ApplicationDialog user={user} onClose={application.close} />
        </Suspense>
      )}
    </>
  );
}

const APPLY = 'apply';

/** Its being open stands in the address, so that the way through the login dialog comes back to it. */
function useApplicationDialog() {
  const { user, openLogin } = useSession();
  const [params, change] = useUrlParameters();

  const open = () => {
    if (user) change({ [APPLY]: '1' }, { isStep: true });
    else openLogin(`/agents?${withParameters(params, { [APPLY]: '1' })}`);
  };
  const close = () => change({ [APPLY]: null });
  return { isOpen: params.has(APPLY), open, close };
}
