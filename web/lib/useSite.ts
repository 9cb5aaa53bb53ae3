import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Site } from '#shared/contracts/site.ts';
import { MIN_PASSWORD_LENGTH } from '#shared/limits.ts';
import { callApi } from './apiClient.ts';
import { t } from './i18n.tsx';

const beforeAnswer = (): Omit<Site, 'costs'> => ({
  siteName: t('Silong'),
  siteDescription: '',
  registrationEnabled: true,
  maintenanceMode: false,
  minPasswordLength: MIN_PASSWORD_LENGTH,
  tileUrl: '',
  sendsTextMessages: false,
});

export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: ({ signal }) => callApi<Site>('GET', '/api/site', { signal }),
  staleTime: 5 * 60_000,
});

/** What this installation is called and allows. `isKnown` is false until the server has said so. */
export function useSite(): Omit<Site, 'costs'> & Partial<Pick<Site, 'costs'>> & { isKnown: boolean } {
  const { data } = useQuery(siteQuery);
  return { ...beforeAnswer(), ...data, isKnown: data !== undefined };
}
