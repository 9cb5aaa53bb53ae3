import { t } from './i18n.tsx';

const SIMPLE_ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** What is wrong with a required address; null when nothing is. */
export function emailProblem(email: string): string | null {
  if (email.trim() === '') return t('Email is required');
  return SIMPLE_ADDRESS.test(email.trim()) ? null : t('Invalid email format');
}
