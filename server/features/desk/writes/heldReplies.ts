import { Transaction } from 'sequelize';
import type { z } from 'zod';
import type { ClientModel, HeldReplyModel } from '#server/db/models.ts';
import { pick, toIso } from '#server/db/sql.ts';
import { readUploaded } from '#server/features/attachments/reads.ts';
import { lockUser } from '#server/features/auth/writes/passwords.ts';
import type { ServerContext } from '#server/features/context.ts';
import { otherWords } from '#server/features/conversations/writes.ts';
import type { SignedInUser } from '#server/http/caller.ts';
import { ApiError, ConflictError, found, invalidField } from '#server/http/errors.ts';
import { sayKept } from '#server/languages.ts';
import type { deskCalls, HeldReply, TimelineEntry } from '#shared/contracts/desk.ts';
import { DEFAULT_LANGUAGE } from '#shared/languages.ts';
import { LONGEST_HOLD_MINUTES } from '#shared/limits.ts';
import { msg } from '#shared/messages.ts';
import { getLine, readEntry, readRecords } from '../reads.ts';
import { answerClient } from './answers.ts';

type Reply = z.output<typeof deskCalls.reply.body>;

const LONGEST_HOLD_MS = LONGEST_HOLD_MINUTES * 60_000;

/**
 * How long an answer is to be held: from its sender's clock to its time, so that a clock that is wrong counts as little as
 * one that is right. 0: it is due.
 * @throws {InvalidInputError} longer than an answer may wait.
 */
export function holdTime(now: Date, { not_before, sent_at }: Pick<Reply, 'not_before' | 'sent_at'>): number {
  if (not_before === undefined) return 0;
  const ms = Date.parse(not_before) - (sent_at === undefined ? now.getTime() : Date.parse(sent_at));
  if (ms > LONGEST_HOLD_MS)
    throw invalidField(
      'not_before',
      msg('Choose a time within {minutes} minutes', { minutes: LONGEST_HOLD_MINUTES }),
    );
  return Math.max(0, ms);
}

const lockHeld = ({ db }: ServerContext, authorId: number, key: string): Promise<HeldReplyModel | null> =>
  db.models.HeldReply.findOne({
    where: { author_id: authorId, key },
    lock: Transaction.LOCK.NO_KEY_UPDATE,
  });

const takenBack = () => new ConflictError(msg('This answer was taken back'), 'taken_back');

/** The answer of this name, once it has gone out. */
async function findSent({ db }: ServerContext, authorId: number, key: string) {
  const { Message, InquiryReply } = db.models;
  const message = await Message.findOne({ where: { sender_id: authorId, client_id: key } });
  if (message) return { kind: 'message' as const, row: message };
  const reply = await InquiryReply.findOne({ where: { author_id: authorId, client_id: key } });
  return reply && { kind: 'reply' as const, row: reply };
}

const isSameBody = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Keeps an answer until its time, when a job sends it; the same again is kept once.
 * @returns null: it was sent before. @throws {ConflictError} it was taken back. @throws {ApiError} 422 other words.
 */
export async function holdReply(
  context: ServerContext,
  agent: SignedInUser,
  line: ClientModel,
  reply: Reply,
  holdMs: number,
): Promise<HeldReplyModel | null> {
  const { db, jobs, now } = context;
  const body = pick(reply, 'channel', 'content', 'attachment_ids', 'property_id', 'inquiry_id');
  return db.transaction(async () => {
    // A second parallel call waits here for the first.
    await lockUser(context, agent.id);
    const before = await lockHeld(context, agent.id, reply.client_id);
    if (before?.state === 'cancelled') throw takenBack();
    if (before && !isSameBody(before.body, JSON.parse(JSON.stringify(body)))) throw otherWords();
    if (before) return before;
    if (await findSent(context, agent.id, reply.client_id)) return null;
    const at = now();
    const held = await db.models.HeldReply.create({
      author_id: agent.id,
      client_id: line.id,
      key: reply.client_id,
      body,
      due_at: new Date(at.getTime() + holdMs),
      created_at: at,
    });
    await jobs.add('heldReply', { heldId: held.id }, { priority: 'urgent', delayMs: holdMs });
    return held;
  });
}

