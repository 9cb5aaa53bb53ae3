import {
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import type { Pagination } from '#shared/contracts/common.ts';
import type { Message } from '#shared/messages.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { createStore, useStore } from '#web/lib/store.ts';
import type { UrlSchema } from '#web/lib/urlState.ts';
import { Button } from '../controls/Button.tsx';
import { NativeInput, NativeSelect } from '../controls/Field.tsx';
import { SearchField } from '../controls/SearchField.tsx';
import { DataTable, type TableColumn, TablePager, type TableSort } from '../dataTable/DataTable.tsx';
import { Card, FailureBanner, SectionHeader } from '../section/Section.tsx';
import { EmptyState } from '../states/EmptyState.tsx';
import {
  describeFilters,
  hasFilters,
  type ListState,
  useLastPage,
  useListState,
  withoutPage,
} from './listState.ts';
import {
  type SelectColumnOptions,
  type Selection,
  SelectionBar,
  selectColumn,
  useSelection,
} from './Selection.tsx';
import { optionsOf } from './selectOptions.ts';

interface Answer {
  pagination: Pagination;
}

/** A list's state in the address, its query, and the error of its last change. */
export function useAdminList<Schema extends UrlSchema, List extends Answer, Key extends QueryKey>(
  schema: Schema,
  queryOf: (state: ListState<Schema>, limit: number) => UseQueryOptions<List, Error, List, Key>,
  size?: PageSize,
) {
  const asked = useListState(schema);
  const query = useQuery(queryOf(asked.state, size?.value ?? 0));
  const [failure, setFailure] = useState<string | null>(null);
  const selection = useSelection(describeFilters(schema, asked.state));
  useLastPage(query.data?.pagination, asked.openPage);
  return { ...asked, schema, query, data: query.data, failure, setFailure, selection, size };
}

/** The same for any type of rows. */
interface ShownList<Schema extends UrlSchema> {
  schema: Schema;
  state: ListState<Schema>;
  order: TableSort | undefined;
  change(changes: Record<string, string>, options?: { isTyping: boolean }): void;
  clear(): void;
  openPage(page: number): void;
  sortBy(sort: TableSort): void;
  query: Pick<UseQueryResult<Answer>, 'data' | 'error' | 'isPlaceholderData' | 'refetch'>;
  failure: string | null;
  setFailure(message: string | null): void;
  selection: Selection;
  size?: PageSize | undefined;
}

/** A filter: its parameter, its label, and the labels of its values in order. */
type Filter<Schema extends UrlSchema> = {
  [Name in keyof Schema & string]: Schema[Name] extends readonly string[]
    ? { name: Name; label: string; labels: Record<Schema[Name][number], Message> }
    : never;
}[keyof Schema & string];

/** Texts of a list. */
export interface ListWords {
  label: string;
  /** Title of the empty state. */
  none: string;
  /** Error if the server rejects the call. */
  notFetched: string;
  /** Error without an answer. */
  notLoaded: string;
}

type BulkOptions<Row> = Pick<SelectColumnOptions<Row>, 'nameOf' | 'isSelectable'>;

interface AdminListProps<Schema extends UrlSchema, Row> {
  list: ShownList<Schema>;
  words: ListWords;
  rows: readonly Row[] | undefined;
  columns: readonly TableColumn<Row>[];
  title?: string;
  buttons?: ReactNode;
  /** Downloads all pages of the list as it is filtered. */
  exportFile?(filters: Omit<ListState<Schema>, 'page'>): Promise<void>;
  search?: { label: string; placeholder: string };
  filters?: readonly Filter<Schema>[];
  /** Additional filters. */
  children?: ReactNode;
  empty?: { text: string; icon: ReactNode };
  views?: ReactNode;
  /** Shown beside Clear Filters. */
  filterButtons?: ReactNode;
  /** Shown between the filters and the table. */
  tools?: ReactNode;
  /** Bulk actions; adds check boxes to the rows. */
  bulk?: (BulkOptions<Row> & { actions: ComponentProps<typeof SelectionBar>['children'] }) | false;
}

export const filterClass = 'flex-[0_1_10.5rem] min-w-0 max-md:flex-[1_1_8rem]';
const dayFilterClass = 'flex-[0_0_10.5rem] max-md:flex-[1_0_10rem]';

/** A list of a console: title, filters, table and pages, with error banners. */
export function AdminList<Schema extends UrlSchema, Row extends { id: number }>(
  props: AdminListProps<Schema, Row>,
) {
  const { list, words, rows, columns, title, buttons, exportFile, search, filters = [], children } = props;
  const { empty, views, filterButtons, tools, bulk } = props;
  const { schema, state, order, change, clear, openPage, sortBy, failure, setFailure, selection, size } = list;
  const { data, error, isPlaceholderData } = list.query;
  const selectable = bulk ? (rows ?? []).filter(bulk.isSelectable ?? (() => true)) : [];
  const resize = (limit: number) => {
    // Keeps the first visible row on the page.
    const first = (state.page - 1) * (size?.value ?? limit);
    size?.set(limit);
    openPage(Math.floor(first / limit) + 1);
  };
  return (
    <>
      {title && (
        <SectionHeader title={title}>
          {exportFile && <ExportButton send={() => exportFile(withoutPage(state))} onFailure={setFailure} />}
          {buttons}
        </SectionHeader>
      )}
      <FailureBanner message={failure} onDismiss={() => setFailure(null)} />
      <LoadFailure query={list.query} {...words} />
      <Card>
        {views}
        <div className="flex flex-wrap items-end gap-3 mb-4">
          {search && (
            <SearchField
              className="flex-[1_1_16rem] min-w-0"
              {...search}
              value={state.search ?? ''}
              onSearch={(words) => change({ search: words }, { isTyping: true })}
            />
          )}
          {filters.map(({ name, label, labels }) => (
            <NativeSelect
              key={name}
              className={filterClass}
              isLabelHidden
              label={label}
              value={state[name]}
              options={optionsOf(labels)}
              onChange={(value) => change({ [name]: value })}
            />
          ))}
          {children}
          {hasFilters(schema, state) && (
            <Button variant="plain" onClick={clear}>
              {t('Clear Filters')}
            </Button>
          )}
          {filterButtons}
        </div>
        {tools}
        {bulk && (data?.pagination.total ?? 0) > 0 && (
          <SelectionBar selection={selection} shown={selectable.map(({ id }) => id)}>
            {bulk.actions}
          </SelectionBar>
        )}
        {(data || !error) && (
          <DataTable
            label={words.label}
            columns={bulk ? [selectColumn({ selection, rows, ...bulk }), ...columns] : columns}
            rows={rows}
            keyOf={({ id }) => id}
            sort={order}
            onSort={sortBy}
            isRefreshing={isPlaceholderData}
            empty={
              <EmptyState
                headingLevel={3}
                title={words.none}
                text={t('Try adjusting your search or filter criteria.')}
                {...empty}
              />
            }
          />
        )}
        {data && (
          <TablePager
            pagination={data.pagination}
            onPage={openPage}
            size={size && { ...size, onChange: resize }}
          />
        )}
      </Card>
    </>
  );
}

interface DateFiltersProps<From extends string, To extends string> {
  from: { name: From; label: string };
  to: { name: To; label: string };
  state: Record<From | To, string>;
  className?: string;
  change(changes: Record<string, string>): void;
}

/** The first and the last day of a period. */
export function DateFilters<From extends string, To extends string>(props: DateFiltersProps<From, To>) {
  const { from, to, state, className = dayFilterClass, change } = props;
  const field = (name: From | To, label: string, limits: { min?: string; max?: string }) => (
    <NativeInput
      className={className}
      label={label}
      type="date"
      {...limits}
      value={state[name]}
      onChange={(day) => change({ [name]: day })}
    />
  );
  return (
    <>
      {field(from.name, from.label, state[to.name] ? { max: state[to.name] } : {})}
      {field(to.name, to.label, state[from.name] ? { min: state[from.name] } : {})}
    </>
  );
}

/** The error banner of a failed load. */
export function LoadFailure(
  props: Pick<ListWords, 'notFetched' | 'notLoaded'> & { query: Pick<UseQueryResult, 'error' | 'refetch'> },
) {
  const {
    query: { error, refetch },
    notFetched,
    notLoaded,
  } = props;
  return (
    <FailureBanner
      message={error && failureSentence(error, notFetched, notLoaded)}
      onRetry={() => void refetch()}
    />
  );
}

function ExportButton({ send, onFailure }: { send(): Promise<void>; onFailure(message: string): void }) {
  const failed = t('Failed to export CSV');
  const { mutate, isPending } = useMutation({
    mutationFn: send,
    onError: (error) => onFailure(failureSentence(error, failed, failed)),
  });
  return (
    <Button variant="outlined" disabled={isPending} onClick={() => mutate()}>
      <Download size={18} aria-hidden="true" />
      {isPending ? t('Exporting...') : t('Export CSV')}
    </Button>
  );
}

/** Page sizes besides a list's own. */
const LARGER = [50, 100];

const chosenSizes = createStore<Readonly<Record<string, number>>>(
  {},
  {
    area: 'localStorage',
    key: 'silong_page_sizes',
    read: (stored) => {
      if (typeof stored !== 'object' || stored === null) return {};
      return Object.fromEntries(
        Object.entries(stored).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
      );
    },
  },
);

interface PageSize {
  value: number;
  choices: readonly number[];
  set(size: number): void;
}

/** Rows per page, as chosen on this device. @param usual default */
export function usePageSize(list: string, usual: number): PageSize {
  const chosen = useStore(chosenSizes, (sizes) => sizes[list]);
  const choices = [usual, ...LARGER];
  return {
    value: chosen !== undefined && choices.includes(chosen) ? chosen : usual,
    choices,
    set: (size) => chosenSizes.set({ ...chosenSizes.get(), [list]: size }),
  };
}
