import type { Dialect } from '#server/db/connection.ts';
import { readPage } from '#server/db/paging.ts';
import { toIso, toNumber } from '#server/db/rows.ts';
import type { ServerContext } from '#server/features/context.ts';
import { coverColumn } from '#server/features/properties/rows.ts';
import { NotFoundError } from '#server/http/errors.ts';
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
export async function getReport({ db }: Reads, id: number): Promise<AdminReport> {
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
