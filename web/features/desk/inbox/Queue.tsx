import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Check, Clock, Coffee, Hourglass, SearchX } from 'lucide-react';
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { DeskRow, QueueScope, QueueView } from '#shared/contracts/desk.ts';
import { msg } from '#shared/messages.ts';
import { useSession } from '#web/features/auth/index.ts';
import { useColleagues } from '#web/features/offices/index.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { useKeptKeys } from '#web/lib/keptKeys.ts';
import { useNow } from '#web/lib/useNow.ts';
import { SearchField } from '#web/ui/controls/SearchField.tsx';
import { ViewSwitch } from '#web/ui/controls/ViewSwitch.tsx';
import { PartState } from '#web/ui/states/PartState.tsx';
import { RetryLine } from '#web/ui/states/RetryLine.tsx';
import { Skeleton, Skeletons } from '#web/ui/states/Skeleton.tsx';
import { neighbourOf, type ShownQueue, showQueue } from '../deskData.ts';
import { deskQuery, findRow, isOwnRow, queueQuery } from '../queries.ts';
import { useSendingTo } from '../sending.ts';
import { QueueRow, ROW_HEIGHT } from './QueueRow.tsx';
import { officeViewLabels, viewLabels } from './rowWords.ts';

/** Distance from the end, in rows, at which the next page is requested. */
const AHEAD = 12;

/** The field that searches the queue, as the keys name it. */
export const QUEUE_SEARCH = 'search of the queue';

/** The queue's part in the keys of the Desk. */
export interface QueueHandle {
  focus(): void;
  /** The client before or after another one as the queue is shown. */
  neighbour(id: number | null, step: 1 | -1): DeskRow | undefined;
}

interface QueueProps {
  ref: RefObject<QueueHandle | null>;
  scope: QueueScope;
  /** Changes it; undefined where there are the agent's own clients alone. */
  onScope: ((scope: QueueScope) => void) | undefined;
  view: QueueView;
  /** The views to choose from; none where there is one alone. */
  views: readonly Exclude<QueueView, 'all'>[];
  search: string;
  selectedId: number | null;
  onView(view: Exclude<QueueView, 'all'>): void;
  onSearch(text: string): void;
  onSelect(id: number): void;
  /** The selected one's conversation is to have the focus. */
  onOpen(): void;
}

const scopes = [
  { id: 'own', label: msg('Mine') },
  { id: 'office', label: msg('Office') },
] as const;

/**
 * The agent's clients, or the office's, one row each, in one of its views. Rows do not move while it is being
 * used.
 */
