import { queryOptions } from '@tanstack/react-query';
import type { SecondFactor } from '#shared/contracts/accountSecurity.ts';
import { callApi } from '#web/lib/apiClient.ts';

/** Whether the caller has one. */
export const secondFactorQuery = queryOptions({
  queryKey: ['account', 'secondFactor'],
  queryFn: ({ signal }) => callApi<SecondFactor>('GET', '/api/auth/totp', { signal }),
  meta: { isPersonal: true },
});
