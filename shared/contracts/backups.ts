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
  create: defineCall('admin', 'POST /api/admin/settings/backup', {
    ability: 'backups.manage',
    summary: 'Makes a consistent, complete backup of database and pictures while the server runs',
    answer: backupFile,
    stepUp: true,
    status: 201,
  }),
  list: defineCall('admin', 'GET /api/admin/settings/backups', {
    ability: 'backups.manage',
    summary: 'The backups that are kept, newest first',
    answer: z.array(backupFile),
  }),
  download: defineCall('admin', 'GET /api/admin/settings/backups/{name}', {
    ability: 'backups.manage',
    summary: 'A backup’s file',
    params: backupParams,
    answer: z.string(),
    stepUp: true,
    fileType: 'application/gzip',
  }),
  verify: defineCall('admin', 'POST /api/admin/settings/backups/{name}/verify', {
    ability: 'backups.manage',
    summary: 'Reads a backup through and says whether it is whole',
    params: backupParams,
    answer: z.object({ isWhole: z.boolean(), message: z.string() }),
  }),
  drill: defineCall('admin', 'POST /api/admin/settings/backups/{name}/drill', {
    ability: 'backups.manage',
    summary: 'Restores a backup beside the database in use, compares every row, and removes it again',
    params: backupParams,
    answer: restoreDrill,
    status: 201,
  }),
  drills: defineCall('admin', 'GET /api/admin/settings/restore-drills', {
    ability: 'backups.manage',
    summary: 'The last restore drills, newest first',
    answer: z.array(restoreDrill),
  }),
  remove: defineCall('admin', 'DELETE /api/admin/settings/backups/{name}', {
    ability: 'backups.manage',
    summary: 'Deletes a backup’s file',
    params: backupParams,
    answer: z.object({ name: z.string() }),
  }),
};