export function Queue({
  ref,
  scope,
  onScope,
  view,
  views,
  search,
  selectedId,
  onView,
  onSearch,
  onSelect,
  onOpen,
}: QueueProps) {
  // A search covers all clients.
  const shownView = search ? 'all' : view;
  const query = useInfiniteQuery(queueQuery(shownView, search, scope));
  const region = useRef<HTMLElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isFocused, setIsFocused] = useState(false);
  // Anywhere in the queue: new rows must not appear while the pointer is on its way to 'show'.
  const [isPointedAt, setIsPointedAt] = useState(false);
  const queue = useShownQueue(query.data?.pages, {
    // Until the rows of another search have come, the previous rows are shown.
    name: `${scope} ${shownView} ${search} ${query.isPlaceholderData}`,
    scope,
    view: shownView,
    selectedId,
    isHeld: isFocused || isPointedAt,
  });
  const { rows } = queue;
  /** The search whose first client Enter asked for, until they are found. */
  const [sought, setSought] = useState('');
  const found = query.isPlaceholderData ? undefined : query.data?.pages[0]?.rows;
  useEffect(() => {
    if (sought === '' || sought !== search || !found) return;
    setSought('');
    const [first] = found;
    if (!first) return;
    onSelect(first.id);
    list.current?.focus({ preventScroll: true });
  }, [sought, search, found, onSelect]);

  useImperativeHandle(ref, () => ({
    focus: () => list.current?.focus({ preventScroll: true }),
    neighbour: (id, step) => neighbourOf(rows, id, step),
  }));

  useKeptKeys(QUEUE_SEARCH, () => region.current?.querySelector<HTMLInputElement>('input[type="search"]'), {
    isReplacing: true,
  });

  const isEmpty = rows.length === 0 && query.data !== undefined;
  return (
    <section
      ref={region}
      className="@container flex flex-col min-h-0 bg-page"
      aria-label={t('Queue')}
      onPointerEnter={() => setIsPointedAt(true)}
      onPointerLeave={() => setIsPointedAt(false)}
    >
      <header className="grid flex-none gap-2 pt-3 px-3 pb-2">
        <div className="flex flex-wrap items-center gap-2">
          <SearchField
            className="flex-[1_1_9rem] min-w-0 [&_input]:min-h-9 [&_input]:h-9 pointer-coarse:[&_input]:h-11"
            label={t('Search clients')}
            placeholder={t('Search clients')}
            value={search}
            onSearch={onSearch}
            onEnter={setSought}
          />
          {onScope && (
            <span className="flex-none [&_fieldset]:p-0.5! [&_button]:min-h-8! [&_button]:px-2.5! [&_button]:text-[0.8125rem]! pointer-coarse:[&_button]:min-h-10!">
              <ViewSwitch
                label={t('Whose clients')}
                views={scopes.map(({ id, label }) => ({ id, label: t(label) }))}
                active={scope}
                onChange={onScope}
              />
            </span>
          )}
        </div>
        {views.length > 0 && (
          <QueueViews scope={scope} views={views} active={search ? null : view} onView={onView} />
        )}
      </header>
      {queue.news > 0 && (
        // Over the list: it must not push the rows down.
        <div className="relative z-10 flex-none h-0 text-center">
          <button
            type="button"
            className="-translate-y-1/2 min-h-7 px-3.5 border-0 rounded-full bg-primary text-on-primary text-xs font-semibold shadow-sm cursor-pointer hover:bg-primary-hover"
            onClick={queue.showNews}
          >
            {t('{count} new, show', { count: queue.news })}
          </button>
        </div>
      )}
      <p className="visuallyHidden" role="status">
        {queue.news > 0 &&
          t('{count, plural, one {# new client} other {# new clients}}', { count: queue.news })}
      </p>
      <PartState
        query={{ ...query, data: isEmpty ? [] : query.data }}
        headingLevel={2}
        loadingText={t('Loading the queue…')}
        className="px-3"
        skeleton={
          <Skeletons count={8}>
            <Skeleton className="mb-2" height="3rem" />
          </Skeletons>
        }
        failure={(error) => failureSentence(error, t('The queue could not be loaded'))}
        empty={emptyWords(shownView, search, scope)}
      >
        {() => (
          <Rows
            list={list}
            rows={rows}
            scope={scope}
            view={shownView}
            isWhole={!query.hasNextPage}
            isFailed={query.isFetchNextPageError}
            selectedId={selectedId}
            onHold={setIsFocused}
            onSelect={onSelect}
            onOpen={onOpen}
            onMore={() => {
              if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
            }}
          />
        )}
      </PartState>
    </section>
  );
}

interface HoldOptions {
  /** Another one begins anew. */
  name: string;
  scope: QueueScope;
  view: QueueView;
  selectedId: number | null;
  isHeld: boolean;
}

type Pages = readonly { rows: readonly DeskRow[] }[];

