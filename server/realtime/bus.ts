import { EventEmitter } from 'node:events';
import type { Logger } from 'pino';
import type { BaseContext } from '#server/context.ts';
import type { ConversationStatus, Message } from '#shared/contracts/conversations.ts';
import type { Notification } from '#shared/contracts/notifications.ts';
import type { ViewingStatus } from '#shared/contracts/viewings.ts';

/**
 * Events are published after a commit, for open windows and caches, and are lost with the process. Anything that must follow
 * from a change is a job of its transaction (jobs/queue.ts). `ownProcess` events reach the subscribers of this process alone:
 * they lead to socket events, which the adapter carries to the sockets of every process (cluster.ts), or empty caches whose
 * lifetime bounds their age in the other processes. `allProcesses` events are delivered to the subscribers of every process.
 */
export const domainEvents = {
  /** Sessions ended: by logout (one), or password change, suspension and deletion (all of a user, `sessionId` null). */
  sessionsRevoked: ownProcess<{ userId: number; sessionId: number | null }>(),
  listingChanged: allProcesses<{ propertyId: number }>(),
  systemSettingsChanged: allProcesses<{ category: string }>(),
  /** This process was not connected to the others and may have missed events: caches have to be emptied. */
  eventsMissed: ownProcess<Record<string, never>>(),
  /** An application was decided, a role given or taken, the address or number confirmed, changed or put back. */
  accountChanged: allProcesses<{ userId: number }>(),
  /** The end of a checked licence: the agent was warned, is unlisted for it, or is listed again. */
  licenseChanged: ownProcess<{ agentId: number; news: 'warned' | 'lapsed' | 'renewed'; lastDay: string }>(),
  /** The agent recorded the outcome, which only the agent sees. */
  viewingOutcome: ownProcess<{ viewingId: number; agentId: number }>(),
  viewingChanged: ownProcess<{ viewingId: number }>(),
  /** `isPushed`: the user's and the system settings also allow notices outside of the page. */
  notificationStored: ownProcess<{ userId: number; notification: Notification; isPushed: boolean }>(),
  /** Notices that the user, or a settled matter, marked as read. */
  notificationsRead: ownProcess<{ userId: number; ids: number[] }>(),
  /** A message was stored. A participant is null where the account is deleted. */
  messageSent: ownProcess<{ message: Message; participantIds: (number | null)[] }>(),
  /** An admin suspended, closed or opened a conversation. */
  conversationStatusChanged: ownProcess<{
    conversationId: number;
    status: ConversationStatus;
    participantIds: (number | null)[];
  }>(),
  /** The office of these users, or its members, changed. */
  officeChanged: ownProcess<{ userIds: number[] }>(),
  /** A shared list changed. `memberIds` have it among their lists; `leftIds` are no longer members. */
  listChanged: ownProcess<{ listId: number; memberIds: number[]; leftIds: number[] }>(),
  /** Records of clients moved to another agent; nothing else about them changed. */
  handedOver: ownProcess<{
    fromId: number;
    toId: number;
    conversations: { id: number; status: ConversationStatus; userId: number | null }[];
    viewings: { id: number; status: ViewingStatus; userId: number | null }[];
  }>(),
  /** A line of an agent's queue changed; null: many lines. */
  clientChanged: ownProcess<{ agentId: number; clientId: number | null }>(),
  messagesRead: ownProcess<{
    conversationId: number;
    readerId: number;
    upToId: number;
    readAt: string;
    participantIds: (number | null)[];
  }>(),
};

interface EventType<Payload, Crosses extends boolean> {
  crossesProcesses: Crosses;
  /** For the type only. */
  payload?: Payload;
}

function ownProcess<Payload>(): EventType<Payload, false> {
  return { crossesProcesses: false };
}

function allProcesses<Payload>(): EventType<Payload, true> {
  return { crossesProcesses: true };
}

type EventTypes = typeof domainEvents;
export type DomainEvents = { [Name in keyof EventTypes]: NonNullable<EventTypes[Name]['payload']> };

/** The events of `allProcesses`. */
export type ClusterEventName = {
  [Name in keyof EventTypes]: EventTypes[Name]['crossesProcesses'] extends true ? Name : never;
}[keyof EventTypes];

type Listener<Name extends keyof DomainEvents> = (event: DomainEvents[Name]) => void | Promise<void>;

export type EventBus = ReturnType<typeof createEventBus>;

export interface RealtimeContext extends BaseContext {
  bus: EventBus;
}

/** A failing listener is logged and harms neither the publisher nor the other listeners. */
export function createEventBus(log: Logger) {
  const delivered = new EventEmitter();
  const published = new EventEmitter();

  const listenTo =
    (emitter: EventEmitter) =>
    <Name extends keyof DomainEvents>(name: Name, listener: Listener<Name>): void => {
      emitter.setMaxListeners(0);
      emitter.on(name, (event) => {
        Promise.resolve()
          .then(() => listener(event))
          .catch((error: unknown) => log.error({ err: error, event: name }, 'event listener failed'));
      });
    };

  return {
    publish<Name extends keyof DomainEvents>(name: Name, event: DomainEvents[Name]): void {
      delivered.emit(name, event);
      published.emit(name, event);
    },
    /** Delivers another process's event to the subscribers of this one. */
    deliver<Name extends keyof DomainEvents>(name: Name, event: DomainEvents[Name]): void {
      delivered.emit(name, event);
    },
    subscribe: listenTo(delivered),
    /** Events that this process publishes, without those of other processes. */
    onPublished: listenTo(published),
  };
}
