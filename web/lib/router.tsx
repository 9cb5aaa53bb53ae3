import {
  type AnchorHTMLAttributes,
  createContext,
  type MouseEvent,
  type ReactNode,
  type Ref,
  startTransition,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { parse } from 'regexparam';

/** Where a page stands, without the prefix of its language. */
export interface Location {
  pathname: string;
  /** With its '?', or empty. */
  search: string;
  /** With its '#', or empty. */
  hash: string;
  /** Whatever was given along with the step that led here. */
  state: unknown;
  /** Of its entry in the history; 'default' where the page was opened by its address. */
  key: string;
}

/** '/properties?page=2', '?tab=map' or '#photos' on the same page, or the parts of one. */
export type To = string | { pathname?: string; search?: string; hash?: string };

export interface NavigateOptions {
  /** Instead of the entry in the history. */
  replace?: boolean;
  state?: unknown;
  /** The window stays where it is scrolled to. */
  preventScrollReset?: boolean;
}

export interface RouteAddress {
  pathname: string;
  params: Readonly<Record<string, string | undefined>>;
  search: URLSearchParams;
}

/** Instead of the page that was asked for. */
export interface Redirect {
  to: string;
  isReplacing: boolean;
}

export interface Route {
  /** 'lists/:id', 'desk/:section?', '*'; without one it stands around its children. The empty one is the home page. */
  path?: string;
  element: ReactNode;
  children?: readonly Route[];
  /** Before the page is shown, whenever the path has changed. What fails is for the page to tell. */
  load?(address: RouteAddress): Promise<Redirect | null>;
  /** It is asked only when one comes from outside its children. */
  isLoadedOnEntry?: boolean;
  handle?: object;
}

/** From the outermost to the page's own. */
interface Branch {
  routes: readonly Route[];
  match(pathname: string): Record<string, string | undefined> | null;
}

/** The pages of a tree in the order of their trying. */
export function compileRoutes(tree: readonly Route[]): readonly Branch[] {
  const branchesOf = (route: Route, above: readonly Route[]): Branch[] => {
    const routes = [...above, route];
    if (route.children) return route.children.flatMap((child) => branchesOf(child, routes));
    const { pattern, keys } = parse(`/${route.path ?? ''}`);
    return [
      {
        routes,
        match(pathname) {
          const found = pattern.exec(pathname);
          return found && Object.fromEntries(keys.map((key, index) => [key, decode(found[index + 1])]));
        },
      },
    ];
  };
  return tree.flatMap((route) => branchesOf(route, []));
}

function decode(part: string | undefined): string | undefined {
  try {
    return part && decodeURIComponent(part);
  } catch {
    return part;
  }
}

interface Matched {
  routes: readonly Route[];
  params: Readonly<Record<string, string | undefined>>;
}

/** @returns nothing where no route is for this path. */
export function matchRoutes(branches: readonly Branch[], pathname: string): Matched {
  for (const { routes, match } of branches) {
    const params = match(pathname);
    if (params) return { routes, params };
  }
  return { routes: [], params: {} };
}

interface RouterState extends Matched {
  location: Location;
  /** A step back or forward through the history led here. */
  isFromHistory: boolean;
  /** The next page is being fetched. */
  isOnItsWay: boolean;
  /** False until what the first page needs is there. */
  isReady: boolean;
  /** Where the window is to stand once this is drawn; null leaves it. */
  scroll: number | 'top' | 'hash' | null;
}

interface Step {
  location: Location;
  how: 'push' | 'replace' | 'pop';
  preventScrollReset?: boolean;
}

type Block = (step: Step, proceed: () => void) => boolean;

interface RouterOptions {
  /** Stands before each address: '/fil'. '/' for none. */
  basename?: string;
  /** On a server: the address that is rendered, without the prefix. */
  address?: URL;
  /** The server has rendered this page: all that it needs is there. */
  isRendered?: boolean;
}

export type Router = ReturnType<typeof createRouter>;

const POSITIONS = 'silong-scroll-positions';

/** What the router keeps in `history.state`; `idx` counts the steps since the page was opened by its address. */
interface HistoryEntry {
  usr: unknown;
  key: string;
  idx: number;
}

const newKey = () => Math.random().toString(36).slice(2, 10);

const addressOf = ({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>) =>
  pathname + search + hash;

/** A page is opened at its address' own place, one of the history at that of its entry. */
const positionKey = ({ key, pathname }: Location) => (key === 'default' ? pathname : key);

function splitAddress(to: string): { pathname?: string; search: string; hash: string } {
  const [, pathname, search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(to) ?? [];
  return { ...(pathname && { pathname }), search: search === '?' ? '' : search, hash };
}

/**
 * Shows the page of the window's address and keeps both together. The next page is shown, and its address with it, once its
 * code is there; a step that begins meanwhile takes its place.
 */
export function createRouter(
  branches: readonly Branch[],
  { basename = '/', address, isRendered = false }: RouterOptions = {},
) {
  const prefix = basename === '/' ? '' : basename;
  const blocks = new Set<Block>();
  const listeners = new Set<(state: RouterState) => void>();
  const positions = new Map<string, number>();
  let steps = 0;
  let index = 0;
  /** A step of the history that this itself has asked for. */
  let onStep: (() => void) | null = null;

  const first: Location = address
    ? { pathname: address.pathname, search: address.search, hash: '', state: null, key: 'default' }
    : readLocation();
  let state: RouterState = {
    location: first,
    ...matchRoutes(branches, first.pathname),
    isFromHistory: false,
    isOnItsWay: false,
    isReady: isRendered || address !== undefined,
    scroll: null,
  };

  function readLocation(): Location {
    const { pathname, search, hash } = window.location;
    const entry = window.history.state as Partial<HistoryEntry> | null;
    const isUnder = pathname === prefix || pathname.startsWith(`${prefix}/`);
    const path = isUnder ? pathname.slice(prefix.length) : pathname;
    return { pathname: path || '/', search, hash, state: entry?.usr ?? null, key: entry?.key ?? 'default' };
  }

  function show(change: Partial<RouterState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener(state);
  }

  function resolve(to: To, stateOfEntry: unknown = null): Location {
    const parts = typeof to === 'string' ? splitAddress(to) : to;
    const { pathname = state.location.pathname, search = '', hash = '' } = parts;
    const query = search === '' || search.startsWith('?') ? search : `?${search}`;
    return { pathname, search: query, hash, state: stateOfEntry, key: newKey() };
  }

  /** @returns where its routes lead instead. */
  async function load({ pathname, search }: Location, { routes, params }: Matched): Promise<Redirect | null> {
    const known = state.isReady && !address ? state.routes : [];
    const loads = routes.map(async (route) => {
      if (!route.load || (route.isLoadedOnEntry && known.includes(route))) return null;
      try {
        return await route.load({ pathname, params, search: new URLSearchParams(search) });
      } catch (error) {
        console.error('What a page needs could not be fetched', error);
        return null;
      }
    });
    return (await Promise.all(loads)).find((redirect) => redirect !== null) ?? null;
  }

  async function take({ location, how, preventScrollReset }: Step): Promise<void> {
    steps += 1;
    const step = steps;
    const isFirst = !state.isReady;
    const matched = matchRoutes(branches, location.pathname);
    if (isFirst || location.pathname !== state.location.pathname) {
      if (!isFirst) show({ isOnItsWay: true });
      const redirect = await load(location, matched);
      if (step !== steps) return;
      if (redirect) {
        const next = how === 'push' && !redirect.isReplacing ? 'push' : 'replace';
        return take({ location: resolve(redirect.to), how: next });
      }
    }
    if (!isFirst) positions.set(positionKey(state.location), window.scrollY);
    if (how === 'push') index += 1;
    if (how !== 'pop') {
      const entry: HistoryEntry = { usr: location.state, key: location.key, idx: index };
      window.history[how === 'push' ? 'pushState' : 'replaceState'](entry, '', hrefOf(location));
    }
    const kept = how === 'pop' ? positions.get(positionKey(location)) : undefined;
    const fresh = location.hash ? 'hash' : preventScrollReset || isFirst ? null : 'top';
    const isFromHistory = how === 'pop' && !isFirst;
    show({ ...matched, location, isFromHistory, isOnItsWay: false, isReady: true, scroll: kept ?? fresh });
  }

  const isBlocked = (step: Step, proceed: () => void) => [...blocks].some((block) => block(step, proceed));

  function hrefOf(to: To): string {
    const location = resolve(to);
    return (
      (prefix && location.pathname === '/' ? prefix : prefix + location.pathname) +
      location.search +
      location.hash
    );
  }

  async function navigate(to: To | number, options: NavigateOptions = {}): Promise<void> {
    if (typeof to === 'number') return window.history.go(to);
    const { replace = false, preventScrollReset = false } = options;
    const step: Step = {
      location: resolve(to, options.state),
      how: replace ? 'replace' : 'push',
      preventScrollReset,
    };
    if (!isBlocked(step, () => void take(step))) await take(step);
  }

  function onPop(): void {
    const entry = window.history.state as Partial<HistoryEntry> | null;
    // A link within the page, which the browser follows by itself, has none.
    const to = entry?.idx ?? index + 1;
    if (entry?.idx === undefined)
      window.history.replaceState({ usr: null, key: newKey(), idx: to } satisfies HistoryEntry, '');
    const distance = to - index;
    index = to;
    if (onStep) {
      const done = onStep;
      onStep = null;
      done();
      return;
    }
    const step: Step = { location: readLocation(), how: 'pop' };
    const proceed = () => {
      onStep = () => void take(step);
      window.history.go(distance);
    };
    if (!isBlocked(step, proceed)) {
      void take(step);
      return;
    }
    // The address has changed already: it is set back until there is an answer.
    onStep = () => undefined;
    window.history.go(-distance);
  }

  /** @returns ends it. */
  function start(): () => void {
    const entry = window.history.state as Partial<HistoryEntry> | null;
    index = entry?.idx ?? 0;
    if (entry?.idx === undefined) window.history.replaceState({ ...entry, idx: index }, '');
    for (const [key, y] of readPositions()) positions.set(key, y);
    window.history.scrollRestoration = 'manual';
    const onHide = () => {
      positions.set(positionKey(state.location), window.scrollY);
      writePositions(positions);
      window.history.scrollRestoration = 'auto';
    };
    const onShow = () => {
      window.history.scrollRestoration = 'manual';
    };
    window.addEventListener('popstate', onPop);
    window.addEventListener('pagehide', onHide);
    window.addEventListener('pageshow', onShow);
    if (!state.isReady) void take({ location: state.location, how: 'pop' });
    else {
      const kept = positions.get(positionKey(state.location));
      // Whoever has scrolled before the page was taken over stays there.
      if (kept !== undefined && window.scrollY === 0) show({ scroll: kept });
    }
    return () => {
      window.removeEventListener('popstate', onPop);
      window.removeEventListener('pagehide', onHide);
      window.removeEventListener('pageshow', onShow);
    };
  }

  return {
    get state() {
      return state;
    },
    start,
    navigate,
    hrefOf,
    resolve,
    /** On a server: fetches what its page needs. @returns where it leads instead. */
    load: () => load(state.location, state),
    subscribe(listener: (state: RouterState) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    block(block: Block) {
      blocks.add(block);
      return () => void blocks.delete(block);
    },
  };
}

function readPositions(): [string, number][] {
  try {
    return JSON.parse(window.sessionStorage.getItem(POSITIONS) ?? '[]');
  } catch {
    return [];
  }
}

function writePositions(positions: Map<string, number>): void {
  try {
    window.sessionStorage.setItem(POSITIONS, JSON.stringify([...positions]));
  } catch {
    // A browser that keeps nothing opens pages at their top.
  }
}

const RouterContext = createContext<Router | null>(null);
const StateContext = createContext<RouterState | null>(null);
/** Apart from the rest: links are not drawn anew because a page is on its way. */
const LocationContext = createContext<Location | null>(null);
const DepthContext = createContext(0);

function useRouter(): Router {
  const router = use(RouterContext);
  if (!router) throw new Error('There is no router around this');
  return router;
}

function useRouterState(): RouterState {
  const state = use(StateContext);
  if (!state) throw new Error('There is no router around this');
  return state;
}

interface RouterProviderProps {
  router: Router;
  /** Instead of the pages of the routes. */
  children?: ReactNode;
}

export function RouterProvider({ router, children }: RouterProviderProps) {
  const [state, setState] = useState(router.state);
  useLayoutEffect(() => {
    const end = router.subscribe((next) => startTransition(() => setState(next)));
    const stop = router.start();
    setState(router.state);
    return () => {
      end();
      stop();
    };
  }, [router]);
  const { location, scroll } = state;
  useLayoutEffect(() => {
    if (scroll === null) return;
    const target = scroll === 'hash' && document.getElementById(decode(location.hash.slice(1)) ?? '');
    if (target) target.scrollIntoView();
    else window.scrollTo(0, typeof scroll === 'number' ? scroll : 0);
  }, [location, scroll]);
  return (
    <RouterContext value={router}>
      <StateContext value={state}>
        <LocationContext value={location}>{children ?? (state.isReady && <Outlet />)}</LocationContext>
      </StateContext>
    </RouterContext>
  );
}

/** The page, or what stands around it, inside its parent. */
export function Outlet() {
  const depth = use(DepthContext);
  const route = useRouterState().routes[depth];
  return route ? <DepthContext value={depth + 1}>{route.element}</DepthContext> : null;
}

export function useLocation(): Location {
  const location = use(LocationContext);
  if (!location) throw new Error('There is no router around this');
  return location;
}

export const useParams = () => useRouterState().params;
/** The routes of this page, from the outermost to its own. */
export const useMatches = () => useRouterState().routes;
/** Whether a step back or forward through the history led to this page. */
export const useIsFromHistory = () => useRouterState().isFromHistory;
/** Whether the next page is being fetched. */
export const useIsOnItsWay = () => useRouterState().isOnItsWay;
/** The same function each time. Its promise ends once the page has changed; a number is a step through the history. */
export const useNavigate = () => useRouter().navigate;

/** An address as a link names it, with the language's prefix. */
export function useHref(to: To): string {
  // Of an address on the same page it is another one on the next.
  useLocation();
  return useRouter().hrefOf(to);
}

type Params = URLSearchParams | Record<string, string>;
type ParamsChange = Params | ((before: URLSearchParams) => Params);

/** The parameters of the address, and what changes them. Two changes before the next drawing build on each other. */
export function useSearchParams() {
  const router = useRouter();
  const { search } = useLocation();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const setParams = useCallback(
    (change: ParamsChange, options?: NavigateOptions) => {
      const before = new URLSearchParams(router.state.location.search);
      const next = typeof change === 'function' ? change(before) : change;
      void router.navigate({ search: new URLSearchParams(next).toString() }, options);
    },
    [router],
  );
  return [params, setParams] as const;
}

/** Leads elsewhere once it is drawn. */
export function Navigate({ to, replace = false }: { to: string; replace?: boolean }) {
  const navigate = useNavigate();
  useEffect(() => void navigate(to, { replace }), [navigate, to, replace]);
  return null;
}

export type Blocker = { state: 'unblocked' } | { state: 'blocked'; proceed(): void; reset(): void };

/** Holds up a step to another address until somebody has said whether it is to be taken. */
export function useBlocker(
  isHeldUp: (step: { currentLocation: Location; nextLocation: Location }) => boolean,
): Blocker {
  const router = useRouter();
  const [blocker, setBlocker] = useState<Blocker>({ state: 'unblocked' });
  const latest = useRef(isHeldUp);
  useLayoutEffect(() => {
    latest.current = isHeldUp;
  });
  useEffect(
    () =>
      router.block(({ location }, proceed) => {
        if (!latest.current({ currentLocation: router.state.location, nextLocation: location })) return false;
        const end = () => setBlocker({ state: 'unblocked' });
        setBlocker({
          state: 'blocked',
          proceed() {
            end();
            proceed();
          },
          reset: end,
        });
        return true;
      }),
    [router],
  );
  return blocker;
}

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>, NavigateOptions {
  to: To;
  ref?: Ref<HTMLAnchorElement>;
}

const isElsewhere = (to: To): to is string =>
  typeof to === 'string' && /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(to);

/** A link to a page of this site, which is shown without loading the whole anew. */
export function Link({ to, replace, state, preventScrollReset, onClick, ...anchor }: LinkProps) {
  const router = useRouter();
  const href = useHref(isElsewhere(to) ? '/' : to);
  if (isElsewhere(to)) return <a {...anchor} href={to} onClick={onClick} />;
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const isPlain = event.button === 0 && !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey);
    const isHere = !anchor.target || anchor.target === '_self';
    if (event.defaultPrevented || !isPlain || !isHere || anchor.download !== undefined) return;
    event.preventDefault();
    const isSame = addressOf(router.resolve(to)) === addressOf(router.state.location);
    void router.navigate(to, { replace: replace ?? isSame, state, preventScrollReset });
  };
  return <a {...anchor} href={href} onClick={follow} />;
}

interface NavLinkProps extends LinkProps {
  to: string;
  /** Of this page alone, not of those below it. */
  end?: boolean;
}

/** A link that says when its page is open. */
export function NavLink({ end = false, ...link }: NavLinkProps) {
  const { pathname } = useLocation();
  const [path = '/'] = link.to.split(/[?#]/, 1);
  const isCurrent = pathname === path || (!end && path !== '/' && pathname.startsWith(`${path}/`));
  return <Link aria-current={isCurrent ? 'page' : undefined} {...link} />;
}
