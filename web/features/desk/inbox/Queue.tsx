import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Building, Check, Clock, Coffee, Hourglass, SearchX, User } from 'lucide-react';
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
import { type Message, msg } from '#shared/messages.ts';
import { useSession } from '#web/features/auth/index.ts';
import { useColleagues } from '#web/features/offices/index.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { useKeptKeys } from '#web/lib/keptKeys.ts';
import { useNow } from '#web/lib/useNow.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { SearchField } from '#web/ui/controls/SearchField.tsx';
import { ViewSwitch } from '#web/ui/controls/ViewSwitch.tsx';
import { PartState } from '#web/ui/states/PartState.tsx';
import { RetryLine } from '#web/ui/states/RetryLine.tsx';
import { Skeleton, Skeletons } from '#web/ui/states/Skeleton.tsx';
import { neighbourOf, type ShownQueue, showQueue } from '../deskData.ts';
import { deskQuery, findRow, isOwnRow, queueQuery } from '../queries.ts';
import { useSendingTo } from '../sending.ts';
import { labelsOf, QueueRow, ROW_HEIGHT } from './QueueRow.tsx';
import { type Inbox, QUEUE_SEARCH } from './useInbox.ts';

/** Distance from the end, in rows, at which the next page is requested. */
const AHEAD = 12;

const scopes = [
  { id: 'own', label: msg('Mine'), Icon: User },
  { id: 'office', label: msg('Office'), Icon: Building },
] as const;

interface QueueProps {
  inbox: Inbox;
  /** The views to choose from; none where there is one alone. */
  views: readonly Exclude<QueueView, 'all'>[];
}

/** The agent's clients, or the office's, one row each, in one of its views. Rows do not move while it is being used. */
export function Queue({ inbox, views }: QueueProps) {
  const { scope, setScope, view, search, select } = inbox;
  // A search covers all clients.
  const shownView = search ? 'all' : view;
  const query = useInfiniteQuery(queueQuery(shownView, search, scope));
  const region = useRef<HTMLElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isFocused, setIsFocused] = useState(false);
  // Anywhere in the queue: new rows must not appear while the pointer is on its way to 'show'.
  const [isPointedAt, setIsPointedAt] = useState(false);
  const queue = useShownQueue(query.data?.pages, inbox, {
    // Until the rows of another search have come, the previous rows are shown.
    name: `${scope} ${shownView} ${search} ${query.isPlaceholderData}`,
    view: shownView,
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
    select(first.id);
    list.current?.focus({ preventScroll: true });
  }, [sought, search, found, select]);

  useImperativeHandle(inbox.queue, () => ({
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
        <div className="dense flex flex-wrap items-center gap-2">
          <SearchField
            className="flex-[1_1_8rem] min-w-0"
            label={t('Search clients')}
            placeholder={t('Search clients')}
            value={search}
            onSearch={inbox.showSearch}
            onEnter={setSought}
          />
          {setScope && (
            <span className="flex-none">
              <ViewSwitch
                label={t('Whose clients')}
                views={scopes.map(({ label, ...rest }) => ({ ...rest, label: t(label) }))}
                active={scope}
                onChange={setScope}
              />
            </span>
          )}
        </div>
        {views.length > 0 && <QueueViews inbox={inbox} views={views} />}
      </header>
      {queue.news > 0 && (
        // Over the list: it must not push the rows down.
        <div className="relative z-10 flex-none h-0 text-center">
          <Button
            size="small"
            className="-translate-y-1/2 min-h-7 px-3.5 rounded-full text-xs shadow-sm"
            onClick={queue.showNews}
          >
            {t('{count} new, show', { count: queue.news })}
          </Button>
        </div>
      )}
      <p className="visuallyHidden" role="status">
        {queue.news > 0 && t('{count, plural, one {# new client} other {# new clients}}', { count: queue.news })}
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
            inbox={inbox}
            list={list}
            rows={rows}
            view={shownView}
            isWhole={!query.hasNextPage}
            isFailed={query.isFetchNextPageError}
            onHold={setIsFocused}
            onMore={() => query.hasNextPage && !query.isFetchingNextPage && void query.fetchNextPage()}
          />
        )}
      </PartState>
    </section>
  );
}

