import { createECDH, createHash } from 'node:crypto';
import webPush from 'web-push';
import type { PushSubscriptionModel } from '#server/db/models.ts';
import { readServerSecret } from '#server/db/serverSecret.ts';
import { isAmong, SqlBuilder } from '#server/db/sql.ts';
import { hasEnded } from '#server/features/auth/writes/sessions.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { JobPayloads } from '#server/jobs/payloads.ts';
import { SaidError, sayNotice } from '#server/languages.ts';
import { OutsidePictureError } from '#server/media/outside.ts';
import { DEFAULT_LANGUAGE } from '#shared/languages.ts';
import { msg } from '#shared/messages.ts';

/** Delivery of a notice to its reader's devices. */
export interface PushOptions {
  /** 'high' wakes a phone that saves power. */
  urgency: 'normal' | 'high';
  /** Push services drop the message after this time. */
  ttlSeconds: number;
}

const MINUTE = 60;
const RETRY_SECONDS = [10, MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE];
/** Messages sent at once. */
const AT_ONCE = 5;
/** Push services accept 4,096 bytes, encryption included. */
const MAX_MESSAGE = 1_000;

/** Contents of a push message: the same as in the bell. */
interface PushContent {
  title: string;
  message: string;
  /** Target of a click, on this site. */
  url: string;
  /** A later message with the same tag replaces the earlier one. */
  tag: string;
  /** Unread notices of the person, for the app's icon. */
  unread?: number;
}

/** The key pair for push services, stored for all processes; backups contain neither it nor subscriptions. */
export async function readVapidKeys({ db }: Pick<ServerContext, 'db'>) {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(Buffer.from(await readServerSecret(db, 'vapid'), 'hex'));
  return {
    publicKey: pair.getPublicKey().toString('base64url'),
    // Leading zeros are part of the key.
    privateKey: Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url'),
  };
}

/** Contact for push services: a mail address or a page by HTTPS. */
function contactOf({ publicUrl, securityContact }: ServerContext['env']): string {
  const known = [securityContact, publicUrl].find((address) => /^(mailto|https):/.test(address ?? ''));
  return known ?? `mailto:postmaster@${new URL(publicUrl).hostname}`;
}

/** Topic for push services: 32 letters without meaning. */
const topicOf = (tag: string) => createHash('sha256').update(tag).digest('base64url').slice(0, 32);

/** @returns the push service's status. @throws {OutsidePictureError} its address is not public. @throws {Error} no answer. */
export async function sendPush(
  context: ServerContext,
  { endpoint, p256dh, auth }: Pick<PushSubscriptionModel, 'endpoint' | 'p256dh' | 'auth'>,
  content: PushContent,
  { urgency, ttlSeconds }: PushOptions,
  given: AbortSignal,
): Promise<number> {
  const { env, outside } = context;
  const vapidDetails = { subject: contactOf(env), ...(await readVapidKeys(context)) };
  const { method, headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify({ ...content, message: content.message.slice(0, MAX_MESSAGE) }),
    { vapidDetails, TTL: ttlSeconds, urgency, topic: topicOf(content.tag), contentEncoding: 'aes128gcm' },
  );
  const signal = AbortSignal.any([AbortSignal.timeout(outside.wholeMs), given]);
  const request = {
    method,
    headers: headers as Record<string, string | number>,
    body: body ?? Buffer.alloc(0),
  };
  const answer = await outside.open(new URL(endpoint), request, signal);
  answer.destroy();
  return answer.statusCode ?? 0;
}

export const isTaken = (status: number) => status >= 200 && status < 300;
/** The browser has unsubscribed. */
export const isGone = (status: number) => status === 404 || status === 410;
const isWorthAnotherTry = (status: number) => status === 408 || status === 429 || status >= 500;

type Outcome = 'taken' | 'gone' | 'refused' | 'outdated';

