import type { ServerContext } from '#server/features/context.ts';
import { type AppServer, userRoom } from '#server/realtime/io.ts';

/** A person's open windows learn at once that they became an agent, or are unlisted. */
export function attachAccountSockets(io: AppServer, { bus }: ServerContext): void {
  bus.subscribe('agentDecided', ({ userId }) => void io.to(userRoom(userId)).emit('account_changed', {}));
  bus.subscribe('licenseChanged', ({ agentId }) => void io.to(userRoom(agentId)).emit('account_changed', {}));
}
