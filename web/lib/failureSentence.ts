import { ApiFailure, NetworkFailure } from './apiClient.ts';

/**
 * What to tell of a failed call: the server's own sentence where it refused for a reason, the network's where nothing
 * answered, else `fallback`.
 */
export function failureSentence(error: unknown, fallback: string): string {
  if (error instanceof NetworkFailure) return error.message;
  if (!(error instanceof ApiFailure)) return fallback;
  if (error.status >= 500 && error.code !== 'maintenance') return fallback;
  return error.issues[0]?.message ?? error.message;
}
