import { Bath, BedDouble, Car, type LucideIcon, Maximize } from 'lucide-react';
import type { Property, PropertyType } from '#shared/contracts/properties.ts';
import { listingTypeLabel, propertyStatusLabel, propertyTypeLabel } from '#shared/labels.ts';
import { formatFullPrice, priceSuffix } from '#shared/money.ts';
import { formatDay } from '#web/lib/dates.ts';

interface Row {
  label: string;
  value: string;
}

interface Highlight extends Row {
  Icon: LucideIcon;
}

const number = new Intl.NumberFormat('en-PH', { maximumFractionDigits: 2 });
/** Without a bedroom these are studios; anything else simply has none to speak of. */
const UNITS: readonly PropertyType[] = ['apartment', 'condo'];

export const fullPrice = ({ price, listing_type }: Pick<Property, 'price' | 'listing_type'>) =>
  formatFullPrice(price) + priceSuffix(listing_type);

/** '₱180,000 per sqm'; only where a price for good and an area are known. */
export function pricePerSqm({ listing_type, price, details }: Property): string | null {
  if (listing_type !== 'sale' || details.area_sqm <= 0) return null;
  return `${formatFullPrice(price / details.area_sqm)} per sqm`;
}

const areaLabel = (type: PropertyType) => (type === 'land' ? 'Lot Area' : 'Floor Area');

function bedroomsText({ type, details }: Property): string | null {
  if (details.bedrooms > 0) return number.format(details.bedrooms);
  return UNITS.includes(type) ? 'Studio' : null;
}

/** What the listing does not have is left out. */
const present = <Shown extends Row>(rows: (Omit<Shown, 'value'> & { value: string | null })[]) =>
  rows.filter((row): row is Shown => row.value !== null);

const areaText = ({ details }: Property) =>
  details.area_sqm > 0 ? `${number.format(details.area_sqm)} sqm` : null;

const positive = (amount: number) => (amount > 0 ? number.format(amount) : null);

export function highlights(property: Property): Highlight[] {
  const { type, details } = property;
  const { bedrooms, bathrooms, parking_slots } = details;
  const bedroomsLabel = bedrooms === 0 ? 'Open layout' : bedrooms === 1 ? 'Bedroom' : 'Bedrooms';
  return present<Highlight>([
    { Icon: BedDouble, value: bedroomsText(property), label: bedroomsLabel },
    { Icon: Bath, value: positive(bathrooms), label: bathrooms === 1 ? 'Bathroom' : 'Bathrooms' },
    { Icon: Maximize, value: areaText(property), label: areaLabel(type) },
    {
      Icon: Car,
      value: positive(parking_slots),
      label: parking_slots === 1 ? 'Parking Slot' : 'Parking Slots',
    },
  ]);
}

/** The Details tab (specification, part 2 §2), and what helps beside it. */
export function detailRows(property: Property): Row[] {
  const { id, type, listing_type, status, details, created_at, updated_at } = property;
  const { bathrooms, furnished, floor_level, parking_slots } = details;
  return present([
    { label: 'Property Type', value: propertyTypeLabel[type] },
    { label: 'Status', value: propertyStatusLabel[status] },
    { label: 'Listing Type', value: listingTypeLabel[listing_type] },
    { label: 'Bedrooms', value: bedroomsText(property) },
    { label: 'Bathrooms', value: positive(bathrooms) },
    { label: areaLabel(type), value: areaText(property) },
    { label: 'Price per sqm', value: pricePerSqm(property)?.replace(' per sqm', '') ?? null },
    { label: 'Furnished', value: furnished === null ? null : furnished ? 'Yes' : 'No' },
    { label: 'Floor Level', value: floor_level === null ? null : number.format(floor_level) },
    {
      label: 'Parking Slots',
      value: type === 'land' ? positive(parking_slots) : number.format(parking_slots),
    },
    { label: 'Listed Date', value: formatDay(created_at) },
    { label: 'Last Updated', value: formatDay(updated_at) },
    { label: 'Property ID', value: `#${id}` },
  ]);
}

export function summaryRows(property: Property): Row[] {
  const { type, status, details } = property;
  return present([
    { label: 'Price', value: fullPrice(property) },
    { label: 'Type', value: propertyTypeLabel[type] },
    { label: 'Bedrooms', value: bedroomsText(property) },
    { label: 'Bathrooms', value: positive(details.bathrooms) },
    { label: 'Area', value: areaText(property) },
    { label: 'Status', value: propertyStatusLabel[status] },
  ]);
}

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
