import type {
  authMessages as serverMessages,
  MIN_PASSWORD_LENGTH as serverMinimum,
} from '#shared/contracts/auth.ts';

/** The server's own sentences; the types hold both copies to the same words. */
const messages: Pick<typeof serverMessages, 'missingFields' | 'passwordsDiffer' | 'passwordTooShort'> = {
  missingFields: 'Please fill in all required fields',
  passwordsDiffer: 'Passwords do not match',
  passwordTooShort: 'Password must be at least 6 characters',
};

const MIN_PASSWORD_LENGTH: typeof serverMinimum = 6;

export interface PasswordDraft {
  current: string;
  next: string;
  confirmation: string;
}

/** What is wrong, or null. Passwords are taken as typed, spaces included. */
export function checkPasswords({ current, next, confirmation }: PasswordDraft): string | null {
  if (!current || !next || !confirmation) return messages.missingFields;
  if (next !== confirmation) return messages.passwordsDiffer;
  return next.length < MIN_PASSWORD_LENGTH ? messages.passwordTooShort : null;
}
