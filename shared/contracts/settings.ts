import { z } from 'zod';
import {
  MAX_BIO_LENGTH,
  MAX_MIN_PASSWORD_LENGTH,
  MAX_NAME_LENGTH,
  MAX_SHORT_TEXT_LENGTH,
  MIN_PASSWORD_LENGTH,
} from '../limits.ts';
import { msg } from '../messages.ts';
import { email } from './auth.ts';
import { defineCall, isoTime, nameText, optionalLine, optionalPhone, optionalText } from './common.ts';

const MAX_LANGUAGE_LENGTH = 20;

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
  interface: z.string().max(MAX_LANGUAGE_LENGTH).nullable(),
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

/** What the caller has done, in figures. */
export const activity = z.object({
  /** Messages left for agents through the contact form while signed in. */
  inquiries: z.number(),
});

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
            bio: optionalText(MAX_BIO_LENGTH),
            location: optionalLine(MAX_SHORT_TEXT_LENGTH),
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

/** How often something may be done. */
const bound = (usual: number) => z.number().int().min(1).max(1_000_000).default(usual);

const percent = (usual: number) => z.number().min(0).max(100).default(usual);
const pesos = (usual: number) => z.number().min(0).max(1_000_000_000).default(usual);
const plainDay = (usual: string) =>
  z
    .string()
    .refine(
      (day) => /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)),
      msg('Enter a date such as 2026-11-25').id,
    )
    .default(usual);

/** What estimates of costs are made with. */
const costRates = z.object({
  /** When the rates were looked up, and where they come from: shown beside each estimate. */
  asOf: plainDay('2026-11-25'),
  sources: z
    .string()
    .trim()
    .max(500)
    .default(
      'National Internal Revenue Code (capital gains tax, documentary stamp tax), Local Government Code (transfer tax in Metro Manila), Land Registration Authority (registration), Pag-IBIG Fund (3-year rate), National Human Settlements Board Resolution 2024-001 (rent). Bank rate, notarial fee, dues and utilities are common figures.',
    ),
  /** Percent of the price. */
  capitalGainsTax: percent(6),
  documentaryStampTax: percent(1.5),
  transferTax: percent(0.75),
  registrationFee: percent(0.6),
  notarialFee: percent(1),
  /** Percent a year, years, percent of the price. */
  bankRate: percent(7.5),
  bankYears: z.number().int().min(1).max(40).default(20),
  bankDownPayment: percent(20),
  pagIbigRate: percent(6.25),
  pagIbigYears: z.number().int().min(1).max(40).default(30),
  pagIbigDownPayment: percent(10),
  pagIbigMaxLoan: pesos(6_000_000),
  /** Pesos a month. */
  duesPerSqm: pesos(120),
  utilities: pesos(3_500),
  utilitiesPerBedroom: pesos(1_500),
  parkingRent: pesos(4_000),
  /** Months of rent. */
  advanceMonths: z.number().int().min(0).max(24).default(1),
  depositMonths: z.number().int().min(0).max(24).default(2),
  /** Homes up to this rent a month may rise by so many percent a year for who lives there, until a day. */
  rentControlUpTo: pesos(10_000),
  rentControlIncrease: percent(1),
  rentControlUntil: plainDay('2026-12-31'),
});

export type CostRates = z.infer<typeof costRates>;

/** Whether mails go to the mail server without TLS: never, or where it offers none. One on the same machine needs none. */
export const smtpEncryptions = ['required', 'when_offered'] as const;

