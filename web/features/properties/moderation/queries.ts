import type { AdminProperty, AdminPropertyList } from '#shared/contracts/admin.ts';
import type { ModerationStatus } from '#shared/contracts/properties.ts';
import { adminListQuery, useAdminChange, useRowChange } from '#web/lib/adminData.ts';
import { callApi } from '#web/lib/apiClient.ts';
import type { UrlSchema } from '#web/lib/urlState.ts';
import type { ListState } from '#web/ui/list/listState.ts';

/** Specification, part 3 §9. */
export const PROPERTIES_PAGE_SIZE = 20;

export const propertiesSchema = {
  search: 'text',
  status: ['all', 'active', 'inactive', 'pending', 'rejected'],
  // The call knows no word for all of these: nothing is.
  type: ['', 'apartment', 'house', 'condo', 'duplex', 'office', 'commercial', 'land'],
  listing_type: ['', 'sale', 'rent', 'lease'],
  sort: ['created_at', 'title', 'city', 'agent', 'price', 'status'],
  order: ['desc', 'asc'],
} as const satisfies UrlSchema;

export type PropertiesState = ListState<typeof propertiesSchema>;

const path = '/api/admin/properties';

export const propertiesQuery = (query: PropertiesState & { limit: number }) =>
  adminListQuery<AdminPropertyList>('properties', path, query);

interface Moderation {
  id: number;
  status: ModerationStatus;
  /** Told to the agent. */
  reason?: string;
}

export const useSetPropertyStatus = () =>
  useRowChange('properties', ({ id, ...body }: Moderation) =>
    callApi<AdminProperty>('PUT', `${path}/${id}/status`, { body }),
  );

export const useDeleteProperty = () =>
  useAdminChange((id: number) => callApi<{ id: number }>('DELETE', `${path}/${id}`));
