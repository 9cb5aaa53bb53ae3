import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Agent } from '#shared/contracts/agents.ts';
import type { Inquiry, InquiryStatus, ReplyMethod } from '#shared/contracts/inquiries.ts';
import { conversationListQuery, postConversation } from '../../components/chat/queries.ts';
import { callApi } from '../../lib/apiClient.ts';
import { currentConnection, listenToConnection, listenToSocket } from '../../lib/socket.ts';

const personal = { isPersonal: true };

/** The title of the notice that the server stores for each inquiry. */
const NEW_INQUIRY = 'New Inquiry';
/** Nothing is pushed when the mail server has taken a reply at last. */
const QUEUE_CHECK_MS = 15_000;
const SUBJECT = 'Agent Collaboration';
const MAX_COLLEAGUES = 100;

/** The agent's inquiries, newest first. */
export const contactsQuery = (agentId: number) =>
  queryOptions({
    queryKey: ['agentDashboard', 'contacts', agentId],
    queryFn: ({ signal }) => callApi<Inquiry[]>('GET', `/api/agents/${agentId}/contacts`, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.some((contact) => contact.reply_delivery === 'queued') ? QUEUE_CHECK_MS : false,
    meta: personal,
  });

/** A new inquiry appears by itself, also one that came while the connection was gone. */
export function useContactUpdates(agentId: number): void {
  const client = useQueryClient();
  useEffect(() => {
    const { queryKey } = contactsQuery(agentId);
    const refresh = () => void client.invalidateQueries({ queryKey });
    const stopEvents = listenToSocket('notification', ({ title }) => {
      if (title === NEW_INQUIRY) refresh();
    });
    const stopConnection = listenToConnection(() => {
      if (currentConnection() === 'online') refresh();
    });
    return () => {
      stopEvents();
      stopConnection();
    };
  }, [client, agentId]);
}

/** The server answers with the inquiry as it is now; after a refusal the list is old. */
function useContactChange<Change>(agentId: number, send: (change: Change) => Promise<Inquiry>) {
  const client = useQueryClient();
  const { queryKey } = contactsQuery(agentId);
  return useMutation({
    networkMode: 'always',
    mutationFn: async (change: Change) => {
      // A list on its way may be older than the change.
      await client.cancelQueries({ queryKey });
      return send(change);
    },
    onSuccess: (changed) =>
      client.setQueryData(queryKey, (list) =>
        list?.map((contact) => (contact.id === changed.id ? changed : contact)),
      ),
    onSettled: () => void client.invalidateQueries({ queryKey }),
  });
}

export function useSetContactStatus(agentId: number) {
  return useContactChange(agentId, ({ id, status }: { id: number; status: InquiryStatus }) =>
    callApi<Inquiry>('PUT', `/api/agents/${agentId}/contacts/${id}`, { body: { status } }),
  );
}

export interface ContactReply {
  id: number;
  message: string;
  replyMethod: ReplyMethod;
}

export function useReplyToContact(agentId: number) {
  return useContactChange(agentId, ({ id, ...body }: ContactReply) =>
    callApi<Inquiry>('POST', `/api/agents/${agentId}/contacts/${id}/reply`, { body }),
  );
}

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
