import { isOutboundOpen, OUTBOUND_CLOSED } from '#server/context.ts';
import type { PushSubscriptionModel } from '#server/db/models.ts';
import { pick } from '#server/db/sql.ts';
import { lockUser } from '#server/features/auth/writes/passwords.ts';
import { describeDevice } from '#server/features/auth/writes/signIn.ts';
import type { ServerContext } from '#server/features/context.ts';
import { SessionExpiredError } from '#server/http/access.ts';
import { ApiError, ConflictError, found } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import type { Translate } from '#server/languages.ts';
import { requirePublicHttps } from '#server/media/outside.ts';
import type { PushSubscriptionView, pushCalls } from '#shared/contracts/push.ts';
import { MAX_PUSH_SUBSCRIPTIONS } from '#shared/limits.ts';
import { type Message, msg } from '#shared/messages.ts';
import { isGone, isTaken, readVapidKeys, recordOutcome, sendPush } from './jobs.ts';

const TEST_TTL_SECONDS = 300;

export function pushService(context: ServerContext): Service<typeof pushCalls> {
  const { db, now } = context;
  const { PushSubscription } = db.models;

  return {
    key: async () => ({ public_key: (await readVapidKeys(context)).publicKey }),

    async list({ user }) {
      const rows = await PushSubscription.findAll({ where: { user_id: user.id }, order: [['id', 'DESC']] });
      return { subscriptions: rows.map((row) => present(row, user.sessionId)) };
    },

    /** @throws {InvalidInputError} the endpoint is not public. @throws {ConflictError} `too_many_devices`. */
    async subscribe({ user, userAgent, t, body: { endpoint, keys } }) {
      await requirePublicHttps(context.outside, endpoint, 'endpoint');
      const values = {
        user_id: user.id,
        session_id: user.sessionId,
        ...keys,
        device_name: describeDevice(userAgent, t),
      };
      return db.transaction(async () => {
        // The lock keeps parallel calls within the limit.
        await lockUser(context, user.id);
        // The session may have ended since the call began.
        if (!(await db.models.Session.findByPk(user.sessionId))) throw new SessionExpiredError();
        // The browser's former subscription of another account ends.
        const known = await PushSubscription.findOne({ where: { endpoint } });
        if (known?.user_id === user.id) return present(await known.update(values), user.sessionId);
        await known?.destroy();
        if ((await PushSubscription.count({ where: { user_id: user.id } })) >= MAX_PUSH_SUBSCRIPTIONS)
          throw new ConflictError(
            msg('You can get notifications on up to {limit} devices. Remove one to add another.', {
              limit: MAX_PUSH_SUBSCRIPTIONS,
            }),
            'too_many_devices',
          );
        const row = await PushSubscription.create({ ...values, endpoint, created_at: now() });
        return present(row, user.sessionId);
      });
    },

    /** @throws {NotFoundError} no such subscription of the caller. */
    async unsubscribe({ user, params: { id } }) {
      await db.transaction(async () => {
        const where = { id, user_id: user.id };
        found((await PushSubscription.destroy({ where })) > 0, 'pushSubscription');
      });
      return { id };
    },

    /** @throws {NotFoundError} no such subscription of the caller. @throws {ApiError} refused by the push service. */
    async test({ user, t, params: { id } }) {
      const subscription = found(
        await PushSubscription.findOne({ where: { id, user_id: user.id } }),
        'pushSubscription',
      );
      if (!isOutboundOpen(context)) throw failed(OUTBOUND_CLOSED);
      const status = await sendTest(context, subscription, t);
      const outcome = isTaken(status) ? 'taken' : isGone(status) ? 'gone' : 'refused';
      await db.transaction(() => recordOutcome(context, id, outcome));
      if (outcome === 'gone')
        throw failed(msg('This device no longer accepts notifications. Turn them on again on the device.'));
      if (outcome === 'refused')
        throw failed(msg('This browser’s push service refused the notification (status {status}).', { status }));
      return present(await subscription.reload(), user.sessionId);
    },
  };
}

const failed = (sentence: Message) => new ApiError('bad_gateway', sentence, 'push_failed');

async function sendTest(context: ServerContext, subscription: PushSubscriptionModel, t: Translate) {
  const { siteName } = context.systemSettings.current().application;
  const content = {
    title: siteName,
    message: t('Notifications reach this device.'),
    url: '/settings',
    tag: 'test',
  };
  const options = { urgency: 'high', ttlSeconds: TEST_TTL_SECONDS } as const;
  const { signal } = new AbortController();
  try {
    return await sendPush(context, subscription, content, options, signal);
  } catch (error) {
    context.log.info({ err: error }, 'a test notice was not taken');
    throw failed(msg('This browser’s push service cannot be reached.'));
  }
}

function present(row: PushSubscriptionModel, sessionId: number): PushSubscriptionView {
  return {
    ...pick(row, 'id', 'device_name'),
    current: row.session_id === sessionId,
    created_at: row.created_at.toISOString(),
    last_ok_at: row.last_ok_at?.toISOString() ?? null,
    failing_since: row.failing_since?.toISOString() ?? null,
  };
}
