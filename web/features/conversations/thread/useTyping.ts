import { useEffect, useMemo, useState } from 'react';
import { listenToSocket, sendTyping } from '#web/lib/socket.ts';

/** Specification, part 1 §9. */
const STOP_DELAY_MS = 1_000;
/** Whoever goes on typing says so again, so that a signal that is never taken back can be forgotten. */
const REPEAT_MS = 4_000;
const FORGET_MS = 7_000;

export interface TypingSignal {
  /** After every change of the text. */
  onText(text: string): void;
  stop(): void;
}

/** Sends 'typing' on the first keystroke, and its end after a second of silence or by `stop`. */
export function createTypingSignal(send: (isTyping: boolean) => void): TypingSignal {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sentAt: number | null = null;
  const stop = () => {
    clearTimeout(timer);
    if (sentAt === null) return;
    sentAt = null;
    send(false);
  };
  return {
    onText(text) {
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

export function useTypingSignal(conversationId: number | null): TypingSignal {
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

/** Whether the other side is writing here now. */
export function useIsOtherTyping(conversationId: number | null, userId: number): boolean {
  const [typingIn, setTypingIn] = useState<number | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (isTyping: boolean) => {
      clearTimeout(timer);
      setTypingIn(isTyping ? conversationId : null);
      if (isTyping) timer = setTimeout(() => setTypingIn(null), FORGET_MS);
    };
    const ends = [
      listenToSocket('user_typing', (event) => {
        if (event.conversationId === conversationId && event.userId !== userId) show(event.isTyping);
      }),
      listenToSocket('new_message', (message) => {
        if (message.conversationId === conversationId && message.sender_id !== userId) show(false);
      }),
    ];
    return () => {
      clearTimeout(timer);
      for (const end of ends) end();
    };
  }, [conversationId, userId]);
  return typingIn !== null && typingIn === conversationId;
}
