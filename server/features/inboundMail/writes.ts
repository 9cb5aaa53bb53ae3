import { Transaction } from 'sequelize';
import type { AttachmentModel, ConversationModel, UserModel } from '#server/db/models.ts';
import { attach, storeAttachment } from '#server/features/attachments/service.ts';
import { isPublicAgent } from '#server/features/auth/policy.ts';
import type { ServerContext } from '#server/features/context.ts';
import { sideOf, whyNotWritable } from '#server/features/conversations/policy.ts';
import { storeMessages } from '#server/features/conversations/writes.ts';
import { storeMailedInquiry } from '#server/features/inquiries/service.ts';
import { ApiError, TooManyRequestsError } from '#server/http/errors.ts';
import { BudgetLimiter, budgetKey } from '#server/http/limits/budgetLimiter.ts';
import { translator } from '#server/languages.ts';
import type { IncomingMail } from '#server/mail/incomingMail.ts';
import type { ReceivedFile } from '#server/media/pictures.ts';
import { email } from '#shared/contracts/auth.ts';
import type { ErrorCode } from '#shared/contracts/common.ts';
import type { InquiryByMail } from '#shared/contracts/inquiries.ts';
import { DEFAULT_LANGUAGE } from '#shared/languages.ts';
import {
  MAX_ATTACHMENT_BYTES,
  MAX_ATTACHMENTS,
  MAX_INQUIRY_LENGTH,
  MAX_MESSAGE_LENGTH,
  MAX_NAME_LENGTH,
} from '#shared/limits.ts';
import { msg } from '#shared/messages.ts';
import { hasWebAddress } from '#shared/writtenText.ts';

type Outcome =
  | { outcome: 'placed' | 'inquiry'; message_id?: number; inquiry_id?: number }
  | { outcome: 'dropped' | 'refused' };

const refused: Outcome = { outcome: 'refused' };

/** Where the words of a mail go. */
interface Place {
  /** The account that counts for files: the sender's, else the reader's. Null: no files of this sender are taken over. */
  payer: Pick<UserModel, 'id' | 'role'> | null;
  /** The sender's account. */
  ownerId: number | null;
  /** Of the reader. */
  language: string | null;
  maxLength: number;
  /** Of a mail that stands alone. */
  subject: string;
  store(content: string, files: readonly AttachmentModel[]): Promise<Outcome>;
}

interface MailFiles {
  kept: AttachmentModel[];
  /** Names of those that are not taken over. */
  refused: string[];
}

/** Mails of one sender, mails without a place to one agent, and mails with files for one account, within an hour. */
const PER_SENDER = { points: 60, seconds: 3_600 };
const PER_AGENT = { points: 30, seconds: 3_600 };
const WITH_FILES = { points: 30, seconds: 3_600 };

/** Files that the site does not take, or for which its sender has no room. For other refusals the mail may come again. */
const unfit: readonly ErrorCode[] = ['unsupported_media_type', 'unprocessable', 'payload_too_large'];

/**
 * Keeps the files of a mail, before the transaction that places it: storing them takes long. Only those of a sender whose
 * own words the mail is; what nothing refers to afterwards is deleted after a day.
 * @throws {ApiError} 429, 503: later they may be taken.
 */
export async function keepFiles(context: ServerContext, mail: IncomingMail, address: string): Promise<MailFiles> {
  const found: MailFiles = { kept: [], refused: [] };
  const place = mail.files.length > 0 && (await findPlace(context, mail, address));
  if (!place || 'outcome' in place) return found;
  const { payer, ownerId } = place;
  if (payer) await context.db.transaction(() => spend(context, WITH_FILES, 'mails with files for', payer.id));
  for (const file of mail.files) {
    const isFit = found.kept.length < MAX_ATTACHMENTS && file.bytes.length <= MAX_ATTACHMENT_BYTES;
    const stored = payer && isFit && (await keepFile(context, { payer, ownerId }, file));
    if (stored) found.kept.push(stored);
    else found.refused.push(file.name);
  }
  return found;
}

