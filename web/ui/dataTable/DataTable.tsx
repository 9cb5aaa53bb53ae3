import type { ReactNode } from 'react';
import { NativeSelect } from '#web/ui/NativeSelect.tsx';
import styles from './DataTable.module.css';
import { SkeletonRows } from './SkeletonRows.tsx';
import { SortableHeading } from './SortableHeading.tsx';
import type { TableColumn } from './tableColumn.ts';
import { describeSort, readSort, type TableSort } from './tableSort.ts';

interface DataTableProps<Row> {
  /** What the table lists, read out before it. */
  label: string;
  columns: readonly TableColumn<Row>[];
  /** Undefined while they are on their way. */
  rows: readonly Row[] | undefined;
  keyOf(row: Row): string | number;
  sort?: TableSort;
  onSort?(sort: TableSort): void;
  /** Stands in place of the rows when there is none. */
  empty: ReactNode;
  /** Newer rows are on their way; these are still shown. */
  isRefreshing?: boolean;
  /** How many rows the skeleton has. */
  expectedRows?: number;
}

/** A table where there is room; cards, each cell with its column's name, where there is not. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  sort,
  onSort,
  empty,
  isRefreshing = false,
  expectedRows = 8,
}: DataTableProps<Row>) {
  if (rows?.length === 0)
    return <div className="border border-line-strong border-dashed rounded-md">{empty}</div>;
  return (
    <div className={styles.frame} aria-busy={isRefreshing || rows === undefined}>
      {sort && onSort && <SortSelect columns={columns} sort={sort} onSort={onSort} />}
      <table
        className={`w-full border-collapse text-[0.9375rem] transition-opacity ${styles.table} ${isRefreshing ? 'opacity-60' : ''}`}
      >
        <caption className="visuallyHidden">{label}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <SortableHeading key={column.id} {...{ column, sort, onSort }} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows ? (
            rows.map((row) => <TableRow key={keyOf(row)} columns={columns} row={row} />)
          ) : (
            <SkeletonRows rows={expectedRows} columns={columns.length} />
          )}
        </tbody>
      </table>
      {rows === undefined && (
        <p className="visuallyHidden" role="status">
          Loading…
        </p>
      )}
    </div>
  );
}

function TableRow<Row>({ columns, row }: { columns: readonly TableColumn<Row>[]; row: Row }) {
  return (
    <tr>
      {columns.map(({ id, heading, cell, align, isRowHeading }) =>
        isRowHeading ? (
          <th key={id} scope="row" className={styles.rowHeading}>
            {cell(row)}
          </th>
        ) : (
          <td key={id} data-heading={heading} className={align === 'end' ? styles.end : undefined}>
            {cell(row)}
          </td>
        ),
      )}
    </tr>
  );
}

/** Cards have no headings to press. */
function SortSelect<Row>({
  columns,
  sort,
  onSort,
}: {
  columns: readonly TableColumn<Row>[];
  sort: TableSort;
  onSort(sort: TableSort): void;
}) {
  const options = columns.flatMap(({ heading, sortKey }) =>
    sortKey
      ? (['asc', 'desc'] as const).map((order) => ({
          value: describeSort({ key: sortKey, order }),
          label: `${heading}, ${order === 'asc' ? 'ascending' : 'descending'}`,
        }))
      : [],
  );
  return (
    <div className={styles.sortSelect}>
      <NativeSelect
        label="Sort by"
        value={describeSort(sort)}
        options={options}
        onChange={(value) => onSort(readSort(value))}
      />
    </div>
  );
}
