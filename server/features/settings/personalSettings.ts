import { lockUser } from '#server/features/auth/passwords.ts';
import { withoutUndefined, withPhone } from '#server/features/auth/profile.ts';
import type { ServerContext } from '#server/features/context.ts';
import { found } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import {
  defaultPersonalSettings,
  type PersonalSettings,
  type SettingsPage,
  type settingsCalls,
} from '#shared/contracts/settings.ts';

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
  { db }: ServerContext,
  userIds: readonly number[],
): Promise<Map<number, PersonalSettings>> {
  const rows = await db.models.PersonalSettings.findAll({ where: { user_id: [...userIds] } });
  const stored = new Map(rows.map((row) => [row.user_id, row.settings as StoredSettings]));
  return new Map(userIds.map((id) => [id, withDefaults(stored.get(id) ?? {})]));
}

async function getSettingsPage({ db }: ServerContext, userId: number): Promise<SettingsPage> {
  const user = found(await db.models.User.findByPk(userId, { include: ['agentProfile'] }), 'account');
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

export function settingsService(context: ServerContext): Service<typeof settingsCalls> {
  const { db } = context;

  return {
    get: ({ user }) => getSettingsPage(context, user.id),

    /** Changes what is sent and leaves the rest. */
    async update({ user, body: change }) {
      const { PersonalSettings, AgentProfile } = db.models;
      const { bio, location, phone, name } = change.profile ?? {};
      const about = withoutUndefined({ bio, location });
      await db.transaction(async () => {
        // Two changes of different parts at once both have to hold; the row of the settings may not exist yet.
        const account = found(await lockUser(context, user.id), 'account');
        await account.update(withoutUndefined({ name, ...withPhone(account, phone) }));
        if (Object.keys(about).length > 0) await AgentProfile.update(about, { where: { user_id: user.id } });
        const row = await PersonalSettings.findByPk(user.id);
        const stored = (row?.settings ?? {}) as StoredSettings;
        // The saved views of an administrator stand beside them.
        const settings = {
          ...stored,
          notifications: { ...stored.notifications, ...change.notifications },
          privacy: { ...stored.privacy, ...change.privacy },
          search: { ...stored.search, ...change.search },
          profile: { ...stored.profile, ...about },
        };
        await PersonalSettings.upsert({ user_id: user.id, settings });
      });
      return getSettingsPage(context, user.id);
    },

    // The figures of the profile page that only the server knows.
    activity: async ({ user }) => ({
      inquiries: await db.models.Inquiry.count({ where: { user_id: user.id } }),
    }),
  };
}
