import { authMessages as messages } from '#shared/authMessages.ts';
import { checkNewPassword } from '#web/forms/accountRules.ts';
import { ApiFailure } from '#web/lib/apiClient.ts';
import { t } from '#web/lib/i18n.tsx';

export interface RegistrationDraft {
  name: string;
  email: string;
  password: string;
  phone: string;
  confirmation: string;
  hasAgreed: boolean;
}

const isBlank = (text: string) => text.trim() === '';

/** Each check returns the fault, or null (specification, part 1 §5, in its order). */
export function checkLogin({ email, password }: Pick<RegistrationDraft, 'email' | 'password'>) {
  return isBlank(email) || password === '' ? t(messages.missingFields) : null;
}

export function checkRegistration(draft: RegistrationDraft, minimum: number): string | null {
  if (isBlank(draft.name) || isBlank(draft.email)) return t(messages.missingFields);
  const passwordProblem = checkNewPassword(draft.password, draft.confirmation, minimum);
  if (passwordProblem) return passwordProblem;
  return draft.hasAgreed ? null : t(messages.termsUnchecked);
}

export function checkEmail(email: string): string | null {
  return isBlank(email) ? t(messages.missingFields) : null;
}

/** The server's sentence where it refused for a reason; null where it broke or did not answer. */
function refusalSentence(error: unknown): string | null {
  if (!(error instanceof ApiFailure)) return null;
  if (error.status >= 500 && error.code !== 'maintenance') return null;
  return error.issues[0]?.message ?? error.message;
}

/** 401 never says which of the two was wrong; lock-out and suspension use the server's sentences. */
export function loginFailure(error: unknown): string {
  if (error instanceof ApiFailure && error.code === 'invalid_credentials') return t(messages.invalidCredentials);
  return refusalSentence(error) ?? t(messages.loginFailed);
}

export function registrationFailure(error: unknown): string {
  if (error instanceof ApiFailure && error.code === 'email_exists') return t(messages.emailExists);
  return refusalSentence(error) ?? t(messages.registrationFailed);
}

export function resetFailure(error: unknown): string {
  return refusalSentence(error) ?? t('Your request could not be sent. Please try again.');
}
