import type { z } from 'zod';
import type { UserModel } from '#server/db/models.ts';
import type { ServerContext } from '#server/features/context.ts';
import { requireConfirmedIdentity } from '#server/http/access.ts';
import type { SignedInUser } from '#server/http/caller.ts';
import { invalidField } from '#server/http/errors.ts';
import { contactEmailMail } from '#server/mail/templates.ts';
import { lockPictures } from '#server/media/cleanup.ts';
import type { profileBody, User } from '#shared/contracts/auth.ts';
import { uncheckedIfOther } from '#shared/licenses.ts';
import { msg } from '#shared/messages.ts';
import { toInternationalPhone } from '#shared/phones.ts';
import { getProfile } from '../reads.ts';
import { lockOwnUser } from './passwords.ts';

/** Changes the sent fields; agents' fields need a profile. @throws {ForbiddenError} `confirm_identity`: the contact address. */
export async function updateProfile(
  context: ServerContext,
  caller: SignedInUser,
  { name, phone, avatar_url, contact_email, ...agentFields }: z.output<typeof profileBody>,
): Promise<User> {
  const userId = caller.id;
  await context.db.transaction(async () => {
    const user = await lockOwnUser(context, userId);
    if (avatar_url && (await lockPictures(context, [avatar_url])).length > 0)
      throw invalidField('avatar_url', msg('Must be an uploaded image'));
    await user.update(withoutUndefined({ name, avatar_url, ...withPhone(user, phone) }));
    const profile = await context.db.models.AgentProfile.findByPk(userId);
    if (!profile) return;
    if (contact_email !== undefined && contact_email !== user.contact_email) {
      requireConfirmedIdentity(context, caller);
      await user.update({ contact_email });
      const facts = { name: user.name, contactEmail: contact_email, at: context.now() };
      const letter = contactEmailMail(context, user.language, facts);
      await context.mail.queue({ ...letter, recipient: user.email, priority: 'urgent' });
    }
    const unchecked = uncheckedIfOther(profile, agentFields.license_number);
    if (unchecked && profile.application_status === 'approved')
      await context.jobs.add('licenseNumberNotice', { agentId: userId });
    await profile.update({ ...withoutUndefined(agentFields), ...unchecked });
  });
  return getProfile(context, userId);
}

/** A changed number is unconfirmed. @param phone undefined: unchanged. */
export function withPhone(
  account: Pick<UserModel, 'phone' | 'phone_verified_at'>,
  phone: string | null | undefined,
): Partial<Pick<UserModel, 'phone' | 'phone_verified_at'>> {
  if (phone === undefined) return {};
  const isSame = phone !== null && toInternationalPhone(phone) === toInternationalPhone(account.phone ?? '');
  return { phone, ...(isSame ? {} : { phone_verified_at: null }) };
}

/** Without the fields that were not sent. */
export function withoutUndefined<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };
}