async function keepFile(
  context: ServerContext,
  { payer, ownerId }: { payer: Pick<UserModel, 'id' | 'role'>; ownerId: number | null },
  file: ReceivedFile,
): Promise<AttachmentModel | null> {
  const owner = { id: ownerId, role: payer.role };
  try {
    return await storeAttachment(context, owner, context.pixels.ofMails(payer), file);
  } catch (error) {
    if (error instanceof ApiError && unfit.includes(error.kind)) return null;
    throw error;
  }
}

/**
 * In the running transaction: the words of a mail go where its address says, if they are the person's whose address it
 * is. All else is an inquiry to the agent of that thread, with the reason.
 * @throws {TooManyRequestsError} later it may be taken.
 */
export async function placeMail(
  context: ServerContext,
  mail: IncomingMail,
  address: string,
  files: MailFiles,
): Promise<Outcome> {
  const place = await findPlace(context, mail, address);
  if ('outcome' in place) return place;
  await spend(context, PER_SENDER, 'mails of', mail.from?.address ?? '');
  const content = contentOf(mail, place, files.refused);
  if (content === '' && files.kept.length === 0) return { outcome: 'dropped' };
  return place.store(content, files.kept);
}

async function findPlace(context: ServerContext, mail: IncomingMail, address: string): Promise<Outcome | Place> {
  const named = context.replyAddresses?.read(address);
  if (!named || !mail.from) return refused;
  if (!email.safeParse(mail.from.address).success) return { outcome: 'dropped' };
  const { place, isGenuine } = named;
  return place.kind === 'inquiry'
    ? findInquiry(context, mail, place.id, isGenuine)
    : findConversation(context, mail, place, isGenuine);
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

async function findConversation(
  context: ServerContext,
  mail: IncomingMail,
  { id, userId }: { id: number; userId: number },
  isGenuine: boolean,
): Promise<Outcome | Place> {
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
  const about = { agentId: agent_id, propertyId: property_id };
  if (reason) return findInbox(context, mail, { ...about, reason });
  if (person?.status !== 'active' || !other || whyNotWritable({ ...conversation.get(), status: 'active' }))
    return refused;
  if (conversation.status === 'closed')
    return side === 'user'
      ? findInbox(context, mail, { ...about, reason: 'closed_conversation', sender: person })
      : refused;
  return {
    payer: person,
    ownerId: person.id,
    language: other.language,
    maxLength: MAX_MESSAGE_LENGTH,
    subject: '',
    async store(content, files) {
      const held = heldOf(conversation, accounts);
      const attachmentIds = files.map((file) => file.id);
      const [stored] = await storeMessages(context, [
        { sender: person, conversation: held, content, clientId: null, attachmentIds },
      ]);
      return stored && !(stored instanceof Error) ? { outcome: 'placed', message_id: stored.id } : refused;
    },
  };
}

function heldOf(conversation: ConversationModel, accounts: readonly UserModel[]) {
  const statusOf = (id: number | null) => accounts.find((account) => account.id === id)?.status ?? null;
  const { user_id, agent_id } = conversation;
  return { ...conversation.get(), user_status: statusOf(user_id), agent_status: statusOf(agent_id) };
}

/** The sender of an inquiry goes on with it: a further inquiry of the same person, about the same listing. */
async function findInquiry(
  context: ServerContext,
  mail: IncomingMail,
  id: number,
  isGenuine: boolean,
): Promise<Outcome | Place> {
  const { Inquiry, User } = context.db.models;
  const earlier = await Inquiry.findByPk(id);
  if (!earlier) return refused;
  const { agent_id, user_id, property_id } = earlier;
  const account = user_id === null ? null : await User.findByPk(user_id);
  const reason = whyNotTheirs(mail, [earlier.email, ...(account ? [account.email] : [])], isGenuine);
  if (reason) return findInbox(context, mail, { reason, agentId: agent_id, propertyId: property_id });
  const agent = agent_id === null ? null : await User.findByPk(agent_id);
  if (agent?.status !== 'active' || (account && account.status !== 'active')) return refused;
  const { name, email: address, phone, conversation_id, language } = earlier;
  const known = { name, email: address, phone, user_id, property_id, conversation_id, language };
  return inboxPlace(context, agent, {
    payer: account ?? agent,
    ownerId: user_id,
    subject: '',
    outcome: 'placed',
    inquiry: { ...known, follows_id: earlier.follows_id ?? earlier.id, by_mail: 'answer' },
  });
}

interface Unplaced {
  reason: InquiryByMail;
  agentId: number | null;
  propertyId: number | null;
  /** The proven sender. */
  sender?: UserModel;
}

/** An inquiry that stands alone, with the reason. */
async function findInbox(
  context: ServerContext,
  { from, subject }: IncomingMail,
  { reason, agentId, propertyId, sender }: Unplaced,
): Promise<Outcome | Place> {
  const { db } = context;
  if (agentId === null || !from || !(await isPublicAgent(db, agentId))) return refused;
  const agent = await db.models.User.findByPk(agentId, { rejectOnEmpty: true });
  const place = inboxPlace(context, agent, {
    payer: sender ?? null,
    ownerId: sender?.id ?? null,
    subject,
    outcome: 'inquiry',
    inquiry: {
      user_id: sender?.id ?? null,
      property_id: propertyId,
      name: sender?.name ?? nameOf(from.name, from.address),
      email: from.address,
      by_mail: reason,
    },
  });
  return {
    ...place,
    async store(content, files) {
      await spend(context, PER_AGENT, 'mails without a place to', agentId);
      return place.store(content, files);
    },
  };
}

type InboxPlace = Pick<Place, 'payer' | 'ownerId' | 'subject'> & {
  outcome: 'placed' | 'inquiry';
  inquiry: Omit<Parameters<typeof storeMailedInquiry>[1], 'agent_id' | 'message'>;
};

function inboxPlace(context: ServerContext, agent: UserModel, { outcome, inquiry, ...place }: InboxPlace): Place {
  const { language } = agent;
  return {
    ...place,
    language,
    maxLength: MAX_INQUIRY_LENGTH,
    async store(content, files) {
      const message = content || translator(language ?? DEFAULT_LANGUAGE)(msg('Sent you a file'));
      const inquiry_id = await storeMailedInquiry(context, { ...inquiry, agent_id: agent.id, message });
      await attach(context, files, 'inquiry_id', inquiry_id);
      return { outcome, inquiry_id };
    },
  };
}

/** A name without a web address, as the form takes it. */
const nameOf = (name: string, address: string): string =>
  (name === '' || hasWebAddress(name) ? (address.split('@')[0] ?? address) : name).slice(0, MAX_NAME_LENGTH);

function contentOf({ words }: IncomingMail, { subject, language, maxLength }: Place, names: string[]): string {
  const text = [subject, words].filter(Boolean).join('\n\n');
  const note = noteOfFiles(names, language);
  const room = maxLength - (note === '' ? 0 : note.length + 2);
  const cut = text.length > room ? `${text.slice(0, room - 1).replace(/[\ud800-\udbff]$/, '')}…` : text;
  return [cut, note].filter(Boolean).join('\n\n');
}

/** Names of files in one note. */
const MAX_NAMES = 5;

/** A line about files that are not taken over. */
function noteOfFiles(names: readonly string[], language: string | null): string {
  if (names.length === 0) return '';
  const shown = [...names.slice(0, MAX_NAMES), ...(names.length > MAX_NAMES ? ['…'] : [])].join(', ');
  const note = msg(
    '{count, plural, one {# file of this email was not taken over: {names}} other {# files of this email were not taken over: {names}}}',
    { count: names.length, names: shown },
  );
  return translator(language ?? DEFAULT_LANGUAGE)(note);
}

async function spend(context: ServerContext, limit: typeof PER_AGENT, ...name: (string | number)[]) {
  if (!context.env.hasActionLimits) return;
  const limiter = new BudgetLimiter(context, limit);
  const { consumedPoints, msBeforeNext } = await limiter.penalty(budgetKey(...name));
  if (consumedPoints > limit.points)
    throw new TooManyRequestsError(msg('Too many emails at once. Please try again later.'), msBeforeNext / 1_000);
}
