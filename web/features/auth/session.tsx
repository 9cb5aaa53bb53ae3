import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { type AdminAbility, isAllowed } from '#shared/adminRoles.ts';
import type { Session, User } from '#shared/contracts/auth.ts';
import { ApiFailure, callApi, callWith, listenToSessionEnd, newClientId } from '#web/lib/apiClient.ts';
import type { InputOf } from '#web/lib/calls.ts';
import { forgetWords, forgetWordsOfOthers } from '#web/lib/keptWords.ts';
import { pagePath } from '#web/lib/language.ts';
import { useLocation } from '#web/lib/router.tsx';
import { listenToSocket } from '#web/lib/socket.ts';
import { createStore, readStored, useStore, writeStored } from '#web/lib/store.ts';
import { isListingPagePublic, useSite } from '#web/lib/useSite.ts';
import { readText, writeText } from '#web/platform/browserStorage.ts';
import {
  clearSession,
  dropRedirect,
  followSession,
  forgetPerson,
  isSessionRemembered,
  publishSession,
  readStoredSession,
  readToken,
  saveRedirect,
  storeSession,
  storeUser,
} from '#web/platform/sessionStorage.ts';
import { clearToasts } from '#web/ui/dialogs/showToast.ts';

export interface Credentials {
  email: string;
  password: string;
  rememberMe: boolean;
  /** The code of the second factor, where the server asks for one. */
  code?: string;
}

interface SessionValue {
  user: User | null;
  /** True until the stored session was checked against the server. */
  isLoading: boolean;
  /** Changes when the screen's content belongs to another person: screens are keyed by it. */
  screenKey: number;
  /** @throws {ApiFailure | NetworkFailure} */
  login(credentials: Credentials): Promise<void>;
  /** By another way than the password, whose call answers with the session. @throws {ApiFailure | NetworkFailure} */
  signInBy<Name extends 'signIn.passkeySignIn' | 'signIn.providerSignIn'>(
    name: Name,
    body: InputOf<Name>['body'] & { rememberMe: boolean },
  ): Promise<void>;
  /** @throws {ApiFailure | NetworkFailure} */
  register(registration: InputOf<'auth.register'>['body']): Promise<void>;
  /** @param keepsWords half-written words stay for the person's next login here; by default they are forgotten. */
  logout(options?: { keepsWords?: boolean }): Promise<void>;
  /** Puts a changed user in force (after a profile update). */
  replaceUser(user: User): void;
  /** Goes on with the session that replaced this one (after a change of the password). */
  replaceSession(session: Session): void;
  isLoginOpen: boolean;
  /** The path that the login dialog leads to, where it leads anywhere. */
  loginTarget: string | null;
  openLogin: typeof openLogin;
  closeLogin(): void;
}

const loginDialog = createStore<{ isOpen: boolean; target: string | null }>({ isOpen: false, target: null });

/** An act that a guest asked for. It is no part of an address, so that a link cannot trigger an action. */
interface PendingAct {
  name: string;
  /** The page that does it; null: the layout does it on any page. */
  path: string | null;
  args?: unknown;
  /** Whether the login that it waited for has happened, in this tab: it is for no other person. */
  isDue?: boolean;
}

/** Stored, as signing in at a provider leaves the page. */
const pendingAct = createStore<PendingAct | null>(null, {
  area: 'sessionStorage',
  key: 'silong_act_after_login',
  read: (stored) => (isPendingAct(stored) ? stored : null),
});

const isPendingAct = (stored: unknown): stored is PendingAct =>
  typeof stored === 'object' && stored !== null && 'name' in stored && 'path' in stored;

/** Whether that act is the pending one and due; it is pending no more then. @param path the page, or null for any. */
function takeAct(name: string, path: string | null): PendingAct | null {
  const act = pendingAct.get();
  if (!act?.isDue || act.name !== name || act.path !== path) return null;
  pendingAct.set(null);
  return act;
}

/**
 * Opens the login dialog; signing in leads to `redirectTo` and does the act, once. Closing the dialog drops both.
 * @param act the name of an act of that page (`useActAfterLogin`), or one of any page (`actAfterLogin`).
 */
