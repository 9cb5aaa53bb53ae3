import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import styles from './DataTable.module.css';
import type { TableColumn } from './tableColumn.ts';
import { nextSort, type TableSort } from './tableSort.ts';

interface SortableHeadingProps<Row> {
  column: TableColumn<Row>;
  sort?: TableSort | undefined;
  onSort?: ((sort: TableSort) => void) | undefined;
}

export function SortableHeading<Row>({ column, sort, onSort }: SortableHeadingProps<Row>) {
  const { heading, sortKey, align } = column;
  const className = align === 'end' ? styles.end : undefined;
  if (!sortKey || !sort || !onSort)
    return (
      <th scope="col" className={className}>
        {heading}
      </th>
    );
  const order = sort.key === sortKey ? sort.order : null;
  const Arrow = order === null ? ChevronsUpDown : order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      className={className}
      aria-sort={order === null ? 'none' : order === 'asc' ? 'ascending' : 'descending'}
    >
      <button
        type="button"
        className="inline-flex items-center gap-1.5 min-h-8 -mx-1.5 py-0 px-1.5 border-0 rounded-sm bg-transparent text-inherit font-[inherit] cursor-pointer hover:text-ink"
        onClick={() => onSort(nextSort(sort, sortKey))}
      >
        {heading}
        <Arrow className={order ? styles.activeArrow : styles.arrow} size={14} aria-hidden="true" />
      </button>
    </th>
  );
}
