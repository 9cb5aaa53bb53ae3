import { authMessages as messages } from '#shared/authMessages.ts';
import { checkNewPassword } from '#web/forms/passwordRules.ts';
import { ApiFailure } from '#web/lib/apiClient.ts';

export interface LoginDraft {
  email: string;
  password: string;
}

export interface RegistrationDraft extends LoginDraft {
  name: string;
  phone: string;
  confirmation: string;
  hasAgreed: boolean;
}

const isBlank = (text: string) => text.trim() === '';

/** Each check answers what is wrong, or null (specification, part 1 §5, in its order). */
export function checkLogin({ email, password }: LoginDraft): string | null {
  return isBlank(email) || password === '' ? messages.missingFields : null;
}

export function checkRegistration(draft: RegistrationDraft): string | null {
  if (isBlank(draft.name) || isBlank(draft.email)) return messages.missingFields;
  const passwordProblem = checkNewPassword(draft.password, draft.confirmation);
  if (passwordProblem) return passwordProblem;
  return draft.hasAgreed ? null : messages.termsUnchecked;
}

export function checkEmail(email: string): string | null {
  return isBlank(email) ? messages.missingFields : null;
}

/** The server's sentence where it refused for a reason; null where it broke or did not answer. */
function refusalSentence(error: unknown): string | null {
  if (!(error instanceof ApiFailure)) return null;
  if (error.status >= 500 && error.code !== 'maintenance') return null;
  return error.issues[0]?.message ?? error.message;
}

/** 401 never says which of the two was wrong; lock-out and suspension are told as the server tells them. */
export function loginFailure(error: unknown): string {
  if (error instanceof ApiFailure && error.status === 401) return messages.invalidCredentials;
  return refusalSentence(error) ?? messages.loginFailed;
}

export function registrationFailure(error: unknown): string {
  if (error instanceof ApiFailure && error.code === 'email_exists') return messages.emailExists;
  return refusalSentence(error) ?? messages.registrationFailed;
}

export function resetFailure(error: unknown): string {
  return refusalSentence(error) ?? 'Your request could not be sent. Please try again.';
}
