import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Conversation } from '#shared/contracts/conversations.ts';
import type { OwnInquiry } from '#shared/contracts/inquiries.ts';
import { DEFAULT_SUBJECT } from '#shared/labels.ts';
import type { ChatTarget } from './ChatProvider.tsx';
import { ownInquiriesQuery } from './queries.ts';
import type { ShownMessage } from './thread/threadData.ts';

interface Shown {
  /** Null while there is no conversation. */
  conversationId: number | null;
  /** The agent and the listing; null for the agent's side, which has its own inquiries. */
  agentId: number | null;
  propertyId: number | null;
}

const isOf =
  ({ conversationId, agentId, propertyId }: Shown) =>
  ({ conversation_id, agent, property }: OwnInquiry) =>
    conversation_id === null
      ? conversationId === null && agent.id === agentId && (property?.id ?? null) === propertyId
      : conversation_id === conversationId;

/** The inquiries of one thread and their e-mail answers, oldest first. */
const toMessages = (inquiries: readonly OwnInquiry[]): ShownMessage[] =>
  inquiries
    .flatMap(({ id, message, attachments, by_mail, created_at, replies }): ShownMessage[] => [
      {
        key: `inquiry ${id}`,
        content: message,
        attachments,
        created_at,
        isOwn: true,
        state: 'sent',
        via: by_mail ? 'email' : 'form',
      },
      ...replies.map((reply) => ({
        key: `reply ${reply.id}`,
        content: reply.message,
        attachments: reply.attachments,
        created_at: reply.created_at,
        isOwn: false,
        state: 'sent' as const,
        via: 'email' as const,
      })),
    ])
    .toSorted((one, other) => one.created_at.localeCompare(other.created_at));

/** Both in the order they were written. @param hasOlder older messages than the first are not loaded yet. */
export function withMail(messages: ShownMessage[], mail: ShownMessage[], hasOlder: boolean): ShownMessage[] {
  const from = (hasOlder && messages[0]?.created_at) || '';
  const shown = mail.filter(({ created_at }) => created_at >= from);
  if (shown.length === 0) return messages;
  const isLast = ({ state }: ShownMessage) => state !== 'sent' && state !== 'read';
  const stored = messages.filter((message) => !isLast(message));
  return [
    ...[...stored, ...shown].sort((one, other) => one.created_at.localeCompare(other.created_at)),
    ...messages.filter(isLast),
  ];
}

export function useMailOf({ conversationId, agentId, propertyId }: Shown): ShownMessage[] {
  const { data } = useQuery({ ...ownInquiriesQuery, enabled: agentId !== null });
  return useMemo(
    () =>
      agentId === null || !data ? [] : toMessages(data.filter(isOf({ conversationId, agentId, propertyId }))),
    [data, conversationId, agentId, propertyId],
  );
}

/** Threads without a chat message, one for each agent and listing, and where the chat about it begins. */
export function toThreads(inquiries: readonly OwnInquiry[]) {
  const threads = new Map<string, OwnInquiry[]>();
  for (const inquiry of inquiries) {
    const { agent, property, conversation_id } = inquiry;
    if (conversation_id !== null || agent.id === null) continue;
    const key = `${agent.id} ${property?.id ?? 'none'}`;
    threads.set(key, [...(threads.get(key) ?? []), inquiry]);
  }
  return [...threads.values()].flatMap((ofThread) => {
    const first = ofThread.at(-1);
    const last = toMessages(ofThread).at(-1);
    if (!first || !last || first.agent.id === null) return [];
    const { id, agent, property, created_at } = first;
    const conversation: Conversation = {
      id: -id,
      subject: DEFAULT_SUBJECT,
      status: 'active',
      participant: { ...agent, email: null, email_confirmed: false, role: 'agent' },
      own_side: 'user',
      property,
      last_message: {
        id: -id,
        content: last.content,
        sender_type: last.isOwn ? 'user' : 'agent',
        created_at: last.created_at,
      },
      last_message_at: last.created_at,
      unread_count: 0,
      created_at,
    };
    const target: ChatTarget = { agent: { ...agent, id: first.agent.id }, property };
    return [{ conversation, target }];
  });
}

/** @param isAsked false: none. */
export function useInquiryThreads(isAsked: boolean) {
  const { data } = useQuery({ ...ownInquiriesQuery, enabled: isAsked });
  return useMemo(() => (isAsked && data ? toThreads(data) : []), [isAsked, data]);
}
