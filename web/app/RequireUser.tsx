import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Role } from '#shared/contracts/auth.ts';
import { openLogin, useSession } from '#web/features/auth/index.ts';
import { isListingGone, nearOffersQuery } from '#web/features/properties/queries.ts';
import { pagePath } from '#web/lib/language.ts';
import { currentQueryClient } from '#web/lib/queryClient.ts';
import { Navigate, Outlet, type RouteAddress, useLocation } from '#web/lib/router.tsx';
import { readId } from '#web/lib/urlState.ts';
import { useInBrowser } from '#web/lib/useMediaQuery.ts';
import { opensListingPages, useSite } from '#web/lib/useSite.ts';
import { readStoredSession } from '#web/platform/sessionStorage.ts';
import { PageSpinner } from '#web/ui/states/Spinner.tsx';
import type { GuardHandle } from './RootLayout.tsx';
import { keepSentLink } from './SentLink.tsx';

/**
 * The guard of protected routes (specification, part 3 §2): a spinner while the session is checked; guests are
 * redirected to the home page with the login dialog, and their path is saved; other roles are redirected to
 * /dashboard. If the session ends while the page is open, the page stays and shows it.
 */
export function RequireUser({ roles }: { roles?: Role[] }) {
  const { user, isLoading } = useSession();
  const isInBrowser = useInBrowser();
  const location = useLocation();
  const wasSignedIn = useRef(false);
  if (user) wasSignedIn.current = true;
  const mustLogIn = !user && !isLoading && !wasSignedIn.current;
  const path = location.pathname + location.search;

  useEffect(() => {
    if (!mustLogIn) return;
    void keepSentLink(path);
    openLogin(path);
  }, [mustLogIn, path]);

  // On a server the session is unknown.
  if (!user && (isLoading || !isInBrowser)) return <PageSpinner />;
  if (mustLogIn) return <Navigate to="/" replace />;
  if (user && roles && !roles.includes(user.role))
    // The stored account may be older than a change of its role.
    return isLoading ? <PageSpinner /> : <Navigate to="/dashboard" replace />;
  return <Outlet />;
}

/** Guard of the pages of listings and agents, which an admin may open to guests. Missing listings are shown to everyone. */
export function RequireUserUnlessPublic() {
  const { pathname } = useLocation();
  const id = listingAt(pathname);
  const { data } = useQuery({ ...nearOffersQuery(id ?? 0), enabled: false });
  const isOpen = useSite().publicListingPages || (id !== null && data?.gone === true);
  return isOpen ? <Outlet /> : <RequireUser />;
}

const listingAt = (path: string) => readId(/^\/properties\/(\d+)\/?$/.exec(path)?.[1]);

/**
 * Redirects guests before the page is rendered, so that no content disappears. The guard component handles sessions that
 * end later.
 */
const guard = (isOpenToGuests: (path: string) => Promise<boolean>) => ({
  handle: { isOpenToGuests } satisfies GuardHandle,
  async load({ pathname, search }: RouteAddress) {
    if (typeof window === 'undefined' || readStoredSession() || (await isOpenToGuests(pathname))) return null;
    const path = pathname + (search.size > 0 ? `?${search}` : '');
    await keepSentLink(path);
    openLogin(path);
    // After a reload or a step back, the address is already in the history.
    return { to: '/', isReplacing: path === pagePath() + window.location.search };
  },
  isLoadedOnEntry: true,
});

export const userGuard = guard(async () => false);

export const unlessPublicGuard = guard(async (path) => {
  const client = currentQueryClient();
  const id = listingAt(path);
  return (await opensListingPages(client, null)) || (id !== null && isListingGone(client, id));
});
