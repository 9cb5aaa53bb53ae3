import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '#web/features/auth/index.ts';

/** Ends the session and returns to the home page. */
export function useLogout(): () => Promise<void> {
  const { logout } = useSession();
  const navigate = useNavigate();
  return useCallback(async () => {
    // First away from the page: a protected one would say that a login is required.
    await navigate('/');
    await logout();
  }, [logout, navigate]);
}
