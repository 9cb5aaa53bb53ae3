import { msg } from './messages.ts';

/** Sentences of signing in, registering and passwords, for forms and for the refusals of the server. */
export const authMessages = {
  missingFields: msg('Please fill in all required fields'),
  passwordsDiffer: msg('Passwords do not match'),
  passwordTooShort: (minimum: number) => msg('Password must be at least {minimum} characters', { minimum }),
  termsUnchecked: msg('Please agree to the terms and conditions'),
  invalidCredentials: msg('Invalid email or password'),
  codeMissing: msg('Please enter the code from your authenticator app, or a recovery code'),
  codeWrong: msg('This code is not valid. Please wait for the next one, or use a recovery code.'),
  passwordMissing: msg('Please enter your password'),
  passwordWrong: msg('This password is incorrect'),
  loginFailed: msg('Login failed. Please try again.'),
  emailExists: msg('Email already exists'),
  registrationFailed: msg('Registration failed. Please try again.'),
  loggedOut: msg('You are logged out'),
  resetLinkOnItsWay: msg('If there is an account for this email, a link to set a new password is on its way.'),
  resetLinkInvalid: msg('This link is no longer valid. Please ask for a new one.'),
  confirmationInvalid: msg('This link or code is no longer valid. Please ask for a new one.'),
  codeInvalid: msg('Please enter the six digits'),
  codeTriesUsed: msg('Too many wrong codes. Please ask for a new one.'),
  confirmationSent: msg('We sent you a link and a code. Please check your email.'),
  emailConfirmed: msg('Your email address is confirmed.'),
  emailChangeRefused: msg(
    'The address is yours again, and everyone was logged out. We sent you a link to set a new password.',
  ),
  passwordReset: msg('Your password has been changed. You can now log in with it.'),
} as const;
