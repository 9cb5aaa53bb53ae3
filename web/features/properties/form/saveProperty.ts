import type { OwnProperty, OwnPropertyList } from '#shared/contracts/propertyWrites.ts';
import { ApiFailure, callApi, NetworkFailure } from '#web/lib/apiClient.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { newClientId } from '#web/lib/newClientId.ts';
import type { SaveAttempt } from './draftStore.ts';
import { type ListingChanges, type NewListing, toListingChanges, toNewListing } from './formBody.ts';
import type { PropertyFormMode } from './formMode.ts';
import { type FormContent, initialContent } from './formValues.ts';

const SAVE_FAILED = 'Failed to save property. Please try again.';

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
    return callApi<OwnProperty>('PUT', `/api/properties/${mode.property.id}`, { body });
  }
  const body: NewListing = toNewListing(content);
  try {
    return await callApi<OwnProperty>('POST', '/api/properties', { body, idempotencyKey: key });
  } catch (error) {
    const created = error instanceof ApiFailure && error.code === 'already_applied';
    if (!created) throw error;
    return (await findNewest(content.values.title.trim())) ?? Promise.reject(error);
  }
}

/** What an earlier try has made without being heard of. */
async function findNewest(title: string): Promise<OwnProperty | undefined> {
  const query = { limit: 20 };
  const { properties } = await callApi<OwnPropertyList>('GET', '/api/properties/my/list', { query });
  return properties.find((property) => property.title === title);
}

/** What the banner says: the server's own sentence, where it gave one. */
export function saveFailureSentence(error: unknown): string {
  return error instanceof NetworkFailure ? SAVE_FAILED : failureSentence(error, SAVE_FAILED);
}
