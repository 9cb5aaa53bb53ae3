import type { ComponentProps } from 'react';
import { phoneHref } from '#web/lib/contactLinks.ts';

interface PhoneLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  phone: string;
}

/** Calls the number of a text; a text without one is shown as it is. */
export function PhoneLink({ phone, children = phone, className, ...link }: PhoneLinkProps) {
  const href = phoneHref(phone);
  if (href === null) return <span className={className}>{children}</span>;
  return (
    <a {...link} className={className} href={href}>
      {children}
    </a>
  );
}
