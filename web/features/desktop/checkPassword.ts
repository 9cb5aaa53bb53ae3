import type { Session } from '#shared/contracts/auth.ts';
import type { ErrorBody, SuccessBody } from '#shared/contracts/common.ts';

/**
 * Asks the server whether this is the account's password. The session it opens by that is ended at once; the person
 * goes on with the one they have, which is why it is not sent along: a refusal would end it.
 * @returns why not, for people; null when it is.
 */
export async function checkPassword(email: string, password: string): Promise<string | null> {
  try {
    const response = await fetch('/api/auth/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    const answer: SuccessBody<Session> | ErrorBody = await response.json();
    if (!answer.success) {
      if (answer.code === 'unreachable') return UNREACHABLE;
      return response.status === 401 ? 'This is not the password' : answer.error;
    }
    const headers = { Authorization: `Bearer ${answer.data.token}` };
    await fetch('/api/auth/logout', { method: 'POST', headers });
    return null;
  } catch {
    return UNREACHABLE;
  }
}

const UNREACHABLE =
  'The server cannot be reached, so the password cannot be checked now. Please try again when you are online.';
