import { EventEmitter } from 'node:events';
import type { Logger } from 'pino';
import type { BaseContext } from '#server/context.ts';
import type { ConversationStatus, Message } from '#shared/contracts/conversations.ts';
import type { Notification } from '#shared/contracts/notifications.ts';
import type { ViewingStatus } from '#shared/contracts/viewings.ts';

/**
 * What is published after a commit, for open windows and caches: it is lost with the process. What has to follow from a
 * change whatever happens is a job of its transaction (jobs/queue.ts).
 */
export interface DomainEvents {
  /** Sessions ended: by logout (one), or password change, suspension and deletion (all of a user, `sessionId` null). */
  sessionsRevoked: { userId: number; sessionId: number | null };
  /** A public listing appeared, changed or went away. */
  listingChanged: { propertyId: number };
  /** This process takes requests from now on. */
  serverListens: Record<string, never>;
  systemSettingsChanged: { category: string };
  /** Other processes may have published anything while this one was not connected: drop what is cached. */
  eventsMissed: Record<string, never>;
  /** An application was decided, a role given or taken, the address or number confirmed, changed or put back. */
  accountChanged: { userId: number };
  /** The end of a checked licence is near, or there: the agent was warned, is unlisted for it, or is listed again. */
  licenseChanged: { agentId: number; news: 'warned' | 'lapsed' | 'renewed'; lastDay: string };
  /** The agent said what came of it, which is theirs alone. */
  viewingOutcome: { viewingId: number; agentId: number };
  viewingChanged: { viewingId: number; actorId: number; decision: ViewingStatus };
  /** `isPushed`: the person, and the admin, want it shown beyond the bell. */
  notificationStored: { userId: number; notification: Notification; isPushed: boolean };
  /** A message was stored. Both sides are named; null is an account that is gone. */
  messageSent: { message: Message; participantIds: (number | null)[] };
  /** An admin suspended, closed or opened a conversation. */
  conversationStatusChanged: {
    conversationId: number;
    status: ConversationStatus;
    participantIds: (number | null)[];
  };
  /** What these people's office is, or who is in it, is different. */
  officeChanged: { userIds: number[] };
  /** Something in a shared list is different; `leftIds` are in it no more. `memberIds` see it among their lists. */
  listChanged: { listId: number; memberIds: number[]; leftIds: number[] };
  /** Records of clients are another agent's now; nothing else about them changed. */
  handedOver: {
    fromId: number;
    toId: number;
    conversations: { id: number; status: ConversationStatus; userId: number | null }[];
    viewings: { id: number; status: ViewingStatus; userId: number }[];
  };
  /** A line of an agent's queue is different, or (null) many are. */
  clientChanged: { agentId: number; clientId: number | null };
  messagesRead: {
    conversationId: number;
    readerId: number;
    upToId: number;
    readAt: string;
    participantIds: (number | null)[];
  };
}

type Listener<Name extends keyof DomainEvents> = (event: DomainEvents[Name]) => void | Promise<void>;

export interface EventBus {
  publish<Name extends keyof DomainEvents>(name: Name, event: DomainEvents[Name]): void;
  /** To this process's subscribers alone: another process has published it. */
  deliver<Name extends keyof DomainEvents>(name: Name, event: DomainEvents[Name]): void;
  subscribe<Name extends keyof DomainEvents>(name: Name, listener: Listener<Name>): void;
  /** Of what this process publishes, not of what is delivered to it. */
  onPublished<Name extends keyof DomainEvents>(name: Name, listener: Listener<Name>): void;
}

/** What sockets and the other processes need of the server. */
export interface RealtimeContext extends BaseContext {
  bus: EventBus;
}

/** A listener that fails is logged and harms neither the publisher nor the other listeners. */
export function createEventBus(log: Logger): EventBus {
  const delivered = new EventEmitter();
  const published = new EventEmitter();

  function listen<Name extends keyof DomainEvents>(
    emitter: EventEmitter,
    name: Name,
    listener: Listener<Name>,
  ): void {
    emitter.setMaxListeners(0);
    emitter.on(name, (event) => {
      Promise.resolve()
        .then(() => listener(event))
        .catch((error: unknown) => log.error({ err: error, event: name }, 'event listener failed'));
    });
  }

  return {
    publish(name, event) {
      delivered.emit(name, event);
      published.emit(name, event);
    },
    deliver(name, event) {
      delivered.emit(name, event);
    },
    subscribe: (name, listener) => listen(delivered, name, listener),
    onPublished: (name, listener) => listen(published, name, listener),
  };
}
