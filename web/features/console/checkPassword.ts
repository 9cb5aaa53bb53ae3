import type { Session } from '#shared/contracts/auth.ts';
import { ApiFailure, callApi } from '../../lib/apiClient.ts';

/**
 * Asks the server whether this is the account's password. The session it opens by that is ended at once; the person
 * goes on with the one they have. @returns why not, for people; null when it is.
 */
export async function checkPassword(email: string, password: string): Promise<string | null> {
  try {
    const { token } = await callApi<Session>('POST', '/api/auth/login', { body: { email, password } });
    await fetch('/api/auth/logout', { method: 'POST', headers: { Authorization: `Bearer ${token}` } });
    return null;
  } catch (error) {
    if (!(error instanceof ApiFailure))
      return 'The server cannot be reached, so the password cannot be checked now. Please try again when you are online.';
    return error.status === 401 ? 'This is not the password' : error.message;
  }
}
