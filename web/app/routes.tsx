import { Suspense } from 'react';
import type { RouteObject } from 'react-router';
import { Navigate } from 'react-router';
import { useSession } from '#web/features/auth/session.tsx';
import { lazyWithRetry } from '#web/ui/lazyWithRetry.tsx';
import { PageSpinner } from '#web/ui/Spinner.tsx';
import { RequireUser } from './RequireUser.tsx';
import { RootLayout } from './RootLayout.tsx';
import { RouteError } from './RouteError.tsx';

/**
 * Each screen is a chunk of its own, fetched before its route is shown. One that breaks or could not be fetched leaves the
 * header and the footer standing.
 */
function screen(load: () => Promise<React.ComponentType>) {
  const Part = lazyWithRetry(load, 'page');
  function Screen() {
    const { screenKey } = useSession();
    return (
      <Suspense fallback={<PageSpinner />}>
        <Part key={screenKey} />
      </Suspense>
    );
  }
  return {
    async lazy() {
      await Part.preload();
      return { Component: Screen };
    },
  };
}

export const routes: RouteObject[] = [
  {
    element: <RootLayout />,
    errorElement: <RouteError />,
    hydrateFallbackElement: <div aria-hidden="true" />,
    children: [
      { index: true, ...screen(async () => (await import('#web/features/home/HomeScreen.tsx')).HomeScreen) },
      {
        path: 'properties',
        ...screen(
          async () => (await import('#web/features/properties/PropertyListScreen.tsx')).PropertyListScreen,
        ),
      },
      {
        path: 'about',
        ...screen(async () => (await import('#web/features/about/AboutScreen.tsx')).AboutScreen),
      },
      {
        path: 'compare',
        ...screen(async () => (await import('#web/features/compare/CompareScreen.tsx')).CompareScreen),
      },
      {
        path: 'agents',
        ...screen(async () => (await import('#web/features/agents/AgentsScreen.tsx')).AgentsScreen),
      },
      {
        path: 'locations',
        ...screen(async () => (await import('#web/features/locations/LocationsScreen.tsx')).LocationsScreen),
      },
      {
        path: 'locations/:slug',
        ...screen(async () => (await import('#web/features/locations/LocationScreen.tsx')).LocationScreen),
      },
      {
        path: 'terms',
        ...screen(async () => (await import('#web/features/legal/TermsScreen.tsx')).TermsScreen),
      },
      {
        path: 'privacy',
        ...screen(async () => (await import('#web/features/legal/PrivacyScreen.tsx')).PrivacyScreen),
      },
      {
        path: 'reset-password',
        ...screen(
          async () => (await import('#web/features/auth/ResetPasswordScreen.tsx')).ResetPasswordScreen,
        ),
      },
      {
        element: <RequireUser />,
        children: [
          {
            path: 'properties/:id',
            ...screen(
              async () =>
                (await import('#web/features/propertyPage/PropertyPageScreen.tsx')).PropertyDetailScreen,
            ),
          },
          {
            path: 'agents/:id',
            ...screen(
              async () => (await import('#web/features/agents/AgentProfileScreen.tsx')).AgentProfileScreen,
            ),
          },
          {
            path: 'conversations/:id',
            ...screen(
              async () => (await import('#web/features/conversations/ConversationLink.tsx')).ConversationLink,
            ),
          },
          {
            path: 'profile',
            ...screen(async () => (await import('#web/features/profile/ProfileScreen.tsx')).ProfileScreen),
          },
          {
            path: 'dashboard',
            ...screen(async () => (await import('./dashboards/DashboardScreen.tsx')).DashboardScreen),
          },
          {
            path: 'settings',
            ...screen(async () => (await import('#web/features/settings/SettingsScreen.tsx')).SettingsScreen),
          },
          {
            path: 'favorites',
            ...screen(
              async () => (await import('#web/features/favorites/FavoritesScreen.tsx')).FavoritesScreen,
            ),
          },
        ],
      },
      {
        element: <RequireUser roles={['agent']} />,
        children: [
          {
            path: 'agent-dashboard',
            ...screen(
              async () => (await import('./dashboards/AgentDashboardScreen.tsx')).AgentDashboardScreen,
            ),
          },
        ],
      },
      {
        element: <RequireUser roles={['admin']} />,
        children: [
          {
            path: 'admin-dashboard',
            ...screen(
              async () => (await import('./dashboards/AdminDashboardScreen.tsx')).AdminDashboardScreen,
            ),
          },
        ],
      },
      { path: '*', element: <Navigate to="/" replace /> },
    ],
  },
];
