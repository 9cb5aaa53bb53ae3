import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Agent } from '#shared/contracts/agents.ts';
import { callApi } from '#web/lib/apiClient.ts';

/** Every fetched directory has a key that begins so. */
export const DIRECTORY_KEY = ['agents', 'list'] as const;

/** One agent. Links ask for it ahead of the click, so that the profile opens with its contents. */
export const agentQuery = (id: number) =>
  queryOptions({
    queryKey: ['agents', 'detail', id],
    queryFn: ({ signal }) => callApi<Agent>('GET', `/api/agents/${id}`, { signal }),
  });

/** The agent as a directory has shown them: the profile need not wait for what is known. */
export function knownAgent(queryClient: QueryClient, id: number): Agent | undefined {
  for (const [, agents] of queryClient.getQueriesData<Agent[]>({ queryKey: DIRECTORY_KEY })) {
    const agent = agents?.find((candidate) => candidate.id === id);
    if (agent) return agent;
  }
  return undefined;
}
