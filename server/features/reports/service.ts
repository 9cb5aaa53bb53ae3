import { Op, Transaction } from 'sequelize';
import type { ListingReportModel, PropertyModel } from '#server/db/models.ts';
import { isoOrNull, lockedInOrder, pick, type RawRow, sqlList, toIso, toNumber } from '#server/db/sql.ts';
import { type Admin, recordAudit, requireStillAdmin } from '#server/features/auditLog/record.ts';
import { requireWithinNewAccountLimit } from '#server/features/auth/policy.ts';
import { lockCaller, lockUser } from '#server/features/auth/writes/passwords.ts';
import type { ServerContext } from '#server/features/context.ts';
import { lockListing, moderateListing, requireReason } from '#server/features/properties/moderation/service.ts';
import { canSee, isOwner, isPublic } from '#server/features/properties/policy.ts';
import { coverColumn } from '#server/features/properties/reads.ts';
import type { SignedInUser } from '#server/http/caller.ts';
import { ConflictError, found, TooManyRequestsError } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import type { AdminReport, ListingReport, ReportStatus, reportsCalls } from '#shared/contracts/reports.ts';
import { msg } from '#shared/messages.ts';

type StatusFilter = ReportStatus | 'all';

/** More than an account reports in good faith. */
const MAX_REPORTS_A_DAY = 20;
const DAY_MS = 24 * 3_600_000;

type Row = RawRow<Omit<ListingReport, 'created_at' | 'decided_at'>> &
  RawRow<Pick<ListingReportModel, 'created_at' | 'decided_at'>> &
  Pick<PropertyModel, 'title' | 'moderation_status' | 'agent_id'> &
  Record<'reporter_name' | 'reporter_email' | 'decider_name' | 'agent_name' | 'image', string | null> & {
    reporter_id: number | null;
    open_reports: number | string;
  };

/** The longest waiting first; of decided reports the latest. Ids are in the order of time. */
const orders: Record<StatusFilter, string> = {
  open: 'r.id ASC',
  accepted: 'r.decided_at DESC, r.id DESC',
  dismissed: 'r.decided_at DESC, r.id DESC',
  all: 'r.id DESC',
};

const reports = sqlList<{ status?: StatusFilter | undefined }, Row, AdminReport, 'reports'>({
  name: 'reports',
  columns: (dialect) => `r.id, r.property_id, r.reason, r.details, r.status,
      r.created_at, r.decided_at, reporter.id AS reporter_id, reporter.name AS reporter_name,
      reporter.email AS reporter_email, decider.name AS decider_name,
      p.title, ${coverColumn(dialect)} AS image, p.moderation_status, agent.id AS agent_id, agent.name AS agent_name,
      (SELECT COUNT(*) FROM listing_reports o WHERE o.property_id = r.property_id AND o.status = 'open') AS open_reports`,
  from: `listing_reports r JOIN properties p ON p.id = r.property_id
      LEFT JOIN users agent ON agent.id = p.agent_id
      LEFT JOIN users reporter ON reporter.id = r.reporter_id
      LEFT JOIN users decider ON decider.id = r.decided_by`,
  id: 'r.id',
  counted: () => 'listing_reports r',
  where: (sql, { status = 'all' }) => [status !== 'all' && `r.status = ${sql.bind(status)}`],
  orderBy: ({ status = 'all' }) => orders[status],
  present: presentAdminReport,
});

