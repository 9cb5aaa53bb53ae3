import { z } from 'zod';
import { MAX_BIO_LENGTH, MAX_NAME_LENGTH, MAX_REACH_NAME, MAX_REACHES, MAX_SHORT_TEXT_LENGTH } from '../limits.ts';
import { msg } from '../messages.ts';
import { readCityTaxes } from '../realPropertyTax.ts';
import {
  isDay,
  type Setting,
  type SettingsCategory,
  type SettingValues,
  settingsTable,
} from '../systemSettings.ts';
import { email as emailAddress } from './auth.ts';
import {
  defineCall,
  isoTime,
  nameText,
  optionalPhone,
  optionalPresentedText,
  optionalPresentedTitle,
  requiredLine,
} from './common.ts';
import { coordinates, reachMinutes, travelMode } from './properties.ts';

export const maxBudgets = [null, 5_000_000, 10_000_000, 20_000_000, 50_000_000] as const;

const ownNotifications = z.object({
  email: z.boolean(),
  push: z.boolean(),
  priceAlerts: z.boolean(),
  newProperties: z.boolean(),
  messageNotifications: z.boolean(),
});

const privacy = z.object({
  profileVisibility: z.enum(['public', 'agents-only', 'private']),
  showEmail: z.boolean(),
  showPhone: z.boolean(),
});

const search = z.object({
  saveHistory: z.boolean(),
  defaultLocation: z.string().trim().max(100),
  defaultPropertyType: z.enum(['all', 'house', 'condo', 'apartment', 'lot']),
  maxBudget: z.literal(maxBudgets),
});

const language = z.object({
  /** The code of one of the languages there are; null: that of the browser. */
  interface: z.string().max(20).nullable(),
});

export const personalSettings = z.object({ notifications: ownNotifications, privacy, search, language });
export type PersonalSettings = z.infer<typeof personalSettings>;

export const defaultPersonalSettings: PersonalSettings = {
  notifications: {
    email: true,
    push: true,
    priceAlerts: true,
    newProperties: true,
    messageNotifications: true,
  },
  privacy: { profileVisibility: 'public', showEmail: false, showPhone: false },
  search: {
    saveHistory: true,
    defaultLocation: 'Makati City',
    defaultPropertyType: 'all',
    maxBudget: 10_000_000,
  },
  language: { interface: null },
};

const profile = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  bio: z.string().nullable(),
  location: z.string().nullable(),
});

/** Of the caller: messages left for agents through the contact form while signed in. */
export const activity = z.object({ inquiries: z.number() });
export type Activity = z.infer<typeof activity>;

export const settingsPage = personalSettings.extend({ profile });
export type SettingsPage = z.infer<typeof settingsPage>;

export const settingsCalls = {
  get: defineCall('user', 'GET /api/settings', {
    summary: 'The caller’s personal settings',
    answer: settingsPage,
  }),
  update: defineCall('user', 'PUT /api/settings', {
    summary: 'Changes the parts that are sent; the e-mail cannot be changed here',
    body: z
      .object({
        profile: z
          .object({
            name: nameText(MAX_NAME_LENGTH, msg('Name is required')),
            phone: optionalPhone(),
            bio: optionalPresentedText(MAX_BIO_LENGTH),
            location: optionalPresentedTitle(MAX_SHORT_TEXT_LENGTH),
          })
          .partial(),
        notifications: ownNotifications.partial(),
        privacy: privacy.partial(),
        search: search.partial(),
        language: language.partial(),
      })
      .partial(),
    answer: settingsPage,
  }),
  activity: defineCall('user', 'GET /api/auth/activity', {
    summary: 'How many inquiries the caller has sent to agents',
    answer: activity,
  }),
};

const CITY_TAXES_MISREAD = msg('Write each line as Makati City: 2% of 12%, with one line for Others');

/** A setting's values. @param isChange a stored address stays as it is; a new one must be an e-mail. */
function valueSchema(setting: Setting, isChange: boolean): z.ZodType {
  switch (setting.kind) {
    case 'flag':
      return z.boolean();
    case 'integer':
      return z.number().int().min(setting.min).max(setting.max);
    case 'decimal':
      return z.number().min(setting.min).max(setting.max);
    case 'choice':
      return z.enum(Object.keys(setting.choices));
    case 'text': {
      if (setting.format === 'day') return z.string().refine(isDay, msg('Enter a date such as 2026-11-25').id);
      if (setting.isSecret) return z.string().max(setting.max);
      if (setting.format === 'cityTaxes')
        return z
          .string()
          .trim()
          .max(setting.max)
          .refine((text) => readCityTaxes(text) !== null, CITY_TAXES_MISREAD.id);
      const text = setting.required
        ? z.string().trim().min(1).max(setting.max)
        : z.string().trim().max(setting.max);
      // Stored as typed: the part before the @ may tell large letters from small ones.
      return isChange && setting.format === 'email' ? text.pipe(z.email(msg('Invalid email format').id)) : text;
    }
  }
}

const entriesOf = (category: SettingsCategory) => Object.entries<Setting>(settingsTable[category].settings);

