import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Op, Transaction } from 'sequelize';
import type { WebhookDeliveryModel, WebhookModel } from '#server/db/models.ts';
import { isActiveAgent, membershipOf } from '#server/features/auth/writes/offices.ts';
import type { ServerContext } from '#server/features/context.ts';
import { readInquiries } from '#server/features/inquiries/reads.ts';
import { notifyLater } from '#server/features/notifications/writes.ts';
import { isOwner } from '#server/features/properties/policy.ts';
import { presentOwnProperty, readListing } from '#server/features/properties/reads.ts';
import { readViewingsById } from '#server/features/viewings/reads.ts';
import { queueDeliveries } from '#server/features/webhooks/writes.ts';
import type { JobPayloads } from '#server/jobs/payloads.ts';
import type { JobHandler } from '#server/jobs/queue.ts';
import { keepWords, type Words } from '#server/languages.ts';
import { OutsidePictureError } from '#server/media/outside.ts';
import { PING } from '#shared/apiAccess.ts';
import { type Message, msg } from '#shared/messages.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** Delays after the first, second … failed attempt: about a day in all. */
const RETRY_SECONDS = [10, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 16 * HOUR];
const TIMEOUT_MS = 10_000;
/** Parallel jobs of a process: for receivers that answer, and for failing or slow ones. */
const AT_ONCE = { usual: 3, slow: 2 };
const SLOW_MS = 2_000;
/** After this many failures in a row, attempts pause, twice as long each time; deliveries stay queued. */
const HOLD = { failures: 5, firstMs: 20_000, longestMs: 10 * MINUTE * 1_000 };
/** After this many failed attempts in a row, over at least this time, a webhook is switched off. */
const PAUSE_AFTER = { failures: 20, ms: HOUR * 1_000 };
const MAX_ANSWER = 300;

interface Outcome {
  outcome: 'delivered' | 'failed' | 'refused' | 'dropped';
  httpStatus: number | null;
  durationMs: number | null;
  answer: string | null;
  error: Words | null;
}

interface Attempt extends Outcome {
  deliveryId: number;
  /** The first is 1. */
  number: number;
}

const nothingSent = { httpStatus: null, durationMs: null, answer: null };
const dropped = (error: Message): Outcome => ({ outcome: 'dropped', ...nothingSent, error });

/**
 * Each webhook with deliveries has one job, which sends the delivery that is due first. Outcome, log entry and next
 * job are stored together: after a crash, another process sends the same delivery with the same id. The next job
 * queues behind those of all other webhooks, so that one agent's ten thousand events delay no other agent, and a
 * receiver gets one request at a time.
 */
export function handleWebhookDeliveries(context: ServerContext): void {
  const handler: JobHandler<Payload, Attempt | null> = {
    run: (payload, signal, jobId) => attempt(context, payload, signal, jobId),
    apply: (payload, result, jobId) => record(context, payload, result, jobId),
    giveUp: (payload, error, jobId) => giveUp(context, payload, error, jobId),
  };
  context.jobs.handle('webhookQueue', { ...handler, atOnce: AT_ONCE.usual });
  context.jobs.handle('slowWebhookQueue', { ...handler, atOnce: AT_ONCE.slow });
}

type Payload = JobPayloads['webhookQueue'];

const lockHook = ({ db }: ServerContext, id: number): Promise<WebhookModel | null> =>
  db.models.Webhook.findByPk(id, { lock: Transaction.LOCK.NO_KEY_UPDATE });

/** Makes the job the sending one of its webhook. @returns null: an earlier job has overtaken it, or another is running. */
async function takeTurn(context: ServerContext, { webhookId, due }: Payload, jobId: number) {
  const hook = await lockHook(context, webhookId);
  // Continues after a crash.
  if (hook?.sending_job === jobId) return hook;
  if (hook?.queued_for?.toISOString() !== due) return null;
  const other = hook.sending_job === null ? null : await context.db.models.Job.findByPk(hook.sending_job);
  return other?.status === 'waiting' ? null : hook.update({ sending_job: jobId });
}

/** The waiting delivery due first; tests before others, as their owner waits for the result. */
async function findNext({ db, now }: ServerContext, webhook_id: number) {
  const { WebhookDelivery } = db.models;
  const waiting = { webhook_id, status: 'waiting' } as const;
  const order = ['next_attempt_at', 'id'];
  const dueTest = { ...waiting, event: PING, next_attempt_at: { [Op.lte]: now() } };
  return (
    (await WebhookDelivery.findOne({ where: dueTest, order })) ??
    WebhookDelivery.findOne({ where: waiting, order })
  );
}

/** @returns null: another job sends, or nothing is due. */
async function attempt(context: ServerContext, payload: Payload, signal: AbortSignal, jobId: number) {
  const take = () => takeTurn(context, payload, jobId);
  const hook = await context.db.transaction(take, { isBackground: true });
  if (!hook) return null;
  const delivery = await findNext(context, hook.id);
  if (!delivery || (delivery.next_attempt_at ?? delivery.created_at) > context.now()) return null;
  const outcome = await sendOrDrop(context, hook, delivery, signal);
  return { ...outcome, deliveryId: delivery.id, number: delivery.attempts + 1 };
}

