import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ClientDetail } from '#shared/contracts/clients.ts';
import type { Inquiry, InquiryStatus, ReplyMethod } from '#shared/contracts/inquiries.ts';
import type { OutboxDraft, OutboxKind } from '#web/features/offline/createOutbox.ts';
import { type SendResult, sendOrQueue } from '#web/features/offline/outbox.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { currentConnection, listenToConnection, listenToSocket } from '#web/lib/socket.ts';
import { currentPlatform } from '#web/platform/platform.ts';
import { contactStatusLabel } from './contactRules.ts';

const personal = { isPersonal: true };

/** The joined list of people, and each of them. */
export const clientsKey = ['agentDashboard', 'clients'] as const;

/** The title of the notice that the server stores for each inquiry. */
const NEW_INQUIRY = 'New Inquiry';
/** Nothing is pushed when the mail server has taken a reply at last. */
const QUEUE_CHECK_MS = 15_000;

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
    const refresh = () => {
      void client.invalidateQueries({ queryKey });
      void client.invalidateQueries({ queryKey: clientsKey });
    };
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

/** What becomes of an inquiry by a change, as far as can be told before the server has it. */
interface ContactChange {
  contact: Inquiry;
  kind: Extract<OutboxKind, 'inquiryStatus' | 'reply'>;
  method: OutboxDraft['method'];
  path: string;
  body: object;
  /** In a few words, for the list of what waits. */
  detail: string;
  expected: Partial<Inquiry>;
}

export const contactPath = (agentId: number, id: number) => `/api/agents/${agentId}/contacts/${id}`;
export const replyPath = (agentId: number, id: number) => `${contactPath(agentId, id)}/reply`;

/** In the console a change waits where nobody answers; a browser's page ends too easily for that. */
async function sendChange(
  agentId: number,
  { contact, kind, method, path, body, detail }: ContactChange,
): Promise<SendResult<Inquiry>> {
  if (currentPlatform().kind !== 'desktop')
    return { isQueued: false, data: await callApi<Inquiry>(method, path, { body }) };
  const id = crypto.randomUUID();
  const label = `${kind === 'reply' ? 'Reply to' : 'Message of'} ${contact.name}`;
  const expectation = kind === 'inquiryStatus' ? { expected_status: contact.status } : {};
  return sendOrQueue<Inquiry>({
    id,
    userId: agentId,
    kind,
    method,
    path,
    body: { ...body, ...expectation },
    label,
    detail,
  });
}

function withInquiry(detail: ClientDetail | undefined, inquiry: Inquiry): ClientDetail | undefined {
  return (
    detail && {
      ...detail,
      events: detail.events.map((event) =>
        event.kind === 'inquiry' && event.inquiry.id === inquiry.id ? { ...event, inquiry } : event,
      ),
    }
  );
}

/** The server answers with the inquiry as it is now; after a refusal the list is old. */
function useContactChange<Change>(agentId: number, describe: (change: Change) => ContactChange) {
  const client = useQueryClient();
  const { queryKey } = contactsQuery(agentId);
  return useMutation({
    networkMode: 'always',
    mutationFn: async (given: Change): Promise<SendResult<Inquiry>> => {
      const change = describe(given);
      // A list on its way may be older than the change.
      await client.cancelQueries({ queryKey });
      const result = await sendChange(agentId, change);
      const changed = result.isQueued ? { ...change.contact, ...change.expected } : result.data;
      client.setQueryData(queryKey, (list) =>
        list?.map((contact) => (contact.id === changed.id ? changed : contact)),
      );
      client.setQueriesData<ClientDetail>({ queryKey: [...clientsKey, 'one'] }, (detail) =>
        withInquiry(detail, changed),
      );
      return result;
    },
    onSettled: (result) => {
      // What waits is not on the server yet: its list would take it back.
      if (result?.isQueued) return;
      void client.invalidateQueries({ queryKey });
      void client.invalidateQueries({ queryKey: clientsKey });
    },
  });
}

export function useSetContactStatus(agentId: number) {
  return useContactChange(
    agentId,
    ({ contact, status }: { contact: Inquiry; status: InquiryStatus }): ContactChange => ({
      contact,
      kind: 'inquiryStatus',
      method: 'PUT',
      path: contactPath(agentId, contact.id),
      body: { status },
      detail: `${contactStatusLabel[contact.status]} → ${contactStatusLabel[status]}`,
      expected: { status },
    }),
  );
}

export interface ContactReply {
  contact: Inquiry;
  message: string;
  replyMethod: ReplyMethod;
}

export function useReplyToContact(agentId: number) {
  return useContactChange(
    agentId,
    ({ contact, message, replyMethod }: ContactReply): ContactChange => ({
      contact,
      kind: 'reply',
      method: 'POST',
      path: replyPath(agentId, contact.id),
      body: { message, replyMethod },
      detail: message,
      expected: {
        status: 'replied',
        reply_message: message,
        reply_method: replyMethod,
        reply_at: new Date().toISOString(),
        reply_delivery: replyMethod === 'email' ? 'queued' : null,
      },
    }),
  );
}
