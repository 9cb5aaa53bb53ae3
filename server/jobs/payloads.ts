import type { Words } from '#server/languages.ts';
import type { DomainEvents } from '#server/realtime/bus.ts';
import type { ReportReason } from '#shared/contracts/reports.ts';
import type { SearchEvent } from '#shared/contracts/savedSearches.ts';
import type { ModerationStatus } from '#shared/listing/vocabulary.ts';

/** Every kind of work that is stored before it is done, and what it carries: ids rather than words, which may change. */
export interface JobPayloads {
  mail: {
    mailId: number;
    /** After this it would only mislead: it is thrown away instead of being sent. */
    goodUntil?: string;
  };
  /** One notice for many people, some of them at a time. */
  notices: { userIds: number[]; notice: unknown; options: unknown };

  /** A stored notice for one device; it is not worth telling for longer than its seconds. */
  push: { notificationId: number; subscriptionId: number; urgency: 'normal' | 'high'; ttlSeconds: number };

  /** Sends the next delivery of a webhook. `due`: another time stands in its row by now where this job was overtaken. */
  webhookQueue: { webhookId: number; due: string };
  /** The same for a receiver that fails or is slow: it has places of its own. */
  slowWebhookQueue: { webhookId: number; due: string };

  /** Messages that were stored together. */
  messageNotices: { messageIds: number[] };
  /** The reader's notices of a conversation are read with it. */
  readNotices: { conversationId: number; readerId: number };
  inquiryNotice: { inquiryId: number };
  /** One mail about the inquiries for which an agent got none of their own. */
  inquiryDigest: { agentId: number };
  /** A client was put off until now. */
  snoozeNotice: { clientId: number };
  /** A client of somebody who is away began to wait. */
  standInHandOver: { clientId: number };
  /** Clients were handed over: for both agents, as far as they did not do it themselves, and for the clients. */
  handOverNotice: {
    fromId: number;
    toId: number;
    actorId: number | null;
    count: number;
    /** The new agent's line, where it is one. */
    clientId: number | null;
    note: string | null;
  };
  /** The same for each client who has an account. */
  newAgentNotice: { toId: number; fromId: number; userId: number; conversationId: number | null };
  officeInvitationNotice: { invitationId: number };
  /** The other members of a shared list, once for several of a kind. */
  listNotice: { listId: number; actorId: number; news: 'item' | 'comment' };
  reviewNotice: { agentId: number; reviewerId: number; rating: number; isNew: boolean };
  /** An agent answered a review for the first time. */
  reviewAnswerNotice: { agentId: number; reviewerId: number };
  /** An admin deleted a review. */
  reviewRemovedNotice: { agentId: number; reviewerId: number | null; reason: string };
  viewingNotice: Pick<DomainEvents['viewingChanged'], 'viewingId' | 'actorId' | 'decision'>;
  /** For both sides, of a confirmed viewing; nothing once it was moved or called off. */
  viewingReminder: { viewingId: number; startsAt: string };
  /** The agent is asked what came of it. */
  viewingOutcomeNotice: { viewingId: number };
  /** The account of one side is gone, and with it a viewing that was still to come; for the other side. */
  viewingLostNotice: { userId: number; title: string | Words; startsAt: string; url: string };

  accountNotice: { userId: number };
  applicationNotice: { userId: number };
  /** The reason is what the applicant is told with a rejection. */
  decisionNotice: { userId: number; isApproved: boolean; reason: string | null };
  /** An admin hid, showed or deleted a listing; with its title, as a deleted listing cannot be read any more. */
  moderationNotice: {
    agentId: number;
    title: string;
    status: ModerationStatus | 'deleted';
    reason: string | null;
  };
  licenseNotice: DomainEvents['licenseChanged'];
  /** An agent whose licence had been checked gave another number. */
  licenseNumberNotice: { agentId: number };
  /** The first of the reports of a listing that wait for an admin. */
  reportNotice: { propertyId: number; reason: ReportReason };
  /** An admin decided on reports of one listing; of the reporters those who still have an account. */
  reportDecisionNotice: {
    propertyId: number;
    title: string;
    status: 'accepted' | 'dismissed';
    reporterIds: number[];
  };
  duplicatesNotice: Record<string, never>;
  /** A scheduled backup could not be made, copied or restored as a test; the reason is a sentence for people. */
  backupNotice: { what: 'backup' | 'copy' | 'drill'; file?: string; reason: string | Words };

  /** New listings of one agent, posted in one go. */
  newListings: { agentId: number; propertyIds: number[] };
  /** Listings that may be news to those who saved a search; of a lower price what it was before. */
  matchListings: { propertyIds: number[]; event: SearchEvent; from?: number };
  /** What came to searches whose owners want to know at once. */
  searchAlerts: { searchIds: number[] };
  /** The same by mail, bundled. */
  searchMail: { searchId: number };
  /** The asking price of a listing changed, in pesos. */
  priceNotice: { propertyId: number; from: number; to: number };
  /** An agent is asked which listings are still available. */
  confirmationNotice: { agentId: number };
  takenNotice: { propertyId: number; status: 'sold' | 'rented' };
  compareListing: { propertyId: number };
  /** A building got its name: listings that name it are put into it. */
  linkListings: { buildingId: number };
  /** An agent answered somebody whose review was not verified. */
  verifyReviews: { agentId: number };
  /** What an account wrote or posted, and what listings cost, may fit a pattern of fraud. */
  findSignals: { userId?: number; propertyIds?: number[] };
  signalsNotice: Record<string, never>;
  /** Search engines are told that the pages of these listings are new, different or gone. */
  indexNow: { propertyIds: number[] };
  /** Pictures of a listing that lie on other servers are made ours. */
  fetchPictures: { propertyId: number };
}

export type JobKind = keyof JobPayloads;

/**
 * Work that asks or tells others: it waits while nothing may leave the server (`outboundState`), uses up none of its attempts
 * and is begun afterwards.
 */
export const outgoing: ReadonlySet<string> = new Set<JobKind | 'copyBackups'>([
  'mail',
  'push',
  'webhookQueue',
  'slowWebhookQueue',
  'indexNow',
  'fetchPictures',
  'copyBackups',
]);
