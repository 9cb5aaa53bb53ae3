import { useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useId } from 'react';
import { IconButton } from '#web/ui/IconButton.tsx';
import { useModal } from '#web/ui/useModal.tsx';
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

/** On a phone it is the whole screen above the keyboard. */
export function ChatDialog({ target, userId, onClose }: ChatDialogProps) {
  const titleId = useId();
  const client = useQueryClient();
  const { props, close, layer } = useModal({
    onClose() {
      onClose();
      void client.invalidateQueries({ queryKey: conversationListQuery.queryKey });
    },
  });
  useKeyboardInset(props.ref);

  return (
    <dialog {...props} className={styles.dialog} aria-labelledby={titleId}>
      <ConversationView
        target={target}
        userId={userId}
        titleId={titleId}
        isFocused
        after={<IconButton label="Close chat" icon={<X size={22} aria-hidden="true" />} onClick={close} />}
        onLeave={close}
      />
      {layer}
    </dialog>
  );
}
