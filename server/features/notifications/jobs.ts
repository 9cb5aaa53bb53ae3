import type { ServerContext } from '#server/features/context.ts';
import type { JobKind, JobPayloads } from '#server/jobs/payloads.ts';
import {
  notifyOfAccount,
  notifyOfApplication,
  notifyOfBackup,
  notifyOfDuplicates,
  notifyOfReport,
  notifyOfSignals,
} from './jobs/admins.ts';
import {
  notifyOfDecision,
  notifyOfLicense,
  notifyOfLicenseNumber,
  notifyOfModeration,
  notifyOfReports,
} from './jobs/decisions.ts';
import { mailInquiryDigest, notifyOfInquiry, notifyOfSnooze } from './jobs/inquiries.ts';
import { askForConfirmations, notifyOfPrice, notifyOfTaken } from './jobs/listings.ts';
import { markNoticesRead, notifyOfMessages, readMessageNotices } from './jobs/messages.ts';
import { findNewListings, notifyOfNewListings } from './jobs/newListings.ts';
import { notifyOfHandOver, notifyOfInvitation, notifyOfNewAgent } from './jobs/offices.ts';
import { notifyOfAnswer, notifyOfRemovedReview, notifyOfReview } from './jobs/reviews.ts';
import { askForOutcome, notifyOfLostViewing, notifyOfViewing, remindOfViewing } from './jobs/viewings.ts';
import { type Notice, type NoticeOptions, notify } from './writes.ts';

type Handlers = {
  [Kind in JobKind]?: (context: ServerContext, payload: JobPayloads[Kind]) => Promise<void>;
};

/** Each stores its notices and mails in the transaction that ends the job. */
const handlers: Handlers = {
  notices: (context, { userIds, notice, options }) =>
    notify(context, userIds, notice as Notice, options as NoticeOptions),
  readNotices: markNoticesRead,
  inquiryNotice: notifyOfInquiry,
  inquiryDigest: mailInquiryDigest,
  snoozeNotice: notifyOfSnooze,
  reviewNotice: notifyOfReview,
  reviewAnswerNotice: notifyOfAnswer,
  reviewRemovedNotice: notifyOfRemovedReview,
  handOverNotice: notifyOfHandOver,
  newAgentNotice: notifyOfNewAgent,
  officeInvitationNotice: notifyOfInvitation,
  applicationNotice: notifyOfApplication,
  decisionNotice: notifyOfDecision,
  moderationNotice: notifyOfModeration,
  licenseNotice: notifyOfLicense,
  licenseNumberNotice: notifyOfLicenseNumber,
  reportNotice: notifyOfReport,
  reportDecisionNotice: notifyOfReports,
  duplicatesNotice: notifyOfDuplicates,
  signalsNotice: notifyOfSignals,
  accountNotice: notifyOfAccount,
  backupNotice: notifyOfBackup,
  viewingNotice: notifyOfViewing,
  viewingReminder: remindOfViewing,
  viewingOutcomeNotice: askForOutcome,
  viewingLostNotice: notifyOfLostViewing,
  priceNotice: notifyOfPrice,
  confirmationNotice: askForConfirmations,
  takenNotice: notifyOfTaken,
};

/** Sockets deliver a flood of messages at once; its notices leave the database to the writers. */
const FEW_AT_ONCE = { atOnce: 2 };

export function handleNotices(context: ServerContext): void {
  const { jobs } = context;
  for (const [kind, handler] of Object.entries(handlers))
    jobs.handle(kind as JobKind, { apply: (payload) => handler(context, payload as never) });

  jobs.handle('messageNotices', {
    // Outside of the transaction, which is short then.
    run: ({ messageIds }) => readMessageNotices(context, messageIds),
    apply: (_payload, notices) => notifyOfMessages(context, notices),
    ...FEW_AT_ONCE,
  });
  jobs.handle('newListings', {
    run: (news) => findNewListings(context, news),
    apply: async (_news, found) => {
      if (found) await notifyOfNewListings(context, found);
    },
  });
}
