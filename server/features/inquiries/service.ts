import { setTimeout as wait } from 'node:timers/promises';
import { Transaction } from 'sequelize';
import type { InquiryModel, InquiryReplyModel } from '#server/db/models.ts';
import { attach, holdAttachments } from '#server/features/attachments/service.ts';
import { isPublicAgent, requireWithinNewAccountLimit } from '#server/features/auth/policy.ts';
import { lockOwnUser } from '#server/features/auth/writes/passwords.ts';
import type { ServerContext } from '#server/features/context.ts';
import { publicListing } from '#server/features/properties/policy.ts';
import { noteInteractions } from '#server/features/reviews/jobs.ts';
import { notifyWebhooks } from '#server/features/webhooks/writes.ts';
import type { SignedInUser } from '#server/http/caller.ts';
import { ConflictError, ForbiddenError, found, invalidField } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import { inquiryReplyMail } from '#server/mail/templates.ts';
import type { Inquiry, InquiryByMail, inquiriesCalls, ReplyMethod } from '#shared/contracts/inquiries.ts';
import { DEFAULT_LANGUAGE } from '#shared/languages.ts';
import { MAX_MAILED_BYTES } from '#shared/limits.ts';
import { msg } from '#shared/messages.ts';
import { canMoveTo, canReply } from './policy.ts';
import { countInbox, readInbox, readInquiry, readOwnInquiries } from './reads.ts';

/** Time an answer waits for 'sent'; with a slower mail server it says 'queued'. */
const DELIVERY_WAIT_MS = 4_000;

export function inquiriesService(context: ServerContext): Service<typeof inquiriesCalls> {
  const { db, jobs } = context;

  return {
    async create({
      params: { id: agent_id },
      user,
      language,
      body: { property_id = null, property_interest = null, phone = null, attachment_ids = [], ...message },
    }) {
      found(await isPublicAgent(db, agent_id), 'agent');
      if (user?.id === agent_id) throw new ForbiddenError(msg('You cannot message yourself'), 'own_account');
      if (property_id !== null) {
        const about = { ...publicListing, id: property_id, agent_id };
        if ((await db.models.Property.count({ where: about })) === 0)
          throw invalidField('property_id', msg('This agent no longer offers this listing'));
      }
      if (!user && attachment_ids.length > 0)
        throw invalidField('attachment_ids', msg('Please log in to attach files'));
      const values = {
        ...message,
        agent_id,
        user_id: user?.id ?? null,
        property_id,
        property_interest,
        phone,
        language: user || language === DEFAULT_LANGUAGE ? null : language,
      };
      return db.transaction(async () => {
        if (user) {
          // The account's lock serializes one person's inquiries, so that each counts towards the limit.
          const sender = await lockOwnUser(context, user.id);
          await requireWithinNewAccountLimit(context, sender, 'inquiries');
          await jobs.add('findSignals', { userId: user.id }, { priority: 'background' });
        }
        // The person's conversation with the agent about the listing, which the inquiry joins.
        const where = { agent_id, user_id: user?.id ?? 0, property_id };
        const thread = user && (await db.models.Conversation.findOne({ where, order: [['id', 'DESC']] }));
        const files = user ? await holdAttachments(context, user.id, attachment_ids) : [];
        const { id } = await db.models.Inquiry.create({ ...values, conversation_id: thread?.id ?? null });
        await attach(context, files, 'inquiry_id', id);
        await jobs.add('inquiryNotice', { inquiryId: id });
        await notifyWebhooks(context, agent_id, [{ event: 'inquiry.created', subjectId: id }]);
        return { id };
      });
    },

    own: ({ user, query }) => readOwnInquiries(db, user.id, query),

    async list({ params, user, query }) {
      requireOwnInbox(user, params.id);
      return readInbox(db, params.id, query);
    },

    async counts({ params, user, query }) {
      requireOwnInbox(user, params.id);
      return countInbox(db, params.id, query.before);
    },

    async setStatus({ params, user, body: { status, expected_status: expected } }) {
      requireOwnInbox(user, params.id);
      await db.transaction(async () => {
        const inquiry = await lockInquiry(context, params);
        if (expected && inquiry.status !== expected)
          throw new ConflictError(
            msg(
              'This inquiry is now {status, select, new {new} read {read} replied {replied} other {closed}}; you changed it when it was {expected, select, new {new} read {read} replied {replied} other {closed}}.',
              { status: inquiry.status, expected },
            ),
            'changed_meanwhile',
          );
        if (!canMoveTo(inquiry.status, status))
          throw new ConflictError(
            msg(
              'An inquiry that is {status, select, new {new} read {read} replied {replied} other {closed}} cannot become {next, select, new {new} read {read} replied {replied} other {closed}}',
              { status: inquiry.status, next: status },
            ),
            'invalid_transition',
          );
        await inquiry.update({ status });
        const topics = [`inquiry-${inquiry.id}` as const];
        if (status !== 'new') await jobs.add('readNotices', { topics, readerIds: [user.id] });
      });
      return requireInquiry(context, params.contactId);
    },

    // Stores the reply first, then sends it: the text is kept whatever the mail server does.
    async reply({ params, user, body: { message, replyMethod: method, attachment_ids: attachmentIds = [] } }) {
      requireOwnInbox(user, params.id);
      await db.transaction(async () => {
        const inquiry = await lockInquiry(context, params);
        await storeReply(context, user, inquiry, { message, method, clientId: null, attachmentIds });
      });
      if (method === 'email') await waitForMail(context);
      return requireInquiry(context, params.contactId);
    },
  };
}

