import { z } from 'zod';
import { msg } from '../messages.ts';
import { defineCall, isoTime } from './common.ts';

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
  name: z.string().regex(/^silong-[\w.-]{1,80}\.tar\.gz$/, msg('Not the name of a backup').id),
});

export const backupsCalls = {
  create: defineCall('admin', 'POST /api/admin/settings/backup', {
    summary: 'Makes a consistent, complete backup of database and pictures while the server runs',
    answer: backupFile,
    status: 201,
  }),
  list: defineCall('admin', 'GET /api/admin/settings/backups', {
    summary: 'The backups that are kept, newest first',
    answer: z.array(backupFile),
  }),
  download: defineCall('admin', 'GET /api/admin/settings/backups/{name}', {
    summary: 'A backup’s file',
    params: backupParams,
    answer: z.string(),
    fileType: 'application/gzip',
  }),
  verify: defineCall('admin', 'POST /api/admin/settings/backups/{name}/verify', {
    summary: 'Reads a backup through and says whether it is whole',
    params: backupParams,
    answer: z.object({ isWhole: z.boolean(), message: z.string() }),
  }),
  remove: defineCall('admin', 'DELETE /api/admin/settings/backups/{name}', {
    summary: 'Deletes a backup’s file',
    params: backupParams,
    answer: z.object({ name: z.string() }),
  }),
};
