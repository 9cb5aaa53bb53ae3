import { t } from './i18n.tsx';

const SIMPLE_ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The problem of a required address, or null. */
export function emailProblem(email: string): string | null {
  if (email.trim() === '') return t('Email is required');
  return SIMPLE_ADDRESS.test(email.trim()) ? null : t('Invalid email format');
}
