import { Table } from 'antd';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { HTMLAttributes, ReactNode } from 'react';
import type { Message } from '#shared/messages.ts';
import { t } from '#web/lib/i18n.tsx';
import { AntdProvider } from '../antd/AntdProvider.tsx';
import { NativeSelect } from '../controls/NativeSelect.tsx';
import { Skeleton } from '../states/Skeleton.tsx';
import styles from './DataTable.module.css';
import { describeSort, nextSort, readSort, type TableSort } from './tableSort.ts';

export interface TableColumn<Row> {
  id: string;
  heading: Message;
  cell(row: Row): ReactNode;
  /** Name of the sort order; makes the column sortable. */
  sortKey?: string;
  align?: 'start' | 'end';
  /** Hides the heading visually, for columns whose cells explain themselves. */
  isHeadingHidden?: boolean;
  /** Replaces the heading in the table's head; cards have no head. */
  headingControl?: ReactNode;
  /** Makes the cell the row's heading, without the column's name on cards. */
  isRowHeading?: boolean;
}

interface DataTableProps<Row> {
  /** Accessible name of the table. */
  label: string;
  columns: readonly TableColumn<Row>[];
  /** Undefined while loading. */
  rows: readonly Row[] | undefined;
  keyOf(row: Row): string | number;
  sort?: TableSort | undefined;
  onSort?(sort: TableSort): void;
  /** Shown if there are no rows. */
  empty: ReactNode;
  /** Whether newer rows are loading while these are shown. */
  isRefreshing?: boolean;
  /** Number of skeleton rows. */
  expectedRows?: number;
  /** Rows of 40 px, for long lists. */
  isDense?: boolean;
}

/** A table, or on narrow screens cards with the column's name in each cell. */
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
  isDense = false,
}: DataTableProps<Row>) {
  if (rows?.length === 0)
    return <div className="border border-line-strong border-dashed rounded-md">{empty}</div>;
  return (
    <div className={styles.frame} aria-busy={isRefreshing || rows === undefined}>
      {sort && onSort && <SortSelect columns={columns} sort={sort} onSort={onSort} />}
      <AntdProvider>
        {/* A number identifies a loading row. */}
        <Table<Row | number>
          className={`transition-opacity ${styles.table} ${isDense ? styles.dense : ''} ${isRefreshing ? 'opacity-60' : ''}`}
          caption={label}
          pagination={false}
          dataSource={rows ?? Array.from({ length: expectedRows }, (_, row) => row)}
          rowKey={(row) => (typeof row === 'number' ? row : keyOf(row))}
          columns={columns.map((column, index) => ({
            key: column.id,
            title: <Heading {...{ column, sort, onSort }} />,
            className: column.align === 'end' ? styles.end : undefined,
            onHeaderCell: () => ({ 'aria-sort': ariaSort(column, sort) }),
            onCell: () => headingOf(column),
            ...(column.isRowHeading && rows ? { rowScope: 'row' as const } : {}),
            render: (_, row) =>
              typeof row === 'number' ? (
                // The first column is the widest, as in the loaded table.
                <Skeleton width={index === 0 ? '80%' : '60%'} height="1.25rem" />
              ) : (
                column.cell(row)
              ),
          }))}
        />
      </AntdProvider>
      {rows === undefined && (
        <p className="visuallyHidden" role="status">
          {t('Loading…')}
        </p>
      )}
    </div>
  );
}

/** The column's name before the cell of a card. */
function headingOf<Row>({ heading, isRowHeading, isHeadingHidden }: TableColumn<Row>) {
  const attributes: HTMLAttributes<HTMLElement> & { 'data-heading'?: string } = {};
  if (!isRowHeading && !isHeadingHidden) attributes['data-heading'] = t(heading);
  return attributes;
}

function ariaSort<Row>({ sortKey }: TableColumn<Row>, sort: TableSort | undefined) {
  if (!sortKey || !sort) return undefined;
  if (sort.key !== sortKey) return 'none';
  return sort.order === 'asc' ? 'ascending' : 'descending';
}

interface HeadingProps<Row> {
  column: TableColumn<Row>;
  sort: TableSort | undefined;
  onSort: ((sort: TableSort) => void) | undefined;
}

/** A button in sortable headings; antd's own sortable heading is a clickable cell without a role. */
function Heading<Row>({ column, sort, onSort }: HeadingProps<Row>) {
  const { heading, sortKey, isHeadingHidden, headingControl } = column;
  if (headingControl) return headingControl;
  if (isHeadingHidden) return <span className="visuallyHidden">{t(heading)}</span>;
  if (!sortKey || !sort || !onSort) return t(heading);
  const order = sort.key === sortKey ? sort.order : null;
  const Arrow = order === null ? ChevronsUpDown : order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      className="inline-flex items-center gap-1.5 min-h-8 -mx-1.5 py-0 px-1.5 border-0 rounded-sm bg-transparent text-inherit font-[inherit] cursor-pointer hover:text-ink"
      onClick={() => onSort(nextSort(sort, sortKey))}
    >
      {t(heading)}
      <Arrow className={`flex-none ${order ? 'text-primary' : 'opacity-55'}`} size={14} aria-hidden="true" />
    </button>
  );
}

/** A select of the order, as cards have no headings. */
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
          label:
            order === 'asc'
              ? t('{heading}, ascending', { heading: t(heading) })
              : t('{heading}, descending', { heading: t(heading) }),
        }))
      : [],
  );
  return (
    <div className="hidden mb-4 @max-[46rem]:block">
      <NativeSelect
        label={t('Sort by')}
        value={describeSort(sort)}
        options={options}
        onChange={(value) => onSort(readSort(value))}
      />
    </div>
  );
}
