import type { Transaction } from 'sequelize';
import type { ListingReportModel, PropertyModel } from '#server/db/models.ts';
import { sqlList, toIso, toNumber } from '#server/db/sql.ts';
import { type Admin, recordAudit, requireStillAdmin } from '#server/features/auditLog/record.ts';
import type { ServerContext } from '#server/features/context.ts';
import { lockListing, moderateListing, requireReason } from '#server/features/properties/moderation.ts';
import { coverColumn } from '#server/features/properties/reads.ts';
import { ConflictError, NotFoundError } from '#server/http/errors.ts';
import type { ModerationStatus } from '#shared/contracts/properties.ts';
import type { AdminReport, ReportList, ReportReason, ReportStatus } from '#shared/contracts/reports.ts';

type Reads = Pick<ServerContext, 'db'>;
type StatusFilter = ReportStatus | 'all';

interface Row {
  id: number;
  property_id: number;
  reason: ReportReason;
  details: string | null;
  status: ReportStatus;
  created_at: Date | string;
  decided_at: Date | string | null;
  reporter_id: number | null;
  reporter_name: string | null;
  reporter_email: string | null;
  decider_name: string | null;
  title: string;
  image: string | null;
  moderation_status: ModerationStatus;
  agent_id: number | null;
  agent_name: string | null;
  open_reports: number | string;
}

/** Who has waited longest comes first; of what is decided, the latest. Ids are in the order of time. */
const orders: Record<StatusFilter, string> = {
  open: 'r.id ASC',
  accepted: 'r.decided_at DESC, r.id DESC',
  dismissed: 'r.decided_at DESC, r.id DESC',
  all: 'r.id DESC',
};

const reports = sqlList<{ status?: StatusFilter | undefined }, Row, AdminReport>({
  select: (dialect) => `SELECT r.id, r.property_id, r.reason, r.details, r.status,
      r.created_at, r.decided_at, reporter.id AS reporter_id, reporter.name AS reporter_name,
      reporter.email AS reporter_email, decider.name AS decider_name,
      p.title, ${coverColumn(dialect)} AS image, p.moderation_status, agent.id AS agent_id, agent.name AS agent_name,
      (SELECT COUNT(*) FROM listing_reports o WHERE o.property_id = r.property_id AND o.status = 'open') AS open_reports
    FROM listing_reports r JOIN properties p ON p.id = r.property_id
      LEFT JOIN users agent ON agent.id = p.agent_id
      LEFT JOIN users reporter ON reporter.id = r.reporter_id
      LEFT JOIN users decider ON decider.id = r.decided_by`,
  counted: () => 'listing_reports r',
  where: (sql, { status = 'all' }) => [status !== 'all' && `r.status = ${sql.bind(status)}`],
  orderBy: ({ status = 'all' }) => orders[status],
  present: presentAdminReport,
});

export async function listReports(
  { db }: Reads,
  query: { status?: StatusFilter | undefined; page: number; limit: number },
): Promise<ReportList> {
  const [{ items, pagination }, open] = await Promise.all([
    reports.readPage(db, query),
    db.models.ListingReport.count({ where: { status: 'open' } }),
  ]);
  return { reports: items, pagination, open };
}

/** @throws {NotFoundError} there is no such report. */
async function getReport({ db }: Reads, id: number): Promise<AdminReport> {
  const report = await reports.readOne(db, 'r.id', id);
  if (!report) throw new NotFoundError('Report');
  return report;
}

function presentAdminReport(row: Row): AdminReport {
  const { id, property_id, reason, details, status } = row;
  return {
    id,
    property_id,
    reason,
    details,
    status,
    created_at: toIso(row.created_at),
    decided_at: row.decided_at === null ? null : toIso(row.decided_at),
    reporter:
      row.reporter_id === null || row.reporter_name === null || row.reporter_email === null
        ? null
        : { id: row.reporter_id, name: row.reporter_name, email: row.reporter_email },
    decided_by: row.decider_name,
    property: {
      id: property_id,
      title: row.title,
      image: row.image,
      status: row.moderation_status,
      agent:
        row.agent_id === null || row.agent_name === null ? null : { id: row.agent_id, name: row.agent_name },
      open_reports: toNumber(row.open_reports),
    },
  };
}

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
