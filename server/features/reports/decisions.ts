import { Transaction } from 'sequelize';
import type { Dialect } from '#server/db/connection.ts';
import type { ListingReportModel, PropertyModel } from '#server/db/models.ts';
import { readPage, toIso, toNumber } from '#server/db/sql.ts';
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

const select = (dialect: Dialect) => `SELECT r.id, r.property_id, r.reason, r.details, r.status,
    r.created_at, r.decided_at, reporter.id AS reporter_id, reporter.name AS reporter_name,
    reporter.email AS reporter_email, decider.name AS decider_name,
    p.title, ${coverColumn(dialect)} AS image, p.moderation_status, agent.id AS agent_id, agent.name AS agent_name,
    (SELECT COUNT(*) FROM listing_reports o WHERE o.property_id = r.property_id AND o.status = 'open') AS open_reports
  FROM listing_reports r JOIN properties p ON p.id = r.property_id
    LEFT JOIN users agent ON agent.id = p.agent_id
    LEFT JOIN users reporter ON reporter.id = r.reporter_id
    LEFT JOIN users decider ON decider.id = r.decided_by`;

/** Who has waited longest comes first; of what is decided, the latest. Ids are in the order of time. */
const orders: Record<StatusFilter, string> = {
  open: 'r.id ASC',
  accepted: 'r.decided_at DESC, r.id DESC',
  dismissed: 'r.decided_at DESC, r.id DESC',
  all: 'r.id DESC',
};

export async function listReports(
  { db }: Reads,
  { status = 'all', page, limit }: { status?: StatusFilter | undefined; page: number; limit: number },
): Promise<ReportList> {
  const where = (bind: (value: unknown) => string) =>
    status === 'all' ? '' : ` WHERE r.status = ${bind(status)}`;
  const [{ rows, pagination }, open] = await Promise.all([
    readPage<Row>(
      db,
      { page, limit },
      {
        counted: (sql) => `FROM listing_reports r${where((value) => sql.bind(value))}`,
        list: (sql) => `${select(db.dialect)}${where((value) => sql.bind(value))} ORDER BY ${orders[status]}`,
      },
    ),
    db.models.ListingReport.count({ where: { status: 'open' } }),
  ]);
  return { reports: rows.map(presentAdminReport), pagination, open };
}

/** @throws {NotFoundError} there is no such report. */
async function getReport({ db }: Reads, id: number): Promise<AdminReport> {
  const [row] = await db.readRows<Row>(`${select(db.dialect)} WHERE r.id = $1`, [id]);
  if (!row) throw new NotFoundError('Report');
  return presentAdminReport(row);
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
  await db.transaction(async () => {
    await requireStillAdmin(context, admin);
    const seen = await db.models.ListingReport.findByPk(id);
    if (!seen) throw new NotFoundError('Report');
    // The listing before its reports: whoever deletes it takes the two in this order.
    const listing = await lockListing(context, seen.property_id);
    const report = await seen.reload({ lock: Transaction.LOCK.UPDATE });
    if (report.status !== 'open')
      throw new ConflictError('This report has been decided already', 'already_decided');
    const closed = await closeReports(context, admin, report, decision);
    if (decision === 'accept') await takeOff(context, admin, listing, reason);
    await recordAudit(context, admin, {
      action: `report.${decision}`,
      entityType: 'report',
      entityId: id,
      before: { status: 'open' },
      after: { status: closed.status, property_id: listing.id, reports: closed.reports.length },
      reason,
    });
    db.afterCommit(() => announce(context, listing, closed));
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
    lock: Transaction.LOCK.UPDATE,
  });
  const ids = reports.map(({ id }) => id);
  const decided = { status, decided_at: now(), decided_by: user.id };
  await ListingReport.update(decided, { where: { id: ids } });
  // Kept so long only because the decision needed them; see `eraseAccount`.
  await ListingReport.update({ details: null }, { where: { id: ids, reporter_id: null } });
  return { status, reports };
}

/** A listing that was rejected meanwhile stays rejected. */
async function takeOff(
  context: ServerContext,
  admin: Admin,
  listing: PropertyModel,
  reason: string | null,
): Promise<void> {
  if (listing.moderation_status === 'rejected') return;
  await moderateListing(context, admin, listing, { status: 'inactive', reason });
}

function announce(
  { bus }: ServerContext,
  { id, title }: PropertyModel,
  { status, reports }: ClosedReports,
): void {
  const reporterIds = reports.flatMap(({ reporter_id }) => (reporter_id === null ? [] : [reporter_id]));
  bus.publish('reportsDecided', { propertyId: id, title, status, reporterIds });
}
