import type { Transaction } from 'sequelize';
import type { PropertyModel } from '#server/db/models/properties.ts';
import type { ListingReportModel } from '#server/db/models/reports.ts';
import { type Admin, requireStillAdmin } from '#server/features/auditLog/actor.ts';
import { recordAudit } from '#server/features/auditLog/record.ts';
import type { ServerContext } from '#server/features/context.ts';
import { lockListing, moderateListing, requireReason } from '#server/features/properties/moderation.ts';
import { ConflictError, NotFoundError } from '#server/http/errors.ts';
import type { AdminReport } from '#shared/contracts/reports.ts';
import { getReport } from './reads.ts';

interface Decision {
  decision: 'accept' | 'dismiss';
  reason: string | null;
}

/**
 * Accepting takes the listing off and settles all its open reports; dismissing is about this one alone. Whoever reported is
 * told once it is stored.
 * @throws {InvalidInputError} accepted without a reason. @throws {ConflictError} `already_decided`.
 * @throws {NotFoundError} there is no such report.
 */
export async function decideReport(
  context: ServerContext,
  admin: Admin,
  id: number,
  { decision, reason }: Decision,
): Promise<AdminReport> {
  const { db } = context;
  if (decision === 'accept') requireReason({ status: 'inactive', reason });
  await db.transaction(async (transaction) => {
    await requireStillAdmin(context, admin, transaction);
    const seen = await db.models.ListingReport.findByPk(id, { transaction });
    if (!seen) throw new NotFoundError('Report');
    // The listing before its reports: whoever deletes it takes the two in this order.
    const listing = await lockListing(context, seen.property_id, transaction);
    const report = await seen.reload({ transaction, lock: transaction.LOCK.UPDATE });
    if (report.status !== 'open')
      throw new ConflictError('This report has been decided already', 'already_decided');
    const closed = await closeReports(context, admin, report, decision, transaction);
    if (decision === 'accept') await takeOff(context, admin, listing, reason, transaction);
    await recordAudit(
      context,
      admin,
      {
        action: `report.${decision}`,
        entityType: 'report',
        entityId: id,
        before: { status: 'open' },
        after: { status: closed.status, property_id: listing.id, reports: closed.reports.length },
        reason,
      },
      transaction,
    );
    transaction.afterCommit(() => announce(context, listing, closed));
  });
  return getReport(context, id);
}

interface ClosedReports {
  status: 'accepted' | 'dismissed';
  reports: ListingReportModel[];
}

async function closeReports(
  { db, now }: ServerContext,
  { user }: Admin,
  report: ListingReportModel,
  decision: Decision['decision'],
  transaction: Transaction,
): Promise<ClosedReports> {
  const { ListingReport } = db.models;
  const status = decision === 'accept' ? ('accepted' as const) : ('dismissed' as const);
  const where = {
    status: 'open' as const,
    ...(decision === 'accept' ? { property_id: report.property_id } : { id: report.id }),
  };
  const reports = await ListingReport.findAll({
    where,
    order: [['id', 'ASC']],
    transaction,
    lock: transaction.LOCK.UPDATE,
  });
  const ids = reports.map(({ id }) => id);
  const decided = { status, decided_at: now(), decided_by: user.id };
  await ListingReport.update(decided, { where: { id: ids }, transaction });
  // Kept so long only because the decision needed them; see `eraseAccount`.
  await ListingReport.update({ details: null }, { where: { id: ids, reporter_id: null }, transaction });
  return { status, reports };
}

/** A listing that was rejected meanwhile stays rejected. */
async function takeOff(
  context: ServerContext,
  admin: Admin,
  listing: PropertyModel,
  reason: string | null,
  transaction: Transaction,
): Promise<void> {
  if (listing.moderation_status === 'rejected') return;
  await moderateListing(context, admin, listing, { status: 'inactive', reason }, transaction);
}

function announce(
  { bus }: ServerContext,
  { id, title }: PropertyModel,
  { status, reports }: ClosedReports,
): void {
  const reporterIds = reports.flatMap(({ reporter_id }) => (reporter_id === null ? [] : [reporter_id]));
  bus.publish('reportsDecided', { propertyId: id, title, status, reporterIds });
}
