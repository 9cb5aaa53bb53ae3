import { Op } from 'sequelize';
import type { UserModel } from '#server/db/models.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { OtherAccess } from '#server/mail/templates.ts';

type Holder = Pick<UserModel, 'id'>;

export async function readOtherAccess(context: ServerContext, { id }: Holder): Promise<OtherAccess> {
  const { Passkey, TotpFactor, ProviderIdentity, ApiToken, Webhook, PushSubscription } = context.db.models;
  const own = { where: { user_id: id }, order: ['id'] };
  return {
    passkeys: (await Passkey.findAll(own)).map(({ name }) => name),
    hasAuthenticator:
      (await TotpFactor.count({ where: { user_id: id, confirmed_at: { [Op.ne]: null } } })) > 0,
    companyLogins: await ProviderIdentity.count({ where: { user_id: id } }),
    apiTokens: (await ApiToken.findAll(own)).map(({ name }) => name),
    webhooks: (await Webhook.findAll(own)).map(({ url }) => url),
    pushDevices: await PushSubscription.count({ where: { user_id: id } }),
  };
}

/**
 * Ends all other access and forgets known devices, within the change that calls for it: the access may have been set up
 * by another person. The caller holds the account, and ends the sessions where needed.
 * @param isReset of an account with a confirmed address. A mailbox alone is no reason to remove second factors.
 * Passkeys end, except those of administrators, which are their second factor. Webhooks give no access and are paused
 * by `pauseExits`. @returns the ended access, for the mail to the owner.
 */
export async function endOtherAccess(
  context: ServerContext,
  { id, role }: Pick<UserModel, 'id' | 'role'>,
  { isReset = false } = {},
): Promise<OtherAccess> {
  const { models } = context.db;
  const ended = await readOtherAccess(context, { id });
  const where = { user_id: id };
  if (isReset) Object.assign(ended, { hasAuthenticator: false, webhooks: [] });
  else {
    await models.TotpFactor.destroy({ where });
    await models.RecoveryCode.destroy({ where });
    await models.Webhook.destroy({ where });
  }
  if (isReset && role === 'admin') ended.passkeys = [];
  else await models.Passkey.destroy({ where });
  await models.ProviderIdentity.destroy({ where });
  await models.ApiToken.destroy({ where });
  await models.PushSubscription.destroy({ where });
  await models.KnownDevice.destroy({ where });
  context.db.afterCommit(() => context.security.record('other_access_ended', { accountId: id }));
  return ended;
}

/**
 * Pauses outgoing data until the owner sets it up again, as a new password often answers a theft: webhooks are
 * paused, and visitors see the account's own address.
 */
export async function pauseExits({ db, now }: ServerContext, user: UserModel): Promise<void> {
  await db.models.Webhook.update(
    { is_active: false, paused_at: now() },
    { where: { user_id: user.id, is_active: true } },
  );
  await user.update({ contact_email: null });
}
