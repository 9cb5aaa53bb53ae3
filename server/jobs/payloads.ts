import type { Words } from '#server/languages.ts';
import type { DomainEvents } from '#server/realtime/bus.ts';
import type { NoticeTopic } from '#shared/contracts/notifications.ts';
import type { ReportReason } from '#shared/contracts/reports.ts';
import type { SearchEvent } from '#shared/contracts/savedSearches.ts';
import type { ModerationStatus } from '#shared/listing/vocabulary.ts';

/** The payload of every kind of job: ids rather than words, which may change. */
export interface JobPayloads {
  mail: {
    mailId: number;
    /** Later the mail would mislead: it is dropped instead of sent. */
    goodUntil?: string;
  };
  /** One notice for many people, in batches. */
  notices: { userIds: number[]; notice: unknown; options: unknown };

  push: { notificationId: number; subscriptionId: number; urgency: 'normal' | 'high'; ttlSeconds: number };

  /** Sends the next delivery of a webhook. `due`: where the row has another time, a later job has replaced this one. */
  webhookQueue: { webhookId: number; due: string };
  /** The same for a slow or failing receiver, in places of its own. */
  slowWebhookQueue: { webhookId: number; due: string };

  /** Messages that were stored together. */
  messageNotices: { messageIds: number[] };
  /** A matter was settled: its notices are read. `readerIds` null: those of everybody. */
  readNotices: { topics: NoticeTopic[]; readerIds: number[] | null };
  /** The mail of notices that was held back, for a person who has not read them meanwhile. */
  heldMail: { userId: number; topic: NoticeTopic; title: string };
  inquiryNotice: { inquiryId: number };
  inquiryDigest: { agentId: number };
  /** The snooze of a client has ended. */
  snoozeNotice: { clientId: number };
  /** A held answer of the Desk is due. */
  heldReply: { heldId: number };
  /** It could not be sent: for its author. */
  heldReplyNotice: { heldId: number };
  /** A client of an absent agent began to wait. */
  standInHandOver: { clientId: number };
  /** Clients were handed over: for both agents except the actor, and for the clients. */
  handOverNotice: {
    fromId: number;
    toId: number;
    actorId: number | null;
    count: number;
    /** The new agent's line where it is a single one. */
    clientId: number | null;
    note: string | null;
  };
  /** The same for each client with an account. */
  newAgentNotice: { toId: number; fromId: number; userId: number; conversationId: number | null };
  officeInvitationNotice: { invitationId: number };
  /** For the other members of a shared list, once for several events of a kind. */
  listNotice: { listId: number; actorId: number; news: 'item' | 'comment' };
  reviewNotice: { agentId: number; reviewerId: number; rating: number; isNew: boolean };
  /** An agent answered a review for the first time. */
  reviewAnswerNotice: { agentId: number; reviewerId: number };
  reviewRemovedNotice: { agentId: number; reviewerId: number | null; reason: string };
  /** A step of a viewing, for the side whose act it was not; for both where it was nobody's. */
  viewingNotice: { viewingId: number; eventId: number };
  /** For both sides of a confirmed viewing, unless it was moved or cancelled. */
  viewingReminder: { viewingId: number; startsAt: string };
  /** Asks the agent for the outcome. */
  viewingOutcomeNotice: { viewingId: number };
  /** For the agent, while there is time to answer. */
  viewingAnswerNotice: { viewingId: number; startsAt: string };

  accountNotice: { userId: number };
  applicationNotice: { userId: number };
  /** The applicant reads the reason of a rejection. */
  decisionNotice: { userId: number; isApproved: boolean; reason: string | null };
  /** An admin hid, showed or deleted a listing. The title, because a deleted listing cannot be read. */
  moderationNotice: {
    agentId: number;
    title: string;
    status: ModerationStatus | 'deleted';
    reason: string | null;
  };
  licenseNotice: DomainEvents['licenseChanged'];
  /** An agent with a checked licence changed its number. */
  licenseNumberNotice: { agentId: number };
  /** The first pending report of a listing. */
  reportNotice: { propertyId: number; reason: ReportReason };
  /** An admin decided on the reports of a listing; for reporters with an account. */
  reportDecisionNotice: {
    propertyId: number;
    title: string;
    status: 'accepted' | 'dismissed';
    reporterIds: number[];
  };
  duplicatesNotice: Record<string, never>;
  /** A scheduled backup could not be made, copied or restored in a drill. The reason is a sentence for people. */
  backupNotice: { what: 'backup' | 'copy' | 'drill'; file?: string; reason: string | Words };

  newListings: { agentId: number; propertyIds: number[] };
  /**
   * Listings that may match saved searches. `from`: the higher price before. `before`: the facts of the one listing before
   * it was corrected, a row of the index; searches that held it already are not notified.
   */
  matchListings: { propertyIds: number[]; event: SearchEvent; from?: number; before?: object };
  /** Matches of searches with immediate alerts. */
  searchAlerts: { searchIds: number[] };
  /** The same by mail, bundled. */
  searchMail: { searchId: number };
  /** The asking price of a listing changed, in pesos. */
  priceNotice: { propertyId: number; from: number; to: number };
  confirmationNotice: { agentId: number };
  takenNotice: { propertyId: number; status: 'sold' | 'rented' };
  compareListing: { propertyId: number };
  /** A building got a name: listings that name it are linked to it. */
  linkListings: { buildingId: number };
  /** An agent answered an author of unverified reviews. */
  verifyReviews: { agentId: number };
  /** Compares new texts of an account and new prices with patterns of fraud. */
  findSignals: { userId?: number; propertyIds?: number[] };
  signalsNotice: Record<string, never>;
  /** Notifies search engines of new, changed and removed pages of listings. */
  indexNow: { propertyIds: number[] };
  /** Copies a listing's pictures from other servers. */
  fetchPictures: { propertyId: number };
}

export type JobKind = keyof JobPayloads;

/** Work that contacts other servers: while nothing may leave the server (`outboundState`) it waits and uses none of its attempts. */
export const outgoing: ReadonlySet<string> = new Set<JobKind | 'copyBackups'>([
  'mail',
  'push',
  'webhookQueue',
  'slowWebhookQueue',
  'indexNow',
  'fetchPictures',
  'copyBackups',
]);
