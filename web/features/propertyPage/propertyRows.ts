import { Bath, BedDouble, Car, type LucideIcon, Maximize } from 'lucide-react';
import type { Property } from '#shared/contracts/properties.ts';
import { listingTypeLabel, propertyStatusLabel, propertyTypeLabel } from '#shared/labels.ts';
import { type FactName, factHeading, factNames, facts, factWords } from '#shared/listing/facts.ts';
import { formatFullPrice, priceSuffix } from '#shared/money.ts';
import { formatDay } from '#web/lib/dates.ts';
import { t, textOf } from '#web/lib/i18n.tsx';

interface Row {
  label: string;
  value: string;
}

interface Highlight extends Row {
  Icon: LucideIcon;
}

export const fullPrice = ({ price, listing_type }: Pick<Property, 'price' | 'listing_type'>) =>
  formatFullPrice(price) + t(priceSuffix(listing_type));

/** Whether it can still be had: a viewing can be requested. */
export const isOnOffer = ({ status }: Pick<Property, 'status'>) => status !== 'sold' && status !== 'rented';

/** '₱180,000'; only where a price for good and an area are known. */
function sqmPrice({ listing_type, price, details }: Property): string | null {
  return listing_type === 'sale' && details.area_sqm > 0 ? formatFullPrice(price / details.area_sqm) : null;
}

/** '₱180,000 per sqm' */
export function pricePerSqm(property: Property): string | null {
  const price = sqmPrice(property);
  return price && t('{price} per sqm', { price });
}

const factText = (name: FactName, property: Property): string | null => {
  const words = factWords(name, property);
  return words && textOf(words);
};

const factLabel = (name: FactName, property: Property) => t(factHeading(name, property));

/** Missing facts are left out. */
const present = <Shown extends Row>(rows: (Omit<Shown, 'value'> & { value: string | null })[]) =>
  rows.filter((row): row is Shown => row.value !== null);

export function highlights(property: Property): Highlight[] {
  const { bedrooms, bathrooms, parking_slots } = property.details;
  return present<Highlight>([
    {
      Icon: BedDouble,
      value: factText('bedrooms', property),
      label: t('{bedrooms, plural, =0 {Open layout} one {Bedroom} other {Bedrooms}}', { bedrooms }),
    },
    {
      Icon: Bath,
      value: factText('bathrooms', property),
      label: t('{bathrooms, plural, one {Bathroom} other {Bathrooms}}', { bathrooms }),
    },
    { Icon: Maximize, value: factText('area_sqm', property), label: factLabel('area_sqm', property) },
    {
      Icon: Car,
      value: factText('parking_slots', property),
      label: t('{slots, plural, one {Parking Slot} other {Parking Slots}}', { slots: parking_slots }),
    },
  ]);
}

/** The rows of the Details tab (specification, part 2 §2), with further facts. */
export function detailRows(property: Property): Row[] {
  const { id, type, listing_type, status, created_at, updated_at } = property;
  const facts = factNames.map((name) => ({
    label: factLabel(name, property),
    value: factText(name, property) ?? (name === 'parking_slots' && type !== 'land' ? '0' : null),
  }));
  facts.splice(factNames.indexOf('area_sqm') + 1, 0, {
    label: t('Price per sqm'),
    value: sqmPrice(property),
  });
  return present([
    { label: t('Building'), value: property.building?.name ?? null },
    { label: t('Property Type'), value: t(propertyTypeLabel[type]) },
    { label: t('Status'), value: t(propertyStatusLabel[status]) },
    { label: t('Listing Type'), value: t(listingTypeLabel[listing_type]) },
    ...facts,
    { label: t('Listed Date'), value: formatDay(created_at) },
    { label: t('Last Updated'), value: formatDay(updated_at) },
    { label: t('Property ID'), value: `#${id}` },
  ]);
}

export function summaryRows(property: Property): Row[] {
  const { type, status } = property;
  return present([
    { label: t('Price'), value: fullPrice(property) },
    { label: t('Type'), value: t(propertyTypeLabel[type]) },
    ...(['bedrooms', 'bathrooms', 'area_sqm'] as const).map((name) => ({
      label: t(facts[name].label),
      value: factText(name, property),
    })),
    { label: t('Status'), value: t(propertyStatusLabel[status]) },
  ]);
}

interface Inquiry {
  property: Property;
  /** The addressee. */
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
  const subject = t('Inquiry about {title} (Property #{id})', { title, id });
  const body = [
    t('Hello {name},', { name }),
    '',
    t('I am interested in this property and would like to know more about it:'),
    '',
    title,
    `${location.address}, ${location.city}`,
    fullPrice(property),
    url,
    '',
    t('When could I come and see it?'),
    '',
    t('Thank you,'),
    ...(senderName ? [senderName] : []),
  ].join('\r\n');
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
