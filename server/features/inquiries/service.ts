import { setTimeout as wait } from 'node:timers/promises';
import { Transaction } from 'sequelize';
import type { z } from 'zod';
import type { InquiryModel } from '#server/db/models.ts';
import { isPublicAgent } from '#server/features/auth/policy.ts';
import type { ServerContext } from '#server/features/context.ts';
import { publicListing } from '#server/features/properties/policy.ts';
import type { SignedInUser } from '#server/http/access.ts';
import { ConflictError, ForbiddenError, InvalidInputError, NotFoundError } from '#server/http/errors.ts';
import { inquiryReplyMail } from '#server/mail/templates.ts';
import type { ListPlace } from '#shared/contracts/common.ts';
import type {
  contactBody,
  Inquiry,
  InquiryCounts,
  InquiryStatus,
  ReplyMethod,
} from '#shared/contracts/inquiries.ts';
import { canMoveTo, canReply, ownsInbox } from './policy.ts';
import { countInbox, type InboxFilter, readInbox, readInquiry } from './reads.ts';

/** How long an answer waits to be able to say 'sent'; a slower mail server is told as 'queued'. */
const DELIVERY_WAIT_MS = 4_000;

/**
 * @throws {NotFoundError} there is no such agent. @throws {ForbiddenError} it is the caller.
 * @throws {InvalidInputError} the listing is not one of theirs.
 */
export async function createInquiry(
  { db, bus }: ServerContext,
  agentId: number,
  caller: SignedInUser | null,
  { property_id = null, property_interest = null, phone = null, ...message }: z.output<typeof contactBody>,
): Promise<{ id: number }> {
  if (!(await isPublicAgent(db, agentId))) throw new NotFoundError('Agent');
  if (caller?.id === agentId) throw new ForbiddenError('You cannot write to yourself', 'own_account');
  if (property_id !== null) {
    const about = { ...publicListing, id: property_id, agent_id: agentId };
    if ((await db.models.Property.count({ where: about })) === 0)
      throw new InvalidInputError([
        { path: 'property_id', message: 'This listing is no longer offered by this agent' },
      ]);
  }
  const inquiry = await db.transaction(() =>
    db.models.Inquiry.create({
      ...message,
      agent_id: agentId,
      user_id: caller?.id ?? null,
      property_id,
      property_interest,
      phone,
    }),
  );
  bus.publish('inquiryReceived', { inquiryId: inquiry.id, agentId });
  return { id: inquiry.id };
}

/** @throws {ForbiddenError} it is another agent's inbox. */
export function listInquiries(
  { db }: ServerContext,
  agentId: number,
  caller: SignedInUser,
  filter: InboxFilter,
): Promise<Inquiry[]> {
  requireOwnInbox(caller, agentId);
  return readInbox(db, agentId, filter);
}

/** @throws {ForbiddenError} it is another agent's inbox. */
export function countInquiries(
  { db }: ServerContext,
  agentId: number,
  caller: SignedInUser,
  before?: ListPlace,
): Promise<InquiryCounts> {
  requireOwnInbox(caller, agentId);
  return countInbox(db, agentId, before);
}

/** @throws {ConflictError} the specification knows no such transition, or its status is not the expected one. */
export async function setInquiryStatus(
  context: ServerContext,
  { agentId, inquiryId }: { agentId: number; inquiryId: number },
  caller: SignedInUser,
  {
    status,
    expected_status: expected,
  }: { status: InquiryStatus; expected_status?: InquiryStatus | undefined },
): Promise<Inquiry> {
  requireOwnInbox(caller, agentId);
  await context.db.transaction(async () => {
    const inquiry = await lockInquiry(context, agentId, inquiryId);
    if (expected && inquiry.status !== expected)
      throw new ConflictError(
        `This inquiry is ${inquiry.status} by now; the change was made while it was ${expected}.`,
        'changed_meanwhile',
      );
    if (!canMoveTo(inquiry.status, status))
      throw new ConflictError(
        `An inquiry that is ${inquiry.status} cannot become ${status}`,
        'invalid_transition',
      );
    await inquiry.update({ status });
  });
  return requireInquiry(context, inquiryId);
}

/**
 * Stores the reply first, then sends it: what the agent wrote is kept whatever the mail server does.
 * @throws {ConflictError} the inquiry is closed. @throws {InvalidInputError} a call or SMS without a number.
 */
export async function replyToInquiry(
  context: ServerContext,
  { agentId, inquiryId }: { agentId: number; inquiryId: number },
  caller: SignedInUser,
  { message, replyMethod }: { message: string; replyMethod: ReplyMethod },
): Promise<Inquiry> {
  requireOwnInbox(caller, agentId);
  const { db, mail, now } = context;
  await db.transaction(async () => {
    const inquiry = await lockInquiry(context, agentId, inquiryId);
    if (!canReply(inquiry.status))
      throw new ConflictError('This inquiry is closed. Reopen it to reply.', 'inquiry_closed');
    if (replyMethod !== 'email' && !inquiry.phone)
      throw new InvalidInputError([{ path: 'replyMethod', message: 'This contact left no phone number' }]);
    await inquiry.update({
      status: 'replied',
      reply_message: message,
      reply_method: replyMethod,
      reply_at: now(),
      first_reply_at: inquiry.first_reply_at ?? now(),
      reply_delivery: replyMethod === 'email' ? 'queued' : null,
    });
    if (replyMethod !== 'email') return;
    const letter = inquiryReplyMail(context, {
      name: inquiry.name,
      agentName: caller.name,
      message,
      question: inquiry.message,
    });
    await mail.queue({ ...letter, recipient: inquiry.email, replyTo: caller.email, inquiryId });
  });
  if (replyMethod === 'email')
    await Promise.race([mail.flush(), wait(DELIVERY_WAIT_MS, undefined, { ref: false })]);
  return requireInquiry(context, inquiryId);
}

function requireOwnInbox(caller: SignedInUser, agentId: number): void {
  if (!ownsInbox(caller, agentId)) throw new ForbiddenError('These inquiries belong to another agent');
}

async function lockInquiry({ db }: ServerContext, agentId: number, inquiryId: number): Promise<InquiryModel> {
  const where = { id: inquiryId, agent_id: agentId };
  const inquiry = await db.models.Inquiry.findOne({
    where,
    lock: Transaction.LOCK.NO_KEY_UPDATE,
  });
  if (!inquiry) throw new NotFoundError('Inquiry');
  return inquiry;
}

async function requireInquiry({ db }: ServerContext, id: number): Promise<Inquiry> {
  const inquiry = await readInquiry(db, id);
  if (!inquiry) throw new NotFoundError('Inquiry');
  return inquiry;
}
