import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import {
  Building2,
  Clock,
  House,
  Landmark,
  type LucideIcon,
  MapPin,
  Milestone,
  Search,
  TrainFront,
  UserRound,
  X,
} from 'lucide-react';
import { type CSSProperties, type RefObject, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import type { Suggestion } from '#shared/contracts/search.ts';
import { type Message, msg } from '#shared/messages.ts';
import { queryOf } from '#web/lib/apiQueries.ts';
import { t } from '#web/lib/i18n.tsx';
import { createStore, useStore } from '#web/lib/store.ts';
import { matchesMedia } from '#web/lib/useMediaQuery.ts';
import { useDebounced } from '#web/lib/useSearchText.ts';

export interface SearchOption extends RecentSearch {
  kind: Suggestion['kind'] | 'recent';
  /** Listings there; null where a number says nothing. */
  count: number | null;
}

const TYPING_MS = 120;
/** Longer texts are pasted sentences: they are offered as they are. */
const MAX_LENGTH = 100;

/** The results for the previous letters stay until the next answer; an earlier answer never comes after a later one. */
const suggestQuery = (typed: string) =>
  queryOptions({
    ...queryOf('suggest.suggest', { query: { q: typed } }),
    enabled: typed !== '' && typed.length <= MAX_LENGTH,
    placeholderData: keepPreviousData,
    retry: false,
  });

const kinds: Record<SearchOption['kind'], { Icon: LucideIcon; label: Message }> = {
  area: { Icon: MapPin, label: msg('Area') },
  building: { Icon: Building2, label: msg('Building') },
  street: { Icon: Milestone, label: msg('Street') },
  station: { Icon: TrainFront, label: msg('Station') },
  place: { Icon: Landmark, label: msg('Place') },
  agent: { Icon: UserRound, label: msg('Agent') },
  listing: { Icon: House, label: msg('Property') },
  search: { Icon: Search, label: msg('Search') },
  recent: { Icon: Clock, label: msg('Recent search') },
};

interface SuggestionListProps {
  anchor: RefObject<HTMLElement | null>;
  listId: string;
  idOf(index: number): string;
  typed: string;
  userId: number | null;
  /** Index of the option that Enter would choose; -1 is none. */
  active: number;
  onActive(index: number): void;
  onOptions(options: SearchOption[]): void;
  onChoose(option: SearchOption): void;
}

export function SuggestionList(props: SuggestionListProps) {
  const { anchor, listId, idOf, typed, userId, active, onActive, onOptions, onChoose } = props;
  const words = typed.trim();
  const isRecent = words === '';
  const recent = useStore(recentSearches, (people) => people[nameOf(userId)] ?? none);
  const { data } = useQuery(suggestQuery(useDebounced(words, TYPING_MS)));
  const options = useMemo((): SearchOption[] => {
    if (isRecent) return recent.map((search) => ({ ...search, kind: 'recent', count: null }));
    // Where no name is like the typed text, it may still be read as a whole, as '2br under 10m' is.
    const url = `/properties?${new URLSearchParams({ search: words })}`;
    if (words.length > MAX_LENGTH || data?.suggestions.length === 0)
      return [{ kind: 'search', text: words, url, count: null }];
    return (data?.suggestions ?? []).map((suggestion) => ({
      ...suggestion,
      count: suggestion.kind === 'listing' ? null : suggestion.count,
    }));
  }, [isRecent, recent, data, words]);
  useEffect(() => onOptions(options), [options, onOptions]);
  const style = useRoomBelow(anchor, options.length > 0);
  const activeId = active >= 0 ? idOf(active) : null;
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const isEmpty = options.length === 0;
  return (
    <>
      {/* Present before its words: some screen readers do not announce a region added with its text. */}
      <p className="visuallyHidden" role="status">
        {!isEmpty && t('{count, plural, one {# suggestion} other {# suggestions}}', { count: options.length })}
      </p>
      {!isEmpty && (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus where it is
        <div
          className="absolute top-full z-30 mt-2 p-2 panel shadow-lg text-ink overflow-y-auto overscroll-contain"
          style={style}
          // The focus stays in the box.
          onMouseDown={(event) => event.preventDefault()}
        >
          {isRecent && (
            <div className="flex items-center justify-between pl-3 text-muted text-xs font-bold">
              {t('Recent searches')}
              <button type="button" className="text-btn px-3 text-xs" onClick={() => clearRecentSearches(userId)}>
                {t('Clear recent searches')}
              </button>
            </div>
          )}
          <div className={isRecent ? 'grid grid-cols-[minmax(0,1fr)_auto]' : 'grid'}>
            <div id={listId} role="listbox" className="grid" aria-label={t('Suggestions')}>
              {options.map((option, index) => (
                <OptionRow
                  key={`${option.kind} ${option.url} ${option.text}`}
                  id={idOf(index)}
                  option={option}
                  typed={words}
                  isActive={index === active}
                  onPoint={() => onActive(index)}
                  onChoose={() => onChoose(option)}
                />
              ))}
            </div>
            {isRecent && (
              // An option can hold no button.
              <div className="grid">
                {options.map((option) => (
                  <button
                    key={option.text}
                    type="button"
                    className="grid place-items-center w-11 h-11 rounded-sm text-muted hover:bg-sunken hover:text-ink"
                    aria-label={t('Remove “{text}” from the recent searches', { text: option.text })}
                    onClick={() => forgetRecentSearch(userId, option)}
                  >
                    <X size={16} />
                  </button>
                ))}
              </div>
            )}
          </div>
        </div>
      )}
    </>
  );
}

interface OptionRowProps {
  id: string;
  option: SearchOption;
  typed: string;
  isActive: boolean;
  onPoint(): void;
  onChoose(): void;
}

function OptionRow({ id, option, typed, isActive, onPoint, onChoose }: OptionRowProps) {
  const { kind, text, count } = option;
  const { Icon, label } = kinds[kind];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the box's, which keeps the focus
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className="option min-w-0 py-1 text-md aria-selected:bg-primary-soft"
      onMouseMove={isActive ? undefined : onPoint}
      onClick={onChoose}
    >
      <Icon className={isActive ? 'text-primary' : 'text-muted'} size={18} strokeWidth={1.75} />
      <span className="flex items-baseline gap-3 min-w-0">
        {/* The last words of a search and the line of a station matter as much as their beginning. */}
        <span className={kind === 'listing' || kind === 'recent' ? 'min-w-0 truncate' : 'min-w-0 wrap-anywhere'}>
          {markTyped(text, typed).map(({ part, isTyped }, index) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text
            isTyped ? <b key={index}>{part}</b> : <span key={index}>{part}</span>,
          )}
        </span>
        {kind !== 'recent' && <span className="flex-none text-muted text-xs max-sm:sr-only">{t(label)}</span>}
      </span>
      {count !== null && (
        <span className="flex-none ml-auto text-muted text-sm tabular-nums">
          <span aria-hidden="true">{count.toLocaleString('en-PH')}</span>
          <span className="visuallyHidden">
            {t('{count, plural, one {# property} other {# properties}}', { count })}
          </span>
        </span>
      )}
    </div>
  );
}

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Splits a text into the parts that match the typed text at the beginning of a word, and the rest. */
export function markTyped(text: string, typed: string): { part: string; isTyped: boolean }[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  const parts = text.split(/([\s,·()/-]+)/);
  return parts
    .flatMap((part) => {
      const begun = words.filter((word) => fold(part).startsWith(word));
      const length = Math.max(0, ...begun.map((word) => word.length));
      return [
        { part: part.slice(0, length), isTyped: true },
        { part: part.slice(length), isTyped: false },
      ];
    })
    .filter(({ part }) => part !== '');
}

