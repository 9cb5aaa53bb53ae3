import { useQuery } from '@tanstack/react-query';
import { createContext, Suspense, use, useEffect, useRef } from 'react';
import type { Role } from '#shared/contracts/auth.ts';
import { openLogin, useSession } from '#web/features/auth/index.ts';
import { prefetchFavorites } from '#web/features/favorites/index.ts';
import { isListingGone, nearOffersQuery } from '#web/features/properties/queries.ts';
import { t } from '#web/lib/i18n.tsx';
import { pagePath } from '#web/lib/language.ts';
import { currentQueryClient, type Prefetch } from '#web/lib/queryClient.ts';
import { compileRoutes, Navigate, Outlet, type RouteAddress, useLocation } from '#web/lib/router.tsx';
import { readId } from '#web/lib/urlState.ts';
import { useInBrowser } from '#web/lib/useMediaQuery.ts';
import { opensListingPages, siteQuery, useSite } from '#web/lib/useSite.ts';
import { keptAnswerAt } from '#web/lib/workerNews.ts';
import { readStoredSession } from '#web/platform/sessionStorage.ts';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { ErrorBoundary } from '#web/ui/states/EmptyState.tsx';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { PageSpinner } from '#web/ui/states/Spinner.tsx';
import { type GuardHandle, RootLayout, type ScreenHandle } from './RootLayout.tsx';
import { keepSentLink } from './SentLink.tsx';

/**
 * The guard of protected routes (specification, part 3 §2): a spinner while the session is checked; guests are
 * redirected to the home page with the login dialog, and their path is saved; other roles are redirected to
 * /dashboard. If the session ends while the page is open, the page stays and shows it.
 */
