import { useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type MouseEvent, useEffect, useId, useRef } from 'react';
import { IconButton } from '#web/ui/IconButton.tsx';
import styles from './ChatDialog.module.css';
import type { ChatTarget } from './ChatProvider.tsx';
import { conversationListQuery } from './queries.ts';
import { ConversationView } from './thread/ConversationView.tsx';
import { useKeyboardInset } from './useKeyboardInset.ts';

export interface ChatDialogProps {
  target: ChatTarget;
  userId: number;
  onClose(): void;
}

/** The browser's own modal dialog; on a phone it is the whole screen above the keyboard. */
export function ChatDialog({ target, userId, onClose }: ChatDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const close = () => dialog.current?.close();
  const client = useQueryClient();
  useKeyboardInset(dialog);

  useEffect(() => {
    dialog.current?.showModal();
  }, []);

  const closeOnBackdrop = (event: MouseEvent) => {
    if (event.target === dialog.current) close();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      onClick={closeOnBackdrop}
      onClose={() => {
        onClose();
        void client.invalidateQueries({ queryKey: conversationListQuery.queryKey });
      }}
    >
      <ConversationView
        target={target}
        userId={userId}
        titleId={titleId}
        isFocused
        after={<IconButton label="Close chat" icon={<X size={22} aria-hidden="true" />} onClick={close} />}
        onLeave={close}
      />
    </dialog>
  );
}