/** The shown part of the loaded queue; see `showQueue`. */
function useShownQueue(pages: Pages | undefined, options: HoldOptions) {
  const { scope, view, selectedId, isHeld } = options;
  const client = useQueryClient();
  const now = useNow();
  const [shownNews, setShownNews] = useState(0);
  const name = `${options.name} ${shownNews}`;
  const last = useRef<{ name: string; pages: number; queue: ShownQueue } | null>(null);
  const queue = useMemo(() => {
    const before = last.current?.name === name ? last.current : null;
    return showQueue(before?.queue ?? null, pages?.flatMap(({ rows }) => rows) ?? [], {
      isHeld: isHeld && (before?.queue.rows.length ?? 0) > 0,
      view,
      selectedId,
      latest: (id) => findRow(client, id),
      added: new Set(
        pages?.slice(before?.pages ?? pages.length).flatMap(({ rows }) => rows.map(({ id }) => id)),
      ),
      isElsewhere: (row) => scope === 'own' && !isOwnRow(row),
      now,
    });
  }, [client, pages, name, scope, view, selectedId, isHeld, now]);
  useLayoutEffect(() => {
    last.current = { name, pages: pages?.length ?? 0, queue };
  }, [name, pages, queue]);
  return { ...queue, showNews: () => setShownNews((count) => count + 1) };
}

interface RowsProps {
  list: RefObject<HTMLDivElement | null>;
  rows: readonly DeskRow[];
  scope: QueueScope;
  view: QueueView;
  /** The list ends with these rows. */
  isWhole: boolean;
  isFailed: boolean;
  selectedId: number | null;
  onHold(isHeld: boolean): void;
  onSelect(id: number): void;
  onOpen(): void;
  onMore(): void;
}

/** The list: one stop of the Tab key, in which arrows select. Only the rows in sight are on the page. */
function Rows({
  list,
  rows,
  scope,
  view,
  isWhole,
  isFailed,
  selectedId,
  onHold,
  onSelect,
  onOpen,
  onMore,
}: RowsProps) {
  const id = useId();
  const now = useNow();
  const members = useColleagues()?.members;
  const owners = useMemo(() => new Map(members?.map((member) => [member.id, member])), [members]);
  const sendingTo = useSendingTo(useSession().user?.id ?? 0);
  const selectedAt = rows.findIndex((row) => row.id === selectedId);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => list.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (at) => rows[at]?.id ?? at,
    overscan: 8,
    paddingEnd: 8,
    // The focused row must exist to be read out.
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const first = Math.max(0, startIndex - overscan);
      const length = Math.min(count - 1, endIndex + overscan) - first + 1;
      const places = Array.from({ length }, (_, at) => first + at);
      return selectedAt < 0 || places.includes(selectedAt)
        ? places
        : [...places, selectedAt].sort((a, b) => a - b);
    },
  });
  const items = virtual.getVirtualItems();
  const lastShown = items.at(-1)?.index ?? -1;

  useEffect(() => {
    if (!isWhole && !isFailed && lastShown >= rows.length - AHEAD) onMore();
  });
  // Only when another row is selected: movements above it must not move the list.
  const showSelected = useEffectEvent((selected: number | null) => {
    const at = rows.findIndex((row) => row.id === selected);
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' });
  });
  useEffect(() => showSelected(selectedId), [selectedId]);
  useEffect(() => () => onHold(false), [onHold]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const targets: Record<string, DeskRow | undefined> = {
      ArrowDown: neighbourOf(rows, selectedId, 1),
      ArrowUp: neighbourOf(rows, selectedId, -1),
      Home: rows[0],
      End: rows.at(-1),
    };
    if (event.key === 'Enter' && selectedId !== null) onOpen();
    else if (event.key in targets) {
      const target = targets[event.key];
      if (target) onSelect(target.id);
    } else return;
    event.preventDefault();
  };

  return (
    <div
      ref={list}
      role="listbox"
      tabIndex={0}
      aria-label={t(labelsOf(scope)[view])}
      aria-activedescendant={selectedAt >= 0 ? `${id}${selectedId}` : undefined}
      className="group/list flex-1 min-h-0 overflow-y-auto overscroll-contain focus-visible:outline-none"
      onKeyDown={onKeyDown}
      onFocus={() => onHold(true)}
      onBlur={() => onHold(false)}
    >
      <div role="presentation" className="relative" style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const row = rows[index];
          return (
            row && (
              <QueueRow
                key={row.id}
                id={`${id}${row.id}`}
                row={row}
                view={view}
                now={now}
                isSelected={row.id === selectedId}
                isSending={sendingTo.has(row.id)}
                owner={scope === 'office' ? (owners.get(row.agent.id) ?? row.agent) : undefined}
                place={index + 1}
                length={isWhole ? rows.length : -1}
                top={start}
                onSelect={onSelect}
              />
            )
          );
        })}
      </div>
      {isFailed && <RetryLine message={t('More could not be loaded.')} onRetry={onMore} />}
    </div>
  );
}