/** The admin's system settings, by category, each with its default. Enforced wherever they are read. */
export const systemSettings = z.object({
  application: z
    .object({
      siteName: z.string().trim().min(1).max(80).default('Silong'),
      siteDescription: z
        .string()
        .trim()
        .max(300)
        .default('Homes, condominiums and offices for sale, rent and lease across Metro Manila.'),
      maintenanceMode: z.boolean().default(false),
      registrationEnabled: z.boolean().default(true),
      /** Whether reviews by people without a known interaction are left out of ratings. */
      onlyVerifiedReviewsCount: z.boolean().default(false),
      /** Whether guests open the pages of listings and agents. They see everything there but contact data. */
      publicListingPages: z.boolean().default(false),
    })
    .prefault({}),
  email: z
    .object({
      smtpEnabled: z.boolean().default(false),
      smtpHost: z.string().trim().max(255).default(''),
      smtpPort: z.number().int().min(1).max(65_535).default(587),
      smtpUser: z.string().trim().max(255).default(''),
      smtpPassword: z.string().max(255).default(''),
      smtpEncryption: z.enum(smtpEncryptions).default('required'),
      fromEmail: z.string().trim().max(254).default('no-reply@silong.example'),
    })
    .prefault({}),
  notifications: z
    .object({
      emailNotifications: z.boolean().default(true),
      pushNotifications: z.boolean().default(true),
      smsNotifications: z.boolean().default(false),
      notifyNewUsers: z.boolean().default(true),
      notifyNewProperties: z.boolean().default(true),
      notifyNewMessages: z.boolean().default(true),
    })
    .prefault({}),
  security: z
    .object({
      /** Hours without a call after which a session ends. */
      sessionTimeout: z.number().int().min(1).max(8_760).default(24),
      /** Days after which a session ends however much it is used. */
      sessionLifetime: z.number().int().min(1).max(365).default(90),
      maxLoginAttempts: z.number().int().min(1).max(1_000).default(5),
      /** Admins without a second factor are answered 403 `second_factor_setup_required` by admin calls. */
      requireSecondFactorForAdmins: z.boolean().default(false),
      enforceHttps: z.boolean().default(false),
      /** Within 15 minutes. The first refuses, the others only ask for a challenge. */
      maxSignInFailuresPerAddress: bound(40),
      maxSignInFailuresPerAccount: bound(15),
      maxSignInFailuresOverall: bound(500),
      /** By one account, or one address where nobody is signed in; newcomers have half. See server/http/budgets.ts. */
      maxRegistrationsPerHour: bound(30),
      maxPasswordResetsPerHour: bound(20),
      maxInquiriesPerHour: bound(60),
      maxConversationsPerHour: bound(60),
      maxMessagesPerHour: bound(600),
      maxViewingsPerHour: bound(60),
      maxReportsPerHour: bound(30),
      maxReviewsPerHour: bound(30),
      maxExportsPerHour: bound(40),
      /** Hours after its making in which an account may do so much within 24 hours; 0: none is limited. */
      newAccountHours: z.number().int().min(0).max(8_760).default(24),
      newAccountConversations: bound(30),
      newAccountInquiries: bound(30),
      newAccountReports: bound(10),
      newAccountReviews: bound(10),
      /** Days after its making in which an agent's account may post so many listings within 24 hours; 0: none is limited. */
      newAgentDays: z.number().int().min(0).max(365).default(7),
      newAgentListings: bound(500),
      /** Of passwords that are set from now on; those there are stay. */
      minPasswordLength: z
        .number()
        .int()
        .min(MIN_PASSWORD_LENGTH)
        .max(MAX_MIN_PASSWORD_LENGTH)
        .default(MIN_PASSWORD_LENGTH),
    })
    .prefault({}),
  backup: z
    .object({
      autoBackup: z.boolean().default(false),
      backupFrequency: z.enum(['daily', 'weekly', 'monthly']).default('daily'),
      /** How many scheduled backups stay; those an admin asked for stay until an admin deletes them. */
      keep: z.number().int().min(1).max(365).default(7),
      /** Whether administrators are mailed, about once a day, which entry of the audit log is the newest. */
      mailAuditAnchors: z.boolean().default(false),
    })
    .prefault({}),
  costs: costRates.prefault({}),
  /** Not for a form: a restore writes it, and letting go what waits (`jobsCalls.releaseOutbound`) takes it away. */
  outbound: z
    .object({
      /** What would leave the server waits since then; null: nothing is held back. */
      heldSince: isoTime.nullable().default(null),
    })
    .prefault({}),
});

export type SystemSettings = z.infer<typeof systemSettings>;

/**
 * The settings in force. @param stored of each category what an admin chose. A mail server that was named before there was
 * `smtpEncryption` goes on as it was: it may offer no TLS, and mails would stop.
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
/** Those an admin sees and changes. */
export type SettingsCategory = Exclude<keyof SystemSettings, 'outbound'>;

const { application, email: mail, notifications, security, backup, costs } = systemSettings.shape;

/** The settings as an admin reads them: the SMTP password goes in and never comes out. */
export const adminSettings = z.object({
  application,
  email: mail.unwrap().omit({ smtpPassword: true }).extend({ smtpPasswordSet: z.boolean() }),
  notifications,
  security,
  backup,
  costs,
});
export type AdminSettings = z.infer<typeof adminSettings>;

/** Stored as typed: the part before the @ may tell large letters from small ones. */
const fromEmail = z
  .string()
  .trim()
  .max(254)
  .pipe(z.email(msg('Invalid email format').id));

type WithoutDefaults<Shape extends z.ZodRawShape> = {
  [Name in keyof Shape]: Shape[Name] extends z.ZodDefault<infer Inner> ? z.ZodOptional<Inner> : Shape[Name];
};

/** A default would come in for what was left out, and with it undo what an admin once chose. */
function changes<Shape extends z.ZodRawShape>(category: z.ZodPrefault<z.ZodObject<Shape>>) {
  const fields = Object.entries(category.unwrap().shape).map(([name, field]) => [
    name,
    field instanceof z.ZodDefault ? z.optional(field.unwrap()) : field,
  ]);
  return z.object(Object.fromEntries(fields) as WithoutDefaults<Shape>);
}

/** One category at a time; what is left out of it stays. An SMTP password of '' clears it. */
export const settingsChange = z.discriminatedUnion('category', [
  z.object({ category: z.literal('application'), settings: changes(application) }),
  z.object({
    category: z.literal('email'),
    settings: changes(mail).extend({ fromEmail: fromEmail.optional() }),
  }),
  z.object({ category: z.literal('notifications'), settings: changes(notifications) }),
  z.object({ category: z.literal('security'), settings: changes(security) }),
  z.object({ category: z.literal('backup'), settings: changes(backup) }),
  z.object({ category: z.literal('costs'), settings: changes(costs) }),
]);
export type SettingsChange = z.infer<typeof settingsChange>;

export const systemSettingsCalls = {
  get: defineCall('admin', 'GET /api/admin/settings', {
    ability: 'settings.manage',
    summary: 'The system settings, by category',
    answer: adminSettings,
  }),
  update: defineCall('admin', 'PUT /api/admin/settings', {
    ability: 'settings.manage',
    summary: 'Changes one category; in force at once, on every server process',
    body: settingsChange,
    answer: adminSettings,
  }),
  testEmail: defineCall('admin', 'POST /api/admin/settings/test-email', {
    ability: 'settings.manage',
    summary: 'Really sends a mail; 502 with the mail server’s own words when that fails',
    body: z.object({ testEmail: email }),
    answer: z.object({ message: z.string() }),
  }),
};
