import { ApiFailure, NetworkFailure } from './apiClient.ts';
import { t } from './i18n.tsx';

/** Answers of a server that broke, or of a proxy before it: their words say nothing of what was asked for. */
const speechless = new Set(['internal', 'bad_answer']);

/**
 * What to tell of a failed call: the server's own sentence where it refused for a reason, else `refused`; `silent` where
 * nothing answered at all. The specification gives the words of each place.
 */
export function failureSentence(
  error: unknown,
  refused: string,
  silent = t('Network error. Please try again.'),
): string {
  if (error instanceof NetworkFailure) return silent;
  if (!(error instanceof ApiFailure) || speechless.has(error.code)) return refused;
  return error.issues[0]?.message ?? (error.message || refused);
}
