import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { Site } from '#shared/contracts/site.ts';
import { MIN_PASSWORD_LENGTH } from '#shared/limits.ts';
import { queryOf } from './apiQueries.ts';
import { t } from './i18n.tsx';

const beforeAnswer = (): Omit<Site, 'costs'> => ({
  siteName: t('Silong'),
  siteDescription: '',
  registrationEnabled: true,
  maintenanceMode: false,
  publicListingPages: false,
  minPasswordLength: MIN_PASSWORD_LENGTH,
  tileUrl: '',
  demoSince: null,
  sendsTextMessages: false,
  answersByMail: false,
});

export const siteQuery = queryOptions({ ...queryOf('site.get'), staleTime: 5 * 60_000 });

/** The installation's name and settings. `isKnown` is false until the server's answer. */
export function useSite(): Omit<Site, 'costs'> & Partial<Pick<Site, 'costs'>> & { isKnown: boolean } {
  const { data } = useQuery(siteQuery);
  return { ...beforeAnswer(), ...data, isKnown: data !== undefined };
}

/** Whether a listing came with the demo data. @param listedAt when it was listed */
export function useIsDemoListing(listedAt: string): boolean {
  const { demoSince } = useSite();
  return demoSince ? Date.parse(listedAt) < Date.parse(demoSince) : false;
}

/** Whether the reader may open listings and agents; false without an answer. @param userId null for a guest */
export async function opensListingPages(client: QueryClient, userId: number | null): Promise<boolean> {
  if (userId !== null) return true;
  const site = await client.ensureQueryData(siteQuery).catch(() => undefined);
  return site?.publicListingPages === true;
}

/** The same for a guest from the cached answer, for event handlers. */
export const isListingPagePublic = (client: QueryClient): boolean =>
  client.getQueryData(siteQuery.queryKey)?.publicListingPages === true;
