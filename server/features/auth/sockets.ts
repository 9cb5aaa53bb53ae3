import type { ServerContext } from '#server/features/context.ts';
import { type AppServer, userRoom } from '#server/realtime/io.ts';

/** Open windows of an account refresh when its role, listing in the directory or address changes. */
export function attachAccountSockets(io: AppServer, { bus }: ServerContext): void {
  // `onPublished`: the process of the change emits; the adapter reaches the sockets of other processes.
  bus.onPublished('accountChanged', ({ userId }) => void io.to(userRoom(userId)).emit('account_changed', {}));
  bus.subscribe('licenseChanged', ({ agentId }) => void io.to(userRoom(agentId)).emit('account_changed', {}));
}
