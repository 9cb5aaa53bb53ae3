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
 * Ends all of it, and forgets the devices the account was used on, within the change that calls for it: whoever set it up
 * may not have been the owner. The caller holds the account, and ends the sessions where they are to end.
 * @param isReset of an account whose address was confirmed before. A mailbox alone is no reason to take second factors away:
 * whoever broke into it would be helped. Passkeys are ways in and go with the others, but not those of an administrator,
 * whose second factor they are. Webhooks are no way in, and are paused by `pauseExits`.
 * @returns what there was, for the letter to the owner.
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
 * What leads out of an account by itself stops until its owner sets it up again, as a new password is often the answer to a
 * theft: webhooks are paused, and visitors see the account's own address.
 */
export async function pauseExits({ db, now }: ServerContext, user: UserModel): Promise<void> {
  await db.models.Webhook.update(
    { is_active: false, paused_at: now() },
    { where: { user_id: user.id, is_active: true } },
  );
  await user.update({ contact_email: null });
}
