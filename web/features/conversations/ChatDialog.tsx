import { useQueryClient } from '@tanstack/react-query';
import { SquareArrowOutUpRight, X } from 'lucide-react';
import { type RefObject, useEffect, useId } from 'react';
import { t } from '#web/lib/i18n.tsx';
import { invalidateList } from '#web/lib/pagedList.ts';
import { desktopConsole } from '#web/platform/desktop.ts';
import { IconButton } from '#web/ui/controls/Button.tsx';
import { useModal } from '#web/ui/dialogs/Dialog.tsx';
import styles from './ChatDialog.module.css';
import type { ChatTarget } from './ChatProvider.tsx';
import { conversationPages } from './queries.ts';
import { ConversationView } from './thread/ConversationView.tsx';

interface ChatDialogProps {
  target: ChatTarget;
  userId: number;
  onClose(): void;
}

/** On a phone it is the whole screen above the keyboard. */
export function ChatDialog({ target, userId, onClose }: ChatDialogProps) {
  const titleId = useId();
  const client = useQueryClient();
  const bridge = desktopConsole()?.bridge;
  const conversationId = 'conversationId' in target ? target.conversationId : null;
  const { props, close, layer } = useModal({
    onClose() {
      onClose();
      void invalidateList(client, conversationPages);
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
        after={
          <>
            {bridge && conversationId !== null && (
              <IconButton
                label={t('Open in its own window')}
                icon={<SquareArrowOutUpRight size={20} />}
                onClick={() => {
                  bridge.call('openThread', conversationId).catch((error: unknown) => console.warn(error));
                  close();
                }}
              />
            )}
            <IconButton label={t('Close chat')} icon={<X size={22} />} onClick={close} />
          </>
        }
        onLeave={close}
      />
      {layer}
    </dialog>
  );
}

/**
 * Keeps `--visible-height` and `--visible-top` of an element at the part of the window above the on-screen
 * keyboard: not every browser takes the keyboard out of 100dvh.
 */
function useKeyboardInset(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const follow = () => {
      // Zoomed in by two fingers, the visible part is not the part above the keyboard.
      if (viewport.scale > 1.01) return;
      element.current?.style.setProperty('--visible-height', `${viewport.height}px`);
      element.current?.style.setProperty('--visible-top', `${viewport.offsetTop}px`);
    };
    follow();
    viewport.addEventListener('resize', follow);
    viewport.addEventListener('scroll', follow);
    return () => {
      viewport.removeEventListener('resize', follow);
      viewport.removeEventListener('scroll', follow);
    };
  }, [element]);
}
