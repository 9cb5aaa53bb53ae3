import type {
  authMessages as serverMessages,
  MIN_PASSWORD_LENGTH as serverMinimum,
} from '#shared/contracts/auth.ts';
import { ApiFailure } from '#web/lib/apiClient.ts';

/** The server's own sentences. The contract is not loaded in the browser; the types hold both copies to the same words. */
const messages: Pick<
  typeof serverMessages,
  | 'missingFields'
  | 'passwordsDiffer'
  | 'passwordTooShort'
  | 'termsUnchecked'
  | 'invalidCredentials'
  | 'loginFailed'
  | 'emailExists'
  | 'registrationFailed'
> = {
  missingFields: 'Please fill in all required fields',
  passwordsDiffer: 'Passwords do not match',
  passwordTooShort: 'Password must be at least 6 characters',
  termsUnchecked: 'Please agree to the terms and conditions',
  invalidCredentials: 'Invalid email or password',
  loginFailed: 'Login failed. Please try again.',
  emailExists: 'Email already exists',
  registrationFailed: 'Registration failed. Please try again.',
};

const MIN_PASSWORD_LENGTH: typeof serverMinimum = 6;

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

export function checkNewPassword(password: string, confirmation: string): string | null {
  if (password === '' || confirmation === '') return messages.missingFields;
  if (password !== confirmation) return messages.passwordsDiffer;
  if (password.length < MIN_PASSWORD_LENGTH) return messages.passwordTooShort;
  return null;
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
