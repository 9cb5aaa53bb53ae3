import { z } from 'zod';
import { MAX_BIO_LENGTH, MAX_NAME_LENGTH, MAX_PHONE_LENGTH, MAX_SHORT_TEXT_LENGTH } from '../limits.ts';
import { defineCall, optionalText, requiredText } from './common.ts';

export const maxBudgets = [null, 5_000_000, 10_000_000, 20_000_000, 50_000_000] as const;

const notifications = z.object({
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

export const personalSettings = z.object({ notifications, privacy, search });

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
  get: defineCall({
    method: 'get',
    path: '/api/settings',
    access: 'user',
    summary: 'The caller’s personal settings',
    answer: settingsPage,
  }),
  update: defineCall({
    method: 'put',
    path: '/api/settings',
    access: 'user',
    summary: 'Changes the parts that are sent; the e-mail cannot be changed here',
    body: z
      .object({
        profile: z
          .object({
            name: requiredText(MAX_NAME_LENGTH, 'Name is required'),
            phone: optionalText(MAX_PHONE_LENGTH),
            bio: optionalText(MAX_BIO_LENGTH),
            location: optionalText(MAX_SHORT_TEXT_LENGTH),
          })
          .partial(),
        notifications: notifications.partial(),
        privacy: privacy.partial(),
        search: search.partial(),
      })
      .partial(),
    answer: settingsPage,
  }),
  activity: defineCall({
    method: 'get',
    path: '/api/auth/activity',
    access: 'user',
    summary: 'How many inquiries the caller has sent to agents',
    answer: activity,
  }),
};
