import {
  type AnchorHTMLAttributes,
  type Context,
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
import { readStored, writeStored } from './store.ts';

/** A page's address, without the prefix of its language. */
export interface Location {
  pathname: string;
  /** With its '?', or empty. */
  search: string;
  /** With its '#', or empty. */
  hash: string;
  /** State of the navigation that led here. */
  state: unknown;
  /** Key of the history entry; 'default' for a page that was opened by its address. */
  key: string;
}

/** '/properties?page=2', '?tab=map' or '#photos' on the same page, or the parts of one. */
export type To = string | { pathname?: string; search?: string; hash?: string };

export interface NavigateOptions {
  replace?: boolean;
  state?: unknown;
  preventScrollReset?: boolean;
}

export interface RouteAddress {
  pathname: string;
  params: Readonly<Record<string, string | undefined>>;
  search: URLSearchParams;
}

export interface Redirect {
  to: string;
  isReplacing: boolean;
}

export interface Route {
  /** 'lists/:id', 'desk/:section?', '*'; '' is the home page. Without a path, the route is a layout around its children. */
  path?: string;
  element: ReactNode;
  children?: readonly Route[];
  /** Runs before the page is shown, after each change of the path. The page itself shows failures. */
  load?(address: RouteAddress): Promise<Redirect | null>;
  /** Runs `load` only on navigation from outside of its children. */
  isLoadedOnEntry?: boolean;
  handle?: object;
}

interface Branch {
  /** From the outermost to the page's own. */
  routes: readonly Route[];
  match(pathname: string): Record<string, string | undefined> | null;
}

/** The pages of a tree, in the order in which they are matched. */
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

/** @returns no routes if the path matches none. */
export function matchRoutes(branches: readonly Branch[], pathname: string): Matched {
  for (const { routes, match } of branches) {
    const params = match(pathname);
    if (params) return { routes, params };
  }
  return { routes: [], params: {} };
}

interface RouterState extends Matched {
  location: Location;
  /** Whether a step back or forward through the history led here. */
  isFromHistory: boolean;
  isNavigating: boolean;
  /** False until the first page is loaded. */
  isReady: boolean;
  /** Scroll position after the render; null keeps it. */
  scroll: number | 'top' | 'hash' | null;
}

interface Step {
  location: Location;
  how: 'push' | 'replace' | 'pop';
  preventScrollReset?: boolean;
}

type Block = (step: Step, proceed: () => void) => boolean;

interface RouterOptions {
  /** Prefix of each address: '/fil', or '/' for none. */
  basename?: string;
  /** On a server: the rendered address, without the prefix. */
  address?: URL;
  /** Whether the server has rendered this page, so that nothing has to be loaded. */
  isRendered?: boolean;
}

const POSITIONS = 'silong-scroll-positions';

/** The router's `history.state`; `idx` counts the entries since the page was opened by its address. */
interface HistoryEntry {
  usr: unknown;
  key: string;
  idx: number;
}

const historyEntry = () => window.history.state as Partial<HistoryEntry> | null;

const newKey = () => Math.random().toString(36).slice(2, 10);

const addressOf = ({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>) =>
  pathname + search + hash;

/** Pages opened by their address share a position per path; others have one per history entry. */
const positionKey = ({ key, pathname }: Location) => (key === 'default' ? pathname : key);

function splitAddress(to: string): { pathname?: string; search: string; hash: string } {
  const [, pathname, search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(to) ?? [];
  return { ...(pathname && { pathname }), search: search === '?' ? '' : search, hash };
}

/** Keeps page and address in sync: both change once the code is loaded; a step during the load replaces it. */
export class Router {
  state: RouterState;
  private readonly prefix: string;
  private readonly blocks = new Set<Block>();
  private readonly listeners = new Set<(state: RouterState) => void>();
  /** Scroll positions by `positionKey`. */
  private readonly positions = new Map<string, number>();
  /** Number of steps so far, to recognize an outdated one after a load. */
  private steps = 0;
  /** `idx` of the current entry. */
  private index = 0;
  /** Callback for a history step of the router itself. */
  private onOwnStep: (() => void) | null = null;

  constructor(
    private readonly branches: readonly Branch[],
    private readonly options: RouterOptions = {},
  ) {
    const { basename = '/', address, isRendered = false } = options;
    this.prefix = basename === '/' ? '' : basename;
    const location: Location = address
      ? { pathname: address.pathname, search: address.search, hash: '', state: null, key: 'default' }
      : this.readLocation();
    this.state = {
      location,
      ...matchRoutes(branches, location.pathname),
      isFromHistory: false,
      isNavigating: false,
      isReady: isRendered || address !== undefined,
      scroll: null,
    };
  }

  /** Starts to follow the window's history. @returns stops. */
  start(): () => void {
    const entry = historyEntry();
    this.index = entry?.idx ?? 0;
    if (entry?.idx === undefined) window.history.replaceState({ ...entry, idx: this.index }, '');
    const positions = (readStored('sessionStorage', POSITIONS) ?? []) as [string, number][];
    for (const [key, y] of positions) this.positions.set(key, y);
    window.history.scrollRestoration = 'manual';
    const onHide = () => {
      this.positions.set(positionKey(this.state.location), window.scrollY);
      writeStored('sessionStorage', POSITIONS, [...this.positions]);
      window.history.scrollRestoration = 'auto';
    };
    const onShow = () => {
      window.history.scrollRestoration = 'manual';
    };
    const end = new AbortController();
    const listening = { signal: end.signal };
    window.addEventListener('popstate', () => this.onPop(), listening);
    window.addEventListener('pagehide', onHide, listening);
    window.addEventListener('pageshow', onShow, listening);
    if (!this.state.isReady) void this.take({ location: this.state.location, how: 'pop' });
    else {
      const kept = this.positions.get(positionKey(this.state.location));
      // A page that was scrolled before hydration keeps its position.
      if (kept !== undefined && window.scrollY === 0) this.show({ scroll: kept });
    }
    return () => end.abort();
  }

  /** The same function each time. Resolves once the page has changed. @param to a number is a step through the history */
  readonly navigate = async (to: To | number, options: NavigateOptions = {}): Promise<void> => {
    if (typeof to === 'number') return window.history.go(to);
    const { replace = false, preventScrollReset = false } = options;
    const step: Step = {
      location: this.resolve(to, options.state),
      how: replace ? 'replace' : 'push',
      preventScrollReset,
    };
    if (!this.isBlocked(step, () => void this.take(step))) await this.take(step);
  };

  hrefOf(to: To): string {
    const { pathname, search, hash } = this.resolve(to);
    const path = this.prefix && pathname === '/' ? this.prefix : this.prefix + pathname;
    return path + search + hash;
  }

  resolve(to: To, stateOfEntry: unknown = null): Location {
    const parts = typeof to === 'string' ? splitAddress(to) : to;
    const { pathname = this.state.location.pathname, search = '', hash = '' } = parts;
    const query = search === '' || search.startsWith('?') ? search : `?${search}`;
    return { pathname, search: query, hash, state: stateOfEntry, key: newKey() };
  }

  /** On a server: runs the loads of the page's routes. @returns a redirect of one of them. */
  load(): Promise<Redirect | null> {
    return this.loadRoutes(this.state.location, this.state);
  }

  subscribe(listener: (state: RouterState) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  block(block: Block): () => void {
    this.blocks.add(block);
    return () => void this.blocks.delete(block);
  }

  private readLocation(): Location {
    const { pathname, search, hash } = window.location;
    const entry = historyEntry();
    const isUnder = pathname === this.prefix || pathname.startsWith(`${this.prefix}/`);
    const path = isUnder ? pathname.slice(this.prefix.length) : pathname;
    return { pathname: path || '/', search, hash, state: entry?.usr ?? null, key: entry?.key ?? 'default' };
  }

  private show(change: Partial<RouterState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener(this.state);
  }

  private isBlocked(step: Step, proceed: () => void): boolean {
    return [...this.blocks].some((block) => block(step, proceed));
  }

  private async loadRoutes({ pathname, search }: Location, { routes, params }: Matched): Promise<Redirect | null> {
    const known = this.state.isReady && !this.options.address ? this.state.routes : [];
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

  private async take({ location, how, preventScrollReset }: Step): Promise<void> {
    this.steps += 1;
    const step = this.steps;
    const isFirst = !this.state.isReady;
    const matched = matchRoutes(this.branches, location.pathname);
    if (isFirst || location.pathname !== this.state.location.pathname) {
      if (!isFirst) this.show({ isNavigating: true });
      const redirect = await this.loadRoutes(location, matched);
      if (step !== this.steps) return;
      if (redirect) {
        const next = how === 'push' && !redirect.isReplacing ? 'push' : 'replace';
        return this.take({ location: this.resolve(redirect.to), how: next });
      }
    }
    if (!isFirst) this.positions.set(positionKey(this.state.location), window.scrollY);
    if (how === 'push') this.index += 1;
    if (how !== 'pop') {
      const entry: HistoryEntry = { usr: location.state, key: location.key, idx: this.index };
      window.history[how === 'push' ? 'pushState' : 'replaceState'](entry, '', this.hrefOf(location));
    }
    const kept = how === 'pop' ? this.positions.get(positionKey(location)) : undefined;
    const fresh = location.hash ? 'hash' : preventScrollReset || isFirst ? null : 'top';
    const isFromHistory = how === 'pop' && !isFirst;
    const scroll = kept ?? fresh;
    this.show({ ...matched, location, isFromHistory, isNavigating: false, isReady: true, scroll });
  }

  private onPop(): void {
    const entry = historyEntry();
    // Links within the page, which the browser follows by itself, create entries without a state.
    const to = entry?.idx ?? this.index + 1;
    if (entry?.idx === undefined)
      window.history.replaceState({ usr: null, key: newKey(), idx: to } satisfies HistoryEntry, '');
    const distance = to - this.index;
    this.index = to;
    if (this.onOwnStep) {
      const done = this.onOwnStep;
      this.onOwnStep = null;
      done();
      return;
    }
    const step: Step = { location: this.readLocation(), how: 'pop' };
    const proceed = () => {
      this.onOwnStep = () => void this.take(step);
      window.history.go(distance);
    };
    if (!this.isBlocked(step, proceed)) {
      void this.take(step);
      return;
    }
    // The address has already changed and is set back until the person decides.
    this.onOwnStep = () => undefined;
    window.history.go(-distance);
  }
}

const RouterContext = createContext<Router | null>(null);
const StateContext = createContext<RouterState | null>(null);
/** Separate, so that links do not render again while a page is loading. */
const LocationContext = createContext<Location | null>(null);
const DepthContext = createContext(0);

function useWithin<Value>(context: Context<Value | null>): Value {
  const value = use(context);
  if (!value) throw new Error('There is no router around this');
  return value;
}

const useRouter = () => useWithin(RouterContext);
const useRouterState = () => useWithin(StateContext);

interface RouterProviderProps {
  router: Router;
  /** Replaces the routes' pages. */
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

/** The child route's element: the page or a layout. */
export function Outlet() {
  const depth = use(DepthContext);
  const route = useRouterState().routes[depth];
  return route ? <DepthContext value={depth + 1}>{route.element}</DepthContext> : null;
}

export const useLocation = () => useWithin(LocationContext);
export const useParams = () => useRouterState().params;
/** The routes of this page, from the outermost to its own. */
export const useMatches = () => useRouterState().routes;
/** Whether a step back or forward through the history led to this page. */
export const useIsFromHistory = () => useRouterState().isFromHistory;
/** Whether the next page is being loaded. */
export const useIsNavigating = () => useRouterState().isNavigating;
export const useNavigate = () => useRouter().navigate;

/** The address for a link, with the language's prefix. */
export function useHref(to: To): string {
  // Subscribes to the location, as relative addresses depend on it.
  useLocation();
  return useRouter().hrefOf(to);
}

type Params = URLSearchParams | Record<string, string>;
type ParamsChange = Params | ((before: URLSearchParams) => Params);

/** The address' parameters and their setter. Successive changes before the next render build on each other. */
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

/** Navigates once it is rendered. */
export function Navigate({ to, replace = false }: { to: string; replace?: boolean }) {
  const navigate = useNavigate();
  useEffect(() => void navigate(to, { replace }), [navigate, to, replace]);
  return null;
}

export type Blocker = { state: 'unblocked' } | { state: 'blocked'; proceed(): void; reset(): void };

/** Blocks navigations for which `isBlocking` is true until `proceed` or `reset` is called. */
export function useBlocker(
  isBlocking: (step: { currentLocation: Location; nextLocation: Location }) => boolean,
): Blocker {
  const router = useRouter();
  const [blocker, setBlocker] = useState<Blocker>({ state: 'unblocked' });
  const latest = useRef(isBlocking);
  useLayoutEffect(() => {
    latest.current = isBlocking;
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

const isElsewhere = (to: To): to is string => typeof to === 'string' && /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(to);

/** A link to a page of this site, which opens without a page load. Links to other sites are plain ones. */
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
  /** Marks only this page as current, not those below it. */
  end?: boolean;
}

/** A link with aria-current while its page is open. */
export function NavLink({ end = false, ...link }: NavLinkProps) {
  const { pathname } = useLocation();
  const [path = '/'] = link.to.split(/[?#]/, 1);
  const isCurrent = pathname === path || (!end && path !== '/' && pathname.startsWith(`${path}/`));
  return <Link aria-current={isCurrent ? 'page' : undefined} {...link} />;
}