async function sendOrDrop(
  context: ServerContext,
  hook: WebhookModel,
  delivery: WebhookDeliveryModel,
  signal: AbortSignal,
): Promise<Outcome> {
  if (!hook.is_active && delivery.event !== PING) return dropped(msg('The webhook is switched off'));
  if (!(await isActiveAgent(context.db, hook.user_id))) return dropped(msg('Its owner is not an active agent'));
  if (!(await managesItsOffice(context, hook))) return dropped(msg('Its owner does not manage the office'));
  const data = await readData(context, hook, delivery);
  if (!data) return dropped(msg('What it is about is no longer there'));
  const { delivery_key: id, event: type } = delivery;
  const body = JSON.stringify({ id, type, created_at: delivery.created_at.toISOString(), data });
  return send(context, hook, delivery, body, signal);
}

/** True for a webhook of one agent. */
async function managesItsOffice({ db }: ServerContext, { user_id, office_id }: WebhookModel) {
  if (office_id === null) return true;
  const membership = await membershipOf(db, user_id);
  return membership?.office.id === office_id && membership.member.role === 'manager';
}

/** The subject's present agent, for an office a member after a hand-over. Null: outside of the webhook's scope. */
async function findAgent(
  { db }: ServerContext,
  { user_id, office_id }: WebhookModel,
  event: WebhookDeliveryModel['event'],
  id: number,
): Promise<number | null> {
  if (office_id === null) return user_id;
  const { Inquiry, Viewing, Property } = db.models;
  const where = { id };
  const subject = event.startsWith('listing.')
    ? await Property.findOne({ attributes: ['agent_id'], where })
    : event === 'inquiry.created'
      ? await Inquiry.findOne({ attributes: ['agent_id'], where })
      : await Viewing.findOne({ attributes: ['agent_id'], where });
  const agent_id = subject?.agent_id ?? null;
  if (agent_id === null) return null;
  return (await db.models.OfficeMember.findOne({ where: { user_id: agent_id, office_id } })) && agent_id;
}

/** The subject as its agent sees it now; null: gone. With the agent for an office's webhook. */
async function readData(context: ServerContext, hook: WebhookModel, delivery: WebhookDeliveryModel) {
  const { db, env } = context;
  const { event, subject_id: id } = delivery;
  if (event === PING) return { webhook: { id: hook.id } };
  if (id === null) return null;
  if (event === 'listing.deleted') {
    const { agent_id, ...listing } = delivery.details;
    return { listing: { id, ...listing }, ...(agent_id !== undefined && { agent_id }) };
  }
  const agentId = await findAgent(context, hook, event, id);
  if (agentId === null) return null;
  const details = { ...delivery.details, ...(hook.office_id !== null && { agent_id: agentId }) };
  if (event === 'inquiry.created') {
    const [inquiry] = await readInquiries(db, agentId, [id]);
    return inquiry ? { inquiry, ...details } : null;
  }
  if (event === 'viewing.requested' || event === 'viewing.changed') {
    const [viewing] = await readViewingsById(db, agentId, [id]);
    return viewing ? { viewing, ...details } : null;
  }
  const row = await readListing(db, id);
  if (!row || !isOwner({ id: agentId }, row)) return null;
  const url = `${env.publicUrl}/properties/${id}`;
  return { listing: { ...presentOwnProperty(row), url }, ...details };
}

