import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import type { Pagination } from '#shared/contracts/common.ts';
import type { Message } from '#shared/messages.ts';
import { shortMoment } from '#web/lib/dates.ts';
import { Trans, t } from '#web/lib/i18n.tsx';
import { Button } from '../controls/Button.tsx';
import { NativeSelect } from '../controls/Field.tsx';
import { TablePager } from '../dataTable/DataTable.tsx';
import { Card } from '../section/Section.tsx';
import { EmptyState } from '../states/EmptyState.tsx';
import { Skeleton, Skeletons } from '../states/Skeleton.tsx';
import { type ListWords, LoadFailure } from './AdminList.tsx';
import { optionsOf } from './selectOptions.ts';

interface CaseListProps<Status extends string> {
  /** From useAdminList. */
  list: {
    state: { status: Status };
    change(changes: { status: NoInfer<Status> }): void;
    openPage(page: number): void;
    query: Pick<UseQueryResult<{ pagination: Pagination }>, 'data' | 'error' | 'refetch'>;
  };
  words: Pick<ListWords, 'notFetched' | 'notLoaded'>;
  statusLabels: Record<Status, Message>;
  /** A skeleton of the same size as a case. */
  placeholder: ReactNode;
  empty: { icon: ReactNode; title: string; openText: string };
  /** Renders the loaded cases. */
  children: ReactNode;
}

/** A queue of open cases: filters, the list in each of its states, and pages. */
export function CaseList<Status extends string>(props: CaseListProps<Status>) {
  const { list, words, statusLabels, placeholder, empty, children } = props;
  const { status } = list.state;
  const { data, error } = list.query;
  return (
    <div className="grid grid-cols-1 gap-6 min-w-0">
      <NativeSelect
        className="justify-self-start w-[min(17rem,100%)]"
        label={t('Status')}
        value={status}
        options={optionsOf(statusLabels)}
        onChange={(chosen) => list.change({ status: chosen })}
      />
      <LoadFailure query={list.query} {...words} />
      {!data && !error && placeholder}
      {data?.pagination.total === 0 && (
        <Card>
          <EmptyState
            headingLevel={3}
            icon={empty.icon}
            title={empty.title}
            text={status === 'open' ? empty.openText : t('There are none.')}
          />
        </Card>
      )}
      {data && data.pagination.total > 0 && children}
      {data && <TablePager pagination={data.pagination} onPage={list.openPage} />}
    </div>
  );
}

/** The list itself. */
export function Cases({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className="overflow-hidden panel shadow-sm" aria-label={label}>
      {children}
    </ul>
  );
}

/** Skeletons of loading cases. @param label for screen readers */
export function CasePlaceholder({ label, ...size }: { label: string; width?: string; height: string }) {
  return (
    <Cases label={label}>
      <Skeletons count={3}>
        <Case>
          <Skeleton {...size} />
        </Case>
      </Skeletons>
    </Cases>
  );
}

export function Case({ children }: { children: ReactNode }) {
  return <li className="case">{children}</li>;
}

/** The decision of a case with its author and time; empty while it is open. */
export function CaseOutcome({
  label,
  decided: { decided_at, decided_by },
}: {
  label: Message;
  decided: { decided_at: string | null; decided_by: string | null };
}) {
  if (decided_at === null) return null;
  return (
    <p className="row-note">
      <Trans
        id="{outcome} by {person} on <time>{moment}</time>"
        values={{
          outcome: t(label),
          person: decided_by ?? t('an administrator'),
          moment: shortMoment(decided_at),
        }}
        components={{ time: <time dateTime={decided_at} /> }}
      />
    </p>
  );
}

/** The decision buttons of a case. */
export function CaseActions({ className = '', children }: ComponentProps<'div'>) {
  return <div className={`case-actions ${className}`}>{children}</div>;
}

/** A decision against a person, in CaseActions. */
export function RefuseButton(props: Omit<ComponentProps<typeof Button>, 'variant' | 'className'>) {
  return <Button variant="outlined" isDangerous {...props} />;
}