function RequireUser({ roles }: { roles?: Role[] }) {
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
function RequireUserUnlessPublic() {
  const { pathname } = useLocation();
  const id = listingAt(pathname);
  const { data } = useQuery({ ...nearOffersQuery(id ?? 0), enabled: false });
  const isOpen = useSite().publicListingPages || (id !== null && data?.gone === true);
  return isOpen ? <Outlet /> : <RequireUser />;
}

const listingAt = (path: string) => readId(/^\/properties\/(\d+)\/?$/.exec(path)?.[1]);

/** Redirects guests before the page is rendered; the guard component handles sessions that end later. */
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

const userGuard = guard(async () => false);

const unlessPublicGuard = guard(async (path) => {
  const client = currentQueryClient();
  const id = listingAt(path);
  return (await opensListingPages(client, null)) || (id !== null && isListingGone(client, id));
});

const isServer = typeof window === 'undefined';

/** Starts a screen's queries, which depend on the path only. Only a server waits for the answers. */
const loading =
  (start: (address: RouteAddress) => { code?: Promise<void>; answers: Promise<unknown> }) =>
  async (address: RouteAddress) => {
    const { code, answers } = start(address);
    // The screen repeats the query and shows a failure.
    const asked = answers.catch(() => undefined);
    await (isServer ? Promise.all([code, asked]) : code);
    return null;
  };

/** Callback after the hydration of a server-rendered screen. */
export const TakenOverContext = createContext<(() => void) | null>(null);

/** Rendered beside a screen and hydrated with it. */
function TakenOver() {
  const tell = use(TakenOverContext);
  useEffect(() => void tell?.(), [tell]);
  return null;
}

/** A screen's chunk and data are loaded before its route is shown. Header and footer stay if it fails. */
function screen(
  load: () => Promise<React.ComponentType>,
  loadPrefetches: () => Promise<Prefetch[]> = async () => [],
  { isWholeWindow = false, preloadParts }: Partial<Omit<ScreenHandle, 'preload'>> = {},
) {
  const Part = lazyWithRetry(load, 'page');
  function Screen() {
    const { screenKey } = useSession();
    return (
      <Suspense fallback={<PageSpinner />}>
        <Part key={screenKey} />
        <TakenOver />
      </Suspense>
    );
  }
  const ask = async (address: RouteAddress) => {
    if (keptAnswerAt.get()) {
      // Reset for each page, as its answers may come from memory.
      keptAnswerAt.set(null);
      await currentQueryClient().invalidateQueries({ refetchType: 'none' });
    }
    const prefetches = await loadPrefetches();
    // The account at this time, as a logout may finish before the screen's code is loaded.
    const destination = { ...address, userId: readStoredSession()?.user.id ?? null };
    await Promise.all(prefetches.flatMap((prefetch) => prefetch(currentQueryClient(), destination)));
  };
  return {
    element: <Screen />,
    /** Loads the screen's code before hydration. */
    handle: { preload: Part.preload, preloadParts, isWholeWindow } satisfies ScreenHandle,
    load: loading((address) => ({ code: Part.preload(), answers: ask(address) })),
  };
}

const page = (path: string, ...parts: Parameters<typeof screen>) => ({ path, ...screen(...parts) });

/** Unknown addresses lead to the home page, as specified, which says why. */
function UnknownPage() {
  useEffect(() => {
    showToast(t('There is no page at this address. It may be misspelled, or the page was removed.'), 'info');
  }, []);
  return <Navigate to="/" replace />;
}

/** If the layout itself fails, the page is reloaded, as there may be a new version. */
const layout = (
  <ErrorBoundary
    headingLevel={1}
    fallback={(note) => (
      <main className="grid content-center min-h-[calc(100svh_-_var(--s-header-height))]">{note}</main>
    )}
    onRetry={() => window.location.reload()}
  >
    <RootLayout />
  </ErrorBoundary>
);

const AccountLayout = lazyWithRetry(
  async () => (await import('./account/AccountLayout.tsx')).AccountLayout,
  'page',
);

/** The list of the account area stays while its pages change. */
const accountLayout = {
  element: (
    <Suspense fallback={<PageSpinner />}>
      <AccountLayout />
    </Suspense>
  ),
  handle: { preload: AccountLayout.preload, isWholeWindow: false } satisfies ScreenHandle,
  load: loading(() => ({ code: AccountLayout.preload(), answers: Promise.resolve() })),
};

export const branches = compileRoutes([
  {
    element: layout,
    load: loading(() => ({ answers: currentQueryClient().prefetchQuery(siteQuery) })),
    children: [
      page(
        '',
        async () => (await import('#web/features/home/HomeScreen.tsx')).HomeScreen,
        async () => [(await import('#web/features/home/queries.ts')).prefetchHome, prefetchFavorites],
      ),
      page(
        'properties',
        async () => (await import('#web/features/properties/PropertyListScreen.tsx')).PropertyListScreen,
        async () => [
          (await import('#web/features/properties/list/queries.ts')).prefetchProperties,
          prefetchFavorites,
        ],
      ),
      page('about', async () => (await import('#web/features/about/AboutScreen.tsx')).AboutScreen),
      page('help', async () => (await import('#web/features/help/HelpScreen.tsx')).HelpScreen),
      page('compare', async () => (await import('#web/features/compare/CompareScreen.tsx')).CompareScreen),
      page(
        'agents',
        async () => (await import('#web/features/agents/AgentsScreen.tsx')).AgentsScreen,
        async () => [(await import('#web/features/agents/queries.ts')).prefetchAgents],
      ),
      page(
        'offices/:id',
        async () => (await import('#web/features/offices/PublicOfficeScreen.tsx')).PublicOfficeScreen,
        async () => [(await import('#web/features/offices/queries.ts')).prefetchOffice],
      ),
      page(
        'buildings/:id',
        async () => (await import('#web/features/buildings/BuildingScreen.tsx')).BuildingScreen,
        async () => [(await import('#web/features/buildings/queries.ts')).prefetchBuilding, prefetchFavorites],
      ),
      page(
        'locations',
        async () => (await import('#web/features/locations/LocationScreen.tsx')).LocationsScreen,
        async () => [(await import('#web/features/locations/prefetch.ts')).prefetchLocations],
      ),
      page(
        'locations/:slug',
        async () => (await import('#web/features/locations/LocationScreen.tsx')).LocationScreen,
        async () => [(await import('#web/features/locations/prefetch.ts')).prefetchLocation, prefetchFavorites],
      ),
      page(
        'near/:slug',
        async () => (await import('#web/features/places/NearScreen.tsx')).NearScreen,
        async () => [(await import('#web/features/places/queries.ts')).prefetchNear, prefetchFavorites],
      ),
      page('terms', async () => (await import('#web/features/legal/TermsScreen.tsx')).TermsScreen),
      page(
        'accessibility',
        async () => (await import('#web/features/legal/AccessibilityScreen.tsx')).AccessibilityScreen,
      ),
      page('privacy', async () => (await import('#web/features/legal/PrivacyScreen.tsx')).PrivacyScreen),
      page(
        'reset-password',
        async () => (await import('#web/features/auth/ResetPasswordScreen.tsx')).ResetPasswordScreen,
      ),
      page(
        'sign-in/callback',
        async () => (await import('#web/features/auth/SignInCallbackScreen.tsx')).SignInCallbackScreen,
      ),
      page(
        'verify-email',
        async () => (await import('#web/features/auth/VerifyEmailScreen.tsx')).VerifyEmailScreen,
      ),
      page(
        'refuse-email-change',
        async () => (await import('#web/features/auth/VerifyEmailScreen.tsx')).RefuseEmailChangeScreen,
      ),
      page('slots/:token', async () => (await import('#web/features/viewings/SlotsScreen.tsx')).SlotsScreen),
      page(
        'lists/join/:token',
        async () => (await import('#web/features/lists/JoinListScreen.tsx')).JoinListScreen,
      ),
      {
        element: <RequireUserUnlessPublic />,
        ...unlessPublicGuard,
        children: [
          page(
            'properties/:id',
            async () => (await import('#web/features/propertyPage/PropertyPageScreen.tsx')).PropertyDetailScreen,
            async () => [
              (await import('#web/features/propertyPage/lazyParts.ts')).prefetchProperty,
              prefetchFavorites,
            ],
            {
              preloadParts: async () =>
                (await import('#web/features/propertyPage/lazyParts.ts')).preloadLaterParts(),
            },
          ),
          page(
            'agents/:id',
            async () => (await import('#web/features/agents/AgentProfileScreen.tsx')).AgentProfileScreen,
            async () => [(await import('#web/features/agents/queries.ts')).prefetchAgent, prefetchFavorites],
          ),
        ],
      },
      {
        element: <RequireUser />,
        ...userGuard,
        children: [
          page(
            'conversations/:id',
            async () => (await import('#web/features/conversations/ConversationLink.tsx')).ConversationLink,
          ),
          page(
            'lists/:id/route',
            async () => (await import('#web/features/lists/ListRouteScreen.tsx')).ListRouteScreen,
          ),
          page(
            'viewings/route/:day',
            async () => (await import('#web/features/viewings/RouteScreen.tsx')).RouteScreen,
          ),
          {
            ...accountLayout,
            children: [
              page('account/:part?', async () => (await import('./account/AccountLayout.tsx')).AccountEntry),
              page('profile', async () => (await import('#web/features/profile/ProfileScreen.tsx')).ProfileScreen),
              page('dashboard', async () => (await import('./dashboards/DashboardScreen.tsx')).DashboardScreen),
              page(
                'settings',
                async () => (await import('#web/features/settings/SettingsScreen.tsx')).SettingsScreen,
              ),
              page(
                'favorites',
                async () => (await import('#web/features/favorites/FavoritesScreen.tsx')).FavoritesScreen,
              ),
              page('lists', async () => (await import('#web/features/lists/ListsScreen.tsx')).ListsScreen),
              page('lists/:id', async () => (await import('#web/features/lists/ListScreen.tsx')).ListScreen),
              page(
                'saved-searches',
                async () =>
                  (await import('#web/features/savedSearches/SavedSearchesScreen.tsx')).SavedSearchesScreen,
              ),
            ],
          },
        ],
      },
      {
        element: <RequireUser roles={['agent']} />,
        ...userGuard,
        children: [
          page(
            'agent-dashboard',
            async () => (await import('./dashboards/AgentDashboardScreen.tsx')).AgentDashboardScreen,
          ),
          page(
            'desk/:section?',
            async () => (await import('./desk/DeskLayout.tsx')).DeskLayout,
            async () => [(await import('#web/features/desk/index.ts')).prefetchDesk],
            { isWholeWindow: true },
          ),
        ],
      },
      {
        element: <RequireUser roles={['admin']} />,
        ...userGuard,
        children: [
          page(
            'admin-dashboard',
            async () => (await import('./dashboards/AdminDashboardScreen.tsx')).AdminDashboardScreen,
          ),
        ],
      },
      { path: '*', element: <UnknownPage /> },
    ],
  },
]);
