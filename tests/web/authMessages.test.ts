import { describe, expect, it } from 'vitest';
import { MIN_PASSWORD_LENGTH } from '#shared/limits.ts';
import {
  checkEmail,
  checkLogin,
  checkRegistration,
  loginFailure,
  type RegistrationDraft,
  registrationFailure,
  resetFailure,
} from '#web/features/auth/messages.ts';
import { checkNewPassword } from '#web/forms/accountRules.ts';
import { ApiFailure, NetworkFailure } from '#web/lib/apiClient.ts';

const MISSING = 'Please fill in all required fields';
const complete: RegistrationDraft = {
  name: 'Maria Santos',
  email: 'maria@example.com',
  phone: '',
  password: 'silong-demo',
  confirmation: 'silong-demo',
  hasAgreed: true,
};
const refused = (status: number, code: string, sentence: string) => new ApiFailure(status, code, sentence, []);

describe('what is checked before a form is sent', () => {
  it('asks for both fields of the login', () => {
    expect(checkLogin({ email: '  ', password: 'x' })).toBe(MISSING);
    expect(checkLogin({ email: 'a@b.co', password: '' })).toBe(MISSING);
    expect(checkLogin({ email: 'a@b.co', password: ' ' })).toBeNull();
    expect(checkEmail(' ')).toBe(MISSING);
  });

  it('accepts a registration without a phone number', () => {
    expect(checkRegistration(complete, MIN_PASSWORD_LENGTH)).toBeNull();
  });

  it.each(['name', 'email', 'password', 'confirmation'] as const)('asks for %s', (field) => {
    expect(checkRegistration({ ...complete, [field]: '' }, MIN_PASSWORD_LENGTH)).toBe(MISSING);
  });

  it('tells one thing at a time, in the order of the specification', () => {
    const wrong = { ...complete, password: 'abc', confirmation: 'abd', hasAgreed: false };
    expect(checkRegistration(wrong, MIN_PASSWORD_LENGTH)).toBe('Passwords do not match');
    expect(checkRegistration({ ...wrong, confirmation: 'abc' }, MIN_PASSWORD_LENGTH)).toBe(
      'Password must be at least 6 characters',
    );
    expect(checkRegistration({ ...wrong, password: 'abcdef', confirmation: 'abcdef' }, MIN_PASSWORD_LENGTH)).toBe(
      'Please agree to the terms and conditions',
    );
  });

  it('checks a new password in the same order', () => {
    expect(checkNewPassword('', '', MIN_PASSWORD_LENGTH)).toBe(MISSING);
    expect(checkNewPassword('abc', 'abd', MIN_PASSWORD_LENGTH)).toBe('Passwords do not match');
    expect(checkNewPassword('abcde', 'abcde', MIN_PASSWORD_LENGTH)).toBe('Password must be at least 6 characters');
    expect(checkNewPassword('abcdef', 'abcdef', MIN_PASSWORD_LENGTH)).toBeNull();
    expect(checkNewPassword('abcdef', 'abcdef', 12)).toBe('Password must be at least 12 characters');
  });
});

describe('what a failed call says', () => {
  it('never tells which of the two was wrong', () => {
    expect(loginFailure(refused(401, 'invalid_credentials', 'anything'))).toBe('Invalid email or password');
  });

  it('passes on lock-out, suspension and a closed registration as the server words them', () => {
    const locked = 'Too many attempts. Try again in 15 minutes.';
    expect(loginFailure(refused(429, 'login_locked', locked))).toBe(locked);
    expect(loginFailure(refused(403, 'account_suspended', 'Suspended.'))).toBe('Suspended.');
    expect(registrationFailure(refused(403, 'registration_closed', 'Closed.'))).toBe('Closed.');
  });

  it('names a taken address', () => {
    expect(registrationFailure(refused(409, 'email_exists', 'anything'))).toBe('Email already exists');
  });

  it('prefers what is said of a field over the general sentence', () => {
    const issues = [{ path: 'email', message: 'Invalid email format' }];
    expect(registrationFailure(new ApiFailure(400, 'invalid_input', 'Check your input', issues))).toBe(
      'Invalid email format',
    );
  });

  it.each([new NetworkFailure('down'), refused(500, 'internal', 'broken'), new TypeError('bug')])(
    'has a sentence of its own where the server has none: %s',
    (error) => {
      expect(loginFailure(error)).toBe('Login failed. Please try again.');
      expect(registrationFailure(error)).toBe('Registration failed. Please try again.');
      expect(resetFailure(error)).toBe('Your request could not be sent. Please try again.');
    },
  );

  it('tells of maintenance', () => {
    expect(registrationFailure(refused(503, 'maintenance', 'Back shortly.'))).toBe('Back shortly.');
  });
});