/** One job for each device, so that a retry reaches no other device again. */
export function handlePushes(context: ServerContext): void {
  context.jobs.handle('push', {
    atOnce: AT_ONCE,
    retrySeconds: RETRY_SECONDS,
    run: (push, signal) => deliver(context, push, signal),
    apply: ({ subscriptionId }, outcome) => recordOutcome(context, subscriptionId, outcome),
    giveUp: ({ subscriptionId }) => recordOutcome(context, subscriptionId, 'refused'),
  });
}

async function deliver(
  context: ServerContext,
  { notificationId, subscriptionId, urgency, ttlSeconds }: JobPayloads['push'],
  signal: AbortSignal,
): Promise<Outcome> {
  const { Notification, PushSubscription, Session } = context.db.models;
  const subscription = await PushSubscription.findByPk(subscriptionId);
  const notification = await Notification.findByPk(notificationId);
  const session = subscription && (await Session.findByPk(subscription.session_id));
  // Read meanwhile, or the device's session has ended.
  if (!notification || notification.read_at || !session || hasEnded(context, session)) return 'outdated';
  // The browser belongs to another account now.
  if (notification.user_id !== subscription.user_id) return 'outdated';
  const age = Math.round((context.now().getTime() - notification.created_at.getTime()) / 1_000);
  if (age >= ttlSeconds) return 'outdated';
  const reader = await context.db.models.User.findByPk(notification.user_id, { attributes: ['language'] });
  const { title, message, concerns } = sayNotice(notification, reader?.language ?? DEFAULT_LANGUAGE);
  const { action_url, topic } = notification;
  const content = {
    title,
    message: concerns ? `${concerns}: ${message}` : message,
    url: action_url ?? '/',
    tag: topic ?? action_url ?? notification.title,
    unread: await Notification.count({ where: { user_id: notification.user_id, read_at: null } }),
  };
  const options = { urgency, ttlSeconds: ttlSeconds - Math.max(age, 0) };
  try {
    const status = await sendPush(context, subscription, content, options, signal);
    if (isTaken(status)) return 'taken';
    if (isGone(status)) return 'gone';
    if (isWorthAnotherTry(status))
      throw new SaidError(msg('The push service answered with status {status}', { status }));
    context.log.warn({ status, subscriptionId }, 'a push service refused a message');
    return 'refused';
  } catch (error) {
    if (error instanceof OutsidePictureError && !error.isTemporary) return 'gone';
    throw error;
  }
}

/** In the running transaction. */
export async function recordOutcome({ db, now }: ServerContext, id: number, outcome: Outcome): Promise<void> {
  const { PushSubscription } = db.models;
  if (outcome === 'gone') await PushSubscription.destroy({ where: { id } });
  if (outcome === 'taken')
    await PushSubscription.update({ last_ok_at: now(), failing_since: null }, { where: { id } });
  if (outcome === 'refused')
    await PushSubscription.update({ failing_since: now() }, { where: { id, failing_since: null } });
}

/** Stores a job for each device of the recipients, in the running transaction. */
export async function queuePushes(
  { db, jobs }: ServerContext,
  stored: readonly { userId: number; notification: { id: number } }[],
  options: PushOptions,
): Promise<void> {
  if (stored.length === 0) return;
  const sql = new SqlBuilder(db.dialect);
  const ids = [...new Set(stored.map(({ userId }) => userId))];
  const devices = await db.writeRows<{ id: number; user_id: number }>(
    `SELECT id, user_id FROM push_subscriptions WHERE ${isAmong(sql, 'user_id', ids)} ORDER BY id`,
    sql.parameters,
  );
  const payloads = stored.flatMap(({ userId, notification }) =>
    devices
      .filter(({ user_id }) => user_id === userId)
      .map(({ id }) => ({ notificationId: notification.id, subscriptionId: id, ...options })),
  );
  await jobs.addAll('push', payloads, { priority: options.urgency === 'high' ? 'normal' : 'bulk' });
}
