import { useEffect } from 'react';
import { sendOrQueue } from '#web/features/offline/index.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { desktopConsole } from '#web/platform/desktop.ts';
import { showToast } from '#web/ui/showToast.ts';

/** What was typed into a notification is sent, or waits in the outbox. */
export function useQuickReplies(userId: number | undefined): void {
  useEffect(() => {
    if (userId === undefined) return;
    return desktopConsole()?.bridge.on('reply', ({ conversationId, text }) => {
      const id = crypto.randomUUID();
      sendOrQueue({
        id,
        userId,
        kind: 'message',
        method: 'POST',
        path: `/api/conversations/${conversationId}/messages`,
        body: { content: text, client_id: id },
        label: 'Reply from a notification',
        detail: text,
      }).catch((error: unknown) => showToast(failureSentence(error, 'The reply was not sent'), 'error'));
    });
  }, [userId]);
}
