import { Transaction } from 'sequelize';
import type { z } from 'zod';
import type { UserModel } from '#server/db/models.ts';
import { toNumber } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import { NotFoundError } from '#server/http/errors.ts';
import type { Activity } from '#shared/contracts/settings.ts';
import {
  defaultPersonalSettings,
  type PersonalSettings,
  type SettingsPage,
  type settingsCalls,
} from '#shared/contracts/settings.ts';

type Context = Pick<ServerContext, 'db'>;
type SettingsChange = z.output<(typeof settingsCalls)['update']['body']>;

/** What is stored: only the parts somebody has changed; the rest is at its default, also after defaults change. */
interface StoredSettings {
  notifications?: Partial<PersonalSettings['notifications']>;
  privacy?: Partial<PersonalSettings['privacy']>;
  search?: Partial<PersonalSettings['search']>;
  /** Of people who are no agents; an agent's own profile has these. */
  profile?: { bio?: string | null; location?: string | null };
}

function withDefaults(stored: StoredSettings): PersonalSettings {
  return {
    notifications: { ...defaultPersonalSettings.notifications, ...stored.notifications },
    privacy: { ...defaultPersonalSettings.privacy, ...stored.privacy },
    search: { ...defaultPersonalSettings.search, ...stored.search },
  };
}

/** Settings of several people at once, for those who are about to be told something. */
export async function readPersonalSettings(
  { db }: Context,
  userIds: readonly number[],
): Promise<Map<number, PersonalSettings>> {
  const rows = await db.models.PersonalSettings.findAll({ where: { user_id: [...userIds] } });
  const stored = new Map(rows.map((row) => [row.user_id, row.settings as StoredSettings]));
  return new Map(userIds.map((id) => [id, withDefaults(stored.get(id) ?? {})]));
}

export async function getSettingsPage({ db }: Context, userId: number): Promise<SettingsPage> {
  const user = await db.models.User.findByPk(userId, { include: ['agentProfile'] });
  if (!user) throw new NotFoundError('Account');
  const row = await db.models.PersonalSettings.findByPk(userId);
  const stored = (row?.settings ?? {}) as StoredSettings;
  return {
    ...withDefaults(stored),
    profile: {
      name: user.name,
      email: user.email,
      phone: user.phone,
      bio: user.agentProfile ? user.agentProfile.bio : (stored.profile?.bio ?? null),
      location: user.agentProfile ? user.agentProfile.location : (stored.profile?.location ?? null),
    },
  };
}

/** Changes what is sent and leaves the rest. */
export async function updatePersonalSettings(
  { db }: Context,
  userId: number,
  change: SettingsChange,
): Promise<SettingsPage> {
  await db.transaction(async () => {
    // Two changes of different parts at once both have to hold; the row of the settings may not exist yet.
    const lock = Transaction.LOCK.NO_KEY_UPDATE;
    const user = await db.models.User.findByPk(userId, { lock });
    if (!user) throw new NotFoundError('Account');
    await saveProfile({ db }, user, change.profile ?? {});
    const row = await db.models.PersonalSettings.findByPk(userId);
    const stored = (row?.settings ?? {}) as StoredSettings;
    const { bio, location } = change.profile ?? {};
    const settings = {
      notifications: { ...stored.notifications, ...change.notifications },
      privacy: { ...stored.privacy, ...change.privacy },
      search: { ...stored.search, ...change.search },
      profile: {
        ...stored.profile,
        ...(bio === undefined ? {} : { bio }),
        ...(location === undefined ? {} : { location }),
      },
    };
    await db.models.PersonalSettings.upsert({ user_id: userId, settings });
  });
  return getSettingsPage({ db }, userId);
}

async function saveProfile(
  { db }: Context,
  user: UserModel,
  { name, phone, bio, location }: NonNullable<SettingsChange['profile']>,
): Promise<void> {
  await user.update({ ...(name === undefined ? {} : { name }), ...(phone === undefined ? {} : { phone }) });
  const agent = { ...(bio === undefined ? {} : { bio }), ...(location === undefined ? {} : { location }) };
  if (Object.keys(agent).length > 0)
    await db.models.AgentProfile.update(agent, { where: { user_id: user.id } });
}

const COUNT_INQUIRIES = 'SELECT COUNT(*) AS inquiries FROM inquiries WHERE user_id = $1';

/** The figures of the profile page that only the server knows. */
export async function countActivity({ db }: Pick<ServerContext, 'db'>, userId: number): Promise<Activity> {
  const [row] = await db.readRows<{ inquiries: number | string }>(COUNT_INQUIRIES, [userId]);
  return { inquiries: toNumber(row?.inquiries ?? 0) };
}
