import { z } from 'zod';

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
    })
    .prefault({}),
  email: z
    .object({
      smtpEnabled: z.boolean().default(false),
      smtpHost: z.string().trim().max(255).default(''),
      smtpPort: z.number().int().min(1).max(65_535).default(587),
      smtpUser: z.string().trim().max(255).default(''),
      smtpPassword: z.string().max(255).default(''),
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
      maxLoginAttempts: z.number().int().min(1).max(1_000).default(5),
      enforceHttps: z.boolean().default(false),
    })
    .prefault({}),
  backup: z
    .object({
      autoBackup: z.boolean().default(false),
      backupFrequency: z.enum(['daily', 'weekly', 'monthly']).default('daily'),
      /** How many scheduled backups stay; those an admin asked for stay until an admin deletes them. */
      keep: z.number().int().min(1).max(365).default(7),
    })
    .prefault({}),
});

export type SystemSettings = z.infer<typeof systemSettings>;
export type SettingsCategory = keyof SystemSettings;