/** The shown part of the loaded queue; see `showQueue`. Another name begins anew. */
function useShownQueue(
  pages: readonly { rows: DeskRow[] }[] | undefined,
  { scope, selectedId }: Inbox,
  { view, isHeld, ...options }: { name: string; view: QueueView; isHeld: boolean },
) {
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
      added: new Set(pages?.slice(before?.pages ?? pages.length).flatMap(({ rows }) => rows.map(({ id }) => id))),
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
  inbox: Inbox;
  list: RefObject<HTMLDivElement | null>;
  rows: readonly DeskRow[];
  view: QueueView;
  /** The list ends with these rows. */
  isWhole: boolean;
  isFailed: boolean;
  onHold(isHeld: boolean): void;
  onMore(): void;
}

/** The list: one stop of the Tab key, in which arrows select. Only the rows in sight are on the page. */
function Rows({ inbox, list, rows, view, isWhole, isFailed, onHold, onMore }: RowsProps) {
  const { scope, selectedId, select } = inbox;
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
    if (event.key === 'Enter' && selectedId !== null) inbox.focusThread();
    else if (event.key in targets) {
      const target = targets[event.key];
      if (target) select(target.id);
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
      className="group/list scroll-pane flex-1 focus-visible:outline-none"
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
                onSelect={select}
              />
            )
          );
        })}
      </div>
      {isFailed && <RetryLine message={t('More could not be loaded.')} onRetry={onMore} />}
    </div>
  );
}

/** Where there is little room, an icon replaces the words. */
const signs = { waiting: Hourglass, snoozed: Clock, done: Check } as const;

function QueueViews({ inbox, views }: QueueProps) {
  const { scope } = inbox;
  const active = inbox.search ? null : inbox.view;
  const { data: desk } = useQuery(deskQuery(scope));
  return (
    <fieldset className="flex gap-0.5 -mx-1.5 overflow-x-auto scrollbar-none" aria-label={t('Show')}>
      {views.map((view) => {
        const count = desk?.counts?.[view];
        const label = t(labelsOf(scope)[view]);
        const name = count === undefined ? label : t('{label} ({count})', { label, count });
        const Sign = view in signs ? signs[view as keyof typeof signs] : null;
        return (
          <button
            key={view}
            type="button"
            className="quiet-btn gap-1 rounded-full whitespace-nowrap aria-pressed:bg-primary-soft aria-pressed:text-primary"
            aria-pressed={view === active}
            aria-label={name}
            title={name}
            onClick={() => inbox.showView(view)}
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

const emptyViews: Record<QueueView, { title: Message; text: Message }> = {
  needs_me: { title: msg('No one is waiting for you'), text: msg('Everyone has an answer. Well done.') },
  today: { title: msg('Nothing for today'), text: msg('Today’s viewings and next actions appear here.') },
  waiting: {
    title: msg('You are not waiting for anyone'),
    text: msg('Clients you are waiting on appear here.'),
  },
  snoozed: { title: msg('No clients are snoozed'), text: msg('Press Z to snooze a client until later.') },
  done: { title: msg('No clients are done'), text: msg('Press E when you are done with a client.') },
  all: {
    title: msg('No clients yet'),
    text: msg('Clients who write to you or request a viewing appear here.'),
  },
};

function emptyWords(view: QueueView, search: string, scope: QueueScope) {
  if (search)
    return {
      icon: <SearchX size={28} />,
      title: t('No one found'),
      text: t('Try another name, address, number or listing.'),
    };
  const icon = <Coffee size={28} />;
  if (scope === 'own') return { icon, title: t(emptyViews[view].title), text: t(emptyViews[view].text) };
  return {
    icon,
    title: view === 'needs_me' ? t('No one is waiting for your office') : t('No clients here'),
    text: t('Clients of everyone in your office appear here.'),
  };
}
