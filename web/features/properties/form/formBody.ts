import type { z } from 'zod';
import type { propertyChanges, propertyDraft } from '#shared/contracts/propertyWrites.ts';
import { type FormContent, readNumber, readPin } from './formValues.ts';

export type NewListing = z.input<typeof propertyDraft>;
export type ListingChanges = z.input<typeof propertyChanges>;

/** What is sent of a new listing. */
export function toNewListing({ values, images }: FormContent) {
  return {
    title: values.title.trim(),
    description: values.description.trim(),
    price: readNumber(values.price),
    type: values.type,
    listing_type: values.listing_type,
    status: values.status,
    location: {
      address: values.address.trim(),
      city: values.city.trim(),
      province: values.province.trim(),
      coordinates: readPin(values),
    },
    details: {
      bedrooms: readNumber(values.bedrooms),
      bathrooms: readNumber(values.bathrooms),
      area_sqm: readNumber(values.area_sqm),
      furnished: values.furnished,
      floor_level: readNumber(values.floor_level),
      parking_slots: readNumber(values.parking_slots),
    },
    images,
    features: values.features,
  } satisfies NewListing;
}

/**
 * Only what was changed in this form: what somebody else changed meanwhile in other fields stays, and so does what the
 * form cannot show ('furnished' unknown).
 */
export function toListingChanges(content: FormContent, before: FormContent): ListingChanges {
  const { location, details, ...own } = toNewListing(content);
  const { location: locationBefore, details: detailsBefore, ...ownBefore } = toNewListing(before);
  const place = differing(location, locationBefore);
  const facts = differing(details, detailsBefore);
  return {
    ...differing(own, ownBefore),
    ...(Object.keys(place).length > 0 && { location: place }),
    ...(Object.keys(facts).length > 0 && { details: facts }),
  };
}

function differing<Part extends object>(part: Part, before: Part): Partial<Part> {
  const changed = (Object.keys(part) as (keyof Part)[]).filter(
    (name) => JSON.stringify(part[name]) !== JSON.stringify(before[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, part[name]])) as Partial<Part>;
}
