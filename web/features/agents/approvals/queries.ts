import type { AdminUser, PendingAgent } from '#shared/contracts/admin.ts';
import { adminQuery, useAdminChange } from '#web/lib/adminData.ts';
import { callApi } from '#web/lib/apiClient.ts';

export const pendingAgentsQuery = adminQuery<PendingAgent[]>('pendingAgents', '/api/admin/pending-agents');

export const useApproveAgent = () =>
  useAdminChange((id: number) => callApi<AdminUser>('PUT', `/api/admin/agents/${id}/approve`));

export const useRejectAgent = () =>
  useAdminChange(({ id, reason }: { id: number; reason: string }) =>
    callApi<AdminUser>('PUT', `/api/admin/agents/${id}/reject`, { body: { reason } }),
  );
