import { startTransition, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { MAX_SEARCH_LENGTH } from '#shared/limits.ts';
import { useLocation, useNavigate, useSearchParams } from '#web/lib/router.tsx';

/** A limit of the API: higher page numbers are rejected. Lists go back from pages that do not exist. */
const MAX_PAGE = 1_000_000;

/** URL parameters by name: a kind of input (by default empty), or the accepted words (by default the first). */
export type UrlSchema = Record<string, InputKind | { maxLength: number } | readonly [string, ...string[]]>;

type InputKind = 'text' | 'id' | 'day';

export type UrlValues<Schema extends UrlSchema> = {
  [Name in keyof Schema]: Schema[Name] extends readonly string[] ? Schema[Name][number] : string;
};

const isWords = (known: UrlSchema[string] | undefined): known is readonly [string, ...string[]] =>
  Array.isArray(known);

export function defaultOf(schema: UrlSchema, name: string): string {
  const known = schema[name];
  return isWords(known) ? known[0] : '';
}

/** Invalid parameters are ignored. */
export function readUrl<Schema extends UrlSchema>(schema: Schema, params: URLSearchParams): UrlValues<Schema> {
  const values = Object.entries(schema).map(([name, known]) => {
    const maxLength = typeof known === 'object' && 'maxLength' in known ? known.maxLength : MAX_SEARCH_LENGTH;
    const given = (params.get(name) ?? '').trim().slice(0, maxLength);
    return [name, isUnderstood(known, given) ? given : defaultOf(schema, name)];
  });
  return Object.fromEntries(values) as UrlValues<Schema>;
}

function isUnderstood(known: UrlSchema[string], given: string): boolean {
  if (isWords(known)) return known.includes(given);
  if (known === 'id') return /^[1-9]\d{0,8}$/.test(given);
  // The format of a date input.
  if (known === 'day') return /^\d{4}-\d\d-\d\d$/.test(given) && !Number.isNaN(Date.parse(given));
  return true;
}

/** Writes values that differ from the default; other parameters of the address stay. */
export function writeUrl<Schema extends UrlSchema>(
  schema: Schema,
  values: UrlValues<Schema>,
  params: URLSearchParams,
): URLSearchParams {
  const changes = Object.keys(schema).map((name) => {
    const value = String(values[name]);
    return [name, value === defaultOf(schema, name) ? null : value];
  });
  return withParameters(params, Object.fromEntries(changes));
}

/** The id in `/properties/7`; null if invalid, and then no call is made. */
export const readId = (text: string | undefined): number | null =>
  /^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : null;

/** The page number in `?page=3`, by default 1. */
export function readPage(params: URLSearchParams): number {
  const text = params.get('page') ?? '';
  return /^[1-9]\d{0,8}$/.test(text) ? Math.min(Number(text), MAX_PAGE) : 1;
}

export const writePage = (page: number, params: URLSearchParams): URLSearchParams =>
  withParameters(params, { page: page > 1 ? String(page) : null });

/** Changes some parameters; null removes one. */
export function withParameters(params: URLSearchParams, changes: Record<string, string | null>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes))
    if (value === null) next.delete(name);
    else next.set(name, value);
  return next;
}

/** Conversion between a state and the address; `write` returns the whole query from the current one. */
export interface UrlCodec<State> {
  read(params: URLSearchParams): State;
  write(state: State, params: URLSearchParams): URLSearchParams;
}

export interface ShowOptions {
  /** Replaces the history entry, for corrections and typed text. */
  isReplacing?: boolean;
  /** The field of typed text, whose changes share one history entry. */
  typedIn?: string;
}

const readAddress = () => new URLSearchParams(window.location.search).toString();

/** State in the address; successive changes build on each other. `codec` must be the same object each time. */
export function useUrlState<State>(codec: UrlCodec<State>) {
  const [params] = useSearchParams();
  const { state: entry } = useLocation();
  const navigate = useNavigate();
  const address = params.toString();
  // The router changes the address with a delay, in which controls show the requested state.
  const [asked, setAsked] = useState<{ from: string; to: string; state: State } | null>(null);
  /** The last request that the router has finished, with or without a new address. */
  const [done, setDone] = useState<typeof asked>(null);
  const state = useMemo(
    () => (asked?.from === address ? asked.state : codec.read(new URLSearchParams(address))),
    [asked, address, codec],
  );
  useLayoutEffect(() => {
    if (!asked) return;
    // The router finishes before the render. After a blocked navigation, the window has another address.
    const isDrawn = address !== asked.from || (done === asked && address === asked.to);
    const isStopped = done === asked && readAddress() !== asked.to;
    if (isDrawn || isStopped) setAsked(null);
  }, [asked, done, address]);
  // Back before the request is drawn: the drawn address stays as it was, and the effect above does not run.
  useEffect(() => {
    const drop = () => setAsked(null);
    window.addEventListener('popstate', drop);
    return () => window.removeEventListener('popstate', drop);
  }, []);
  const latest = useRef<{ state: State; typedIn: unknown }>({ state, typedIn: undefined });
  useLayoutEffect(() => {
    latest.current = { state, typedIn: (entry as { typedIn?: string } | null)?.typedIn };
  }, [state, entry]);

  const show = useCallback(
    (change: (latest: State) => State, { isReplacing = false, typedIn }: ShowOptions = {}) => {
      const next = change(latest.current.state);
      const write = (written: State) => codec.write(written, new URLSearchParams(address)).toString();
      const search = write(next);
      if (search === write(latest.current.state)) return;
      const isSameText = typedIn !== undefined && typedIn === latest.current.typedIn;
      latest.current = { state: next, typedIn };
      const asking = { from: address, to: search, state: next };
      setAsked(asking);
      const end = () => startTransition(() => setDone(asking));
      const options = {
        replace: isReplacing || isSameText,
        preventScrollReset: true,
        state: typedIn ? { typedIn } : null,
      };
      void Promise.resolve(navigate({ search }, options)).then(end, end);
    },
    [navigate, address, codec],
  );
  return [state, show] as const;
}

/** Single parameters (`?tab=viewings&view=week`); null removes one. */
export function useUrlParameters() {
  const [params, setParams] = useSearchParams();
  const change = (changes: Record<string, string | null>, { isStep = false } = {}) =>
    setParams((before) => withParameters(before, changes), { replace: !isStep, preventScrollReset: true });
  return [params, change] as const;
}

interface UrlTabOptions {
  /** Other parameters belong to the tab and are removed with it. */
  isAlone?: boolean;
  /** Writes the first tab to the address too. */
  isAlwaysWritten?: boolean;
}

/** The open tab in the address (`?tab=location`), by default the first. */
export function useUrlTab<const Id extends string>(
  tabs: readonly { id: Id }[],
  { isAlone = false, isAlwaysWritten = false }: UrlTabOptions = {},
): [Id, (tab: Id) => void] {
  const [params, setParams] = useSearchParams();
  const [first] = tabs;
  if (!first) throw new Error('There is no tab');
  const named = tabs.find(({ id }) => id === params.get('tab')) ?? first;
  const open = (tab: Id) =>
    setParams(
      (before) =>
        withParameters(isAlone ? new URLSearchParams() : before, {
          tab: tab === first.id && !isAlwaysWritten ? null : tab,
        }),
      { replace: true, preventScrollReset: true },
    );
  return [named.id, open];
}
