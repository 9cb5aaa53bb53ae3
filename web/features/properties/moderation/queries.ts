import type { AdminProperty, AdminPropertyList } from '#shared/contracts/admin.ts';
import type { ModerationStatus } from '#shared/contracts/properties.ts';
import { adminListQuery, useAdminChange, useRowChange } from '#web/lib/adminData.ts';
import { callApi } from '#web/lib/apiClient.ts';
import type { ListState } from '#web/ui/adminList/listState.ts';
import type { propertiesPlan } from './propertiesPlan.ts';

const path = '/api/admin/properties';

export const propertiesQuery = (query: ListState<typeof propertiesPlan> & { limit: number }) =>
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
