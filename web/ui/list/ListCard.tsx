import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Pagination } from '#shared/contracts/common.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import type { TableColumn } from '../dataTable/DataTable.tsx';
import { DataTable } from '../dataTable/DataTable.tsx';
import { TablePager } from '../dataTable/TablePager.tsx';
import type { TableSort } from '../dataTable/tableSort.ts';
import { FailureBanner } from '../section/FailureBanner.tsx';
import { Card } from '../section/Section.tsx';
import { useLastPage } from './useLastPage.ts';

interface ListCardProps<Row extends { id: number }> {
  /** What is listed, read out before the table. */
  label: string;
  query: Pick<UseQueryResult<{ pagination: Pagination }>, 'data' | 'error' | 'isPlaceholderData' | 'refetch'>;
  rows: readonly Row[] | undefined;
  columns: readonly TableColumn<Row>[];
  filters: ReactNode;
  sort?: TableSort;
  onSort?: (sort: TableSort) => void;
  /** `isCorrection`: the page that was asked for is no longer there. */
  onPage(page: number, options: { isCorrection: boolean }): void;
  empty: ReactNode;
  /** What the banner says when the list is refused, and when nothing answers. */
  failure: readonly [refused: string, silent: string];
}

/** A section's list: its filters, the table and the pages, with the banner of a failure above. */
export function ListCard<Row extends { id: number }>(props: ListCardProps<Row>) {
  const { label, query, rows, columns, filters, sort, onSort, onPage, empty, failure } = props;
  const { data, error, isPlaceholderData, refetch } = query;
  useLastPage(data?.pagination, onPage);
  return (
    <>
      <FailureBanner message={error && failureSentence(error, ...failure)} onRetry={() => void refetch()} />
      <Card>
        {filters}
        {(data || !error) && (
          <DataTable
            {...{ label, columns, rows, empty }}
            {...(sort && onSort ? { sort, onSort } : {})}
            keyOf={({ id }) => id}
            isRefreshing={isPlaceholderData}
          />
        )}
        {data && (
          <TablePager pagination={data.pagination} onPage={(page) => onPage(page, { isCorrection: false })} />
        )}
      </Card>
    </>
  );
}
