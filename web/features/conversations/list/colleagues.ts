import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Agent } from '#shared/contracts/agents.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { conversationListQuery, postConversation } from '../queries.ts';

const SUBJECT = 'Agent Collaboration';
const MAX_COLLEAGUES = 100;

/** The other agents one may write to. */
export const colleaguesQuery = (ownId: number) =>
  queryOptions({
    queryKey: ['agentDashboard', 'colleagues'],
    queryFn: ({ signal }) =>
      callApi<{ agents: Agent[] }>('GET', '/api/agents', { query: { limit: MAX_COLLEAGUES }, signal }),
    select: ({ agents }) => agents.filter(({ id }) => id !== ownId),
  });

/** The same words to the same colleague with the same client id are one message, however often they are sent. */
export function useStartCollaboration() {
  const client = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ agentId, message, clientId }: { agentId: number; message: string; clientId: string }) =>
      postConversation({
        agentId,
        subject: SUBJECT,
        initialMessage: message,
        property_id: null,
        client_id: clientId,
      }),
    onSettled: () => void client.invalidateQueries({ queryKey: conversationListQuery.queryKey }),
  });
}
