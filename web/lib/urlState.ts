import { startTransition, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from '#web/lib/router.tsx';

/** The calls take no longer search and refuse what is beyond the last page number; a list turns back from pages it has not. */
const MAX_TEXT_LENGTH = 200;
const MAX_PAGE = 1_000_000;

/**
 * What of a screen stands in its address, by the parameters' names: a kind of input, or the words it knows. The default is
 * the first word, and empty for an input.
 */
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

/** What cannot be understood in an address is left out, as if it had not been asked. */
export function readUrl<Schema extends UrlSchema>(
  schema: Schema,
  params: URLSearchParams,
): UrlValues<Schema> {
  const values = Object.entries(schema).map(([name, known]) => {
    const maxLength = typeof known === 'object' && 'maxLength' in known ? known.maxLength : MAX_TEXT_LENGTH;
    const given = (params.get(name) ?? '').trim().slice(0, maxLength);
    return [name, isUnderstood(known, given) ? given : defaultOf(schema, name)];
  });
  return Object.fromEntries(values) as UrlValues<Schema>;
}

function isUnderstood(known: UrlSchema[string], given: string): boolean {
  if (isWords(known)) return known.includes(given);
  if (known === 'id') return /^[1-9]\d{0,8}$/.test(given);
  // As a date field has it.
  if (known === 'day') return /^\d{4}-\d\d-\d\d$/.test(given) && !Number.isNaN(Date.parse(given));
  return true;
}

/** Only what differs from the default stands in the address, beside the parameters that are not the schema's. */
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

/** The number in `/properties/7`; null where it is none: such an address asks the server nothing. */
export function readId(text: string | undefined): number | null {
  return /^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : null;
}

/** `?page=3`; 1 where it says none. */
export function readPage(params: URLSearchParams): number {
  const text = params.get('page') ?? '';
  return /^[1-9]\d{0,8}$/.test(text) ? Math.min(Number(text), MAX_PAGE) : 1;
}

export function writePage(page: number, params: URLSearchParams): URLSearchParams {
  return withParameters(params, { page: page > 1 ? String(page) : null });
}

/** The same with some of them changed; null takes one away. */
export function withParameters(
  params: URLSearchParams,
  changes: Record<string, string | null>,
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes))
    if (value === null) next.delete(name);
    else next.set(name, value);
  return next;
}

/** How a state stands in the address: `write` answers with the whole query, from the one there is. */
export interface UrlCodec<State> {
  read(params: URLSearchParams): State;
  write(state: State, params: URLSearchParams): URLSearchParams;
}

export interface ShowOptions {
  /** Replaces the entry of the history, as a correction or the next letter of a text does. */
  isReplacing?: boolean;
  /** The field being typed in: the steps of one text share a history entry. */
  typedIn?: string;
}

const readAddress = () => new URLSearchParams(window.location.search).toString();

/**
 * A state that follows from the address alone, so that Back, Forward and a reload find it again. `codec` must be the same
 * object each time. Two changes before the next rendering build on each other.
 */
export function useUrlState<State>(codec: UrlCodec<State>) {
  const [params] = useSearchParams();
  const { state: entry } = useLocation();
  const navigate = useNavigate();
  const address = params.toString();
  // The router changes the address a moment after it was asked to; a control must not fall back until then.
  const [asked, setAsked] = useState<{ from: string; to: string; state: State } | null>(null);
  /** What was asked last of which the router is done: the address is there, or will not come. */
  const [done, setDone] = useState<typeof asked>(null);
  const state = useMemo(
    () => (asked?.from === address ? asked.state : codec.read(new URLSearchParams(address))),
    [asked, address, codec],
  );
  useLayoutEffect(() => {
    if (!asked) return;
    // The router is done a moment before its address is drawn. Where it was stopped, the window's address is another one.
    const isDrawn = address !== asked.from || (done === asked && address === asked.to);
    const isStopped = done === asked && readAddress() !== asked.to;
    if (isDrawn || isStopped) setAsked(null);
  }, [asked, done, address]);
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

/** Single parameters (`?tab=viewings&view=week`); null takes one away. */
export function useUrlParameters() {
  const [params, setParams] = useSearchParams();
  const change = (changes: Record<string, string | null>, { isStep = false } = {}) =>
    setParams((before) => withParameters(before, changes), { replace: !isStep, preventScrollReset: true });
  return [params, change] as const;
}

interface UrlTabOptions {
  /** What stands beside the tab in the address belongs to it and goes with it. */
  isAlone?: boolean;
  /** The first tab is written out, too. */
  isAlwaysWritten?: boolean;
}

/** The open tab (`?tab=location`), so that a reload, a way back and links find it; the first where the address names none. */
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
