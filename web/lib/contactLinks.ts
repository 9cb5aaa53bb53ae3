import { dialled } from '#shared/phoneReader.ts';
import { clockTime } from './dates.ts';
import { t } from './i18n.tsx';

/** Calls the first real number of the text; null where it has none. */
export function phoneHref(phone: string): string | null {
  const number = dialled(phone);
  return number && `tel:${number}`;
}

export const emailHref = (email: string, subject = t('Property inquiry')): string =>
  `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(subject)}`;

/** Pages of the web open beside this one; programs of the device open by themselves. */
export const inNewTab = (href: string) =>
  href.startsWith('https:') ? ({ target: '_blank', rel: 'noopener noreferrer' } as const) : {};

/** Shown instead of an agent's phone and email after the reader's contact limit is reached. */
export function contactHiddenText(until: string): string {
  return t(
    'You have viewed the contact details of many agents. You can view more from {time}. You can send a message instead.',
    { time: clockTime(until) },
  );
}
