import { keepPlan } from '#server/db/postgres.ts';
import { isAmong, pick, SqlBuilder, toJson } from '#server/db/sql.ts';
import { lockUser } from '#server/features/auth/writes/passwords.ts';
import { withoutUndefined, withPhone } from '#server/features/auth/writes/profile.ts';
import type { ServerContext } from '#server/features/context.ts';
import { found, invalidField } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import { languageCodes } from '#server/languages.ts';
import type { SavedView } from '#shared/contracts/savedViews.ts';
import type { OwnPlace } from '#shared/contracts/settings.ts';
import {
  defaultPersonalSettings,
  type PersonalSettings,
  type SettingsPage,
  type settingsCalls,
} from '#shared/contracts/settings.ts';
import { msg } from '#shared/messages.ts';

/** The stored part: only changed values; the others have their defaults, also after defaults change. */
interface StoredSettings {
  notifications?: Partial<PersonalSettings['notifications']>;
  privacy?: Partial<PersonalSettings['privacy']>;
  search?: Partial<PersonalSettings['search']>;
  /** For accounts that are no agents; an agent's profile has these. */
  profile?: { bio?: string | null; location?: string | null };
  /** For an agent: dismissed advice by its key, each until a time (ISO). */
  dismissed_advice?: Record<string, string>;
  /** An administrator's saved views of lists. */
  views?: SavedView[];
  places?: OwnPlace[];
}

/** @param language from the account's row, which the caller has read already. */
function withDefaults(stored: StoredSettings, language: string | null): PersonalSettings {
  return {
    language: { interface: language },
    notifications: { ...defaultPersonalSettings.notifications, ...stored.notifications },
    privacy: { ...defaultPersonalSettings.privacy, ...stored.privacy },
    search: { ...defaultPersonalSettings.search, ...stored.search },
  };
}

interface SettingsRow {
  id: number;
  language: string | null;
  settings: StoredSettings | string | null;
}

/** Settings of several accounts; deleted ones have none. @param lock of the rows, for the running transaction. */
export async function readPersonalSettings(
  { db }: Pick<ServerContext, 'db'>,
  userIds: readonly number[],
  lock?: 'NO KEY UPDATE' | 'KEY SHARE',
): Promise<Map<number, PersonalSettings>> {
  if (userIds.length === 0) return new Map();
  const sql = new SqlBuilder(db.dialect);
  const ids = [...new Set(userIds)];
  const text = `SELECT u.id, u.language, s.settings FROM users u LEFT JOIN personal_settings s ON s.user_id = u.id
    WHERE ${isAmong(sql, 'u.id', ids)} ORDER BY u.id ${lock && db.dialect === 'postgres' ? `FOR ${lock} OF u` : ''}`;
  const rows = await (db.isInTransaction()
    ? db.writeRows<SettingsRow>(text, sql.parameters)
    : db.readRows<SettingsRow>(keepPlan(text), sql.parameters));
  return new Map(
    rows.map(({ id, language, settings }) => [
      id,
      withDefaults(settings === null ? {} : toJson<StoredSettings>(settings), language),
    ]),
  );
}

export const readStored = async ({ db }: ServerContext, userId: number): Promise<StoredSettings> =>
  ((await db.models.PersonalSettings.findByPk(userId))?.settings ?? {}) as StoredSettings;

/** Runs in a transaction that locks the account: the row of the settings may not exist yet. */
export async function changeStored(
  context: ServerContext,
  userId: number,
  change: (stored: StoredSettings) => StoredSettings,
): Promise<void> {
  const settings = { ...change(await readStored(context, userId)) };
  await context.db.models.PersonalSettings.upsert({ user_id: userId, settings });
}

/** Dismissed advice kept for an agent; beyond it the entries that end soonest are dropped. */
const MAX_DISMISSED = 200;

/** @returns the keys of the advice that is dismissed now. */
export async function readDismissedAdvice(context: ServerContext, agentId: number): Promise<Set<string>> {
  const now = context.now().toISOString();
  const { dismissed_advice = {} } = await readStored(context, agentId);
  return new Set(Object.keys(dismissed_advice).filter((key) => (dismissed_advice[key] ?? '') > now));
}

/** @param until null: the advice is shown again. */
export async function dismissAdvice(
  context: ServerContext,
  agentId: number,
  key: string,
  until: Date | null,
): Promise<void> {
  const now = context.now().toISOString();
  await context.db.transaction(async () => {
    found(await lockUser(context, agentId), 'account');
    await changeStored(context, agentId, ({ dismissed_advice, ...others }) => {
      const kept = Object.entries(dismissed_advice ?? {}).filter(([other, end]) => other !== key && end > now);
      if (until) kept.push([key, until.toISOString()]);
      const latest = kept.sort(([, one], [, other]) => (one < other ? 1 : -1)).slice(0, MAX_DISMISSED);
      return { ...others, dismissed_advice: Object.fromEntries(latest) };
    });
  });
}

async function getSettingsPage(context: ServerContext, userId: number): Promise<SettingsPage> {
  const user = found(await context.db.models.User.findByPk(userId, { include: ['agentProfile'] }), 'account');
  const stored = await readStored(context, userId);
  return {
    ...withDefaults(stored, user.language),
    profile: {
      ...pick(user, 'name', 'email', 'phone'),
      bio: user.agentProfile ? user.agentProfile.bio : (stored.profile?.bio ?? null),
      location: user.agentProfile ? user.agentProfile.location : (stored.profile?.location ?? null),
    },
  };
}

const unknownLanguage = () =>
  invalidField(
    'language.interface',
    msg('{field} must be one of {choices}', {
      field: 'language.interface',
      choices: languageCodes.join(', '),
    }),
  );

export function settingsService(context: ServerContext): Service<typeof settingsCalls> {
  const { db } = context;

  return {
    get: ({ user }) => getSettingsPage(context, user.id),

    /** Changes the sent parts and leaves the rest. */
    async update({ user, body: change }) {
      const { AgentProfile } = db.models;
      const { bio, location, phone, name } = change.profile ?? {};
      const about = withoutUndefined({ bio, location });
      const language = change.language?.interface;
      if (typeof language === 'string' && !languageCodes.includes(language)) throw unknownLanguage();
      await db.transaction(async () => {
        // Concurrent changes of different parts must both be kept; the row of the settings may not exist yet.
        const account = found(await lockUser(context, user.id), 'account');
        await account.update(withoutUndefined({ name, language, ...withPhone(account, phone) }));
        if (Object.keys(about).length > 0) await AgentProfile.update(about, { where: { user_id: user.id } });
        await changeStored(context, user.id, (stored) => ({
          ...stored,
          notifications: { ...stored.notifications, ...change.notifications },
          privacy: { ...stored.privacy, ...change.privacy },
          search: { ...stored.search, ...change.search },
          profile: { ...stored.profile, ...about },
        }));
      });
      return getSettingsPage(context, user.id);
    },

    activity: async ({ user }) => ({
      inquiries: await db.models.Inquiry.count({ where: { user_id: user.id } }),
    }),
  };
}
