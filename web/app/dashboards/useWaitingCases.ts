import { useOpenDuplicates } from '#web/features/duplicates/index.ts';
import { useWaitingLicenses, useWaitingOffices } from '#web/features/licenses/index.ts';
import { useOpenReports } from '#web/features/reports/index.ts';
import { useOpenSignals } from '#web/features/signals/index.ts';

/** How many cases of each desk wait for an admin; 0 until that is known. */
export function useWaitingCases() {
  return {
    reports: useOpenReports(),
    duplicates: useOpenDuplicates(),
    licenses: useWaitingLicenses(),
    offices: useWaitingOffices(),
    signals: useOpenSignals(),
    // Nobody has to decide on a review.
    reviews: 0,
  };
}
