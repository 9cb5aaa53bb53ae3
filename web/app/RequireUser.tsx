import { useEffect, useRef } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import type { Role } from '#shared/contracts/auth.ts';
import { useSession } from '#web/features/auth/index.ts';
import { useInBrowser } from '#web/lib/useInBrowser.ts';
import { saveRedirect } from '#web/platform/sessionStorage.ts';
import { PageSpinner } from '#web/ui/states/Spinner.tsx';

/**
 * The guard of protected routes (specification, part 3 §2): while the session is checked a spinner; without one the path is
 * kept and the visitor sent home with the login dialog open; a role that is not allowed goes to /dashboard.
 * A session that ends while the page is open leaves the visitor where they are: the page says so itself.
 */
export function RequireUser({ roles }: { roles?: Role[] }) {
  const { user, isLoading, openLogin } = useSession();
  const isInBrowser = useInBrowser();
  const location = useLocation();
  const wasSignedIn = useRef(false);
  if (user) wasSignedIn.current = true;
  const mustLogIn = !user && !isLoading && !wasSignedIn.current;
  const path = location.pathname + location.search;

  useEffect(() => {
    if (!mustLogIn) return;
    saveRedirect(path);
    openLogin();
  }, [mustLogIn, path, openLogin]);

  // Who reads may be known to the browser alone.
  if (!user && (isLoading || !isInBrowser)) return <PageSpinner />;
  if (mustLogIn) return <Navigate to="/" replace />;
  if (user && roles && !roles.includes(user.role))
    // The stored copy may be older than a promotion.
    return isLoading ? <PageSpinner /> : <Navigate to="/dashboard" replace />;
  return <Outlet />;
}