const labelsOf = (scope: QueueScope) => (scope === 'office' ? officeViewLabels : viewLabels);

interface QueueViewsProps {
  scope: QueueScope;
  views: readonly Exclude<QueueView, 'all'>[];
  active: QueueView | null;
  onView(view: Exclude<QueueView, 'all'>): void;
}

/** Where there is little room, an icon replaces the words. */
const signs = { waiting: Hourglass, snoozed: Clock, done: Check } as const;

function QueueViews({ scope, views, active, onView }: QueueViewsProps) {
  const { data: desk } = useQuery(deskQuery(scope));
  return (
    <fieldset
      className="flex gap-0.5 min-w-0 m-0 -mx-1.5 p-0 border-0 overflow-x-auto [scrollbar-width:none]"
      aria-label={t('Show')}
    >
      {views.map((view) => {
        const count = desk?.counts[view];
        const label = t(labelsOf(scope)[view]);
        const name = count === undefined ? label : t('{label} ({count})', { label, count });
        const Sign = view in signs ? signs[view as keyof typeof signs] : null;
        return (
          <button
            key={view}
            type="button"
            className="inline-flex flex-none items-center gap-1 min-h-8 px-2 border-0 rounded-full bg-transparent text-muted text-[0.8125rem] font-semibold whitespace-nowrap cursor-pointer hover:bg-sunken hover:text-ink aria-pressed:bg-primary-soft aria-pressed:text-primary pointer-coarse:min-h-11"
            aria-pressed={view === active}
            aria-label={name}
            title={name}
            onClick={() => onView(view)}
          >
            {Sign && <Sign size={15} className={view === 'waiting' ? 'hidden @max-[21rem]:block' : ''} />}
            {view !== 'snoozed' && view !== 'done' && (
              <span className={view === 'waiting' ? '@max-[21rem]:hidden' : ''}>{label} </span>
            )}
            {count !== undefined && count > 0 && view !== 'done' && (
              <span
                className="text-xs font-bold tabular-nums after:content-[attr(data-count)]"
                data-count={count}
              />
            )}
          </button>
        );
      })}
    </fieldset>
  );
}

function emptyWords(view: QueueView, search: string, scope: QueueScope) {
  if (search)
    return {
      icon: <SearchX size={28} />,
      title: t('No one found'),
      text: t('Try another name, address, number or listing.'),
    };
  const icon = <Coffee size={28} />;
  if (scope === 'office')
    return {
      icon,
      title: view === 'needs_me' ? t('No one is waiting for your office') : t('No clients here'),
      text: t('Clients of everyone in your office appear here.'),
    };
  if (view === 'needs_me')
    return { icon, title: t('No one is waiting for you'), text: t('Everyone has an answer. Well done.') };
  if (view === 'today')
    return {
      icon,
      title: t('Nothing for today'),
      text: t('Today’s viewings and next actions appear here.'),
    };
  if (view === 'waiting')
    return {
      icon,
      title: t('You are not waiting for anyone'),
      text: t('Clients you are waiting on appear here.'),
    };
  if (view === 'snoozed')
    return { icon, title: t('No clients are snoozed'), text: t('Press Z to snooze a client until later.') };
  if (view === 'done')
    return {
      icon,
      title: t('No clients are done'),
      text: t('Press E when you are done with a client.'),
    };
  return {
    icon,
    title: t('No clients yet'),
    text: t('Clients who write to you or request a viewing appear here.'),
  };
}
