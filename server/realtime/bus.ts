import { EventEmitter } from 'node:events';
import type { Logger } from 'pino';
import type { BaseContext } from '#server/context.ts';
import type { ConversationStatus, Message } from '#shared/contracts/conversations.ts';
import type { Notification } from '#shared/contracts/notifications.ts';
import type { ModerationStatus } from '#shared/contracts/properties.ts';
import type { ReportReason } from '#shared/contracts/reports.ts';
import type { ViewingStatus } from '#shared/contracts/viewings.ts';

/** Events the services publish after a commit. A listener never runs inside the transaction that caused it. */
export interface DomainEvents {
  /** Sessions ended: by logout (one), or password change, suspension and deletion (all of a user, `sessionId` null). */
  sessionsRevoked: { userId: number; sessionId: number | null };
  userRegistered: { userId: number };
  /** A public listing appeared, changed or went away. */
  listingChanged: { propertyId: number };
  /** An agent posted a new listing. */
  listingCreated: { propertyId: number };
  /** An agent posted several new listings in one go. */
  listingsImported: { agentId: number; propertyIds: number[] };
  systemSettingsChanged: { category: string };
  /** Other processes may have published anything while this one was not connected: drop what is cached. */
  eventsMissed: Record<string, never>;
  /** A scheduled backup could not be made, copied or restored as a test; the reason is a sentence for people. */
  backupFailed: { what: 'backup' | 'copy' | 'drill'; reason: string };
  agentApplied: { userId: number };
  /** An application was decided. The reason is what the applicant is told with a rejection. */
  agentDecided: { userId: number; isApproved: boolean; reason: string | null };
  /** An admin hid, showed or deleted a listing; the title is included, as a deleted listing cannot be read any more. */
  listingModerated: {
    propertyId: number;
    agentId: number | null;
    title: string;
    status: ModerationStatus | 'deleted';
    reason: string | null;
  };
  /** The end of a checked licence is near, or there: the agent was warned, is unlisted for it, or is listed again. */
  licenseChanged: { agentId: number; news: 'warned' | 'lapsed' | 'renewed'; lastDay: string };
  /** An agent whose licence had been checked gave another number. */
  licenseNumberChanged: { agentId: number };
  /** The first of the reports of a listing that wait for an admin. */
  listingReported: { propertyId: number; reason: ReportReason };
  /** So many pairs of listings that are likely the same home were not known before. */
  duplicatesFound: { found: number };
  /** An admin decided on reports of one listing; of the reporters those who still have an account. */
  reportsDecided: {
    propertyId: number;
    title: string;
    status: 'accepted' | 'dismissed';
    reporterIds: number[];
  };
  reviewWritten: { agentId: number; reviewerId: number; rating: number; isNew: boolean };
  inquiryReceived: { inquiryId: number; agentId: number };
  viewingChanged: { viewingId: number; actorId: number; decision: ViewingStatus };
  /** The account of one side is gone, and with it a viewing that was still to come; published for the other side. */
  viewingLost: { userId: number; title: string; startsAt: string; url: string };
  /** The asking price of a listing changed, in pesos. */
  listingRepriced: { propertyId: number; from: number; to: number };
  /** A listing was sold or rented out. */
  listingTaken: { propertyId: number; status: 'sold' | 'rented' };
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