type Stored<Category extends SettingsCategory> = {
  [Key in keyof SettingValues<Category>]: z.ZodDefault<z.ZodType<SettingValues<Category>[Key]>>;
};

/** A category as it is stored and read: what no admin chose has its default. */
function storedCategory<Category extends SettingsCategory>(category: Category) {
  const fields = entriesOf(category).map(([key, setting]) => [
    key,
    valueSchema(setting, false).default(setting.default),
  ]);
  return z.object(Object.fromEntries(fields) as Stored<Category>);
}

type Changed<Category extends SettingsCategory> = {
  [Key in keyof SettingValues<Category>]: z.ZodOptional<z.ZodType<SettingValues<Category>[Key]>>;
};

/** A change of a category. Without defaults: they would undo an earlier choice that the change leaves out. */
function categoryChange<Category extends SettingsCategory>(category: Category) {
  const fields = entriesOf(category).map(([key, setting]) => [key, valueSchema(setting, true).optional()]);
  return z.object({
    category: z.literal(category),
    settings: z.object(Object.fromEntries(fields) as Changed<Category>),
  });
}

const email = storedCategory('email');
const shown = {
  application: storedCategory('application').prefault({}),
  notifications: storedCategory('notifications').prefault({}),
  security: storedCategory('security').prefault({}),
  backup: storedCategory('backup').prefault({}),
  costs: storedCategory('costs').prefault({}),
};

/** The system settings, by category, each with its default. Enforced wherever they are read. */
export const systemSettings = z.object({
  ...shown,
  email: email.prefault({}),
  /** Not for a form: a restore writes it, and releasing what waits (`jobsCalls.releaseOutbound`) removes it. */
  outbound: z
    .object({
      /** Since then nothing leaves the server; null: nothing is held back. */
      heldSince: isoTime.nullable().default(null),
    })
    .prefault({}),
  /** Not for a form: the demo data write it. */
  demo: z.object({ since: isoTime.nullable().default(null) }).prefault({}),
});
export type SystemSettings = z.infer<typeof systemSettings>;
export type CostRates = SystemSettings['costs'];

/**
 * The settings in force. @param stored the chosen settings of each category. A mail server that was named before there was
 * `smtpEncryption` goes on without TLS: its mails would stop otherwise.
 */
export function readSystemSettings(
  stored: { [Category in keyof SystemSettings]?: Record<string, unknown> },
): SystemSettings {
  const { email = {} } = stored;
  const isOlder = Boolean(email.smtpHost) && email.smtpEncryption === undefined;
  return systemSettings.parse(
    isOlder ? { ...stored, email: { ...email, smtpEncryption: 'when_offered' } } : stored,
  );
}

/** The settings as an admin reads them: the SMTP password goes in and never comes out. */
export const adminSettings = z.object({
  ...shown,
  email: email.omit({ smtpPassword: true }).extend({ smtpPasswordSet: z.boolean() }),
});
export type AdminSettings = z.infer<typeof adminSettings>;

/** One category at a time; what is left out of it stays. An SMTP password of '' clears it. */
export const settingsChange = z.discriminatedUnion('category', [
  categoryChange('application'),
  categoryChange('email'),
  categoryChange('notifications'),
  categoryChange('security'),
  categoryChange('backup'),
  categoryChange('costs'),
]);
export type SettingsChange = z.infer<typeof settingsChange>;

export const systemSettingsCalls = {
  get: defineCall('admin settings.manage', 'GET /api/admin/settings', {
    summary: 'The system settings, by category',
    answer: adminSettings,
  }),
  update: defineCall('admin settings.manage', 'PUT /api/admin/settings', {
    summary: 'Changes one category; in force at once, on every server process',
    body: settingsChange,
    answer: adminSettings,
  }),
  testEmail: defineCall('admin settings.manage', 'POST /api/admin/settings/test-email', {
    summary: 'Really sends a mail; 502 with the mail server’s own words when that fails',
    body: z.object({ testEmail: emailAddress }),
    answer: z.object({ message: z.string() }),
  }),
};

/** A place that a person often goes to, and how: work, school, the parents' home. */
export const ownPlace = coordinates.extend({
  name: requiredLine(MAX_REACH_NAME, msg('Name is required')),
  mode: travelMode,
  /** How long the way may take at most; null: as long as it takes. */
  max_minutes: reachMinutes.nullable(),
});
export type OwnPlace = z.infer<typeof ownPlace>;

const ownPlaces = z.object({
  places: z.array(ownPlace).max(MAX_REACHES, msg('You can keep at most {maximum} places').id),
});

/** They show where a person lives: the account alone reads them. */
export const ownPlacesCalls = {
  get: defineCall('user', 'GET /api/settings/places', {
    summary: 'The places the caller named, to tell how far homes are from them',
    answer: ownPlaces,
  }),
  update: defineCall('user', 'PUT /api/settings/places', {
    summary: 'Replaces the places the caller named; at most 5',
    body: ownPlaces,
    answer: ownPlaces,
  }),
};
