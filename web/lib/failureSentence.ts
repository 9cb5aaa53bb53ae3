import { ApiFailure, NetworkFailure } from './apiClient.ts';
import { t } from './i18n.tsx';

/** Statuses of a broken server or proxy, whose messages do not concern the call. */
const speechless = new Set(['internal', 'bad_answer']);

/** The server's own sentence if it rejected the call, else `refused`; `silent` if there was no answer. */
export function failureSentence(
  error: unknown,
  refused: string,
  silent = t('Network error. Please try again.'),
): string {
  if (error instanceof NetworkFailure) return silent;
  if (!(error instanceof ApiFailure) || speechless.has(error.code)) return refused;
  return error.issues[0]?.message ?? (error.message || refused);
}
