import { t } from './i18n.tsx';

/** `tel:` takes digits and a leading plus only. */
export function phoneHref(phone: string): string {
  return `tel:${phone.replace(/(?!^\+)\D/g, '')}`;
}

export function emailHref(email: string, subject = t('Property inquiry')): string {
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(subject)}`;
}
