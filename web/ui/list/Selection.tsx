import { type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { MAX_BULK_ROWS } from '#shared/limits.ts';
import { msg } from '#shared/messages.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '../controls/Button.tsx';
import type { TableColumn } from '../dataTable/DataTable.tsx';

interface WithId {
  id: number;
}

export type Selection = ReturnType<typeof useSelection>;

const NONE: ReadonlySet<number> = new Set();

/**
 * Rows chosen across the pages of one search; with other filters it begins anew, so that nothing unseen is changed.
 * @param filters in one text: what tells one search from another.
 */
export function useSelection(filters: string) {
  const [chosen, setChosen] = useState({ filters, ids: NONE });
  const ids = chosen.filters === filters ? chosen.ids : NONE;
  /** Where a range begins: the row that was pressed last. */
  const anchor = useRef<number | null>(null);
  const clear = () => setChosen({ filters, ids: NONE });
  /** Selects all of them, or none of them. */
  const put = (given: readonly number[], isSelected: boolean) => {
    const others = [...ids].filter((id) => !given.includes(id));
    setChosen({ filters, ids: new Set(isSelected ? [...others, ...given] : others) });
  };
  /** A row's box is pressed. @param shown the rows that can be chosen, in their order; with Shift all up to the last one pressed. */
  const press = (id: number, shown: readonly number[], isRange: boolean) => {
    const [from, to] = [shown.indexOf(anchor.current ?? id), shown.indexOf(id)];
    const range = isRange && from >= 0 ? shown.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
    anchor.current = id;
    put(range, !ids.has(id));
  };
  return { ids, put, press, clear };
}

const box = 'w-4.5 h-4.5 m-0 cursor-pointer disabled:cursor-not-allowed';
const target = 'inline-grid place-items-center w-8 h-8 pointer-coarse:size-control -mx-2 cursor-pointer';

interface SelectColumnOptions<Row> {
  selection: Selection;
  /** The page shown. */
  rows: readonly Row[] | undefined;
  nameOf(row: Row): string;
  /** Whether anything can be done to it. */
  isSelectable?(row: Row): boolean;
}

/** The boxes of a table: one for each row, one for the page. Space presses them, with Shift a whole range. */
export function selectColumn<Row extends WithId>({
  selection,
  rows = [],
  nameOf,
  isSelectable = () => true,
}: SelectColumnOptions<Row>): TableColumn<Row> {
  const shown = rows.filter(isSelectable).map(({ id }) => id);
  return {
    id: 'select',
    heading: msg('Selected'),
    isHeadingHidden: true,
    headingControl: <PageBox selection={selection} shown={shown} className={target} isLabelHidden />,
    cell: (row) => (
      <label className={target}>
        <input
          type="checkbox"
          className={box}
          checked={selection.ids.has(row.id)}
          disabled={!isSelectable(row)}
          aria-label={t('Select {title}', { title: nameOf(row) })}
          onClick={(event: MouseEvent) => selection.press(row.id, shown, event.shiftKey)}
          // The click tells of Shift, a change does not.
          onChange={() => undefined}
        />
      </label>
    ),
  };
}

interface PageBoxProps {
  selection: Selection;
  /** The rows of the page that can be chosen. */
  shown: readonly number[];
  className: string;
  isLabelHidden?: boolean;
}

function PageBox({ selection: { ids, put }, shown, className, isLabelHidden = false }: PageBoxProps) {
  const chosen = shown.filter((id) => ids.has(id)).length;
  const isAll = shown.length > 0 && chosen === shown.length;
  return (
    <label className={className}>
      <input
        ref={(input) => {
          if (input) input.indeterminate = chosen > 0 && !isAll;
        }}
        type="checkbox"
        className={box}
        checked={isAll}
        disabled={shown.length === 0}
        onChange={() => put(shown, !isAll)}
      />
      <span className={isLabelHidden ? 'visuallyHidden' : ''}>{t('Select page')}</span>
    </label>
  );
}

/** While rows further down are chosen. */
const inSight =
  'sticky z-3 top-[calc(var(--s-header-height)_+_0.5rem)] border-[color-mix(in_srgb,var(--s-primary)_35%,var(--s-border))] bg-surface shadow-lg';

interface SelectionBarProps {
  selection: Selection;
  /** The rows of the page that can be chosen. */
  shown: readonly number[];
  /** What can be done to those chosen. */
  children(state: { isDisabled: boolean }): ReactNode;
}

/** Over a table: how many are chosen and what can be done to them. It has its place also while none is. */
export function SelectionBar({ selection, shown, children }: SelectionBarProps) {
  const { ids, clear } = selection;
  const isTooMany = ids.size > MAX_BULK_ROWS;
  return (
    <section
      aria-label={t('Selected rows')}
      className={`@container mb-3 border rounded-md ${ids.size > 0 ? inSight : 'border-transparent'}`}
    >
      <div
        className={`flex flex-wrap items-center gap-y-1 gap-x-3 min-h-13 py-1 ${ids.size > 0 ? 'px-3' : ''}`}
      >
        {/* A table has this box in its head, cards have none. */}
        <PageBox
          selection={selection}
          shown={shown}
          className="hidden @max-[46rem]:inline-flex items-center gap-2 min-h-11 font-semibold cursor-pointer"
        />
        <span className={ids.size > 0 ? 'font-semibold tabular-nums' : 'text-muted text-sm'} role="status">
          {ids.size === 0
            ? t('Select rows to change several at once.')
            : isTooMany
              ? t('{count} selected. Choose at most {maximum}.', { count: ids.size, maximum: MAX_BULK_ROWS })
              : t('{count} selected', { count: ids.size })}
        </span>
        {ids.size > 0 && (
          <div className="flex flex-wrap items-center gap-2 ml-auto">
            {children({ isDisabled: isTooMany })}
            <Button variant="plain" size="small" aria-label={t('Clear selection')} onClick={clear}>
              {t('Clear')}
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}
