import type { z } from 'zod';
import type { UserModel } from '#server/db/models.ts';
import { toIso, toJson } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import { requireConfirmedIdentity, SessionExpiredError, type SignedInUser } from '#server/http/access.ts';
import { InvalidInputError } from '#server/http/errors.ts';
import { contactEmailMail } from '#server/mail/templates.ts';
import { lockPictures } from '#server/media/references.ts';
import { type AppServer, userRoom } from '#server/realtime/io.ts';
import type { profileBody, User } from '#shared/contracts/auth.ts';
import { uncheckedIfOther } from '#shared/licenses.ts';
import { msg } from '#shared/messages.ts';
import { toInternationalPhone } from '#shared/phones.ts';
import { lockUser } from './writes/passwords.ts';

/** A raw row of either database, or a model. */
export type AccountRow = Omit<
  User,
  'created_at' | 'updated_at' | 'agent' | 'email_verified' | 'phone_verified'
> & {
  email_verified_at: Date | string | null;
  phone_verified_at: Date | string | null;
  created_at: Date | string;
  updated_at: Date | string;
};

type AgentFields = NonNullable<User['agent']>;
type AgentTime = 'license_checked_at' | 'license_lapsed_at';
type AgentList = 'languages' | 'certifications' | 'achievements' | 'working_hours';

type AgentFieldsRow = {
  [Name in keyof AgentFields]: Name extends AgentList
    ? AgentFields[Name] | string
    : Name extends AgentTime
      ? Date | string | null
      : AgentFields[Name];
};

/** An account as its owner sees it. @param profile of an agent or applicant. */
export function presentUser(user: AccountRow, profile: AgentFieldsRow | null | undefined): User {
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    email_verified: user.email_verified_at !== null,
    pending_email: user.pending_email,
    contact_email: user.contact_email,
    role: user.role,
    admin_role: user.admin_role,
    status: user.status,
    phone: user.phone,
    phone_verified: user.phone_verified_at !== null,
    avatar_url: user.avatar_url,
    language: user.language,
    created_at: toIso(user.created_at),
    updated_at: toIso(user.updated_at),
    agent: profile ? presentAgentFields(profile) : null,
  };
}

export function presentAgentFields(profile: AgentFieldsRow): AgentFields {
  return {
    title: profile.title,
    bio: profile.bio,
    specialization: profile.specialization,
    location: profile.location,
    languages: toJson(profile.languages),
    certifications: toJson(profile.certifications),
    achievements: toJson(profile.achievements),
    working_hours: toJson(profile.working_hours),
    experience_years: profile.experience_years,
    license_number: profile.license_number,
    license_expires_on: profile.license_expires_on,
    license_checked_at: profile.license_checked_at && toIso(profile.license_checked_at),
    license_lapsed_at: profile.license_lapsed_at && toIso(profile.license_lapsed_at),
    application_status: profile.application_status,
  };
}

/** Runs at every start of the web UI, hence without models. */
const FIND_PROFILE = `
  SELECT u.id, u.name, u.email, u.email_verified_at, u.pending_email, u.contact_email, u.role, u.admin_role, u.status, u.phone,
    u.phone_verified_at, u.avatar_url, u.language, u.created_at, u.updated_at, a.user_id AS profile_id, a.title, a.bio, a.specialization, a.location, a.languages, a.certifications,
    a.achievements, a.working_hours, a.experience_years, a.license_number, a.license_expires_on,
    a.license_checked_at, a.license_lapsed_at, a.application_status
  FROM users u LEFT JOIN agent_profiles a ON a.user_id = u.id
  WHERE u.id = $1`;

type ProfileRow = AccountRow & AgentFieldsRow & { profile_id: number | null };

export async function getProfile({ db }: ServerContext, userId: number): Promise<User> {
  const [row] = await db.readRows<ProfileRow>(FIND_PROFILE, [userId]);
  // The account was deleted after its session was read.
  if (!row) throw new SessionExpiredError();
  return presentUser(row, row.profile_id === null ? null : row);
}

/**
 * Changes the fields that were sent. Agents' fields are ignored for accounts without a profile.
 * @throws {ForbiddenError} `confirm_identity`: the address that clients write to is changed.
 */
export async function updateProfile(
  context: ServerContext,
  caller: SignedInUser,
  draft: z.output<typeof profileBody>,
): Promise<User> {
  const userId = caller.id;
  const { name, phone, avatar_url, contact_email, ...agentFields } = draft;
  await context.db.transaction(async () => {
    const user = await lockUser(context, userId);
    if (!user) throw new SessionExpiredError();
    if (avatar_url) await requireUploaded(context, avatar_url);
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

async function requireUploaded(context: ServerContext, url: string): Promise<void> {
  const missing = await lockPictures(context, [url]);
  if (missing.length > 0)
    throw new InvalidInputError([{ path: 'avatar_url', message: msg('Must be an uploaded image') }]);
}

/** Without the fields that were not sent. */
export function withoutUndefined<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };
}

/** Open windows of an account refresh when its role, listing in the directory or address changes. */
export function attachAccountSockets(io: AppServer, { bus }: ServerContext): void {
  // `onPublished`: the process of the change emits; the adapter reaches the sockets of other processes.
  bus.onPublished('accountChanged', ({ userId }) => void io.to(userRoom(userId)).emit('account_changed', {}));
  bus.subscribe('licenseChanged', ({ agentId }) => void io.to(userRoom(agentId)).emit('account_changed', {}));
}
