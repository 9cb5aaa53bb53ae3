import type { AdminProperty } from '#shared/contracts/properties.ts';
import type { OwnProperty } from '#shared/contracts/propertyWrites.ts';
import type { ModerationStatus } from '#shared/listing/vocabulary.ts';
import { msg } from '#shared/messages.ts';
import { adminListQuery, useAdminChange, useRowChange } from '#web/lib/adminData.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { t } from '#web/lib/i18n.tsx';
import type { UrlSchema } from '#web/lib/urlState.ts';
import type { ListState } from '#web/ui/list/listState.ts';
import type { StatusKind } from '#web/ui/list/RowStatus.tsx';
import { moderationLabel, moderationTone } from '../statusWords.ts';

/** Specification, part 3 §9. */
export const PROPERTIES_PAGE_SIZE = 20;

export const propertiesSchema = {
  search: 'text',
  status: ['all', 'active', 'inactive', 'pending', 'rejected'],
  // The call has no value for all of these: an empty one stands for them.
  type: ['', 'apartment', 'house', 'condo', 'duplex', 'office', 'commercial', 'land'],
  listing_type: ['', 'sale', 'rent', 'lease'],
  sort: ['created_at', 'title', 'city', 'agent', 'price', 'status'],
  order: ['desc', 'asc'],
} as const satisfies UrlSchema;

export const propertiesQuery = (state: ListState<typeof propertiesSchema>, limit: number) =>
  adminListQuery('propertyModeration.list', { query: { ...state, limit } });

export const propertyStatus: StatusKind<AdminProperty, ModerationStatus> = {
  labels: moderationLabel,
  tones: moderationTone,
  choices: ['active', 'inactive', 'pending', 'rejected'],
  controlLabel: ({ title }) => t('Status of {title}', { title }),
  changedText: ({ title }, status) =>
    t(
      '{title} is now {status, select, active {active} inactive {inactive} pending {pending} other {rejected}}',
      { title, status },
    ),
  failure: msg('Failed to update property status'),
  // It would take a reason to go back to most of them.
  isUndoable: false,
};

interface Moderation {
  id: number;
  status: ModerationStatus;
  /** The reason that the agent is given. */
  reason?: string;
}

export const useSetPropertyStatus = () =>
  useRowChange('propertyModeration.list', 'properties', ({ id, ...body }: Moderation) =>
    callApi('propertyModeration.setStatus', { params: { id }, body }),
  );

export const useSetPropertyStatuses = () =>
  useAdminChange((body: { ids: number[]; status: ModerationStatus; reason?: string | null }) =>
    callApi('propertyModeration.setStatuses', { body }),
  );

export const useDeleteProperty = () =>
  useAdminChange((id: number) => callApi('propertyModeration.remove', { params: { id } }));

/** The statuses that take a listing off the site; its agent is given a reason. */
export type TakingOff = Extract<ModerationStatus, 'inactive' | 'rejected'>;

/** The one dialog that is open over the listings. */
export type PropertyDialog =
  | { kind: 'view' | 'edit' | 'delete'; property: AdminProperty }
  | { kind: 'takeOff'; property: AdminProperty; status: TakingOff };

/** The bulk actions on listings. */
export type BulkModeration = 'active' | TakingOff;

export function isTakingOff(status: ModerationStatus): status is TakingOff {
  return status === 'inactive' || status === 'rejected';
}

/** As its agent sees it, for the form that both use: there `status` is the agent's own word. */
export function toOwnProperty(listing: AdminProperty): OwnProperty {
  const { status, listing_status, ...property } = listing;
  // The office's own number is no business of the site's.
  return { ...property, reference: null, status: listing_status, moderation_status: status };
}

/** 'Ayala Avenue, Makati City, Metro Manila', without missing parts. */
export function joinLocation({ address, city, province }: AdminProperty['location']): string {
  return [address, city, province].filter((part) => part.trim() !== '').join(', ');
}
