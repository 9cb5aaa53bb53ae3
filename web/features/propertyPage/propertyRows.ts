import { Bath, BedDouble, Car, type LucideIcon, Maximize } from 'lucide-react';
import type { Property, PropertyType } from '#shared/contracts/properties.ts';
import { isStudio } from '#shared/homes.ts';
import { completionLabel, listingTypeLabel, propertyStatusLabel, propertyTypeLabel } from '#shared/labels.ts';
import { formatFullPrice, priceSuffix } from '#shared/money.ts';
import { formatDay } from '#web/lib/dates.ts';
import { t } from '#web/lib/i18n.tsx';

interface Row {
  label: string;
  value: string;
}

interface Highlight extends Row {
  Icon: LucideIcon;
}

const number = new Intl.NumberFormat('en-PH', { maximumFractionDigits: 2 });

export const fullPrice = ({ price, listing_type }: Pick<Property, 'price' | 'listing_type'>) =>
  formatFullPrice(price) + t(priceSuffix(listing_type));

/** '₱180,000'; only where a price for good and an area are known. */
function sqmPrice({ listing_type, price, details }: Property): string | null {
  return listing_type === 'sale' && details.area_sqm > 0 ? formatFullPrice(price / details.area_sqm) : null;
}

/** '₱180,000 per sqm' */
export function pricePerSqm(property: Property): string | null {
  const price = sqmPrice(property);
  return price && t('{price} per sqm', { price });
}

const areaLabel = (type: PropertyType) => (type === 'land' ? t('Lot Area') : t('Floor Area'));

function bedroomsText({ type, details }: Property): string | null {
  if (details.bedrooms > 0) return number.format(details.bedrooms);
  return isStudio({ type, bedrooms: details.bedrooms }) ? t('Studio') : null;
}

/** Missing facts are left out. */
const present = <Shown extends Row>(rows: (Omit<Shown, 'value'> & { value: string | null })[]) =>
  rows.filter((row): row is Shown => row.value !== null);

const areaText = ({ details }: Property) =>
  details.area_sqm > 0 ? t('{area} sqm', { area: number.format(details.area_sqm) }) : null;

const positive = (amount: number) => (amount > 0 ? number.format(amount) : null);

export function highlights(property: Property): Highlight[] {
  const { type, details } = property;
  const { bedrooms, bathrooms, parking_slots } = details;
  return present<Highlight>([
    {
      Icon: BedDouble,
      value: bedroomsText(property),
      label: t('{bedrooms, plural, =0 {Open layout} one {Bedroom} other {Bedrooms}}', { bedrooms }),
    },
    {
      Icon: Bath,
      value: positive(bathrooms),
      label: t('{bathrooms, plural, one {Bathroom} other {Bathrooms}}', { bathrooms }),
    },
    { Icon: Maximize, value: areaText(property), label: areaLabel(type) },
    {
      Icon: Car,
      value: positive(parking_slots),
      label: t('{slots, plural, one {Parking Slot} other {Parking Slots}}', { slots: parking_slots }),
    },
  ]);
}

/** The Details tab (specification, part 2 §2), and what helps beside it. */
export function detailRows(property: Property): Row[] {
  const { id, type, listing_type, status, details, created_at, updated_at } = property;
  const { bathrooms, furnished, floor_level, parking_slots, completion } = details;
  return present([
    { label: t('Building'), value: property.building?.name ?? null },
    { label: t('Property Type'), value: t(propertyTypeLabel[type]) },
    { label: t('Status'), value: t(propertyStatusLabel[status]) },
    { label: t('Listing Type'), value: t(listingTypeLabel[listing_type]) },
    { label: t('Bedrooms'), value: bedroomsText(property) },
    { label: t('Bathrooms'), value: positive(bathrooms) },
    { label: areaLabel(type), value: areaText(property) },
    { label: t('Price per sqm'), value: sqmPrice(property) },
    { label: t('Furnished'), value: furnished === null ? null : furnished ? t('Yes') : t('No') },
    { label: t('Floor Level'), value: floor_level === null ? null : number.format(floor_level) },
    {
      label: t('Parking Slots'),
      value: type === 'land' ? positive(parking_slots) : number.format(parking_slots),
    },
    { label: t('Completion'), value: completion && t(completionLabel[completion]) },
    yearRow(details),
    { label: t('Listed Date'), value: formatDay(created_at) },
    { label: t('Last Updated'), value: formatDay(updated_at) },
    { label: t('Property ID'), value: `#${id}` },
  ]);
}

/** A year that is still to come is one of plans. */
function yearRow({ completion, year_built }: Property['details']) {
  const isAhead = completion === 'preselling' || Number(year_built) > new Date().getFullYear();
  return {
    label: isAhead ? t('To Be Finished') : t('Year Built'),
    value: year_built === null ? null : String(year_built),
  };
}

export function summaryRows(property: Property): Row[] {
  const { type, status, details } = property;
  return present([
    { label: t('Price'), value: fullPrice(property) },
    { label: t('Type'), value: t(propertyTypeLabel[type]) },
    { label: t('Bedrooms'), value: bedroomsText(property) },
    { label: t('Bathrooms'), value: positive(details.bathrooms) },
    { label: t('Area'), value: areaText(property) },
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
