import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';
import type { Session, User } from '#shared/contracts/auth.ts';
import { ApiFailure, callApi, listenToSessionEnd } from '#web/lib/apiClient.ts';
import { queryClient } from '#web/lib/queryClient.ts';
import { listenToSocket } from '#web/lib/socket.ts';
import {
  clearSession,
  dropRedirect,
  isSessionRemembered,
  readStoredSession,
  readToken,
  saveRedirect,
  storeSession,
  storeUser,
} from '#web/platform/sessionStorage.ts';

export interface Registration {
  name: string;
  email: string;
  password: string;
  phone: string | null;
}

interface SessionValue {
  user: User | null;
  /** True until the stored session was checked against the server. */
  isLoading: boolean;
  /** @throws {ApiFailure | NetworkFailure} */
  login(email: string, password: string, rememberMe: boolean): Promise<void>;
  /** @throws {ApiFailure | NetworkFailure} */
  register(registration: Registration): Promise<void>;
  logout(): Promise<void>;
  /** Puts a changed user in force (after a profile update). */
  replaceUser(user: User): void;
  /** Goes on with the session that took the place of this one (after a change of the password). */
  replaceSession(session: Session): void;
  isLoginOpen: boolean;
  /** Opens the login dialog; after signing in the visitor is taken to `redirectTo`. */
  openLogin(redirectTo?: string): void;
  closeLogin(): void;
}

const SessionContext = createContext<SessionValue | null>(null);

export function SessionProvider({ children }: { children: ReactNode }) {
  const [user, setUser] = useState<User | null>(() => readStoredSession()?.user ?? null);
  const [isLoading, setIsLoading] = useState(() => readStoredSession() !== null);
  const [isLoginOpen, setIsLoginOpen] = useState(false);

  const endSession = useCallback(() => {
    clearSession();
    setUser(null);
    // Nothing of one person may be shown to the next.
    queryClient.removeQueries({ predicate: (query) => query.meta?.isPersonal === true });
  }, []);

  const startSession = useCallback((session: Session, remember: boolean) => {
    storeSession(session.user, session.token, remember);
    setUser(session.user);
    setIsLoginOpen(false);
  }, []);

  useEffect(() => listenToSessionEnd(endSession), [endSession]);

  const refreshUser = useCallback(async () => {
    const token = readToken();
    try {
      const fresh = await callApi<User>('GET', '/api/auth/profile');
      // Somebody else may have signed in meanwhile.
      if (readToken() !== token) return;
      storeUser(fresh);
      setUser(fresh);
    } catch (error) {
      // A 401 has ended the session already; anything else keeps the stored copy.
      if (!(error instanceof ApiFailure)) console.warn('The session could not be checked', error);
    }
  }, []);

  useEffect(() => {
    if (!readStoredSession()) return;
    let isCurrent = true;
    void refreshUser().finally(() => isCurrent && setIsLoading(false));
    return () => {
      isCurrent = false;
    };
  }, [refreshUser]);

  useEffect(() => listenToSocket('account_changed', () => void refreshUser()), [refreshUser]);

  const value = useMemo<SessionValue>(
    () => ({
      user,
      isLoading,
      async login(email, password, rememberMe) {
        const session = await callApi<Session>('POST', '/api/auth/login', {
          body: { email, password, rememberMe },
        });
        startSession(session, rememberMe);
      },
      async register(registration) {
        startSession(await callApi<Session>('POST', '/api/auth/register', { body: registration }), false);
      },
      async logout() {
        const token = readToken();
        // Left at once, or what asks for something meanwhile would be refused.
        endSession();
        // The visitor leaves whatever the server says; a token it did not hear of expires by itself.
        await callApi('POST', '/api/auth/logout', { token }).catch(() => undefined);
      },
      replaceUser(changed) {
        storeUser(changed);
        setUser(changed);
      },
      replaceSession(session) {
        startSession(session, isSessionRemembered());
      },
      isLoginOpen,
      openLogin(redirectTo) {
        if (redirectTo) saveRedirect(redirectTo);
        setIsLoginOpen(true);
      },
      closeLogin() {
        dropRedirect();
        setIsLoginOpen(false);
      },
    }),
    [user, isLoading, isLoginOpen, startSession, endSession],
  );
  return <SessionContext value={value}>{children}</SessionContext>;
}

export function useSession(): SessionValue {
  const value = use(SessionContext);
  if (!value) throw new Error('useSession is used outside SessionProvider');
  return value;
}
