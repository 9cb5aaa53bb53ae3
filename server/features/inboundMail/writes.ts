import { Transaction } from 'sequelize';
import type { ConversationModel, UserModel } from '#server/db/models.ts';
import { isPublicAgent } from '#server/features/auth/policy.ts';
import type { ServerContext } from '#server/features/context.ts';
import { sideOf, whyNotWritable } from '#server/features/conversations/policy.ts';
import { storeMessages } from '#server/features/conversations/writes.ts';
import { storeMailedInquiry } from '#server/features/inquiries/service.ts';
import { TooManyRequestsError } from '#server/http/errors.ts';
import { BudgetLimiter, budgetKey } from '#server/http/limits/budgetLimiter.ts';
import { translator } from '#server/languages.ts';
import type { IncomingMail, ReceivedFile } from '#server/mail/incomingMail.ts';
import { email } from '#shared/contracts/auth.ts';
import type { InquiryByMail } from '#shared/contracts/inquiries.ts';
import { DEFAULT_LANGUAGE } from '#shared/languages.ts';
import { MAX_INQUIRY_LENGTH, MAX_MESSAGE_LENGTH, MAX_NAME_LENGTH } from '#shared/limits.ts';
import { msg } from '#shared/messages.ts';
import { hasWebAddress } from '#shared/writtenText.ts';

type Placed =
  | { outcome: 'placed' | 'inquiry'; message_id?: number; inquiry_id?: number }
  | { outcome: 'dropped' | 'refused' };

const refused: Placed = { outcome: 'refused' };

/** Mails of one sender, and mails without a place to one agent, within an hour. */
const PER_SENDER = { points: 60, seconds: 3_600 };
const PER_AGENT = { points: 30, seconds: 3_600 };

/**
 * In the running transaction: the words of a mail go where its address says, if they are the person's whose address it
 * is. All else is an inquiry to the agent of that thread, with the reason.
 * @throws {TooManyRequestsError} later it may be taken.
 */
export async function placeMail(context: ServerContext, mail: IncomingMail, address: string): Promise<Placed> {
  const named = context.replyAddresses?.read(address);
  if (!named || !mail.from) return refused;
  if (!email.safeParse(mail.from.address).success) return { outcome: 'dropped' };
  await spend(context, PER_SENDER, 'mails of', mail.from.address);
  const { place, isGenuine } = named;
  return place.kind === 'inquiry'
    ? followInquiry(context, mail, place.id, isGenuine)
    : answerInConversation(context, mail, place, isGenuine);
}

/** Why these are not the words of the person with these addresses; null: they are. */
function whyNotTheirs(
  { from, authentication }: IncomingMail,
  addresses: readonly string[],
  isGenuine: boolean,
): InquiryByMail | null {
  if (!isGenuine || addresses.length === 0) return 'unknown_address';
  if (!addresses.some((address) => address.toLowerCase() === from?.address)) return 'other_sender';
  return authentication?.hasFailed ? 'failed_check' : null;
}

async function answerInConversation(
  context: ServerContext,
  mail: IncomingMail,
  { id, userId }: { id: number; userId: number },
  isGenuine: boolean,
): Promise<Placed> {
  const { Conversation, User } = context.db.models;
  const conversation = await Conversation.findByPk(id, { lock: Transaction.LOCK.NO_KEY_UPDATE });
  if (!conversation || conversation.status === 'suspended') return refused;
  const { user_id, agent_id, property_id } = conversation;
  const accounts = await User.findAll({ where: { id: [user_id, agent_id].filter((one) => one !== null) } });
  const person = accounts.find((account) => account.id === userId);
  const side = sideOf({ id: userId }, conversation);
  const other = accounts.find((account) => account.id === (side === 'user' ? agent_id : user_id));
  const isKnown = side !== null && person?.email_verified_at;
  const reason = whyNotTheirs(mail, isKnown ? [person.email] : [], isGenuine);
  if (reason) return storeUnplaced(context, mail, { reason, agentId: agent_id, propertyId: property_id });
  if (person?.status !== 'active' || !other || whyNotWritable({ ...conversation.get(), status: 'active' }))
    return refused;
  if (conversation.status === 'closed')
    return side === 'user'
      ? storeUnplaced(context, mail, {
          reason: 'closed_conversation',
          agentId: agent_id,
          propertyId: property_id,
          sender: person,
        })
      : refused;
  const content = contentOf(mail, other.language, MAX_MESSAGE_LENGTH);
  if (content === '') return { outcome: 'dropped' };
  const [stored] = await storeMessages(context, [
    { sender: person, conversation: heldOf(conversation, accounts), content, clientId: null, attachmentIds: [] },
  ]);
  return stored && !(stored instanceof Error) ? { outcome: 'placed', message_id: stored.id } : refused;
}

