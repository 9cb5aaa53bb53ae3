import { MIN_PASSWORD_LENGTH } from './limits.ts';

/** What is told of signing in, of registering and of passwords, by a form before it asks the server, and by the server. */
export const authMessages = {
  missingFields: 'Please fill in all required fields',
  passwordsDiffer: 'Passwords do not match',
  passwordTooShort: `Password must be at least ${MIN_PASSWORD_LENGTH} characters`,
  termsUnchecked: 'Please agree to the terms and conditions',
  invalidCredentials: 'Invalid email or password',
  loginFailed: 'Login failed. Please try again.',
  emailExists: 'Email already exists',
  registrationFailed: 'Registration failed. Please try again.',
  loggedOut: 'You are logged out',
  resetLinkOnItsWay: 'If there is an account for this email, a link to set a new password is on its way.',
  resetLinkInvalid: 'This link is no longer valid. Please ask for a new one.',
  passwordReset: 'Your password has been changed. You can now log in with it.',
} as const;
