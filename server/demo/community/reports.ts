import type { CreationAttributes } from 'sequelize';
import type { ListingReportModel } from '#server/db/models.ts';
import type { ReportReason } from '#shared/contracts/reports.ts';
import type { ListingType } from '#shared/listing/vocabulary.ts';
import type { DemoClock } from '../clock.ts';
import { sample, streamOf } from '../random.ts';
import { isOnOffer, type Marketplace } from './marketplace.ts';

interface Draft {
  /** Two drafts with the same number are reports of one listing by two people. */
  about: ListingType;
  reason: ReportReason;
  details: string | null;
  /** Days ago. */
  sent: number;
  /** Days ago; an admin found nothing wrong. */
  dismissed?: number;
}

const drafts: readonly Draft[] = [
  {
    about: 'lease',
    reason: 'wrong_details',
    details: 'The area is given with the parking. Inside it is a good deal smaller.',
    sent: 19,
    dismissed: 18,
  },
  {
    about: 'rent',
    reason: 'wrong_details',
    details: 'The agent told me that association dues come on top. The listing does not say so.',
    sent: 5,
  },
  { about: 'sale', reason: 'duplicate', details: null, sent: 3 },
  {
    about: 'rent',
    reason: 'unavailable',
    details: 'I asked on Monday, and somebody had already moved in.',
    sent: 2,
  },
];

/** A few reports for the admin to decide, none about the demo agent or by the demo user. */
export function reportRows(
  { admin, users, demoUser, demoAgent, listings }: Marketplace,
  clock: DemoClock,
): CreationAttributes<ListingReportModel>[] {
  const rng = streamOf('reports');
  const open = listings.filter((listing) => isOnOffer(listing) && listing.agent !== demoAgent);
  const reporters = sample(
    rng,
    users.filter((user) => user !== demoUser),
    drafts.length,
  );
  const reported = new Map(
    (['sale', 'rent', 'lease'] as const).map((type) => [
      type,
      sample(
        rng,
        open.filter(({ plan }) => plan.facts.listingType === type && plan.createdDay < -30),
        1,
      )[0],
    ]),
  );
  return drafts.flatMap(({ about, reason, details, sent, dismissed }, index) => {
    const listing = reported.get(about);
    const reporter = reporters[index];
    if (!listing || !reporter) return [];
    return {
      property_id: listing.id,
      reporter_id: reporter.id,
      reason,
      details,
      status: dismissed === undefined ? ('open' as const) : ('dismissed' as const),
      created_at: clock.at(-sent, rng.int(8, 21), rng.int(0, 59)),
      decided_at: dismissed === undefined ? null : clock.at(-dismissed, 10, 12),
      decided_by: dismissed === undefined ? null : admin.id,
    };
  });
}
