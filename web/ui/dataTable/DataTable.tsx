import { Table } from 'antd';
import { ArrowDown, ArrowUp, ChevronLeft, ChevronRight, ChevronsUpDown } from 'lucide-react';
import { type HTMLAttributes, type ReactNode, useId, useState } from 'react';
import type { Pagination } from '#shared/contracts/common.ts';
import type { Message } from '#shared/messages.ts';
import { t } from '#web/lib/i18n.tsx';
import { AntdProvider } from '../antd/AntdProvider.tsx';
import { Button } from '../controls/Button.tsx';
import { controlClass, NativeSelect } from '../controls/Field.tsx';
import { Skeleton } from '../states/Skeleton.tsx';
import styles from './DataTable.module.css';

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
  label: string;
  columns: readonly TableColumn<Row>[];
  /** Undefined while loading. */
  rows: readonly Row[] | undefined;
  keyOf(row: Row): string | number;
  sort?: TableSort | undefined;
  onSort?(sort: TableSort): void;
  empty: ReactNode;
  /** Whether newer rows are loading while these are shown. */
  isRefreshing?: boolean;
  /** Number of skeleton rows. */
  expectedRows?: number;
  /** Rows of 40 px, for long lists. */
  isDense?: boolean;
}

/** A table, or on narrow screens cards with the column's name in each cell. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, keyOf, sort, onSort, empty } = props;
  const { isRefreshing = false, expectedRows = 8, isDense = false } = props;
  if (rows?.length === 0) return <div className="border border-line-strong border-dashed rounded-md">{empty}</div>;
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
                isolated(column.cell(row))
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

/** A cell of words alone may hold what people wrote. */
const isolated = (cell: ReactNode) => (typeof cell === 'string' ? <bdi>{cell}</bdi> : cell);

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

type SortProps<Row> = Pick<DataTableProps<Row>, 'sort' | 'onSort'>;

/** A button in sortable headings; antd's own sortable heading is a clickable cell without a role. */
function Heading<Row>({ column, sort, onSort }: SortProps<Row> & { column: TableColumn<Row> }) {
  const { heading, sortKey, isHeadingHidden, headingControl } = column;
  if (headingControl) return headingControl;
  if (isHeadingHidden) return <span className="visuallyHidden">{t(heading)}</span>;
  if (!sortKey || !sort || !onSort) return t(heading);
  const order = sort.key === sortKey ? sort.order : null;
  const Arrow = order === null ? ChevronsUpDown : order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      className="inline-flex items-center gap-1.5 min-h-8 -mx-1.5 px-1.5 rounded-sm text-inherit font-[inherit] hover:text-ink"
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

export interface TableSort {
  key: string;
  order: 'asc' | 'desc';
}

/** The order after a press of a heading: its order, or the reverse if it is active. */
export function nextSort(sort: TableSort, key: string): TableSort {
  return { key, order: sort.key === key && sort.order === 'asc' ? 'desc' : 'asc' };
}

/** The order as an option's value: 'price desc'. */
export function describeSort({ key, order }: TableSort): string {
  return `${key} ${order}`;
}

export function readSort(words: string): TableSort {
  const [key = '', order] = words.split(' ');
  return { key, order: order === 'desc' ? 'desc' : 'asc' };
}

/** 'Showing 11 to 20 of 45 results' (specification, part 3 §2). */
export function resultsWords({ page, limit, total }: Pick<Pagination, 'page' | 'limit' | 'total'>): string {
  const first = Math.min((page - 1) * limit + 1, total);
  const last = Math.min(page * limit, total);
  return t('Showing {first, number} to {last, number} of {total, number} results', { first, last, total });
}

/** Least number of pages for which a page can be opened by its number. */
const MIN_PAGES_TO_NAME = 4;

interface TablePagerProps {
  pagination: Pagination;
  onPage(page: number): void;
  /** Allows choosing the number of rows and opening a page by its number. */
  size?: { value: number; choices: readonly number[]; onChange(size: number): void } | undefined;
}

/** 'Showing X to Y of Z results', 'Page N of M', Previous and Next; empty without results. */
export function TablePager({ pagination, onPage, size }: TablePagerProps) {
  const { page, total } = pagination;
  const pages = Math.max(pagination.totalPages, 1);
  if (total === 0) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-y-3 gap-x-6 mt-4 text-muted text-sm max-sm:justify-center">
      <p role="status">{resultsWords(pagination)}</p>
      {size && total > Math.min(...size.choices) && (
        <NativeSelect
          className="flex items-center gap-2 w-auto whitespace-nowrap"
          label={t('Rows per page')}
          value={String(size.value)}
          options={size.choices.map((choice) => ({ value: String(choice), label: String(choice) }))}
          onChange={(value) => size.onChange(Number(value))}
        />
      )}
      {size && pages >= MIN_PAGES_TO_NAME && <GoToPage pages={pages} onPage={onPage} />}
      <nav
        className="flex flex-wrap items-center gap-3 max-sm:flex-nowrap max-sm:gap-2 max-sm:whitespace-nowrap"
        aria-label={t('Pages')}
      >
        <Button variant="outlined" disabled={page <= 1} onClick={() => onPage(Math.min(page - 1, pages))}>
          <ChevronLeft className="max-sm:hidden" size={18} aria-hidden="true" />
          {t('Previous')}
        </Button>
        <span className="tabular-nums">{t('Page {page} of {pages}', { page, pages })}</span>
        <Button variant="outlined" disabled={page >= pages} onClick={() => onPage(page + 1)}>
          {t('Next')}
          <ChevronRight className="max-sm:hidden" size={18} aria-hidden="true" />
        </Button>
      </nav>
    </div>
  );
}

/** Opens the typed page, at most the last one. */
function GoToPage({ pages, onPage }: { pages: number; onPage(page: number): void }) {
  const [typed, setTyped] = useState('');
  const id = useId();
  return (
    <form
      className="flex items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const asked = Number(typed);
        if (!Number.isInteger(asked) || asked < 1) return;
        onPage(Math.min(asked, pages));
        setTyped('');
      }}
    >
      <label htmlFor={id} className="whitespace-nowrap">
        {t('Go to page')}
      </label>
      <input
        id={id}
        className={`${controlClass} w-20`}
        inputMode="numeric"
        pattern="[0-9]*"
        maxLength={6}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value.replace(/\D/g, ''))}
      />
    </form>
  );
}
