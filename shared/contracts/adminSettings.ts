import { z } from 'zod';
import { email } from './auth.ts';
import { defineCall, isoTime } from './common.ts';
import { systemSettings } from './systemSettings.ts';

const { application, email: mail, notifications, security, backup } = systemSettings.shape;

/** The settings as an admin reads them: the SMTP password goes in and never comes out. */
export const adminSettings = z.object({
  application,
  email: mail.unwrap().omit({ smtpPassword: true }).extend({ smtpPasswordSet: z.boolean() }),
  notifications,
  security,
  backup,
});
export type AdminSettings = z.infer<typeof adminSettings>;

/** Stored as typed: the part before the @ may tell large letters from small ones. */
const fromEmail = z.string().trim().max(254).pipe(z.email('Invalid email format'));

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
]);
export type SettingsChange = z.infer<typeof settingsChange>;

export const backupFile = z.object({
  name: z.string(),
  bytes: z.number(),
  created_at: isoTime,
  /** Asked for by an admin, or made by the schedule. */
  kind: z.enum(['manual', 'scheduled']),
  /** SHA-256 of the file, hex. */
  sha256: z.string(),
});
export type BackupFile = z.infer<typeof backupFile>;

const backupParams = z.object({
  name: z.string().regex(/^silong-[\w.-]{1,80}\.tar\.gz$/, 'Not the name of a backup'),
});

export const adminSettingsCalls = {
  get: defineCall({
    method: 'get',
    path: '/api/admin/settings',
    access: 'admin',
    summary: 'The system settings, by category',
    answer: adminSettings,
  }),
  update: defineCall({
    method: 'put',
    path: '/api/admin/settings',
    access: 'admin',
    summary: 'Changes one category; in force at once, on every server process',
    body: settingsChange,
    answer: adminSettings,
  }),
  testEmail: defineCall({
    method: 'post',
    path: '/api/admin/settings/test-email',
    access: 'admin',
    summary: 'Really sends a mail; 502 with the mail server’s own words when that fails',
    body: z.object({ testEmail: email }),
    answer: z.object({ message: z.string() }),
  }),
  createBackup: defineCall({
    method: 'post',
    path: '/api/admin/settings/backup',
    access: 'admin',
    summary: 'Makes a consistent, complete backup of database and pictures while the server runs',
    answer: backupFile,
    status: 201,
  }),
  backups: defineCall({
    method: 'get',
    path: '/api/admin/settings/backups',
    access: 'admin',
    summary: 'The backups that are kept, newest first',
    answer: z.array(backupFile),
  }),
  backup: defineCall({
    method: 'get',
    path: '/api/admin/settings/backups/{name}',
    access: 'admin',
    summary: 'A backup’s file',
    params: backupParams,
    answer: z.string(),
    fileType: 'application/gzip',
  }),
  verifyBackup: defineCall({
    method: 'post',
    path: '/api/admin/settings/backups/{name}/verify',
    access: 'admin',
    summary: 'Reads a backup through and says whether it is whole',
    params: backupParams,
    answer: z.object({ isWhole: z.boolean(), message: z.string() }),
  }),
  deleteBackup: defineCall({
    method: 'delete',
    path: '/api/admin/settings/backups/{name}',
    access: 'admin',
    summary: 'Deletes a backup’s file',
    params: backupParams,
    answer: z.object({ name: z.string() }),
  }),
};