interface NewReply {
  message: string;
  method: ReplyMethod;
  clientId: string | null;
  /** Files that the agent has uploaded for it. */
  attachmentIds: readonly number[];
}

/** @throws {InvalidInputError} not by telephone, or too large for one mail. */
async function holdFiles(context: ServerContext, agent: SignedInUser, { method, attachmentIds }: NewReply) {
  if (method !== 'email' && attachmentIds.length > 0)
    throw invalidField('attachment_ids', msg('Files can be sent by chat or by email'));
  const files = await holdAttachments(context, agent.id, attachmentIds);
  if (files.reduce((sum, { size }) => sum + size, 0) > MAX_MAILED_BYTES)
    throw invalidField('attachment_ids', msg('The files of one email can have at most 15 MB together'));
  return files;
}

type MailedInquiry = Pick<InquiryModel, 'name' | 'email' | 'message'> &
  Partial<
    Pick<InquiryModel, 'user_id' | 'property_id' | 'phone' | 'language' | 'follows_id' | 'conversation_id'>
  > & {
    agent_id: number;
    by_mail: InquiryByMail;
  };

/** An email in an agent's inbox, in the running transaction: an answer to the agent, or an email without a place. */
export async function storeMailedInquiry(context: ServerContext, mailed: MailedInquiry): Promise<number> {
  const { db, jobs } = context;
  const values = { user_id: null, property_id: null, property_interest: null, phone: null, ...mailed };
  const { id } = await db.models.Inquiry.create(values);
  if (values.user_id !== null)
    await jobs.add('findSignals', { userId: values.user_id }, { priority: 'background' });
  await jobs.add('inquiryNotice', { inquiryId: id });
  await notifyWebhooks(context, mailed.agent_id, [{ event: 'inquiry.created', subjectId: id }]);
  return id;
}

/** In a transaction that holds the inquiry. @throws {ConflictError} it is closed. @throws {InvalidInputError} no number. */
export async function storeReply(
  context: ServerContext,
  agent: SignedInUser,
  inquiry: InquiryModel,
  given: NewReply,
): Promise<InquiryReplyModel> {
  const { db, mail, jobs, now } = context;
  const { InquiryReply, Property, User } = db.models;
  const { message, method, clientId } = given;
  if (!canReply(inquiry.status))
    throw new ConflictError(msg('This inquiry is closed. Reopen it to reply.'), 'inquiry_closed');
  const isMail = method === 'email';
  if (!isMail && !inquiry.phone) throw invalidField('replyMethod', msg('This client left no phone number'));
  const files = await holdFiles(context, agent, given);
  const at = now();
  const delivery = isMail ? 'queued' : null;
  await inquiry.update({
    status: 'replied',
    reply_message: message,
    reply_method: method,
    reply_at: at,
    first_reply_at: inquiry.first_reply_at ?? at,
    reply_delivery: delivery,
  });
  const reply = await InquiryReply.create({
    inquiry_id: inquiry.id,
    author_id: agent.id,
    method,
    message,
    delivery,
    client_id: clientId,
    created_at: at,
  });
  await attach(context, files, 'reply_id', reply.id);
  await noteInteractions(context, [{ agentId: inquiry.agent_id, reviewerId: inquiry.user_id }]);
  await jobs.add('readNotices', { topics: [`inquiry-${inquiry.id}`], readerIds: [agent.id] });
  if (isMail) {
    const { id: inquiryId, name, email: recipient, message: question } = inquiry;
    const sender = await User.findByPk(agent.id);
    const replyTo =
      context.replyAddresses?.of({ kind: 'inquiry', id: inquiry.follows_id ?? inquiryId }) ??
      sender?.contact_email ??
      agent.email;
    // The present address of the sender's account, if sent while signed in.
    const account = inquiry.user_id === null ? null : await User.findByPk(inquiry.user_id);
    const listing = inquiry.property_id === null ? null : await Property.findByPk(inquiry.property_id);
    const letter = inquiryReplyMail(context, account?.language ?? inquiry.language, {
      name,
      agentName: agent.name,
      listing: listing?.title ?? null,
      message,
      question,
    });
    const about = { users: [agent.id] };
    await mail.queue({ ...letter, recipient, replyTo, inquiryId, replyId: reply.id, about });
  }
  return reply;
}

/** Long enough for a mail server of usual speed, so that an answer can say 'sent'. */
export async function waitForMail({ jobs }: ServerContext): Promise<void> {
  await Promise.race([jobs.flush('mail'), wait(DELIVERY_WAIT_MS, undefined, { ref: false })]);
}

/** @throws {ForbiddenError} another agent's inbox. */
function requireOwnInbox(caller: SignedInUser, agentId: number): void {
  if (caller.id !== agentId) throw new ForbiddenError(msg('These inquiries belong to another agent'));
}

async function lockInquiry(
  { db }: ServerContext,
  { id: agent_id, contactId: id }: { id: number; contactId: number },
): Promise<InquiryModel> {
  const lock = Transaction.LOCK.NO_KEY_UPDATE;
  return found(await db.models.Inquiry.findOne({ where: { id, agent_id }, lock }), 'inquiry');
}

const requireInquiry = async ({ db }: ServerContext, id: number): Promise<Inquiry> =>
  found(await readInquiry(db, id), 'inquiry');
