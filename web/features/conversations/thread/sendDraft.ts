import type { QueryClient } from '@tanstack/react-query';
import type { Conversation, Message } from '#shared/contracts/conversations.ts';
import { DEFAULT_SUBJECT } from '#shared/labels.ts';
import { areReady, attachedFiles, filesInWords } from '#web/features/attachments/index.ts';
import { type OutboxDraft, type SendResult, sendOrQueue } from '#web/features/offline/index.ts';
import { ApiFailure, callApi } from '#web/lib/apiClient.ts';
import { t } from '#web/lib/i18n.tsx';
import { cacheMessage } from '../live.ts';
import {
  conversationListQuery,
  conversationQuery,
  ownInquiriesQuery,
  sendTimeout,
  threadKey,
} from '../queries.ts';
import { type Attempt, beginAttempt, failAttempt, finishAttempt, readDraft } from './pendingMessages.ts';
import type { ThreadData } from './threadData.ts';

export type Addressee =
  | { conversationId: number; name: string }
  /** There is no conversation yet: the first message makes it. */
  | { agentId: number; propertyId: number | null };

/** Sends a draft; its text stays on failure. @returns the conversation it is in; null when no message was sent. */
export async function sendDraft(client: QueryClient, key: string, addressee: Addressee, userId: number) {
  const { text, status } = readDraft(key);
  const content = text.trim();
  const files = attachedFiles(key);
  if ((content === '' && files.length === 0) || !areReady(files) || status === 'sending') return null;
  const attempt = beginAttempt(key, content);
  const { clientId } = attempt;
  try {
    if ('conversationId' in addressee) {
      const result = await sendInOrder(addressee, attempt, userId);
      if (!result.isQueued) cacheMessage(client, result.data, userId);
      finishAttempt(key, clientId);
      return addressee.conversationId;
    }
    const message = await start(client, addressee, attempt);
    cacheMessage(client, message, userId);
    finishAttempt(key, clientId);
    return message.conversationId;
  } catch (error) {
    console.warn('Failed to send message', error);
    failAttempt(key, clientId, reasonOf(error));
    if (error instanceof ApiFailure && error.status === 409 && 'conversationId' in addressee)
      void client.invalidateQueries({
        queryKey: conversationQuery(client, addressee.conversationId).queryKey,
      });
    return null;
  }
}

const withFiles = (attachments: Attempt['attachments']) =>
  attachments.length > 0 ? { attachment_ids: attachments.map(({ id }) => id) } : {};

/** In the console an unanswered message waits in the outbox, in its order; in a browser its text stays in the draft. */
function sendInOrder(
  { conversationId, name }: { conversationId: number; name: string },
  { content, attachments, clientId }: Attempt,
  userId: number,
): Promise<SendResult<Message>> {
  const draft: OutboxDraft<'conversations.send'> = {
    id: clientId,
    userId,
    kind: 'message',
    call: 'conversations.send',
    input: { params: { id: conversationId }, body: { content, ...withFiles(attachments), client_id: clientId } },
    wordsIn: content === '' ? null : 'content',
    label: name ? t('Message to {name}', { name }) : t('Message'),
    detail: content || filesInWords(attachments.length),
  };
  return sendOrQueue(draft, () => callApi(draft.call, draft.input, sendTimeout()));
}

async function start(
  client: QueryClient,
  { agentId, propertyId }: { agentId: number; propertyId: number | null },
  { content, attachments, clientId }: Attempt,
): Promise<Message> {
  const about = { agentId, subject: DEFAULT_SUBJECT, property_id: propertyId };
  const body = { ...about, initialMessage: content, ...withFiles(attachments), client_id: clientId };
  const { conversation, message } = await callApi('conversations.start', { body }, sendTimeout());
  client.setQueryData<Conversation>(conversationQuery(client, conversation.id).queryKey, conversation);
  client.setQueryData(
    conversationListQuery.queryKey,
    (list) => list && [conversation, ...list.filter(({ id }) => id !== conversation.id)],
  );
  void client.invalidateQueries({ queryKey: ownInquiriesQuery.queryKey });
  // It may continue an older one: messages above are fetched when they come into view.
  client.setQueryData<ThreadData>(
    threadKey(conversation.id),
    (known) => known ?? { messages: [message], hasOlder: true, syncedTo: message.id, isLoaded: true },
  );
  return message;
}

const reasonOf = (error: unknown): string =>
  error instanceof ApiFailure ? error.message : t('Check your connection and try again.');
