import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ClientDetail } from '#shared/contracts/clients.ts';
import type { Inquiry, InquiryStatus, ReplyMethod } from '#shared/contracts/inquiries.ts';
import {
  type OutboxDraft,
  type OutboxKind,
  type SendResult,
  sendOrQueue,
} from '#web/features/offline/index.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { currentConnection, listenToConnection, listenToSocket } from '#web/lib/socket.ts';
import { currentPlatform } from '#web/platform/platform.ts';
import { inquiryStatusLabel } from './inquiryRules.ts';

const personal = { isPersonal: true };

/** The joined list of people, and each of them. */
export const clientsKey = ['agentDashboard', 'clients'] as const;

/** The title of the notice that the server stores for each inquiry. */
const NEW_INQUIRY = 'New Inquiry';
/** Nothing is pushed when the mail server has taken a reply at last. */
const QUEUE_CHECK_MS = 15_000;

/** The agent's inquiries, newest first. */
export const inquiriesQuery = (agentId: number) =>
  queryOptions({
    queryKey: ['agentDashboard', 'inquiries', agentId],
    queryFn: ({ signal }) => callApi<Inquiry[]>('GET', `/api/agents/${agentId}/contacts`, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.some((inquiry) => inquiry.reply_delivery === 'queued') ? QUEUE_CHECK_MS : false,
    meta: personal,
  });

/** A new inquiry appears by itself, also one that came while the connection was gone. */
export function useInquiryUpdates(agentId: number): void {
  const client = useQueryClient();
  useEffect(() => {
    const { queryKey } = inquiriesQuery(agentId);
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
interface InquiryChange {
  inquiry: Inquiry;
  kind: Extract<OutboxKind, 'inquiryStatus' | 'reply'>;
  method: OutboxDraft['method'];
  path: string;
  body: object;
  /** In a few words, for the list of what waits. */
  detail: string;
  expected: Partial<Inquiry>;
}

export const inquiryPath = (agentId: number, id: number) => `/api/agents/${agentId}/contacts/${id}`;
export const replyPath = (agentId: number, id: number) => `${inquiryPath(agentId, id)}/reply`;

/** In the console a change waits where nobody answers; a browser's page ends too easily for that. */
async function sendChange(
  agentId: number,
  { inquiry, kind, method, path, body, detail }: InquiryChange,
): Promise<SendResult<Inquiry>> {
  if (currentPlatform().kind !== 'desktop')
    return { isQueued: false, data: await callApi<Inquiry>(method, path, { body }) };
  const id = crypto.randomUUID();
  const label = `${kind === 'reply' ? 'Reply to' : 'Message of'} ${inquiry.name}`;
  const expectation = kind === 'inquiryStatus' ? { expected_status: inquiry.status } : {};
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
function useInquiryChange<Change>(agentId: number, describe: (change: Change) => InquiryChange) {
  const client = useQueryClient();
  const { queryKey } = inquiriesQuery(agentId);
  return useMutation({
    networkMode: 'always',
    mutationFn: async (given: Change): Promise<SendResult<Inquiry>> => {
      const change = describe(given);
      // A list on its way may be older than the change.
      await client.cancelQueries({ queryKey });
      const result = await sendChange(agentId, change);
      const changed = result.isQueued ? { ...change.inquiry, ...change.expected } : result.data;
      client.setQueryData(queryKey, (list) =>
        list?.map((inquiry) => (inquiry.id === changed.id ? changed : inquiry)),
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

export function useSetInquiryStatus(agentId: number) {
  return useInquiryChange(
    agentId,
    ({ inquiry, status }: { inquiry: Inquiry; status: InquiryStatus }): InquiryChange => ({
      inquiry,
      kind: 'inquiryStatus',
      method: 'PUT',
      path: inquiryPath(agentId, inquiry.id),
      body: { status },
      detail: `${inquiryStatusLabel[inquiry.status]} → ${inquiryStatusLabel[status]}`,
      expected: { status },
    }),
  );
}

export interface InquiryReply {
  inquiry: Inquiry;
  message: string;
  replyMethod: ReplyMethod;
}

export function useReplyToInquiry(agentId: number) {
  return useInquiryChange(
    agentId,
    ({ inquiry, message, replyMethod }: InquiryReply): InquiryChange => ({
      inquiry,
      kind: 'reply',
      method: 'POST',
      path: replyPath(agentId, inquiry.id),
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
