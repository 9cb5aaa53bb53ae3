import { mkdir, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { backupManifest, MANIFEST_NAME } from '#server/backup/archive.ts';
import { auditAnchorFile } from '#server/backup/folder.ts';
import { StartRefusedError } from '#server/env.ts';
import { activeOwner } from '#server/features/auth/policy.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { RecurringJob } from '#server/jobs/queue.ts';
import { auditAnchorMail } from '#server/mail/templates.ts';
import type { AuditAnchor } from './chain.ts';

const DAY_MS = 24 * 3_600_000;

const anchor = z.object({
  id: z.number().int().positive(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  at: z.iso.datetime(),
});

/** A backup's record of the log in it. */
function readManifest(file: string, text: string): AuditAnchor {
  try {
    const { header, audit_head } = backupManifest.parse(JSON.parse(text));
    return anchor.parse({ ...audit_head, at: header.created_at });
  } catch {
    throw new StartRefusedError(`${file} tells of no entry of the audit log.`);
  }
}

/** The anchors of a file, one a line, or the one of a backup's manifest.json. @throws {StartRefusedError} unreadable. */
export async function readAnchors(file: string): Promise<AuditAnchor[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new StartRefusedError(`${file} cannot be read (${error.code}).`);
  });
  if (path.basename(file) === MANIFEST_NAME) return [readManifest(file, text)];
  return text.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return [];
    try {
      return anchor.parse(JSON.parse(line));
    } catch {
      throw new StartRefusedError(`Line ${at + 1} of ${file} is no anchor of the audit log.`);
    }
  });
}

/**
 * Records beside the backups which entry is the newest, and mails it to administrators if a setting says so: cutting off the
 * end of the log does not reach these copies. @returns null when nothing is newer than the last anchor.
 */
export async function writeAnchor(context: ServerContext): Promise<AuditAnchor | null> {
  const { db, env, now, systemSettings } = context;
  const newest = await db.models.AuditEntry.findOne({ order: [['id', 'DESC']] });
  if (!newest) return null;
  const file = auditAnchorFile(env.dataDir);
  // A half-written or foreign line is reported by the check.
  const last = (await readAnchors(file).catch(() => [])).at(-1);
  const { id, hash } = newest;
  if (last?.id === id && last.hash === hash) return null;
  const made = { id, hash, at: now().toISOString() };
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const handle = await open(file, 'a', 0o600);
  try {
    await handle.write(`${JSON.stringify(made)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (systemSettings.current().backup.mailAuditAnchors) await mailAnchor(context, made);
  return made;
}

async function mailAnchor(context: ServerContext, made: AuditAnchor): Promise<void> {
  const { db, mail } = context;
  await db.transaction(async () => {
    const admins = await db.models.User.findAll({ where: activeOwner, order: ['id'] });
    const letters = admins.map(({ name, email, language }) => ({
      ...auditAnchorMail(context, language, { name, id: made.id, line: JSON.stringify(made) }),
      recipient: email,
    }));
    await mail.queueAll(letters, 'bulk');
  });
}

/** About once a day; backups write one too. */
export const auditAnchors = (context: ServerContext): RecurringJob => ({
  name: 'anchorAuditLog',
  everyMs: DAY_MS,
  firstMs: 10 * 60_000,
  run: () => writeAnchor(context),
});
