import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ErasureRequest } from '#shared/contracts/privacy.ts';
import { callApi } from '#web/lib/apiClient.ts';

/** The person's latest request to be erased; null when there is none. */
export const erasureQuery = queryOptions({
  queryKey: ['settings', 'erasure'],
  queryFn: ({ signal }) => callApi<ErasureRequest | null>('GET', '/api/privacy/erasure', { signal }),
  meta: { isPersonal: true },
});

export function useErasure() {
  const client = useQueryClient();
  const onSuccess = (request: ErasureRequest) => client.setQueryData(erasureQuery.queryKey, request);
  const ask = useMutation({
    mutationFn: (body: { password: string; reason: string }) =>
      callApi<ErasureRequest>('POST', '/api/privacy/erasure', { body }),
    onSuccess,
  });
  const withdraw = useMutation({
    mutationFn: () => callApi<ErasureRequest>('DELETE', '/api/privacy/erasure'),
    onSuccess,
  });
  return { ask, withdraw };
}
