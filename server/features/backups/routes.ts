import { type Admin, adminOf, recordAudit } from '#server/features/auditLog/record.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import { type BackupFile, backupsCalls } from '#shared/contracts/backups.ts';
import type { BackupService } from './service.ts';

export function registerBackupRoutes(
  routes: ApiRoutes,
  context: ServerContext,
  backups: BackupService,
): void {
  /** A backup holds everybody's data: who made, downloaded or deleted one is in the audit log. */
  async function record(admin: Admin, verb: string, { name, bytes, sha256 }: BackupFile): Promise<void> {
    const entry = { action: `backup.${verb}`, entityType: 'backup', entityId: null };
    const file = { name, bytes, sha256 };
    const said = verb === 'delete' ? { before: file } : { after: file };
    await context.db.transaction(() => recordAudit(context, admin, { ...entry, ...said }));
  }

  routes.on(backupsCalls.create, async (call) => {
    const file = await backups.create('manual');
    await record(adminOf(call), 'create', file);
    return file;
  });
  routes.on(backupsCalls.list, () => backups.list());
  routes.on(backupsCalls.download, async ({ params, ...call }) => {
    const file = await backups.describe(params.name);
    await record(adminOf(call), 'download', file);
    call.ctx.length = file.bytes;
    return backups.download(file.name);
  });
  routes.on(backupsCalls.verify, ({ params }) => backups.verify(params.name));
  routes.on(backupsCalls.remove, async ({ params, ...call }) => {
    const file = await backups.describe(params.name);
    await backups.remove(file.name);
    await record(adminOf(call), 'delete', file);
    return { name: file.name };
  });
}
