import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { takeRedirect } from '#web/platform/sessionStorage.ts';
import { LoadingVeil } from '#web/ui/LoadingVeil.tsx';
import { showToast } from '#web/ui/showToast.ts';
import type { LoginDialogProps } from './LoginDialog.tsx';
import { loadLoginDialog } from './preloadLoginDialog.ts';
import { useSession } from './session.tsx';

/** Specification, part 1 §4: the visitor sees that they are signed in before the page changes. */
const REDIRECT_DELAY_MS = 100;

/** Stands on every page and fetches the dialog when it is first opened. */
export function LoginDialogHost() {
  const { isLoginOpen, closeLogin } = useSession();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<{ Dialog: ComponentType<LoginDialogProps> } | null>(null);
  const mustLoad = isLoginOpen && !dialog;

  useEffect(() => {
    if (!mustLoad) return;
    loadLoginDialog()
      .then((Dialog) => setDialog({ Dialog }))
      .catch(() => {
        closeLogin();
        showToast('The login form could not be loaded. Check your connection and try again.', 'error');
      });
  }, [mustLoad, closeLogin]);

  const followRedirect = useCallback(() => {
    setTimeout(() => {
      const path = takeRedirect();
      if (path && path !== '/') void navigate(path);
    }, REDIRECT_DELAY_MS);
  }, [navigate]);

  if (dialog) return <dialog.Dialog onSignedIn={followRedirect} />;
  return mustLoad ? <LoadingVeil words="Opening the login form…" /> : null;
}
