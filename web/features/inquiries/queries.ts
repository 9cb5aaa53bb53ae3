import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ClientDetail } from '#shared/contracts/clients.ts';
import type { Inquiry, InquiryStatus, ReplyMethod } from '#shared/contracts/inquiries.ts';
import {
  mayQueue,
  type OutboxDraft,
  type QueuedCall,
  type SendResult,
  sendOrQueue,
} from '#web/features/offline/index.ts';
import { newClientId } from '#web/lib/apiClient.ts';
import { invalidate, invalidateSoon, keyOf } from '#web/lib/apiQueries.ts';
import { pathOf } from '#web/lib/calls.ts';
import { t } from '#web/lib/i18n.tsx';
import { changeEntry, fetchPages, pagedList, refetchPages, useRest, withFound } from '#web/lib/pagedList.ts';
import { listenToSocket } from '#web/lib/socket.ts';
import { countInquiries, inquiryFilters, inquiryLabel } from './inquiryRules.ts';

const personal = { isPersonal: true };

/** No event is pushed when the mail server accepts a reply at last. */
const QUEUE_CHECK_MS = 15_000;

export const inquiryPages = (agentId: number) =>
  pagedList('inquiries.list', { params: { id: agentId } }, { timeOf: ({ created_at }) => created_at });

const inquiriesQuery = (agentId: number) =>
  queryOptions({
    queryKey: inquiryPages(agentId).queryKey,
    queryFn: (context) => refetchPages(inquiryPages(agentId), context),
    refetchInterval: ({ state }) =>
      state.data?.some((inquiry) => inquiry.reply_delivery === 'queued') ? QUEUE_CHECK_MS : false,
    meta: personal,
  });

/** The loaded inquiries, the counts of the others, and the counts by status. */
export function useInquiries(agentId: number) {
  const query = useQuery(inquiriesQuery(agentId));
  const rest = useRest(inquiryPages(agentId), query.data);
  const counts = countInquiries(query.data ?? []);
  if (rest.counts) for (const name of inquiryFilters) counts[name] += rest.counts[name];
  return { query, rest, counts };
}

/** All that are new or read, loaded or not. */
export function useUnansweredInquiries(agentId: number) {
  const { query, rest } = useInquiries(agentId);
  const list = inquiryPages(agentId);
  const hasOlder = rest.counts !== undefined && rest.counts.new + rest.counts.read > 0;
  const older = useQuery({
    queryKey: [...keyOf('inquiries.list', { params: { id: agentId }, query: { status: 'unanswered' } }), 'all'],
    queryFn: ({ signal }) =>
      fetchPages(list, { length: Number.POSITIVE_INFINITY, filter: { status: 'unanswered' }, signal }),
    enabled: hasOlder,
    meta: personal,
  });
  const isKnown = query.data && (!hasOlder || older.data);
  const all = withFound(query.data ?? [], hasOlder ? older.data : []);
  return {
    data: isKnown ? all.filter(({ status }) => status === 'new' || status === 'read') : undefined,
    error: query.error ?? older.error,
    refetch: () => Promise.all([query.refetch(), ...(hasOlder ? [older.refetch()] : [])]),
  };
}

/** New inquiries appear by themselves. */
export function useInquiryUpdates(): void {
  const client = useQueryClient();
  useEffect(() => {
    const refresh = () => invalidateSoon(client, 'inquiries', 'clients');
    return listenToSocket('notification', ({ action }) => {
      // The notice of a new inquiry leads to it.
      if (action && new URLSearchParams(action.url.split('?')[1]).has('inquiry')) refresh();
    });
  }, [client]);
}

/** The effect of a change on an inquiry, as far as it is known before the server has it. */
interface InquiryChange {
  inquiry: Inquiry;
  send(draft: Pick<OutboxDraft<QueuedCall>, 'id' | 'userId' | 'lane'>): Promise<SendResult<Inquiry | null>>;
  expected: Partial<Inquiry>;
}

/** The lane of one inquiry: a reply and a new status keep their order. */
const laneOf = (params: { id: number; contactId: number }) => pathOf('inquiries.setStatus', { params });

const withInquiry = (detail: ClientDetail | undefined, inquiry: Inquiry): ClientDetail | undefined =>
  detail && {
    ...detail,
    events: detail.events.map((event) =>
      event.kind === 'inquiry' && event.inquiry.id === inquiry.id ? { ...event, inquiry } : event,
    ),
  };

/** The server answers with the inquiry as it is now; after a refusal the list is old. */
function useInquiryChange<Change>(agentId: number, describe: (change: Change) => InquiryChange) {
  const client = useQueryClient();
  const { queryKey } = inquiriesQuery(agentId);
  return useMutation({
    mutationFn: async (given: Change) => {
      const change = describe(given);
      // A list on its way may be older than the change.
      await client.cancelQueries({ queryKey });
      const lane = laneOf({ id: agentId, contactId: change.inquiry.id });
      const result = await change.send({ id: newClientId(), userId: agentId, lane });
      const answer = result.isQueued ? null : result.data;
      const changed = answer ?? { ...change.inquiry, ...change.expected };
      changeEntry(client, inquiryPages(agentId), changed);
      client.setQueriesData<ClientDetail>({ queryKey: ['clients.get'] }, (detail) => withInquiry(detail, changed));
      return { isQueued: result.isQueued, inquiry: changed };
    },
    onSettled: (result) => {
      // A queued change is not on the server yet: its list would revert it.
      if (result?.isQueued) return;
      void invalidate(client, 'inquiries', 'clients');
    },
  });
}

export const useSetInquiryStatus = (agentId: number) =>
  useInquiryChange(
    agentId,
    ({ inquiry, status }: { inquiry: Inquiry; status: InquiryStatus }): InquiryChange => ({
      inquiry,
      send: (draft) =>
        sendOrQueue({
          ...draft,
          kind: 'inquiryStatus',
          call: 'inquiries.setStatus',
          input: {
            params: { id: agentId, contactId: inquiry.id },
            // A change that may wait says which status it was made for.
            body: { status, ...(mayQueue('inquiryStatus') ? { expected_status: inquiry.status } : {}) },
          },
          label: t('Message of {name}', { name: inquiry.name }),
          detail: `${t(inquiryLabel[inquiry.status])} → ${t(inquiryLabel[status])}`,
        }),
      expected: { status },
    }),
  );

interface InquiryReply {
  inquiry: Inquiry;
  message: string;
  replyMethod: ReplyMethod;
  fileIds: readonly number[];
}

export const useReplyToInquiry = (agentId: number) =>
  useInquiryChange(
    agentId,
    ({ inquiry, message, replyMethod, fileIds }: InquiryReply): InquiryChange => ({
      inquiry,
      send: (draft) =>
        sendOrQueue({
          ...draft,
          kind: 'reply',
          call: 'inquiries.reply',
          input: {
            params: { id: agentId, contactId: inquiry.id },
            body: { message, replyMethod, ...(fileIds.length > 0 ? { attachment_ids: [...fileIds] } : {}) },
          },
          wordsIn: 'message',
          label: t('Reply to {name}', { name: inquiry.name }),
          detail: message,
        }),
      expected: {
        status: 'replied',
        reply_message: message,
        reply_method: replyMethod,
        reply_at: new Date().toISOString(),
        reply_delivery: replyMethod === 'email' ? 'queued' : null,
      },
    }),
  );