/** From here on it can no longer be taken back. @throws {ConflictError} it was. */
function claim(context: ServerContext, authorId: number, key: string): Promise<HeldReplyModel | null> {
  return context.db.transaction(
    async () => {
      const held = await lockHeld(context, authorId, key);
      if (held?.state === 'cancelled') throw takenBack();
      return held ? held.update({ state: 'sending' }) : null;
    },
    { isBookkeeping: true },
  );
}

/**
 * Sends an answer, in place of the held one of this name if there is one. A refusal ends that one too, as the caller has
 * the words and learns the reason.
 * @throws as answerClient, and {ConflictError} it was taken back.
 */
export async function sendReply(
  context: ServerContext,
  agent: SignedInUser,
  line: ClientModel,
  reply: Reply,
): Promise<TimelineEntry> {
  const held = await claim(context, agent.id, reply.client_id);
  const end = (work: () => Promise<unknown>) => context.db.transaction(work, { isBookkeeping: true });
  try {
    const records = await readRecords(context, line, agent);
    const entry = await answerClient(context, { agent, line, records }, reply);
    if (held) await end(() => held.destroy());
    return entry;
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status < 500;
    if (held) await end(() => (isRefused ? held.destroy() : held.update({ state: 'held' })));
    throw error;
  }
}

export const replyOf = ({ key, body }: HeldReplyModel): Reply => ({
  channel: 'chat',
  content: '',
  ...body,
  client_id: key,
});

/** Sends a held answer before its time. @throws {NotFoundError} none of this name is held, and none was sent. */
export async function sendHeld(
  context: ServerContext,
  agent: SignedInUser,
  id: number,
  key: string,
): Promise<TimelineEntry> {
  const line = await getLine(context, agent, id);
  const where = { author_id: agent.id, client_id: id, key };
  const held = await context.db.models.HeldReply.findOne({ where });
  if (held) return sendReply(context, agent, line, replyOf(held));
  // In a transaction, as an idempotency key is stored with one.
  const sent = found(await context.db.transaction(() => findSent(context, agent.id, key)), 'reply');
  return found(await readEntry(context, agent, sent.kind, sent.row), 'reply');
}

/**
 * An answer that is not here yet is not sent either when it comes: its end is kept for a day.
 * @throws {ConflictError} it has been sent.
 */
export async function takeReplyBack(context: ServerContext, agent: SignedInUser, id: number, key: string) {
  const { db, now } = context;
  const line = await getLine(context, agent, id);
  await db.transaction(async () => {
    await lockUser(context, agent.id);
    const held = await lockHeld(context, agent.id, key);
    if (held?.state === 'sending' || (await findSent(context, agent.id, key)))
      throw new ConflictError(msg('It has already been sent.'), 'already_sent');
    const end = { state: 'cancelled' as const, body: {}, error: null };
    if (held) await held.update(end);
    else
      await db.models.HeldReply.create({
        ...end,
        author_id: agent.id,
        client_id: line.id,
        key,
        due_at: now(),
        created_at: now(),
      });
  });
  return { client_id: key };
}

/** The agent's answers to a client that were not sent yet, oldest first. */
export async function readHeld(
  context: ServerContext,
  agent: SignedInUser,
  clientId: number,
): Promise<HeldReply[]> {
  const rows = await context.db.models.HeldReply.findAll({
    where: { author_id: agent.id, client_id: clientId, state: ['held', 'sending', 'refused'] },
    order: ['id'],
  });
  return Promise.all(rows.map((row) => presentHeld(context, agent, row)));
}

export async function presentHeld(
  { db }: ServerContext,
  { language }: SignedInUser,
  { author_id, key, body, due_at, error }: HeldReplyModel,
): Promise<HeldReply> {
  return {
    client_id: key,
    channel: body.channel ?? 'chat',
    content: body.content ?? '',
    attachments: await readUploaded(db, author_id, body.attachment_ids ?? []),
    property_id: body.property_id ?? null,
    inquiry_id: body.inquiry_id ?? null,
    not_before: toIso(due_at),
    error: error && sayKept(language ?? DEFAULT_LANGUAGE, error),
  };
}
