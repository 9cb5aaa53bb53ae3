import type { OwnProperty } from '#shared/contracts/propertyWrites.ts';
import { type NeededField, neededLabel } from '#shared/listing/drafts.ts';
import { ApiFailure, callApi } from '#web/lib/apiClient.ts';
import { t } from '#web/lib/i18n.tsx';

/**
 * Publishes a draft; of two presses, and after a lost answer, it is published once. @returns the listing. @throws as callApi
 */
export async function publishDraft(id: number): Promise<OwnProperty> {
  const isPublished = (error: unknown) => error instanceof ApiFailure && error.code === 'not_draft';
  const published = await callApi('propertyWrite.publish', { params: { id } }).catch((error: unknown) => {
    if (isPublished(error)) return null;
    throw error;
  });
  if (published) return published;
  const { properties } = await callApi('propertyWrite.mine', { query: { search: `#${id}`, limit: 100 } });
  const listing = properties.find((property) => property.id === id);
  if (!listing) throw new Error(`Listing ${id} was published and is gone`);
  return listing;
}

/** The missing fields in words: 'Price, Address'. */
export const missingWords = (missing: readonly NeededField[]): string =>
  missing.map((field) => t(neededLabel(field))).join(', ');
