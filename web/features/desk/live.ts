import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { flushOutbox } from '#web/features/offline/index.ts';
import { invalidate } from '#web/lib/apiQueries.ts';
import { joinStops, listenToOnline, listenToSocket } from '#web/lib/socket.ts';
import { readStoredSession } from '#web/platform/sessionStorage.ts';
import { invalidateDesk, refreshClients } from './queries.ts';

/** What happens together (a message, its notice, its row) is asked for once. */
const GATHER_MS = 120;

/** Keeps the Desk as the server tells it, and fetches what was missed after every reconnect. */
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
      // What somebody did has changed their row: asking brings the queue up to date, and the row is told of next.
      ...(['message_notification', 'new_message', 'notification', 'viewing_changed'] as const).map((name) =>
        listenToSocket(name, askForCounts),
      ),
      // Clients of colleagues may be seen from now on, or no longer, or are with another one.
      listenToSocket('office_changed', askForAll),
      // What waits goes first, or what was changed here would be shown as it was before for a moment.
      listenToOnline(() => {
        const userId = readStoredSession()?.user.id;
        void (userId === undefined ? Promise.resolve() : flushOutbox(userId)).then(askForAll, askForAll);
      }),
      () => clearTimeout(timer),
    );
  }, [client]);
}