export function reportsService(context: ServerContext): Service<typeof reportsCalls> {
  const { db, jobs, now } = context;
  const { ListingReport, Property } = db.models;

  return {
    create: ({ user, params, body: { reason, details = null } }) =>
      db.transaction(async () => {
        const propertyId = params.id;
        // The account's lock keeps parallel calls within the limit and at one report each.
        await lockCaller(context, user);
        // The listing's lock serializes its reports with each other and with decisions.
        const lock = Transaction.LOCK.NO_KEY_UPDATE;
        const listing = found(await Property.findByPk(propertyId, { lock }), 'property');
        found(isPublic(listing), 'property');
        if (isOwner(user, listing)) throw new ConflictError(msg('This is your own listing'), 'own_listing');
        const one = { property_id: propertyId, reporter_id: user.id };
        if (await ListingReport.count({ where: one }))
          throw new ConflictError(msg('You have already reported this listing'), 'already_reported');
        await requireBelowDailyLimit(context, user);
        const reporter = await lockUser(context, user.id);
        if (reporter) await requireWithinNewAccountLimit(context, reporter, 'reports');
        const open = { property_id: propertyId, status: 'open' as const };
        const isFirst = (await ListingReport.count({ where: open })) === 0;
        if (isFirst) await jobs.add('reportNotice', { propertyId, reason });
        return presentReport(await ListingReport.create({ ...one, reason, details, created_at: now() }));
      }),

    // An own report is visible also after the listing was hidden.
    async own({ user, params: { id } }) {
      const report = await ListingReport.findOne({ where: { property_id: id, reporter_id: user.id } });
      if (report) return presentReport(report);
      const listing = found(await Property.findByPk(id), 'property');
      found(canSee(user, listing), 'property');
      return null;
    },

    async list({ query }) {
      const [page, open] = await Promise.all([
        reports.readPage(db, query),
        ListingReport.count({ where: { status: 'open' } }),
      ]);
      return { ...page, open };
    },

    /**
     * Accepting takes the listing off and closes all its open reports; dismissing closes this one. Reporters get a
     * notice after the commit.
     * @throws {InvalidInputError} accepted without a reason. @throws {ConflictError} `already_decided`. @throws
     * {NotFoundError} there is no such report.
     */
    async decide({ params: { id }, body: { decision, reason = null }, ...admin }) {
      if (decision === 'accept') requireReason({ status: 'inactive', reason });
      await db.transaction(async () => {
        await requireStillAdmin(context, admin);
        const seen = found(await db.models.ListingReport.findByPk(id), 'report');
        // The listing before its reports: deletions lock in the same order.
        const listing = await lockListing(context, seen.property_id);
        const report = await seen.reload({ lock: Transaction.LOCK.UPDATE });
        if (report.status !== 'open')
          throw new ConflictError(msg('This report has already been decided'), 'already_decided');
        const closed = await closeReports(context, admin, report, decision);
        const { status } = closed;
        const reporterIds = closed.reports.flatMap(({ reporter_id }) => reporter_id ?? []);
        const { id: propertyId, title } = listing;
        if ((await ListingReport.count({ where: { property_id: propertyId, status: 'open' } })) === 0)
          await jobs.add('readNotices', { topics: [`reports-${propertyId}`], readerIds: null });
        await jobs.add('reportDecisionNotice', { propertyId, title, status, reporterIds });
        // A listing rejected meanwhile stays rejected.
        if (decision === 'accept' && listing.moderation_status !== 'rejected')
          await moderateListing(context, admin, listing, { status: 'inactive', reason });
        await recordAudit(context, admin, {
          action: `report.${decision}`,
          entityType: 'report',
          entityId: id,
          before: { status: 'open' },
          after: { status, property_id: propertyId, reports: closed.reports.length },
          reason,
        });
      });
      return found(await reports.readOne(db, 'r.id', id), 'report');
    },
  };
}

function presentAdminReport(row: Row): AdminReport {
  return {
    ...pick(row, 'id', 'property_id', 'reason', 'details', 'status'),
    created_at: toIso(row.created_at),
    decided_at: isoOrNull(row.decided_at),
    reporter:
      row.reporter_id === null || row.reporter_name === null || row.reporter_email === null
        ? null
        : { id: row.reporter_id, name: row.reporter_name, email: row.reporter_email },
    decided_by: row.decider_name,
    property: {
      id: row.property_id,
      title: row.title,
      image: row.image,
      status: row.moderation_status,
      agent: row.agent_id === null || row.agent_name === null ? null : { id: row.agent_id, name: row.agent_name },
      open_reports: toNumber(row.open_reports),
    },
  };
}

async function closeReports(
  { db, now }: ServerContext,
  { user }: Admin,
  report: ListingReportModel,
  decision: 'accept' | 'dismiss',
) {
  const { ListingReport } = db.models;
  const status = decision === 'accept' ? ('accepted' as const) : ('dismissed' as const);
  const where = {
    status: 'open' as const,
    ...(decision === 'accept' ? { property_id: report.property_id } : { id: report.id }),
  };
  const reports = await ListingReport.findAll({ where, ...lockedInOrder('UPDATE') });
  const ids = reports.map(({ id }) => id);
  const decided = { status, decided_at: now(), decided_by: user.id };
  await ListingReport.update(decided, { where: { id: ids } });
  // Texts of deleted accounts were kept for the decision only; see `eraseAccount`.
  await ListingReport.update({ details: null }, { where: { id: ids, reporter_id: null } });
  return { status, reports };
}

/** @throws {TooManyRequestsError} above the daily limit. */
async function requireBelowDailyLimit({ db, now }: ServerContext, { id }: SignedInUser): Promise<void> {
  const since = new Date(now().getTime() - DAY_MS);
  const latest = await db.models.ListingReport.findAll({
    where: { reporter_id: id, created_at: { [Op.gt]: since } },
    order: [['created_at', 'DESC']],
    limit: MAX_REPORTS_A_DAY,
  });
  const earliest = latest[MAX_REPORTS_A_DAY - 1];
  if (!earliest) return;
  const waitMs = earliest.created_at.getTime() - since.getTime();
  throw new TooManyRequestsError(
    msg('You can report {limit} listings a day. Please report this one tomorrow.', {
      limit: MAX_REPORTS_A_DAY,
    }),
    Math.ceil(waitMs / 1_000),
    'too_many_reports',
  );
}

function presentReport(report: ListingReportModel): ListingReport {
  return {
    ...pick(report, 'id', 'property_id', 'reason', 'details', 'status'),
    created_at: report.created_at.toISOString(),
    decided_at: report.decided_at?.toISOString() ?? null,
  };
}
