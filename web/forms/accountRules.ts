import { authMessages } from '#shared/authMessages.ts';
import { t } from '#web/lib/i18n.tsx';

/** The error of a new password, or null. Spaces count. @param minimum of this installation (`useSite`) */
export function passwordProblem(password: string, minimum: number, whenBlank: string): string | null {
  if (password === '') return whenBlank;
  return password.length < minimum ? t(authMessages.passwordTooShort(minimum)) : null;
}

/** The error of a password that is typed twice, one sentence for the form (specification, part 1 §5, in its order). */
export function checkNewPassword(password: string, confirmation: string, minimum: number): string | null {
  if (password === '' || confirmation === '') return t(authMessages.missingFields);
  if (password !== confirmation) return t(authMessages.passwordsDiffer);
  return passwordProblem(password, minimum, t(authMessages.missingFields));
}

const SIMPLE_ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export function emailProblem(email: string): string | null {
  if (email.trim() === '') return t('Email is required');
  return SIMPLE_ADDRESS.test(email.trim()) ? null : t('Invalid email format');
}
