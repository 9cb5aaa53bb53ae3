import type { Property } from '#shared/contracts/properties.ts';
import { fullPrice } from './propertyRows.ts';

interface Inquiry {
  property: Property;
  /** Whom it is written to. */
  email: string;
  name: string;
  /** The page of the listing. */
  url: string;
  /** The signed-in visitor. */
  senderName: string | undefined;
}

/** A mail that only has to be sent. Lines end as RFC 6068 wants them. */
export function emailLink({ property, email, name, url, senderName }: Inquiry): string {
  const { id, title, location } = property;
  const subject = `Inquiry about ${title} (Property #${id})`;
  const body = [
    `Hello ${name},`,
    '',
    'I am interested in this property and would like to know more about it:',
    '',
    title,
    `${location.address}, ${location.city}`,
    fullPrice(property),
    url,
    '',
    'When could I come and see it?',
    '',
    'Thank you,',
    ...(senderName ? [senderName] : []),
  ].join('\r\n');
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
