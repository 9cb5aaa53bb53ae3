import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Conversation } from '#shared/contracts/conversations.ts';
import { DEFAULT_SUBJECT } from '#shared/labels.ts';
import { ApiFailure } from '#web/lib/apiClient.ts';
import type { ChatTarget } from './ChatProvider.tsx';
import { findOpenConversation } from './list/listData.ts';
import { conversationQuery, useConversationsWith } from './queries.ts';
import { moveDraft } from './thread/pendingMessages.ts';
import type { Addressee } from './thread/sendDraft.ts';
import type { ThreadSubject } from './thread/ThreadHeader.tsx';

interface ResolvedTarget {
  /** Null while there is no conversation yet. */
  id: number | null;
  conversation: Conversation | undefined;
  about: ThreadSubject | undefined;
  addressee: Addressee;
  /** Where the draft is kept. */
  draftKey: string;
  state: 'loading' | 'ready' | 'missing' | 'failed';
  retry(): void;
  onStarted(id: number): void;
}

const conversationDraft = (id: number) => `conversation ${id}`;

/**
 * The conversation of a target: the named one, or the open one with this agent about this listing, or a new one.
 */
export function useChatTarget(target: ChatTarget): ResolvedTarget {
  const client = useQueryClient();
  const [started, setStarted] = useState<{ target: ChatTarget; id: number } | null>(null);
  const agent = 'agent' in target ? target.agent : null;
  const property = ('agent' in target && target.property) || null;
  const propertyId = property?.id ?? null;
  const list = useConversationsWith(agent?.id ?? null);
  const found =
    agent && findOpenConversation(list.data, { agentId: agent.id, propertyId, subject: DEFAULT_SUBJECT });
  const ownId = 'conversationId' in target ? target.conversationId : null;
  const id = ownId ?? (started?.target === target ? started.id : null) ?? found?.id ?? null;
  const one = useQuery(conversationQuery(client, id));
  const conversation = id === null ? undefined : one.data;

  const newKey = agent ? `agent ${agent.id} property ${propertyId ?? 'none'}` : null;
  useEffect(() => {
    if (newKey && id !== null) moveDraft(newKey, conversationDraft(id));
  }, [newKey, id]);

  const isRefused = one.error instanceof ApiFailure && one.error.status < 500;
  return {
    id,
    conversation,
    about:
      conversation ??
      (agent ? { subject: DEFAULT_SUBJECT, participant: { ...agent, role: 'agent' }, property } : undefined),
    addressee:
      id !== null || !agent
        ? { conversationId: id ?? 0, name: conversation?.participant.name ?? '' }
        : { agentId: agent.id, propertyId },
    draftKey: id !== null || newKey === null ? conversationDraft(id ?? 0) : newKey,
    // Without the list a chat can still begin: the server finds the conversation itself.
    state:
      id === null
        ? list.isPending
          ? 'loading'
          : 'ready'
        : conversation
          ? 'ready'
          : one.isError
            ? isRefused
              ? 'missing'
              : 'failed'
            : 'loading',
    retry: () => void one.refetch(),
    onStarted: (startedId) => setStarted({ target, id: startedId }),
  };
}
