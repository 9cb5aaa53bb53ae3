import { type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { MAX_BULK_ROWS } from '#shared/limits.ts';
import { msg } from '#shared/messages.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '../controls/Button.tsx';
import type { TableColumn } from '../dataTable/DataTable.tsx';
import { Dialog, DialogBody, DialogFooter } from '../dialogs/Dialog.tsx';
import { showToast } from '../dialogs/showToast.ts';

export type Selection = ReturnType<typeof useSelection>;

const NONE: ReadonlySet<number> = new Set();

/**
 * Selected rows across the pages of one search. Other filters reset the selection, so that no unseen row is changed.
 * @param filters the search's filters as a text
 */
export function useSelection(filters: string) {
  const [chosen, setChosen] = useState({ filters, ids: NONE });
  const ids = chosen.filters === filters ? chosen.ids : NONE;
  /** Start of a range: the last pressed row. */
  const anchor = useRef<number | null>(null);
  const clear = () => setChosen({ filters, ids: NONE });
  /** Selects or deselects all given rows. */
  const put = (given: readonly number[], isSelected: boolean) => {
    const others = [...ids].filter((id) => !given.includes(id));
    setChosen({ filters, ids: new Set(isSelected ? [...others, ...given] : others) });
  };
  /** Toggles a row, or with Shift the range from the last pressed one. @param shown the selectable rows in order */
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

export interface SelectColumnOptions<Row> {
  selection: Selection;
  rows: readonly Row[] | undefined;
  nameOf(row: Row): string;
  isSelectable?(row: Row): boolean;
}

/** Check boxes of a table: one per row and one for the page. Shift selects a range. */
export function selectColumn<Row extends { id: number }>(props: SelectColumnOptions<Row>): TableColumn<Row> {
  const { selection, rows = [], nameOf, isSelectable = () => true } = props;
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
          // Click events have shiftKey, change events do not.
          onChange={() => undefined}
        />
      </label>
    ),
  };
}

interface PageBoxProps {
  selection: Selection;
  /** Selectable rows of the page. */
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

/** Classes of the bar while rows are selected: it stays visible while scrolling. */
const inSight = 'sticky z-3 top-[calc(var(--s-header-height)_+_0.5rem)] border-primary/35 bg-surface shadow-lg';

interface SelectionBarProps extends Pick<PageBoxProps, 'selection' | 'shown'> {
  children(state: { isDisabled: boolean }): ReactNode;
}

/** A bar above a table with the number of selected rows and the bulk actions. Its room is always reserved. */
export function SelectionBar({ selection, shown, children }: SelectionBarProps) {
  const { ids, clear } = selection;
  const isTooMany = ids.size > MAX_BULK_ROWS;
  return (
    <section
      aria-label={t('Selected rows')}
      className={`@container mb-3 border rounded-md ${ids.size > 0 ? inSight : 'border-transparent'}`}
    >
      <div className={`flex flex-wrap items-center gap-y-1 gap-x-3 min-h-13 py-1 ${ids.size > 0 ? 'px-3' : ''}`}>
        {/* Only for cards; a table has this box in its head. */}
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

interface BulkResult<Before> {
  id: number;
  name: string | null;
  outcome: 'changed' | 'unchanged' | 'refused';
  before: Before | null;
  error: string | null;
}

interface BulkAnswer<Before = unknown> {
  results: BulkResult<Before>[];
  changed: number;
}

/** Rejected rows, by name. */
export type BulkRefusals = readonly BulkResult<unknown>[];

/** Shows the result of a bulk action; rejected rows stay selected. @returns the rejected rows for `BulkRefusalsDialog`, or null */
export function showBulkResult(
  { results, changed }: BulkAnswer,
  selection: Selection,
  { done, onUndo }: { done(count: number): string; onUndo?: (() => void) | undefined },
): BulkRefusals | null {
  const refused = results.filter(({ outcome }) => outcome === 'refused');
  selection.put(
    results.filter(({ outcome }) => outcome !== 'refused').map(({ id }) => id),
    false,
  );
  if (changed > 0) showToast(done(changed), 'success', onUndo && { label: t('Undo'), onClick: onUndo });
  else if (refused.length === 0) showToast(t('Nothing to change'), 'info');
  return refused.length > 0 ? refused : null;
}

/** Lists the rows that a bulk action did not change, with reasons. */
export function BulkRefusalsDialog({ refused, onClose }: { refused: BulkRefusals; onClose(): void }) {
  return (
    <Dialog
      title={t('{count, plural, one {# was not changed} other {# were not changed}}', {
        count: refused.length,
      })}
      onClose={onClose}
    >
      <DialogBody>
        <ul className="grid gap-3">
          {refused.map(({ id, name, error }) => (
            <li key={id} className="grid gap-0.5 wrap-anywhere">
              <span className="row-title">{name ?? t('#{id} (deleted)', { id })}</span>
              <span className="text-muted text-sm">{error}</span>
            </li>
          ))}
        </ul>
        <DialogFooter>
          <Button onClick={onClose}>{t('Close')}</Button>
        </DialogFooter>
      </DialogBody>
    </Dialog>
  );
}
