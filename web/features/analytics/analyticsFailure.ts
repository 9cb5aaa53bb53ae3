import { NetworkFailure } from '#web/lib/apiClient.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';

/** The banner's words (specification, part 3 §8). */
export const analyticsFailure = (error: Error): string =>
  error instanceof NetworkFailure
    ? 'Network error'
    : failureSentence(error, 'Failed to fetch analytics data');
