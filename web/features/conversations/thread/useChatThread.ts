import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { DEFAULT_SUBJECT } from '#shared/labels.ts';
import { isCall, useOutbox } from '#web/features/offline/index.ts';
import { ApiFailure } from '#web/lib/apiClient.ts';
import { joinRoom, joinStops, listenToSocket, sendTyping } from '#web/lib/socket.ts';
import type { ChatTarget } from '../ChatProvider.tsx';
import { findOpenConversation } from '../list/listData.ts';
import { cacheChange } from '../live.ts';
import { conversationQuery, fetchOlder, threadQuery, useConversationsWith } from '../queries.ts';
import { noteRead } from '../readMarks.ts';
import { type Draft, finishAttempt, moveDraft } from './pendingMessages.ts';
import type { Addressee } from './sendDraft.ts';
import type { ThreadSubject } from './ThreadParts.tsx';
import { lastReadAt, type Sides, toShown, toWaiting } from './threadData.ts';

/** One conversation's messages, live while it is shown. `draft` is the person's text in it. */
export function useChatThread(
  id: number | null,
  { userId, ownSide, participantId }: Sides,
  draftKey: string,
  draft: Draft,
) {
  const client = useQueryClient();
  const query = useQuery({ ...threadQuery(client, id, userId), refetchOnMount: 'always' });
  const thread = id === null ? undefined : query.data;
  const [olderState, setOlderState] = useState<{ id: number; state: 'loading' | 'failed' } | null>(null);
  const { attempt, status } = draft;

  useEffect(() => (id === null ? undefined : joinRoom(`conversation ${id}`)), [id]);

  // Getting the messages has marked them read.
  const isLoaded = thread?.isLoaded === true;
  useEffect(() => {
    if (id !== null && isLoaded) cacheChange(client, id, { unread_count: 0 });
  }, [client, id, isLoaded]);

  const readAt = lastReadAt(thread, userId);
  useEffect(() => {
    if (id !== null && readAt) noteRead(id, readAt);
  }, [id, readAt]);

  const isArrived = attempt !== null && thread?.messages.some(({ client_id }) => client_id === attempt.clientId);
  useEffect(() => {
    if (isArrived && attempt) finishAttempt(draftKey, attempt.clientId);
  }, [isArrived, attempt, draftKey]);

  const queued = useOutbox(userId);
  const messages = useMemo(() => {
    const known = new Set(thread?.messages.map(({ client_id }) => client_id));
    const stored = [
      ...(thread?.messages ?? []).map((message) => toShown(message, { userId, ownSide, participantId })),
      ...queued
        .filter((entry) => id !== null && isCall(entry, 'conversations.send', { id }) && !known.has(entry.id))
        .map(toWaiting),
    ];
    if (status !== 'sending' || !attempt || isArrived) return stored;
    const { clientId: key, content, attachments, at: created_at } = attempt;
    return [...stored, { key, content, attachments, created_at, isOwn: true, state: 'sending' as const }];
  }, [thread, userId, ownSide, participantId, status, attempt, isArrived, queued, id]);

  const older = olderState?.id === id ? olderState.state : ('idle' as const);
  const hasOlder = thread?.hasOlder === true;
  const loadOlder = useCallback(() => {
    if (id === null || !hasOlder || older === 'loading') return;
    setOlderState({ id, state: 'loading' });
    fetchOlder(client, id).then(
      () => setOlderState(null),
      (error: unknown) => {
        console.warn('Older messages could not be fetched', error);
        setOlderState({ id, state: 'failed' });
      },
    );
  }, [client, id, hasOlder, older]);

  return {
    thread,
    /** Stored messages, then unsent ones. */
    messages,
    isFailed: query.isError && !isLoaded,
    retry: () => void query.refetch(),
    older,
    loadOlder,
  };
}

/** Specification, part 1 §9. */
const STOP_DELAY_MS = 1_000;
/** Continued typing repeats its signal, so that a signal without an end expires. */
const REPEAT_MS = 4_000;
const FORGET_MS = 7_000;

/** Sends 'typing' on the first keystroke, and its end after a second of silence or by `stop`. */
export function createTypingSignal(send: (isTyping: boolean) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sentAt: number | null = null;
  const stop = () => {
    clearTimeout(timer);
    if (sentAt === null) return;
    sentAt = null;
    send(false);
  };
  return {
    /** After every change of the text. */
    onText(text: string) {
      if (text.trim() === '') return stop();
      const now = Date.now();
      if (sentAt === null || now - sentAt >= REPEAT_MS) {
        sentAt = now;
        send(true);
      }
      clearTimeout(timer);
      timer = setTimeout(stop, STOP_DELAY_MS);
    },
    stop,
  };
}

export function useTypingSignal(conversationId: number | null) {
  const signal = useMemo(
    () =>
      createTypingSignal((isTyping) => {
        if (conversationId !== null) sendTyping(conversationId, isTyping);
      }),
    [conversationId],
  );
  useEffect(() => () => signal.stop(), [signal]);
  return signal;
}

export function useIsOtherTyping(conversationId: number | null, userId: number): boolean {
  const [typingIn, setTypingIn] = useState<number | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (isTyping: boolean) => {
      clearTimeout(timer);
      setTypingIn(isTyping ? conversationId : null);
      if (isTyping) timer = setTimeout(() => setTypingIn(null), FORGET_MS);
    };
    return joinStops(
      listenToSocket('user_typing', (event) => {
        if (event.conversationId === conversationId && event.userId !== userId) show(event.isTyping);
      }),
      listenToSocket('new_message', (message) => {
        if (message.conversationId === conversationId && message.sender_id !== userId) show(false);
      }),
      () => clearTimeout(timer),
    );
  }, [conversationId, userId]);
  return typingIn !== null && typingIn === conversationId;
}

const conversationDraft = (id: number) => `conversation ${id}`;

/** The conversation of a target: the named one, or the open one with this agent about this listing, or a new one. */
export function useChatTarget(target: ChatTarget) {
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

  const stateOf = () => {
    // Without the list a chat can still begin: the server finds the conversation itself.
    if (id === null) return list.isPending ? 'loading' : 'ready';
    if (conversation) return 'ready';
    if (!one.isError) return 'loading';
    return one.error instanceof ApiFailure && one.error.status < 500 ? 'missing' : 'failed';
  };
  const addressee: Addressee =
    id !== null || !agent
      ? { conversationId: id ?? 0, name: conversation?.participant.name ?? '' }
      : { agentId: agent.id, propertyId };
  const beginning: ThreadSubject | undefined = agent
    ? { subject: DEFAULT_SUBJECT, participant: { ...agent, role: 'agent' }, property }
    : undefined;
  return {
    /** Null while there is no conversation yet. */
    id,
    conversation,
    about: conversation ?? beginning,
    addressee,
    draftKey: id !== null || newKey === null ? conversationDraft(id ?? 0) : newKey,
    state: stateOf(),
    retry: () => void one.refetch(),
    onStarted: (startedId: number) => setStarted({ target, id: startedId }),
  };
}
