import { Op, Transaction } from 'sequelize';
import type { z } from 'zod';
import type { ClientModel, InquiryModel } from '#server/db/models.ts';
import { lockedInOrder, newestBy } from '#server/db/sql.ts';
import { lockUser } from '#server/features/auth/writes/passwords.ts';
import type { ClientRecord } from '#server/features/clients/reads/people.ts';
import type { ServerContext } from '#server/features/context.ts';
import { writeToClient } from '#server/features/conversations/service.ts';
import { otherWords } from '#server/features/conversations/writes.ts';
import { storeReply, waitForMail } from '#server/features/inquiries/service.ts';
import { publicListing } from '#server/features/properties/policy.ts';
import type { SignedInUser } from '#server/http/caller.ts';
import { ConflictError, found, invalidField } from '#server/http/errors.ts';
import type { deskCalls, TimelineEntry } from '#shared/contracts/desk.ts';
import type { ReplyMethod } from '#shared/contracts/inquiries.ts';
import { msg } from '#shared/messages.ts';
import { readEntry } from '../reads.ts';

type Reply = z.output<typeof deskCalls.reply.body>;

interface Addressed {
  agent: SignedInUser;
  line: ClientModel;
  /** All records of the agent and the client. */
  records: readonly ClientRecord[];
}

const idsOf = (records: readonly ClientRecord[], wanted: ClientRecord['kind']) =>
  records.flatMap(({ kind, id }) => (kind === wanted ? id : []));

/** A repeated `client_id` returns the stored answer. @throws {InvalidInputError} not this way. @throws {ConflictError} not now. */
export async function answerClient(
  context: ServerContext,
  addressed: Addressed,
  reply: Reply,
): Promise<TimelineEntry> {
  const { channel } = reply;
  const entry =
    channel === 'chat'
      ? await answerInChat(context, addressed, reply)
      : await answerInquiry(context, addressed, { ...reply, channel });
  return found(entry, 'client');
}

async function answerInChat(
  context: ServerContext,
  { agent, line, records }: Addressed,
  { content, client_id: clientId, property_id: about, attachment_ids: attachmentIds = [] }: Reply,
): Promise<TimelineEntry | undefined> {
  const { user_id } = line;
  // The author of a public review has not contacted the agent.
  if (user_id === null || line.kind === 'reviewer')
    throw invalidField('channel', msg('You cannot chat with this person'));
  const message = await context.db.transaction(async () => {
    const firstAbout =
      about === undefined
        ? await lastAskedAbout(context, idsOf(records, 'inquiry'))
        : await requireKnown(context, records, about);
    const message = { content, clientId, attachmentIds, about, firstAbout };
    const posted = await writeToClient(context, agent, user_id, message);
    const answered = await markAnswered(context, agent, idsOf(records, 'inquiry'), posted.message.created_at);
    await readNoticesOf(context, agent, line, answered);
    return posted.message;
  });
  return readEntry(context, agent, 'message', message);
}

/** The listing of the newest inquiry, if it had one. */
async function lastAskedAbout({ db }: ServerContext, id: number[]): Promise<number | null> {
  const inquiry = await db.models.Inquiry.findOne({ where: { id }, order: [['id', 'DESC']] });
  return inquiry?.property_id ?? null;
}

/** @throws {InvalidInputError} the client did not ask about it, and it is not public. */
async function requireKnown(
  { db }: ServerContext,
  records: readonly ClientRecord[],
  propertyId: number | null,
): Promise<number | null> {
  const { Inquiry, Conversation, Property } = db.models;
  if (propertyId === null) return null;
  const known =
    (await Property.count({ where: { ...publicListing, id: propertyId } })) +
    (await Inquiry.count({ where: { id: idsOf(records, 'inquiry'), property_id: propertyId } })) +
    (await Conversation.count({ where: { id: idsOf(records, 'conversation'), property_id: propertyId } }));
  if (known > 0) return propertyId;
  throw invalidField('property_id', msg('This listing is no longer offered'));
}

/** Open inquiries of the client up to now need no other answer. @returns their ids. */
async function markAnswered({ db }: ServerContext, agent: SignedInUser, id: number[], at: Date) {
  const open = await db.models.Inquiry.findAll({
    where: { id, agent_id: agent.id, status: ['new', 'read'], created_at: { [Op.lte]: at } },
    ...lockedInOrder('NO_KEY_UPDATE'),
  });
  for (const inquiry of open)
    await inquiry.update({ status: 'replied', first_reply_at: inquiry.first_reply_at ?? at });
  return open.map((inquiry) => inquiry.id);
}

/** The answered inquiries, and the client's return to the queue. */
const readNoticesOf = (
  { jobs }: ServerContext,
  agent: SignedInUser,
  line: { id: number },
  inquiries: number[],
) => {
  const topics = [`client-${line.id}` as const, ...inquiries.map((id) => `inquiry-${id}` as const)];
  return jobs.add('readNotices', { topics, readerIds: [agent.id] });
};

async function answerInquiry(
  context: ServerContext,
  { agent, line, records }: Addressed,
  { channel: method, content: message, inquiry_id, ...given }: Reply & { channel: ReplyMethod },
): Promise<TimelineEntry | undefined> {
  const { Inquiry, InquiryReply } = context.db.models;
  const { client_id: clientId, attachment_ids: attachmentIds = [] } = given;
  const ids = idsOf(records, 'inquiry');
  const reply = await context.db.transaction(async () => {
    // A second parallel call waits here for the first.
    await lockUser(context, agent.id);
    const stored = await InquiryReply.findOne({ where: { author_id: agent.id, client_id: clientId } });
    if (stored && (stored.message !== message || stored.method !== method)) throw otherWords();
    if (stored) return stored;
    const lock = Transaction.LOCK.NO_KEY_UPDATE;
    const own = { agent_id: agent.id };
    const inquiry =
      inquiry_id === undefined
        ? await newestOf(context, ids)
        : await Inquiry.findOne({ where: { ...own, id: ids.filter((id) => id === inquiry_id) } });
    await readNoticesOf(context, agent, line, []);
    const held = await Inquiry.findOne({ where: { ...own, id: found(inquiry, 'inquiry').id }, lock });
    return storeReply(context, agent, found(held, 'inquiry'), { message, method, clientId, attachmentIds });
  });
  if (method === 'email') await waitForMail(context);
  return readEntry(context, agent, 'reply', reply);
}

/** The newest unanswered inquiry, else the newest that is not closed. @throws {ConflictError} neither. */
async function newestOf({ db }: ServerContext, id: number[]): Promise<InquiryModel> {
  const inquiries = await db.models.Inquiry.findAll({
    where: { id, status: { [Op.ne]: 'closed' } },
    order: newestBy('created_at'),
  });
  const newest = inquiries.find(({ status }) => status !== 'replied') ?? inquiries[0];
  if (newest) return newest;
  throw new ConflictError(msg('This client has no open inquiry to answer'), 'nothing_to_answer');
}

/** A talk outside of the site answers what the client has asked up to now. */
export async function answerByTalk(
  context: ServerContext,
  { agent, line, records }: Pick<Addressed, 'agent' | 'records'> & { line: { id: number } },
): Promise<void> {
  const answered = await markAnswered(context, agent, idsOf(records, 'inquiry'), context.now());
  await readNoticesOf(context, agent, line, answered);
}
