import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ServerEvent, ServerEventName } from '#shared/events.ts';
import { ofCalls } from '#web/lib/apiQueries.ts';
import { type CallName, type Feature, routes } from '#web/lib/calls.ts';
import { checkSocket, joinStops, listenToSocket } from '#web/lib/socket.ts';
import { followWorld, type News } from '#web/lib/worldWentOn.ts';
import { readStoredSession } from '#web/platform/sessionStorage.ts';

/** The page catches up when the world went on, and what is out of sight is known to be outdated. */
export function useWorld(): void {
  const client = useQueryClient();
  useEffect(() => {
    const marks = (Object.keys(outdatedBy) as ServerEventName[]).map((name) =>
      listenToSocket(name, (event) => void markOutdated(client, name, event)),
    );
    const check = checkSocket;
    return joinStops(
      followWorld({ check, catchUp: (news, isHidden) => void catchUp(client, news, isHidden) }),
      ...marks,
    );
  }, [client]);
}

/** The calls whose changes the server pushes to open windows. */
const pushed: (CallName | Feature)[] = [
  ...(['conversations', 'inquiries', 'clients', 'desk', 'viewings', 'availability', 'offices'] as const),
  ...(['notifications', 'lists', 'analytics', 'insights'] as const),
];
/** The calls behind the title's counts and the notices, which a hidden window needs too. */
const told: (CallName | Feature)[] = ['notifications', 'conversations.list', 'conversations.counts', 'desk.get'];

const isServers = ({ queryKey: [call] }: Pick<Query, 'queryKey'>) => routes.has(call as CallName);
const isAdmins = ({ meta }: Pick<Query, 'meta'>) => meta?.isAdmin === true;

/** Fetches what is shown anew; what is not shown is fetched when it is opened. */
export async function catchUp(client: QueryClient, news: ReadonlySet<News>, isHidden: boolean): Promise<void> {
  // Waiting changes are sent first, or the answers would show their old state for a moment.
  await sendWaiting();
  if (isHidden) {
    // The page asks for the rest once it is seen: fetching messages marks them as read.
    await client.invalidateQueries({ predicate: isServers, refetchType: 'none' });
    await client.refetchQueries({ ...ofCalls(...told), type: 'active' });
    return;
  }
  // A page that was just loaded lacks only what was pushed before its connection.
  const isNew = news.size === 1 && news.has('connected');
  const { predicate: isPushed } = ofCalls(...pushed);
  await client.invalidateQueries({
    predicate: isNew ? (query) => isPushed(query) || isAdmins(query) : isServers,
  });
}

/** A dead connection must not hold up what is shown. */
const SENDING_MS = 2_000;

async function sendWaiting(): Promise<void> {
  const userId = readStoredSession()?.user.id;
  if (userId === undefined) return;
  const sending = import('#web/features/offline/outbox.ts')
    .then(({ flushOutbox }) => flushOutbox(userId))
    .catch((error: unknown) => console.warn('The outbox could not be sent', error));
  await Promise.race([sending, new Promise((resolve) => setTimeout(resolve, SENDING_MS))]);
}

const figures = ['analytics', 'insights', 'clients'] as const;

/** The answers that an event makes outdated. Screens follow it while they are open; lists between two screens hear nothing. */
const outdatedBy: { [Name in ServerEventName]?: readonly (CallName | Feature)[] } = {
  new_message: ['desk.get', 'desk.queue', 'inquiries', ...figures],
  messages_read: ['clients'],
  notification: ['desk.get', 'desk.queue', 'inquiries', 'reviews', ...figures],
  conversation_changed: figures,
  client_changed: ['desk.get', 'desk.queue', 'inquiries', ...figures],
  office_changed: ['offices', 'desk'],
  list_changed: ['lists'],
  viewing_changed: ['viewings', 'availability', 'desk', ...figures],
  waiting_changed: [],
};

/** Without a request: an answer that is not shown is fetched when it is opened. */
export function markOutdated<Name extends ServerEventName>(
  client: QueryClient,
  name: Name,
  event: ServerEvent<Name>,
): Promise<void> {
  const { predicate: isOutdated } = ofCalls(...(outdatedBy[name] ?? []));
  const clientId = 'clientId' in event ? event.clientId : undefined;
  const isOfClient = ({ queryKey: [call, input] }: Query) =>
    (call === 'desk.client' || call === 'desk.timeline') &&
    (clientId === null || (input as { params?: { id?: unknown } }).params?.id === clientId);
  return client.invalidateQueries({
    type: 'inactive',
    refetchType: 'none',
    predicate: (query) =>
      isOutdated(query) ||
      (name === 'waiting_changed' && isAdmins(query)) ||
      (clientId !== undefined && isOfClient(query)),
  });
}
