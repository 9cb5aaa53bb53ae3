import { ApiFailure, NetworkFailure } from './apiClient.ts';

/**
 * What the red banner says of a failed call (specification, part 3 §8): the server's own sentence, else `refused`; `silent`
 * where nothing answered at all.
 */
export function adminFailure(error: unknown, refused: string, silent = refused): string {
  if (error instanceof NetworkFailure) return silent;
  if (!(error instanceof ApiFailure) || error.code === 'bad_answer') return refused;
  return error.issues[0]?.message ?? (error.message || refused);
}

/** For forms: a call that nothing answered is told by the form's own sentence, as specified, not by a general one. */
export async function specifiedFailure<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof NetworkFailure) throw new Error(error.message, { cause: error });
    throw error;
  }
}