export function openLogin(redirectTo?: string, act?: string | { name: string; args: unknown }): void {
  if (redirectTo) saveRedirect(redirectTo);
  if (typeof act === 'string')
    pendingAct.set(redirectTo ? { name: act, path: redirectTo.replace(/[?#].*$/, '') } : null);
  else pendingAct.set(act ? { ...act, path: null } : null);
  loginDialog.set({ isOpen: true, target: redirectTo ?? null });
}

function closeLogin(): void {
  dropRedirect();
  pendingAct.set(null);
  hideLogin();
}

const hideLogin = () => loginDialog.set({ ...loginDialog.get(), isOpen: false });

const DEVICE_KEY = 'silong_device';

/** Identifies this machine to the server; null where storage is not allowed. */
export function readDeviceId(): string | null {
  const id = readText('localStorage', DEVICE_KEY) ?? newClientId();
  return writeText('localStorage', DEVICE_KEY, id) ? id : null;
}

const ACCOUNT_SEEN_KEY = 'silong_account_seen';

/** Whether somebody has signed in with this browser before; only then is the login what they probably want. */
export const hasSignedInBefore = (): boolean => readStored('localStorage', ACCOUNT_SEEN_KEY) === true;

const SessionContext = createContext<SessionValue | null>(null);

export function SessionProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const [user, setUser] = useState<User | null>(() => readStoredSession()?.user ?? null);
  const [isLoading, setIsLoading] = useState(() => readStoredSession() !== null);
  const { isOpen: isLoginOpen, target: loginTarget } = useStore(loginDialog);
  const [screenKey, setScreenKey] = useState(0);
  /** The last signed-in person; the content that they left on the screen is for no other person. */
  const lastPersonId = useRef(user?.id ?? null);

  /** One person's data is never shown to the next. */
  const leaveScreen = useCallback(() => {
    forgetPerson();
    clearToasts();
    queryClient.clear();
    setScreenKey((key) => key + 1);
  }, [queryClient]);

  const endSession = useCallback(() => {
    clearSession();
    pendingAct.set(null);
    // At once: after the next line a screen would ask, without a token, for this person's data.
    flushSync(() => setUser(null));
    forgetPerson();
    queryClient.removeQueries({ predicate: (query) => query.meta?.isPersonal === true });
  }, [queryClient]);

  const enter = useCallback(
    (person: User) => {
      forgetWordsOfOthers(person.id);
      if (lastPersonId.current !== null && lastPersonId.current !== person.id) leaveScreen();
      lastPersonId.current = person.id;
      setUser(person);
      hideLogin();
    },
    [leaveScreen],
  );

  const startSession = useCallback(
    (session: Session, remember: boolean) => {
      storeSession(session.user, session.token, remember);
      writeStored('localStorage', ACCOUNT_SEEN_KEY, true);
      publishSession({ kind: 'signedIn', userId: session.user.id });
      enter(session.user);
    },
    [enter],
  );

  const startAsked = useCallback(
    (session: Session, remember: boolean) => {
      const act = pendingAct.get();
      if (act) pendingAct.set({ ...act, isDue: true });
      startSession(session, remember);
    },
    [startSession],
  );

  const followOtherTab = useEffectEvent((found: User | null, unusedToken: string | null) => {
    // An act that this tab's dialog waits for may be somebody else's wish.
    pendingAct.set(null);
    if (found) enter(found);
    else {
      if (user) leaveScreen();
      setUser(null);
    }
    if (unusedToken) void callApi('auth.logout', {}, { token: unusedToken }).catch(() => undefined);
  });
  useEffect(() => followSession((found, unusedToken) => followOtherTab(found?.user ?? null, unusedToken)), []);

  useEffect(() => listenToSessionEnd(endSession), [endSession]);

  const refreshUser = useCallback(async () => {
    const token = readToken();
    try {
      const fresh = await callApi('auth.profile');
      // Another person may have signed in meanwhile.
      if (readToken() !== token) return;
      storeUser(fresh);
      setUser(fresh);
    } catch (error) {
      // A 401 has ended the session already; other failures keep the stored copy.
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

  const isSignedIn = user !== null;
  const wasSignedIn = useRef(isSignedIn);
  useEffect(() => {
    if (wasSignedIn.current === isSignedIn) return;
    wasSignedIn.current = isSignedIn;
    // A guest's answers lack the contact data that the account may see, and the other way round.
    if (isListingPagePublic(queryClient)) void queryClient.invalidateQueries();
  }, [isSignedIn, queryClient]);

  useEffect(() => listenToSocket('account_changed', () => void refreshUser()), [refreshUser]);

  const value = useMemo<SessionValue>(
    () => ({
      user,
      isLoading,
      screenKey,
      async login(body) {
        const session = await callApi('auth.login', { body }, { deviceId: readDeviceId() });
        startAsked(session, body.rememberMe);
      },
      async signInBy(name, body) {
        const session = await callWith(name, [{ body } as InputOf<typeof name>], {
          deviceId: readDeviceId(),
        });
        startAsked(session, body.rememberMe);
      },
      async register(body) {
        startAsked(await callApi('auth.register', { body }, { deviceId: readDeviceId() }), false);
      },
      async logout({ keepsWords = false } = {}) {
        const session = readStoredSession();
        // Left at once, or requests made meanwhile would be refused.
        endSession();
        if (!session) return;
        if (!keepsWords) forgetWords(session.user.id);
        publishSession({ kind: 'signedOut', userId: session.user.id });
        // The visitor leaves even if the server fails; a token that the server did not revoke expires by itself.
        await callApi('auth.logout', {}, { token: session.token }).catch(() => undefined);
      },
      replaceUser(changed) {
        storeUser(changed);
        setUser(changed);
      },
      replaceSession(session) {
        startSession(session, isSessionRemembered());
      },
      isLoginOpen,
      loginTarget,
      openLogin,
      closeLogin,
    }),
    [user, isLoading, screenKey, isLoginOpen, loginTarget, startAsked, startSession, endSession],
  );
  return <SessionContext value={value}>{children}</SessionContext>;
}

export function useSession(): SessionValue {
  const value = use(SessionContext);
  if (!value) throw new Error('useSession is used outside SessionProvider');
  return value;
}

/** @returns whether the role of the signed-in administrator includes something; it never does for others. */
export function useIsAllowed(): (ability: AdminAbility) => boolean {
  const { user } = useSession();
  return (ability) => isAllowed(user?.admin_role, ability);
}

/** Whether the visitor is a guest on pages that an admin opened: their answers lack contact data. */
export function useIsGuest(): boolean {
  const { user } = useSession();
  const { publicListingPages } = useSite();
  return user === null && publicListingPages;
}

/**
 * An act that requires a login, which runs after it on this page.
 * @param act its name, of the acts on one page. @param run the act, run at once for a signed-in user.
 * @returns runs it, or asks to log in first.
 */
export function useActAfterLogin(act: string, run: () => void): () => void {
  const { user } = useSession();
  const { pathname, search } = useLocation();
  const isSignedIn = user !== null;
  const runNow = useEffectEvent(run);
  useEffect(() => {
    if (isSignedIn && takeAct(act, pathname)) runNow();
  }, [isSignedIn, pathname, act]);
  return () => (isSignedIn ? run() : openLogin(pathname + search, act));
}

/**
 * An act that requires a login and that the part of the page may not outlive, such as the heart of a card.
 * `ask` opens the login dialog, which leads back to this page; `useRun` of a part of every page does the act afterwards.
 * @param name of all such acts.
 */
export function actAfterLogin<Args>(name: string) {
  return {
    /** @param args kept as JSON. */
    ask: (args: Args): void => openLogin(pagePath() + window.location.search, { name, args }),
    useRun(run: (args: Args) => void): void {
      const isSignedIn = useSession().user !== null;
      const runNow = useEffectEvent(run);
      useEffect(() => {
        const act = isSignedIn ? takeAct(name, null) : null;
        if (act) runNow(act.args as Args);
      }, [isSignedIn, name]);
    },
  };
}

/** Whether an act of any page waits for the signed-in person. */
export function useIsActPending(): boolean {
  const { user } = useSession();
  const isPending = useStore(pendingAct, (act) => act?.isDue === true && act.path === null);
  return user !== null && isPending;
}
