import { Search, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { type Message, msg } from '#shared/messages.ts';
import { Trans, t } from '#web/lib/i18n.tsx';
import { Chip, pillClass } from '#web/ui/controls/Chip.tsx';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { Spinner } from '#web/ui/states/Spinner.tsx';
import type { ListQuery, ListState, ListStateControl } from './listState.ts';
import { type ChipNames, type FilterChip, filterChips, type PillName, pillOf } from './listWords.ts';
import { FilterSheet, type Panel, Pill, PillPanel, ValuePill } from './Pill.tsx';
import type { Sentence } from './sentence.ts';

export const UnderstoodChips = lazyWithRetry(
  async () => (await import('./Understood.tsx')).UnderstoodChips,
  'none',
);

/** In the order of the row. */
const pillLabels: Record<PillName, Message> = {
  listing_type: msg('Listing Type'),
  type: msg('Unit Type'),
  location: msg('Location'),
  price: msg('Price'),
  beds: msg('Bedrooms'),
  near: msg('Near'),
};
const pillNames = Object.keys(pillLabels) as PillName[];

interface FilterRowProps {
  /** The filters of the shown list, also the ones read out of the words. */
  explicit: ListState;
  query: ListQuery;
  refine: ListStateControl['change'];
  onClear(): void;
  /** Those of the sentence stand before them. */
  chips: (FilterChip & { isRead: boolean })[];
  sentence: Sentence | undefined;
  names: ChipNames;
  onRemove(changes: Partial<ListState>): void;
  /** The sentence itself is changed. */
  onSay(changes: Partial<ListState>): void;
  /** Filters of the specification's Advanced Filters that are set. */
  count: number;
  total: number | undefined;
  /** The button that saves the search. */
  children: ReactNode;
}

const rowClass =
  'relative flex flex-1 items-center gap-2 min-w-0 -ml-1.25 p-1.25 overflow-x-auto scrollbar-none max-2xl:fade-end';
const endClass = 'flex-none 2xl:sticky 2xl:-right-1.25 2xl:-mr-1.25 2xl:ml-auto 2xl:pl-2 2xl:pr-1.25 2xl:bg-page';

/** The filters in force and those on offer in one row that stays in sight; each opens a panel of its own. */
export function FilterRow(props: FilterRowProps) {
  const { explicit, query, refine, onClear, chips, sentence, names, onRemove, onSay, count, total, children } =
    props;
  const [open, setOpen] = useState<{ panel: Panel; left: number } | null>(null);
  const [isAllOpen, setIsAllOpen] = useState(false);
  const row = useRef<HTMLDivElement>(null);
  const taken = new Set(filterChips(explicit, names).map(({ key }) => pillOf(key)));
  const hasChips = chips.length > 0 || sentence !== undefined;
  const toggle = (panel: Panel, pill: HTMLElement) => {
    const left = leftOf(pill) - leftOf(row.current);
    setOpen(open?.panel === panel ? null : { panel, left });
  };
  const close = () => {
    setOpen(null);
    // The pill may stand elsewhere in the row by now.
    if (open) requestAnimationFrame(() => pillIn(row.current, open.panel)?.focus({ preventScroll: true }));
  };
  const opens = (panel: Panel) => ({
    panel,
    isOpen: open?.panel === panel,
    onPress: (pill: HTMLElement) => toggle(panel, pill),
  });
  const opensAll = { isOpen: isAllOpen, onPress: () => setIsAllOpen(true) };
  return (
    <section
      className="sticky top-header z-20 -mx-gutter px-gutter bg-page print:hidden noscript:hidden"
      aria-label={t('Advanced Filters')}
      data-top-bar
    >
      <div ref={row} className="relative flex items-center gap-2">
        <div className={rowClass}>
          {hasChips && (
            <ul className="flex flex-none items-center gap-2" aria-label={t('Active filters')}>
              {sentence && (
                <Suspense>
                  <UnderstoodChips
                    {...{ sentence, names, onSay }}
                    opens={(panel) => (panel ? opens(panel) : opensAll)}
                  />
                </Suspense>
              )}
              {chips.map((chip) => {
                const pill = pillOf(chip.key);
                const mark = chip.isRead && <UnderstoodMark />;
                return (
                  <li key={chip.key} className="flex-none max-w-72">
                    {pill ? (
                      <ValuePill
                        {...opens(pill)}
                        mark={mark}
                        label={t('{filter}: {value}', { filter: t(pillLabels[pill]), value: chip.label })}
                        removeLabel={t('Remove {label}', { label: chip.label })}
                        onRemove={() => onRemove(chip.without)}
                      >
                        {chip.label}
                      </ValuePill>
                    ) : (
                      <Chip label={chip.label} icon={mark} onRemove={() => onRemove(chip.without)} />
                    )}
                  </li>
                );
              })}
            </ul>
          )}
          {pillNames
            .filter((name) => !taken.has(name))
            .map((name) => (
              // Wide screens show the categories, beside which a pill without a value would say nothing.
              <Pill key={name} {...opens(name)} className={`${pillClass} ${name === 'type' ? '2xl:hidden' : ''}`}>
                {t(pillLabels[name])}
              </Pill>
            ))}
          {hasChips && (
            <button type="button" className="text-btn flex-none whitespace-nowrap" onClick={onClear}>
              {t('Clear All Filters')}
            </button>
          )}
          {/* On wide screens, wherever the others are scrolled to. */}
          <div className={endClass}>
            <Pill {...opens('view')} className={pillClass}>
              {t('View options')}
            </Pill>
          </div>
        </div>
        <AllFilters
          {...{ count, onClear, query, total }}
          {...opensAll}
          onClose={() => setIsAllOpen(false)}
          state={explicit}
          onChange={refine}
        />
        {children}
        {open && (
          <Suspense
            fallback={
              <div className="menu top-full p-4" style={{ left: open.left }}>
                <Spinner size={20} />
              </div>
            }
          >
            <PillPanel
              key={open.panel}
              {...open}
              label={t(open.panel === 'view' ? msg('View options') : pillLabels[open.panel])}
              closeLabel={showText(total)}
              onClose={close}
              onLeave={() => setOpen(null)}
              state={explicit}
              query={query}
              onChange={refine}
            />
          </Suspense>
        )}
      </div>
    </section>
  );
}

interface AllFiltersProps extends Pick<FilterRowProps, 'count' | 'total' | 'query' | 'onClear'> {
  isOpen: boolean;
  onPress(): void;
  onClose(): void;
  state: ListState;
  onChange: ListStateControl['change'];
}

function AllFilters({ count, total, isOpen, onPress, ...filters }: AllFiltersProps) {
  const load = () => void FilterSheet.preload();
  return (
    <>
      <button
        type="button"
        className={pillClass}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={load}
        onFocus={load}
        onClick={onPress}
      >
        <SlidersHorizontal className="flex-none" size={16} />
        <span className="visuallyHidden">{t('Advanced Filters')}, </span>
        <span className="max-sm:sr-only">{t('All filters')}</span>
        {count > 0 && (
          <span className="grid place-items-center min-w-5 h-5 px-1.5 rounded-full bg-primary text-on-primary text-xs font-bold">
            <Trans
              id="{count}<hidden> set</hidden>"
              values={{ count }}
              components={{ hidden: <span className="visuallyHidden" /> }}
            />
          </span>
        )}
      </button>
      {isOpen && (
        <Suspense>
          <FilterSheet {...filters} closeLabel={showText(total)} />
        </Suspense>
      )}
    </>
  );
}

const pillIn = (row: HTMLElement | null, panel: Panel) =>
  row?.querySelector<HTMLElement>(`[data-pill="${panel}"]`);
const leftOf = (row: HTMLElement | null) => row?.getBoundingClientRect().left ?? 0;

/** 'Show 24 properties' */
const showText = (total: number | undefined) =>
  total === undefined
    ? t('Show properties')
    : t('{count, plural, one {Show # property} other {Show # properties}}', { count: total });

function UnderstoodMark() {
  return (
    <>
      <Search size={14} strokeWidth={2.5} />
      <span className="visuallyHidden">{t('From your search:')}</span>
    </>
  );
}
