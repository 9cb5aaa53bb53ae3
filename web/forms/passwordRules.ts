import { authMessages } from '#shared/authMessages.ts';
import { t } from '#web/lib/i18n.tsx';

/**
 * What is wrong with a password that is to be set; null when nothing is. It is taken as typed, spaces included.
 * @param minimum of characters, as this installation asks for (`useSite`).
 */
export function passwordProblem(password: string, minimum: number, whenBlank: string): string | null {
  if (password === '') return whenBlank;
  return password.length < minimum ? t(authMessages.passwordTooShort(minimum)) : null;
}

/** The same of one that is typed twice, as one sentence for the form (specification, part 1 §5, in its order). */
export function checkNewPassword(password: string, confirmation: string, minimum: number): string | null {
  if (password === '' || confirmation === '') return t(authMessages.missingFields);
  if (password !== confirmation) return t(authMessages.passwordsDiffer);
  return passwordProblem(password, minimum, t(authMessages.missingFields));
}