/** `t` in seconds; one `v1` for each valid secret. */
function sign(hook: WebhookModel, body: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1_000);
  const isOverlapping = hook.previous_secret_until && hook.previous_secret_until > now;
  const secrets = [hook.secret, ...(isOverlapping && hook.previous_secret ? [hook.previous_secret] : [])];
  const signatures = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`,
  );
  return [`t=${seconds}`, ...signatures].join(',');
}

async function send(
  { outside, now }: ServerContext,
  hook: WebhookModel,
  { delivery_key, event }: WebhookDeliveryModel,
  text: string,
  given: AbortSignal,
): Promise<Outcome> {
  const late = AbortSignal.timeout(TIMEOUT_MS);
  const body = Buffer.from(text);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    'user-agent': 'silong-webhooks',
    'silong-event': event,
    'silong-delivery': delivery_key,
    'silong-signature': sign(hook, text, now()),
  };
  const begun = performance.now();
  const durationMs = () => Math.round(performance.now() - begun);
  try {
    const signal = AbortSignal.any([late, given]);
    const request = { method: 'POST', headers, body, silenceMs: TIMEOUT_MS } as const;
    const answer = await outside.open(new URL(hook.url), request, signal);
    const httpStatus = answer.statusCode ?? 0;
    const words = await readStart(answer);
    const isTaken = httpStatus >= 200 && httpStatus < 300;
    return {
      outcome: isTaken ? 'delivered' : 'failed',
      httpStatus,
      durationMs: durationMs(),
      answer: words,
      error: isTaken ? null : msg('The receiver answered with status {status}', { status: httpStatus }),
    };
  } catch (error) {
    if (given.aborted) throw error;
    const isRefused = error instanceof OutsidePictureError && !error.isTemporary;
    return {
      ...nothingSent,
      outcome: isRefused ? 'refused' : 'failed',
      durationMs: durationMs(),
      error: reasonOf(error, late.aborted),
    };
  }
}

function reasonOf(error: unknown, isLate: boolean): Message {
  if (isLate) return msg('The receiver did not answer within {seconds} seconds', { seconds: 10 });
  if (error instanceof OutsidePictureError && !error.isTemporary) return error.sentence;
  return msg('The receiver could not be reached');
}

/** The first characters of an answer; an abort after the status is no failure. */
async function readStart(answer: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= MAX_ANSWER) break;
    }
  } catch {
    // The status decides.
  } finally {
    answer.destroy();
  }
  // PostgreSQL stores no zero character.
  const text = Buffer.concat(chunks).toString('utf8').slice(0, MAX_ANSWER).replaceAll('\0', '').trim();
  return text === '' ? null : text;
}

async function record(context: ServerContext, { webhookId }: Payload, result: Attempt | null, jobId: number) {
  // Attempts of one webhook are counted one after the other.
  const hook = await lockHook(context, webhookId);
  if (hook?.sending_job !== jobId) return;
  if (result) await recordAttempt(context, hook, result);
  await goOn(context, hook, (result?.durationMs ?? 0) >= SLOW_MS);
}

/** Queues the next delivery, if any. */
async function goOn(context: ServerContext, hook: WebhookModel, isSlow = false): Promise<void> {
  await hook.update({ queued_for: null, sending_job: null });
  const next = await findNext(context, hook.id);
  if (!next) return;
  const times = [context.now(), next.next_attempt_at, hook.held_until].map((time) => time?.getTime() ?? 0);
  await queueDeliveries(context, [hook], { due: new Date(Math.max(...times)), isSlow });
}

/** A delivery that could not be tried is stored as failed; the others go on. */
async function giveUp(context: ServerContext, payload: Payload, error: string, jobId: number): Promise<void> {
  const hook = await takeTurn(context, payload, jobId);
  if (!hook) return;
  const delivery = await findNext(context, hook.id);
  await delivery?.update({ status: 'failed', error, next_attempt_at: null });
  await goOn(context, hook, true);
}

async function recordAttempt(context: ServerContext, hook: WebhookModel, result: Attempt): Promise<void> {
  const at = context.now();
  const { deliveryId, number, outcome, httpStatus, durationMs, answer, error } = result;
  const kept = error && keepWords(error);
  const delivery = await context.db.models.WebhookDelivery.findByPk(deliveryId);
  if (delivery?.status !== 'waiting' || delivery.attempts !== number - 1) return;
  if (outcome === 'dropped') {
    await delivery.update({ status: 'dropped', error: kept, next_attempt_at: null });
    return;
  }
  const seconds = outcome === 'failed' ? RETRY_SECONDS[number - 1] : undefined;
  const next = seconds === undefined ? null : new Date(at.getTime() + seconds * 1_000);
  await delivery.update({
    status: next ? 'waiting' : outcome === 'delivered' ? 'delivered' : 'failed',
    attempts: number,
    http_status: httpStatus,
    duration_ms: durationMs,
    answer,
    error: kept,
    attempted_at: at,
    next_attempt_at: next,
  });
  if (outcome === 'delivered') await hook.update({ failures: 0, failing_since: null, held_until: null });
  // A test before the receiver is ready shows its failure, and delays no later deliveries.
  else if (delivery.event === PING) await hook.update({ failing_since: hook.failing_since ?? at });
  else await countFailure(context, hook, at);
}

function holdAfter(failures: number, at: Date): Date | null {
  if (failures < HOLD.failures) return null;
  const ms = HOLD.firstMs * 2 ** (failures - HOLD.failures);
  return new Date(at.getTime() + Math.min(ms, HOLD.longestMs));
}

async function countFailure(context: ServerContext, hook: WebhookModel, at: Date): Promise<void> {
  const failing_since = (hook.failures > 0 && hook.failing_since) || at;
  const failures = hook.failures + 1;
  const isOver =
    hook.is_active && failures >= PAUSE_AFTER.failures && at.getTime() - failing_since.getTime() >= PAUSE_AFTER.ms;
  const held_until = isOver ? null : holdAfter(failures, at);
  await hook.update({
    failures,
    failing_since,
    held_until,
    ...(isOver && { is_active: false, paused_at: at }),
  });
  if (!isOver) return;
  await notifyLater(context, [hook.user_id], {
    type: 'warning',
    title: msg('Webhook Paused'),
    message: msg(
      'Nothing could be delivered to {host} for some time, so the webhook was switched off. Check the receiver, then switch it on again.',
      { host: new URL(hook.url).host },
    ),
    action: { label: msg('Open Webhooks'), url: '/settings?tab=api' },
  });
}
