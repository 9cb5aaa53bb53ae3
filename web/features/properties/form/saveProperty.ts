import type { z } from 'zod';
import type { OwnProperty, propertyChanges, propertyDraft } from '#shared/contracts/propertyWrites.ts';
import { ApiFailure, callApi } from '#web/lib/apiClient.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { newClientId } from '#web/lib/newClientId.ts';
import {
  type FormContent,
  initialContent,
  type PropertyFormMode,
  readFacts,
  readNumber,
  readPin,
} from './formValues.ts';

export interface SaveAttempt {
  key: string;
  body: string;
}

/** The key for sending this: the last one where it is the same again, so that an answer that was lost doubles nothing. */
export function beginAttempt(content: FormContent, last: SaveAttempt | null): SaveAttempt {
  const body = JSON.stringify(toNewListing(content));
  return last?.body === body ? last : { key: newClientId(), body };
}

/** @throws {ApiFailure | NetworkFailure} */
export async function saveProperty(
  mode: PropertyFormMode,
  content: FormContent,
  { key }: SaveAttempt,
): Promise<OwnProperty> {
  if (mode.kind === 'edit') {
    const body: ListingChanges = toListingChanges(content, initialContent(mode));
    return callApi('propertyWrite.update', { params: { id: mode.property.id }, body });
  }
  const body: NewListing = toNewListing(content);
  try {
    return await callApi('propertyWrite.create', { body }, { idempotencyKey: key });
  } catch (error) {
    const created = error instanceof ApiFailure && error.code === 'already_applied';
    if (!created) throw error;
    return (await findNewest(content.values.title.trim())) ?? Promise.reject(error);
  }
}

/** The listing that an earlier attempt made without an answer. */
async function findNewest(title: string): Promise<OwnProperty | undefined> {
  const query = { limit: 20 };
  const { properties } = await callApi('propertyWrite.mine', { query });
  return properties.find((property) => property.title === title);
}

/** The banner's sentence: the server's own sentence, where it gave one. */
export function saveFailureSentence(error: unknown): string {
  const refused = t('Failed to save property. Please try again.');
  return failureSentence(error, refused, refused);
}

type NewListing = z.input<typeof propertyDraft>;
type ListingChanges = z.input<typeof propertyChanges>;

/** The body for a new listing. */
export function toNewListing({ values, images, descriptions }: FormContent) {
  return {
    reference: values.reference.trim() || null,
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
    details: readFacts(values),
    building_id: values.building_id === '' ? null : Number(values.building_id),
    images,
    image_descriptions: descriptions,
    floor_plans: values.floor_plans,
    video_url: values.video_url.trim() || null,
    features: values.features,
  } satisfies NewListing;
}

/**
 * Only the fields changed in this form: changes of other users in other fields stay, and so do values that the
 * form cannot show ('furnished' unknown).
 */
export function toListingChanges(content: FormContent, before: FormContent): ListingChanges {
  const { location, details, ...own } = toNewListing(content);
  const { location: locationBefore, details: detailsBefore, ...ownBefore } = toNewListing(before);
  const place = differing(location, locationBefore);
  const facts = differing(details, detailsBefore);
  const changed = differing(own, ownBefore);
  return {
    ...changed,
    // Descriptions belong to pictures by their places.
    ...(changed.images && { image_descriptions: own.image_descriptions }),
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
