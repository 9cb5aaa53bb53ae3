import type { ComponentProps, ReactNode } from 'react';
import type { Pagination } from '#shared/contracts/common.ts';
import { Button } from '../controls/Button.tsx';
import { NativeSelect } from '../controls/NativeSelect.tsx';
import { TablePager } from '../dataTable/TablePager.tsx';
import { FailureBanner } from '../section/FailureBanner.tsx';
import { Card } from '../section/Section.tsx';
import { EmptyState } from '../states/EmptyState.tsx';
import { useLastPage } from './useLastPage.ts';

interface CaseListProps<Status extends string> {
  status: Status;
  statusOptions: readonly { value: Status; label: string }[];
  onStatus(status: Status): void;
  /** Why nothing could be fetched; null when it could. */
  failure: string | null;
  onRetry(): void;
  /** Of the answer; undefined while there is none. */
  pagination: Pagination | undefined;
  onPage(page: number, options: { isCorrection: boolean }): void;
  /** Of the same size as what it stands for. */
  placeholder: ReactNode;
  empty: { icon: ReactNode; title: string; openText: string };
  /** The list of cases. */
  children: ReactNode;
}

/** A queue of cases of the trust desk: which ones, the list in each of its states, and its pages. */
export function CaseList<Status extends string>(props: CaseListProps<Status>) {
  const { status, statusOptions, onStatus, failure, onRetry, pagination, onPage, placeholder, empty } = props;
  useLastPage(pagination, onPage);
  return (
    <div className="grid grid-cols-1 gap-6 min-w-0">
      <NativeSelect
        className="justify-self-start w-[min(14rem,100%)]"
        label="Status"
        value={status}
        options={statusOptions}
        onChange={onStatus}
      />
      <FailureBanner message={failure} onRetry={onRetry} />
      {!pagination && failure === null && placeholder}
      {pagination?.total === 0 && (
        <Card>
          <EmptyState
            headingLevel={3}
            icon={empty.icon}
            title={empty.title}
            text={status === 'open' ? empty.openText : 'There is none of this kind.'}
          />
        </Card>
      )}
      {pagination && pagination.total > 0 && props.children}
      {pagination && (
        <TablePager pagination={pagination} onPage={(page) => onPage(page, { isCorrection: false })} />
      )}
    </div>
  );
}

/** The list itself. */
export function Cases({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className="overflow-hidden border border-line rounded-lg bg-surface shadow-sm" aria-label={label}>
      {children}
    </ul>
  );
}

export function Case({ children }: { children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-4 py-4 px-6 not-first:border-t not-first:border-t-line max-md:p-4 [&_h3]:text-base [&_h3]:tracking-[-0.01em]">
      {children}
    </li>
  );
}

/** What can be decided of a case. */
export function CaseActions({
  className = '',
  children,
}: {
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className={`flex flex-wrap gap-2 max-md:w-full max-md:[&>button]:flex-1 ${className}`}>
      {children}
    </div>
  );
}

/** Among CaseActions: the decision against somebody. */
export function RefuseButton(props: Omit<ComponentProps<typeof Button>, 'variant' | 'className'>) {
  return <Button variant="outlined" isDangerous {...props} />;
}
