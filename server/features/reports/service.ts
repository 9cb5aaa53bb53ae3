import { Op, Transaction } from 'sequelize';
import type { ListingReportModel } from '#server/db/models.ts';
import { lockCaller } from '#server/features/auth/passwords.ts';
import type { ServerContext } from '#server/features/context.ts';
import { canSee, isOwner, isPublic } from '#server/features/properties/policy.ts';
import type { SignedInUser } from '#server/http/access.ts';
import { ConflictError, NotFoundError, TooManyRequestsError } from '#server/http/errors.ts';
import type { ListingReport, ReportReason } from '#shared/contracts/reports.ts';

/** More than anybody comes across in good faith. */
const MAX_REPORTS_A_DAY = 20;
const DAY_MS = 24 * 3_600_000;

/**
 * @throws {NotFoundError} there is no such public listing. @throws {ConflictError} `own_listing`; `already_reported`.
 * @throws {TooManyRequestsError} `too_many_reports`.
 */
export async function reportListing(
  context: ServerContext,
  caller: SignedInUser,
  propertyId: number,
  { reason, details }: { reason: ReportReason; details: string | null },
): Promise<ListingReport> {
  const { db, bus, now } = context;
  const { ListingReport, Property } = db.models;
  const report = await db.transaction(async () => {
    // Reports of one person queue here, so that neither the limit nor 'one each' is passed by two at once.
    await lockCaller(context, caller);
    // And those of one listing here: one of them is the first, and none comes while an admin decides.
    const lock = Transaction.LOCK.NO_KEY_UPDATE;
    const listing = await Property.findByPk(propertyId, { lock });
    if (!listing || !isPublic(listing)) throw new NotFoundError('Property');
    if (isOwner(caller, listing)) throw new ConflictError('This is your own listing', 'own_listing');
    const one = { property_id: propertyId, reporter_id: caller.id };
    if (await ListingReport.count({ where: one }))
      throw new ConflictError('You have reported this listing already', 'already_reported');
    await requireBelowDailyLimit(context, caller);
    const open = { property_id: propertyId, status: 'open' as const };
    const isFirst = (await ListingReport.count({ where: open })) === 0;
    if (isFirst) db.afterCommit(() => bus.publish('listingReported', { propertyId, reason }));
    return ListingReport.create({ ...one, reason, details, created_at: now() });
  });
  return presentReport(report);
}

/**
 * Null while there is none. One's own report is there also when the listing has been hidden since.
 * @throws {NotFoundError} there is no such listing that the caller may see.
 */
export async function getOwnReport(
  { db }: Pick<ServerContext, 'db'>,
  caller: SignedInUser,
  propertyId: number,
): Promise<ListingReport | null> {
  const where = { property_id: propertyId, reporter_id: caller.id };
  const report = await db.models.ListingReport.findOne({ where });
  if (report) return presentReport(report);
  const listing = await db.models.Property.findByPk(propertyId);
  if (!listing || !canSee(caller, listing)) throw new NotFoundError('Property');
  return null;
}

/** @throws {TooManyRequestsError} as many within a day as one may send. */
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
    `You can report ${MAX_REPORTS_A_DAY} listings a day. Please report this one tomorrow.`,
    Math.ceil(waitMs / 1_000),
    'too_many_reports',
  );
}

function presentReport(report: ListingReportModel): ListingReport {
  const { id, property_id, reason, details, status, created_at, decided_at } = report;
  return {
    id,
    property_id,
    reason,
    details,
    status,
    created_at: created_at.toISOString(),
    decided_at: decided_at?.toISOString() ?? null,
  };
}
