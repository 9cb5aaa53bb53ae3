import { MAX_EMAIL_LENGTH, MAX_MIN_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './limits.ts';
import { type Message, msg } from './messages.ts';

/**
 * The admin's system settings, each described once: the schemas (contracts/settings.ts), the screen, its checks and the words of
 * the audit log are derived from this table. Without zod, because the screen reads it. Keys are unique across categories.
 */

interface Warning {
  title: Message;
  text: Message;
  confirm: Message;
}

export type Setting = {
  /** Above the control, with the unit. */
  label: Message;
  hint?: Message;
  /** In the audit log and in sentences about it; sentences use the label of a setting without one. */
  name?: Message;
  group?: keyof typeof settingGroups;
} & (
  | {
      kind: 'flag';
      default: boolean;
      /** Asked before it is switched on. */
      warning?: Warning;
    }
  | { kind: 'integer' | 'decimal'; default: number; min: number; max: number }
  | { kind: 'choice'; default: string; choices: Record<string, Message> }
  | {
      kind: 'text';
      default: string;
      /** Characters. */
      max: number;
      /** The complaint about a blank value; a setting without one may be blank. */
      required?: Message;
      /** Lines of the control; 1 unless given. */
      rows?: number;
      /** `day`: as 2026-11-25. `cityTaxes`: as realPropertyTax.ts reads them. */
      format?: 'day' | 'email' | 'cityTaxes';
      /** Never shown again: not in answers, not in the audit log. Kept untrimmed. */
      isSecret?: true;
    }
);

export interface CategoryOfSettings {
  label: Message;
  /** The save button's label. */
  save: Message;
  text?: Message;
  /** A change needs a recently confirmed identity. */
  confirmsIdentity?: true;
  settings: Record<string, Setting>;
}

/** Numbers under a title of their own on the screen. */
export const settingGroups = {
  signIn: {
    title: msg('Limits: failed logins in 15 minutes'),
    text: msg(
      'These slow down programs that guess passwords. At half of the first number, the browser solves a challenge automatically.',
    ),
  },
  hourly: {
    title: msg('Limits: one person, per hour'),
    text: msg(
      'Set these above what a busy person does. At half of a limit, the browser solves a short challenge automatically. At the limit, people see when they can continue. Visitors without an account and accounts on their first day get half of each limit.',
    ),
  },
  newAccount: {
    title: msg('Limits: new accounts, per day'),
    text: msg(
      'An account also counts as new until it confirms its email. For agents, a separate period starts when they are approved.',
    ),
  },
  taxes: { title: msg('Buying: taxes and fees'), text: msg('Percent of the price.') },
  loans: {
    title: msg('Buying: usual loans'),
    text: msg('Starting values for estimates. Visitors can change the terms.'),
  },
  monthly: {
    title: msg('Living there: monthly costs'),
    text: msg('Common amounts. Visitors can change them.'),
  },
  renting: {
    title: msg('Renting'),
    text: msg('What tenants usually pay before moving in, and how much a controlled rent can rise.'),
  },
} as const;

type Group = keyof typeof settingGroups;

const integer = (usual: number, min: number, max: number) =>
  ({ kind: 'integer', default: usual, min, max }) as const;

/** How often an action may be repeated. */
const limit = (group: Group, usual: number, label: Message) =>
  ({ ...integer(usual, 1, 1_000_000), group, label }) as const;

/** A period in which an account counts as new. 0: no limits. */
const newFor = (usual: number, max: number, label: Message) =>
  ({ ...integer(usual, 0, max), group: 'newAccount', label, hint: msg('0: no limit') }) as const;

const years = (group: Group, usual: number, label: Message) =>
  ({ ...integer(usual, 1, 40), group, label }) as const;

const rentMonths = (usual: number, label: Message) =>
  ({ ...integer(usual, 0, 24), group: 'renting', label }) as const;

const percent = (group: Group, usual: number, label: Message) =>
  ({ kind: 'decimal', default: usual, min: 0, max: 100, group, label }) as const;

const pesos = (group: Group, usual: number, label: Message) =>
  ({ kind: 'decimal', default: usual, min: 0, max: 1_000_000_000, group, label }) as const;

const flag = (usual: boolean) => ({ kind: 'flag', default: usual }) as const;

/** In the order of the screen. */
export const settingsTable = {
  application: {
    label: msg('Application'),
    save: msg('Save Application Settings'),
    settings: {
      siteName: {
        kind: 'text',
        default: 'Silong',
        max: 80,
        required: msg('Site name is required'),
        label: msg('Site Name'),
        name: msg('Site name'),
      },
      siteDescription: {
        kind: 'text',
        default: 'Homes, condominiums and offices for sale, rent and lease across Metro Manila.',
        max: 300,
        rows: 3,
        label: msg('Site Description'),
        hint: msg('Shown in search results and when a page is shared'),
        name: msg('Site description'),
      },
      maintenanceMode: {
        ...flag(false),
        label: msg('Maintenance Mode'),
        hint: msg('Only admins can use the site. Everyone else sees that it is closed.'),
        name: msg('Maintenance mode'),
        warning: {
          title: msg('Turn on maintenance mode?'),
          text: msg('Everyone except admins sees a page that says the site is closed until you turn this off.'),
          confirm: msg('Turn On'),
        },
      },
      registrationEnabled: {
        ...flag(true),
        label: msg('Registration Enabled'),
        hint: msg('New visitors can create an account'),
        name: msg('Registration enabled'),
      },
      onlyVerifiedReviewsCount: {
        ...flag(false),
        label: msg('Only Verified Reviews Count'),
        hint: msg(
          'Ratings exclude reviews by people without an answered message or a viewing with the agent. The reviews stay visible.',
        ),
        name: msg('Only verified reviews count'),
      },
      /** Guests open the pages of listings and agents and see everything there but contact data. */
      publicListingPages: {
        ...flag(false),
        label: msg('Public Listing Pages'),
        hint: msg(
          'Guests can open listing and agent pages without logging in. They see everything except phone numbers and emails, and are asked to log in when they act.',
        ),
        name: msg('Public listing pages'),
      },
    },
  },
  email: {
    label: msg('Email Service'),
    save: msg('Save Email Service Settings'),
    text: msg(
      'The mail server that sends the site’s email. Settings saved here override the server’s environment.',
    ),
    confirmsIdentity: true,
    settings: {
      smtpEnabled: {
        ...flag(false),
        label: msg('SMTP Enabled'),
        hint: msg('Send email through the server below'),
        name: msg('SMTP enabled'),
      },
      smtpHost: { kind: 'text', default: '', max: 255, label: msg('SMTP Host'), name: msg('SMTP host') },
      smtpPort: { ...integer(587, 1, 65_535), label: msg('SMTP Port'), name: msg('SMTP port') },
      smtpUser: { kind: 'text', default: '', max: 255, label: msg('SMTP User'), name: msg('SMTP user') },
      smtpPassword: {
        kind: 'text',
        default: '',
        max: 255,
        isSecret: true,
        label: msg('SMTP Password'),
        name: msg('SMTP password'),
      },
      /** Whether mails go to the mail server without TLS: never, or where it offers none. */
      smtpEncryption: {
        kind: 'choice',
        default: 'required',
        choices: { required: msg('Always'), when_offered: msg('If the mail server supports it') },
        label: msg('Encryption'),
        hint: msg('Not needed for a mail server on this machine'),
        name: msg('SMTP encryption'),
      },
      fromEmail: {
        kind: 'text',
        default: 'no-reply@silong.example',
        max: MAX_EMAIL_LENGTH,
        format: 'email',
        label: msg('From Email'),
        name: msg('From email'),
      },
    },
  },
  notifications: {
    label: msg('Notifications'),
    save: msg('Save Notifications Settings'),
    settings: {
      emailNotifications: {
        ...flag(true),
        label: msg('Email Notifications'),
        hint: msg('The master switch for email. If off, no one gets email notifications.'),
        name: msg('Email notifications'),
      },
      pushNotifications: {
        ...flag(true),
        label: msg('Push Notifications'),
        hint: msg('Live notifications on the page and the desktop, in addition to the bell'),
        name: msg('Push notifications'),
      },
      smsNotifications: {
        ...flag(false),
        label: msg('SMS Notifications'),
        hint: msg('No SMS provider configured'),
        name: msg('Sms notifications'),
      },
      notifyNewUsers: {
        ...flag(true),
        label: msg('New Users'),
        hint: msg('Notify admins of new accounts'),
        name: msg('Notify new users'),
      },
      notifyNewProperties: {
        ...flag(true),
        label: msg('New Properties'),
        hint: msg('Notify admins of new listings'),
        name: msg('Notify new properties'),
      },
      notifyNewMessages: {
        ...flag(true),
        label: msg('New Messages'),
        hint: msg('Email people about new messages'),
        name: msg('Notify new messages'),
      },
    },
  },
  security: {
    label: msg('Security'),
    save: msg('Save Security Settings'),
    settings: {
      /** Hours without a call after which a session ends. */
      sessionTimeout: {
        ...integer(24, 1, 8_760),
        label: msg('Session Timeout (hours)'),
        hint: msg("Sessions end after this many idle hours, or after 30 days with 'Remember me'"),
        name: msg('Session timeout'),
      },
      /** Days after which a session ends however much it is used. */
      sessionLifetime: {
        ...integer(90, 1, 365),
        label: msg('Longest Session (days)'),
        hint: msg('Everyone must log in again after this many days, even if they use the site daily'),
        name: msg('Longest session'),
      },
      maxLoginAttempts: {
        ...integer(5, 1, 1_000),
        label: msg('Max Login Attempts'),
        hint: msg('This many wrong passwords lock an account for that internet address for 15 minutes'),
        name: msg('Max login attempts'),
      },
      minPasswordLength: {
        ...integer(MIN_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, MAX_MIN_PASSWORD_LENGTH),
        label: msg('Minimum Password Length'),
        hint: msg('Minimum characters in a new password. Existing passwords still work.'),
        name: msg('Minimum password length'),
      },
      /** Admins without a second factor are answered 403 `second_factor_setup_required` by admin calls. */
      requireSecondFactorForAdmins: {
        ...flag(false),
        label: msg('Two-Step Login for Administrators'),
        hint: msg(
          'Administrators must set it up before they can do anything else. Set up your own in your profile first.',
        ),
        name: msg('Require second factor for admins'),
      },
      enforceHttps: {
        ...flag(false),
        label: msg('Enforce HTTPS'),
        hint: msg('Redirects to HTTPS if the server is behind a trusted proxy'),
        name: msg('Enforce https'),
        warning: {
          title: msg('Enforce HTTPS?'),
          text: msg(
            'Visitors are redirected to HTTPS, and browsers remember it. Without a working certificate, no one can open the site, including you.',
          ),
          confirm: msg('Enforce HTTPS'),
        },
      },
      maxSignInFailuresPerAddress: {
        ...limit('signIn', 40, msg('From one internet address')),
        hint: msg('Above this, the address has to wait, except where the account’s owner usually logs in'),
      },
      maxSignInFailuresPerAccount: {
        ...limit('signIn', 15, msg('To one account')),
        hint: msg('Above this, only a challenge is required, so no one can lock someone else out'),
      },
      maxSignInFailuresOverall: {
        ...limit('signIn', 500, msg('In total')),
        hint: msg('Above this, everyone solves a challenge to log in, except where they usually log in'),
      },
      maxInquiriesPerHour: limit('hourly', 60, msg('Inquiries')),
      maxConversationsPerHour: limit('hourly', 60, msg('Chats started')),
      maxMessagesPerHour: limit('hourly', 600, msg('Chat messages')),
      maxViewingsPerHour: limit('hourly', 60, msg('Viewings')),
      maxReviewsPerHour: limit('hourly', 30, msg('Reviews')),
      maxReportsPerHour: limit('hourly', 30, msg('Reports of listings')),
      maxExportsPerHour: limit('hourly', 40, msg('Files downloaded')),
      maxRegistrationsPerHour: limit('hourly', 30, msg('New accounts')),
      maxPasswordResetsPerHour: limit('hourly', 20, msg('Password links')),
      newAccountHours: newFor(24, 8_760, msg('Hours an account stays new')),
      newAccountConversations: limit('newAccount', 30, msg('Chats a day')),
      newAccountInquiries: limit('newAccount', 30, msg('Inquiries a day')),
      newAccountReports: limit('newAccount', 10, msg('Reports a day')),
      newAccountReviews: limit('newAccount', 10, msg('Reviews a day')),
      newAgentDays: newFor(7, 365, msg('Days an agent stays new')),
      newAgentListings: limit('newAccount', 500, msg('Listings a day')),
    },
  },
  backup: {
    label: msg('Backup & Recovery'),
    save: msg('Save Backup & Recovery Settings'),
    text: msg('A backup contains the database and every image. You can create one while the site runs.'),
    settings: {
      autoBackup: {
        ...flag(false),
        label: msg('Auto Backup'),
        hint: msg('The server creates backups automatically'),
        name: msg('Auto backup'),
      },
      backupFrequency: {
        kind: 'choice',
        default: 'daily',
        choices: { daily: msg('Daily'), weekly: msg('Weekly'), monthly: msg('Monthly') },
        label: msg('Backup Frequency'),
        name: msg('Backup frequency'),
      },
      /** Scheduled backups; a backup made by an admin stays until an admin deletes it. */
      keep: {
        ...integer(7, 1, 365),
        label: msg('Backups to Keep'),
        hint: msg('Beyond this number, each new backup replaces the oldest'),
        name: msg('Backups to keep'),
      },
      mailAuditAnchors: {
        ...flag(false),
        label: msg('Email Audit Anchors'),
        hint: msg('Email administrators the newest audit log entry once a day, so a truncated log is noticed'),
      },
    },
  },
  costs: {
    label: msg('Costs & Rates'),
    save: msg('Save Costs & Rates Settings'),
    text: msg('The taxes, fees, loans, dues and rents behind the estimates on listings.'),
    settings: {
      asOf: {
        kind: 'text',
        format: 'day',
        default: '2026-11-25',
        max: 10,
        label: msg('Rates as of'),
        hint: msg('When the rates were last checked, such as 2026-11-25. Visitors see it.'),
      },
      sources: {
        kind: 'text',
        default:
          'National Internal Revenue Code (capital gains tax, documentary stamp tax), Local Government Code and city ordinances (transfer tax, amilyar), Land Registration Authority (registration), Pag-IBIG Fund (3-year rate). Bank rate, notarial fee, dues and the assessed part of the price are common figures.',
        max: 500,
        rows: 4,
        label: msg('Source of the rates'),
        hint: msg('Visitors see it below each estimate of what it costs to buy'),
      },
      rentSources: {
        kind: 'text',
        default:
          'National Human Settlements Board Resolution 2024-001 (rent control). Advance, deposit, parking and utilities are common figures.',
        max: 500,
        rows: 2,
        label: msg('Source of the rates for renting'),
        hint: msg('Visitors see it below each estimate of what it costs to move in'),
      },
      /** Of homes. A rate of the law is with 1 percent for the Special Education Fund. */
      propertyTax: {
        kind: 'text',
        format: 'cityTaxes',
        default:
          'Makati City: 2% of 12%\nManila: 3% of 10%\nPateros: 2.25% of 20%\nValenzuela City: 2% of 20%\nOthers: 2.5% of 20%',
        max: 1_000,
        rows: 6,
        label: msg('Real property tax (amilyar) by city'),
        hint: msg(
          'One city per line, such as Makati City: 2% of 12%. That is the yearly rate, then the assessed part of the price. Others is for all other cities.',
        ),
      },
      documentaryStampTax: percent('taxes', 1.5, msg('Documentary stamp tax (%)')),
      transferTax: percent('taxes', 0.75, msg('Transfer tax (%)')),
      registrationFee: percent('taxes', 0.6, msg('Registration fee (%)')),
      notarialFee: percent('taxes', 1, msg('Notarial fee (%)')),
      capitalGainsTax: {
        ...percent('taxes', 6, msg('Capital gains tax (%)')),
        hint: msg('Usually paid by the seller'),
      },
      bankRate: percent('loans', 7.5, msg('Bank: interest a year (%)')),
      bankYears: years('loans', 20, msg('Bank: years')),
      bankDownPayment: percent('loans', 20, msg('Bank: down payment (%)')),
      pagIbigRate: percent('loans', 6.25, msg('Pag-IBIG: interest a year (%)')),
      pagIbigYears: years('loans', 30, msg('Pag-IBIG: years')),
      pagIbigDownPayment: percent('loans', 10, msg('Pag-IBIG: down payment (%)')),
      pagIbigMaxLoan: pesos('loans', 6_000_000, msg('Pag-IBIG: largest loan (₱)')),
      duesPerSqm: pesos('monthly', 120, msg('Condo dues per sqm (₱)')),
      utilities: pesos('monthly', 3_500, msg('Utilities of a home (₱)')),
      utilitiesPerBedroom: pesos('monthly', 1_500, msg('Plus per bedroom (₱)')),
      parkingRent: pesos('monthly', 4_000, msg('A rented parking slot (₱)')),
      advanceMonths: rentMonths(1, msg('Months in advance')),
      depositMonths: rentMonths(2, msg('Months of deposit')),
      /** Homes up to this rent a month may rise by this many percent a year for a sitting tenant, until a day. */
      rentControlUpTo: pesos('renting', 10_000, msg('Rent control up to (₱ a month)')),
      rentControlIncrease: percent('renting', 1, msg('Largest increase (%)')),
      rentControlUntil: {
        kind: 'text',
        format: 'day',
        default: '2026-12-31',
        max: 10,
        label: msg('Rent control until'),
        hint: msg('Last day of the increase above, such as 2026-12-31'),
      },
    },
  },
} as const satisfies Record<string, CategoryOfSettings>;

/** The categories that an admin sees and changes. */
export type SettingsCategory = keyof typeof settingsTable;
export const settingsCategories = Object.keys(settingsTable) as SettingsCategory[];

type ValueOf<Kind> = Kind extends { kind: 'flag' }
  ? boolean
  : Kind extends { kind: 'integer' | 'decimal' }
    ? number
    : Kind extends { choices: infer Choices }
      ? keyof Choices
      : string;

type SettingsOf<Category extends SettingsCategory> = (typeof settingsTable)[Category]['settings'];

export type SettingValues<Category extends SettingsCategory> = {
  -readonly [Key in keyof SettingsOf<Category>]: ValueOf<SettingsOf<Category>[Key]>;
};

/** All settings, by key. */
export const allSettings: Readonly<Record<string, Setting>> = Object.assign(
  {},
  ...settingsCategories.map((category) => settingsTable[category].settings),
);

/** Whether a text is a day as 2026-11-25. */
export const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
