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
  /** Encrypted to the server's public key: unreadable without the identity. */
  is_encrypted: z.boolean(),
  /** The state of the copy in the bucket; null where backups are not copied. */
  copy: z
    .object({
      state: z.enum(['waiting', 'copied', 'failed']),
      copied_at: isoTime.nullable(),
      /** Why the last attempt failed. */
      error: z.string().nullable(),
    })
    .nullable(),
});
export type BackupFile = z.infer<typeof backupFile>;

const backupParams = z.object({
  name: z.string().regex(/^silong-[\w.-]{1,80}\.tar\.gz(\.age)?$/, msg('Not the name of a backup').id),
});

/** A backup that was restored beside the database in use, compared row by row, and thrown away again. */
export const restoreDrill = z.object({
  id: z.number(),
  file_name: z.string(),
  started_at: isoTime,
  ended_at: isoTime,
  /** `checksum`: it is encrypted and the server has no identity for it, so that only its bytes could be checked. */
  outcome: z.enum(['proven', 'checksum', 'failed']),
  /** The result, in a sentence for people. */
  message: z.string(),
});
export type RestoreDrill = z.infer<typeof restoreDrill>;

export const backupsCalls = {
  create: defineCall('admin backups.manage', 'POST /api/admin/settings/backup', {
    summary: 'Makes a consistent, complete backup of database and pictures while the server runs',
    answer: backupFile,
    stepUp: true,
    status: 201,
  }),
  list: defineCall('admin backups.manage', 'GET /api/admin/settings/backups', {
    summary: 'The backups that are kept, newest first',
    answer: z.array(backupFile),
  }),
  download: defineCall('admin backups.manage', 'GET /api/admin/settings/backups/{name}', {
    summary: 'A backup’s file',
    params: backupParams,
    answer: z.string(),
    stepUp: true,
    fileType: 'application/gzip',
  }),
  verify: defineCall('admin backups.manage', 'POST /api/admin/settings/backups/{name}/verify', {
    summary: 'Reads a backup through and says whether it is whole',
    params: backupParams,
    answer: z.object({ isWhole: z.boolean(), message: z.string() }),
  }),
  drill: defineCall('admin backups.manage', 'POST /api/admin/settings/backups/{name}/drill', {
    summary: 'Restores a backup beside the database in use, compares every row, and removes it again',
    params: backupParams,
    answer: restoreDrill,
    status: 201,
  }),
  drills: defineCall('admin backups.manage', 'GET /api/admin/settings/restore-drills', {
    summary: 'The last restore drills, newest first',
    answer: z.array(restoreDrill),
  }),
  remove: defineCall('admin backups.manage', 'DELETE /api/admin/settings/backups/{name}', {
    summary: 'Deletes a backup’s file',
    params: backupParams,
    answer: z.object({ name: z.string() }),
  }),
};