function heldOf(conversation: ConversationModel, accounts: readonly UserModel[]) {
  const statusOf = (id: number | null) => accounts.find((account) => account.id === id)?.status ?? null;
  const { user_id, agent_id } = conversation;
  return { ...conversation.get(), user_status: statusOf(user_id), agent_status: statusOf(agent_id) };
}

/** The sender of an inquiry goes on with it: a further inquiry of the same person, about the same listing. */
async function followInquiry(
  context: ServerContext,
  mail: IncomingMail,
  id: number,
  isGenuine: boolean,
): Promise<Placed> {
  const { Inquiry, User } = context.db.models;
  const earlier = await Inquiry.findByPk(id);
  if (!earlier) return refused;
  const { agent_id, user_id, property_id } = earlier;
  const account = user_id === null ? null : await User.findByPk(user_id);
  const reason = whyNotTheirs(mail, [earlier.email, ...(account ? [account.email] : [])], isGenuine);
  if (reason) return storeUnplaced(context, mail, { reason, agentId: agent_id, propertyId: property_id });
  const agent = agent_id === null ? null : await User.findByPk(agent_id);
  if (agent?.status !== 'active' || (account && account.status !== 'active')) return refused;
  const message = contentOf(mail, agent.language, MAX_INQUIRY_LENGTH);
  if (message === '') return { outcome: 'dropped' };
  const { name, email: address, phone, conversation_id, language } = earlier;
  const inquiry_id = await storeMailedInquiry(context, {
    ...{ name, email: address, phone, user_id, property_id, conversation_id, language },
    agent_id: agent.id,
    message,
    follows_id: earlier.follows_id ?? earlier.id,
    by_mail: 'answer',
  });
  return { outcome: 'placed', inquiry_id };
}

interface Unplaced {
  reason: InquiryByMail;
  agentId: number | null;
  propertyId: number | null;
  /** The proven sender. */
  sender?: UserModel;
}

async function storeUnplaced(
  context: ServerContext,
  mail: IncomingMail,
  { reason, agentId, propertyId, sender }: Unplaced,
): Promise<Placed> {
  const { db } = context;
  if (agentId === null || !mail.from || !(await isPublicAgent(db, agentId))) return refused;
  await spend(context, PER_AGENT, 'mails without a place to', agentId);
  const agent = await db.models.User.findByPk(agentId, { rejectOnEmpty: true });
  const message = contentOf(mail, agent.language, MAX_INQUIRY_LENGTH, mail.subject);
  if (message === '') return { outcome: 'dropped' };
  const { address, name } = mail.from;
  const inquiry_id = await storeMailedInquiry(context, {
    agent_id: agentId,
    user_id: sender?.id ?? null,
    property_id: propertyId,
    name: sender?.name ?? nameOf(name, address),
    email: address,
    message,
    by_mail: reason,
  });
  return { outcome: 'inquiry', inquiry_id };
}

/** A name without a web address, as the form takes it. */
const nameOf = (name: string, address: string): string =>
  (name === '' || hasWebAddress(name) ? (address.split('@')[0] ?? address) : name).slice(0, MAX_NAME_LENGTH);

/** @param language of the reader. @param subject of a mail that stands alone. */
function contentOf(mail: IncomingMail, language: string | null, most: number, subject = ''): string {
  const words = [subject, mail.words].filter(Boolean).join('\n\n');
  const note = noteOfFiles(mail.files, language);
  const room = most - (note === '' ? 0 : note.length + 2);
  const characters = words.length > room ? `${words.slice(0, room - 1).replace(/[\ud800-\udbff]$/, '')}…` : words;
  return [characters, note].filter(Boolean).join('\n\n');
}

/** A line about the files of a mail, which are not kept yet. */
function noteOfFiles(files: readonly ReceivedFile[], language: string | null): string {
  if (files.length === 0) return '';
  const t = translator(language ?? DEFAULT_LANGUAGE);
  return t(
    msg(
      '{count, plural, one {# file came with this email. It was not kept.} other {# files came with this email. They were not kept.}}',
      { count: files.length },
    ),
  );
}

async function spend(context: ServerContext, limit: typeof PER_AGENT, ...name: (string | number)[]) {
  if (!context.env.hasActionLimits) return;
  const limiter = new BudgetLimiter(context, limit);
  const { consumedPoints, msBeforeNext } = await limiter.penalty(budgetKey(...name));
  if (consumedPoints > limit.points)
    throw new TooManyRequestsError(msg('Too many emails at once. Please try again later.'), msBeforeNext / 1_000);
}
