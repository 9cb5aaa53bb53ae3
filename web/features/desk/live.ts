import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { flushOutbox } from '#web/features/offline/index.ts';
import { invalidate } from '#web/lib/apiQueries.ts';
import { joinStops, listenToOnline, listenToSocket } from '#web/lib/socket.ts';
import { readStoredSession } from '#web/platform/sessionStorage.ts';
import { invalidateDesk, refreshClients } from './queries.ts';

/** Events that arrive together (a message, its notice, its row) cause one request. */
const GATHER_MS = 120;

/** Keeps the Desk as the server pushes it, and fetches missed changes after every reconnect. */
export function useDeskUpdates(): void {
  const client = useQueryClient();
  useEffect(() => {
    const changed = new Set<number>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const askForAll = () => void invalidateDesk(client);
    const askForChanged = () => {
      timer = undefined;
      const ids = [...changed];
      changed.clear();
      refreshClients(client, ids).catch((error: unknown) => {
        console.warn('Changed clients could not be fetched', error);
        askForAll();
      });
    };
    const askForCounts = () => void invalidate(client, 'desk.get');
    return joinStops(
      listenToSocket('client_changed', ({ clientId }) => {
        if (clientId === null) return askForAll();
        changed.add(clientId);
        timer ??= setTimeout(askForChanged, GATHER_MS);
      }),
      // An act changes its client's row: this refetch updates the queue before the row's own event.
      ...(['message_notification', 'new_message', 'notification', 'viewing_changed'] as const).map((name) =>
        listenToSocket(name, askForCounts),
      ),
      // Clients of colleagues may be seen from now on, or no longer, or are with another one.
      listenToSocket('office_changed', askForAll),
      // Waiting changes are sent first, or the refetch would show their old state for a moment.
      listenToOnline(() => {
        const userId = readStoredSession()?.user.id;
        void (userId === undefined ? Promise.resolve() : flushOutbox(userId)).then(askForAll, askForAll);
      }),
      () => clearTimeout(timer),
    );
  }, [client]);
}
