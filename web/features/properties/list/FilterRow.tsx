import { ChevronDown, Search, SlidersHorizontal, X } from 'lucide-react';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { type Message, msg } from '#shared/messages.ts';
import { Trans, t } from '#web/lib/i18n.tsx';
import { Chip, pillClass } from '#web/ui/controls/Chip.tsx';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { Spinner } from '#web/ui/states/Spinner.tsx';
import type { ListQuery, ListState, ListStateControl } from './listState.ts';
import { type FilterChip, type PillName, pillOf } from './listWords.ts';

const FilterSheet = lazyWithRetry(async () => (await import('./Filters.tsx')).FilterSheet, 'dialog');
const PillPanel = lazyWithRetry(async () => (await import('./PillPanel.tsx')).PillPanel, 'dialog');

/** In the order of the row. A station stands after the bedrooms. */
const pillLabels: Record<PillName, Message> = {
  listing_type: msg('Listing Type'),
  type: msg('Unit Type'),
  location: msg('Location'),
  price: msg('Price'),
  beds: msg('Bedrooms'),
};
const pillNames = Object.keys(pillLabels) as PillName[];

interface FilterRowProps {
  /** The filters of the shown list, also the ones read out of the words. */
  explicit: ListState;
  query: ListQuery;
  refine: ListStateControl['change'];
  onClear(): void;
  chips: FilterChip[];
  /** Whether it was read out of the words of the search. */
  isUnderstood(chip: FilterChip): boolean;
  onRemove(chip: FilterChip): void;
  /** Filters of the specification's Advanced Filters that are set. */
  count: number;
  total: number | undefined;
  /** The button that saves the search. */
  children: ReactNode;
}

type Panel = PillName | 'view';

/** The filters in force and those on offer in one row that stays in sight; each opens a panel of its own. */
export function FilterRow(props: FilterRowProps) {
  const { explicit, query, refine, onClear, chips, isUnderstood, onRemove, count, total, children } = props;
  const [open, setOpen] = useState<{ panel: Panel; left: number } | null>(null);
  const row = useRef<HTMLDivElement>(null);
  const taken = new Set(chips.map(({ key }) => pillOf(key)));
  const toggle = (panel: Panel, pill: HTMLElement) => {
    const left = leftOf(pill) - leftOf(row.current);
    setOpen(open?.panel === panel ? null : { panel, left });
  };
  const close = () => {
    setOpen(null);
    // The pill may stand elsewhere in the row by now.
    if (open) requestAnimationFrame(() => pillIn(row.current, open.panel)?.focus({ preventScroll: true }));
  };
  const opens = (panel: Panel) => ({ panel, isOpen: open?.panel === panel, onPress: (pill: HTMLElement) => toggle(panel, pill) });
  return (
    <section
      className="sticky top-header z-20 -mx-gutter px-gutter bg-page print:hidden noscript:hidden"
      aria-label={t('Advanced Filters')}
      data-top-bar
    >
      <div ref={row} className="relative flex items-center gap-2">
        <div className="relative flex flex-1 items-center gap-2 min-w-0 -ml-1.25 px-1.25 py-1.25 overflow-x-auto scrollbar-none">
          {chips.length > 0 && (
            <ul className="flex flex-none items-center gap-2" aria-label={t('Active filters')}>
              {chips.map((chip) => {
                const pill = pillOf(chip.key);
                const mark = isUnderstood(chip) && <UnderstoodMark />;
                return (
                  <li key={chip.key} className="flex-none max-w-72">
                    {pill ? (
                      <ValuePill
                        {...opens(pill)}
                        {...{ pill, mark }}
                        label={chip.label}
                        onRemove={() => onRemove(chip)}
                      />
                    ) : (
                      <Chip label={chip.label} icon={mark} onRemove={() => onRemove(chip)} />
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
          {chips.length > 0 && (
            <button type="button" className="text-btn flex-none whitespace-nowrap" onClick={onClear}>
              {t('Clear All Filters')}
            </button>
          )}
          {/* On wide screens, wherever the others are scrolled to. */}
          <div className="flex-none 2xl:sticky 2xl:right-0 2xl:ml-auto 2xl:pl-2 2xl:bg-page">
            <Pill {...opens('view')} className={pillClass}>
              {t('View options')}
            </Pill>
          </div>
        </div>
        <AllFilters {...{ count, onClear }} state={explicit} query={query} onChange={refine} total={total} />
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

interface PillProps {
  panel: Panel;
  isOpen: boolean;
  onPress(pill: HTMLElement): void;
  className: string;
  /** The name, where the content says less. */
  label?: string;
  children: ReactNode;
}

function Pill({ panel, isOpen, onPress, className, label, children }: PillProps) {
  const load = () => void PillPanel.preload();
  return (
    <button
      type="button"
      data-pill={panel}
      className={className}
      aria-label={label}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onPointerEnter={load}
      onFocus={load}
      onClick={({ currentTarget }) => onPress(currentTarget)}
    >
      {children}
      {!label && <ChevronDown className="flex-none" size={16} />}
    </button>
  );
}

interface ValuePillProps extends Pick<PillProps, 'panel' | 'isOpen' | 'onPress'> {
  pill: PillName;
  /** The filter in words: 'Up to ₱40K'. */
  label: string;
  mark: ReactNode;
  onRemove(): void;
}

/** A filter that is set: its words open its panel, and the cross removes it. */
function ValuePill({ pill, label, mark, onRemove, ...press }: ValuePillProps) {
  return (
    <span className="chip px-0">
      {mark && <span className="flex-none pl-3 -mr-2">{mark}</span>}
      <Pill
        {...press}
        className="flex items-center gap-1 min-w-0 h-9 pl-3.5 pr-1 rounded-l-full whitespace-nowrap hover:underline pointer-coarse:h-11"
        label={t('{filter}: {value}', { filter: t(pillLabels[pill]), value: label })}
      >
        <span className="truncate">{label}</span>
      </Pill>
      <button
        type="button"
        className="chip-remove w-8 pointer-coarse:w-11 pointer-coarse:h-11"
        aria-label={t('Remove {label}', { label })}
        onClick={onRemove}
      >
        <X size={14} strokeWidth={2.5} />
      </button>
    </span>
  );
}

interface AllFiltersProps extends Pick<FilterRowProps, 'count' | 'total' | 'query' | 'onClear'> {
  state: ListState;
  onChange: ListStateControl['change'];
}

function AllFilters({ count, total, ...filters }: AllFiltersProps) {
  const [isOpen, setIsOpen] = useState(false);
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
        onClick={() => setIsOpen(true)}
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
          <FilterSheet {...filters} onClose={() => setIsOpen(false)} closeLabel={showText(total)} />
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
