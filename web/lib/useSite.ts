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
  sendsTextMessages: false,
});

export const siteQuery = queryOptions({ ...queryOf('site.get'), staleTime: 5 * 60_000 });

/** What this installation is called and allows. `isKnown` is false until the server has said so. */
export function useSite(): Omit<Site, 'costs'> & Partial<Pick<Site, 'costs'>> & { isKnown: boolean } {
  const { data } = useQuery(siteQuery);
  return { ...beforeAnswer(), ...data, isKnown: data !== undefined };
}

/**
 * Whether somebody may open the pages of listings and agents: who is signed in, and guests where an admin opened them. A
 * server that does not answer opens nothing. @param userId null for a guest.
 */
export async function opensListingPages(client: QueryClient, userId: number | null): Promise<boolean> {
  if (userId !== null) return true;
  const site = await client.ensureQueryData(siteQuery).catch(() => undefined);
  return site?.publicListingPages === true;
}

/** The same for a guest, as far as it is known: for what is pressed, by when it is. */
export const isListingPagePublic = (client: QueryClient): boolean =>
  client.getQueryData(siteQuery.queryKey)?.publicListingPages === true;
