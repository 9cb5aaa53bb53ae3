import type { ServerContext } from '#server/features/context.ts';
import type { JobKind } from '#server/jobs/payloads.ts';
import { adminNotices, decisionNotices } from './jobs/accounts.ts';
import {
  contactNotices,
  notifyOfMessages,
  officeNotices,
  readMessageNotices,
  reviewNotices,
  viewingNotices,
} from './jobs/clients.ts';
import { findNewListings, listingNotices, notifyOfNewListings } from './jobs/listings.ts';
import { mailHeld, type Notice, type NoticeHandlers, type NoticeOptions, notify, readTopics } from './writes.ts';

/** Each stores its notices and mails in the transaction that ends the job. */
const handlers: NoticeHandlers = {
  notices: (context, { userIds, notice, options }) =>
    notify(context, userIds, notice as Notice, options as NoticeOptions),
  readNotices: readTopics,
  heldMail: mailHeld,
  ...adminNotices,
  ...decisionNotices,
  ...contactNotices,
  ...viewingNotices,
  ...reviewNotices,
  ...officeNotices,
  ...listingNotices,
};

/** Sockets deliver a flood of messages at once; its notices leave the database to the writers. */
const FEW_AT_ONCE = 2;

export function handleNotices(context: ServerContext): void {
  const { jobs } = context;
  for (const [kind, handler] of Object.entries(handlers))
    jobs.handle(kind as JobKind, { apply: (payload) => handler(context, payload as never) });

  jobs.handle('messageNotices', {
    // Outside of the transaction, which is short then.
    run: ({ messageIds }) => readMessageNotices(context, messageIds),
    apply: (_payload, notices) => notifyOfMessages(context, notices),
    atOnce: FEW_AT_ONCE,
  });
  jobs.handle('newListings', {
    run: (news) => findNewListings(context, news),
    apply: async (_news, found) => {
      if (found) await notifyOfNewListings(context, found);
    },
  });
}