const EDGE = 8;
const LEAST_HEIGHT = 240;
const MOST_HEIGHT = 480;

/** Under the box, above the on-screen keyboard; on a phone as wide as the screen, and the box moves up to make room. */
function useRoomBelow(anchor: RefObject<HTMLElement | null>, isShown: boolean): CSSProperties {
  const [style, setStyle] = useState<CSSProperties>({ left: 0, right: 0 });
  useLayoutEffect(() => {
    if (!isShown) return;
    const isPhone = matchesMedia('belowLg');
    const viewport = window.visualViewport;
    const room = (rect: DOMRect) =>
      (viewport ? viewport.offsetTop + viewport.height : window.innerHeight) - rect.bottom - 2 * EDGE;
    const measure = () => {
      const rect = anchor.current?.getBoundingClientRect();
      if (!rect) return;
      setStyle({
        maxHeight: Math.min(Math.max(room(rect), LEAST_HEIGHT / 2), MOST_HEIGHT),
        ...(isPhone
          ? { left: EDGE - rect.left, width: document.documentElement.clientWidth - 2 * EDGE }
          : { left: 0, right: 0 }),
      });
    };
    const box = anchor.current;
    if (isPhone && box && room(box.getBoundingClientRect()) < LEAST_HEIGHT)
      box.scrollIntoView({ block: 'start', behavior: 'instant' });
    measure();
    viewport?.addEventListener('resize', measure);
    window.addEventListener('scroll', measure, { passive: true });
    return () => {
      viewport?.removeEventListener('resize', measure);
      window.removeEventListener('scroll', measure);
    };
  }, [anchor, isShown]);
  return style;
}

const MAX_RECENT = 8;

/** A past search: the words, or the suggestion that was chosen. */
export interface RecentSearch {
  text: string;
  /** Path of the list or page it opened. */
  url: string;
}

/** Kept in this browser only, newest first, of each account and of guests by themselves. */
const recentSearches = createStore<Record<string, RecentSearch[]>>(
  {},
  {
    area: 'localStorage',
    key: 'silong_recent_searches',
    read: (stored) => {
      const people = typeof stored === 'object' && stored !== null ? Object.entries(stored) : [];
      return Object.fromEntries(
        people.map(([person, kept]) => [person, Array.isArray(kept) ? kept.filter(isRecentSearch) : []]),
      );
    },
  },
);

function isRecentSearch(value: unknown): value is RecentSearch {
  if (typeof value !== 'object' || value === null) return false;
  const { text, url } = value as Record<string, unknown>;
  return typeof text === 'string' && typeof url === 'string' && /^\/(?![/\\])/.test(url);
}

const none: RecentSearch[] = [];
const nameOf = (userId: number | null) => String(userId ?? 'guest');

function replace(userId: number | null, change: (kept: RecentSearch[]) => RecentSearch[]): void {
  const people = recentSearches.get();
  const name = nameOf(userId);
  recentSearches.set({ ...people, [name]: change(people[name] ?? none) });
}

export function keepRecentSearch(userId: number | null, { text, url }: RecentSearch): void {
  const said = text.trim();
  if (said === '') return;
  const isSame = (other: RecentSearch) => other.text.toLowerCase() === said.toLowerCase();
  replace(userId, (kept) => [{ text: said, url }, ...kept.filter((other) => !isSame(other))].slice(0, MAX_RECENT));
}

export function forgetRecentSearch(userId: number | null, { text }: RecentSearch): void {
  replace(userId, (kept) => kept.filter((other) => other.text !== text));
}

export const clearRecentSearches = (userId: number | null) => replace(userId, () => none);
