import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { MemberFigures } from '#shared/contracts/offices.ts';
import { type Message, msg } from '#shared/messages.ts';
import { durationWords, inNumbers, percentWords, RangeBar, readRange } from '#web/features/analytics/index.ts';
import { saveBlob } from '#web/lib/downloadFile.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { useSearchParams } from '#web/lib/router.tsx';
import { useNow } from '#web/lib/useNow.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { DataTable, type TableColumn, type TableSort } from '#web/ui/dataTable/DataTable.tsx';
import { RowSubject } from '#web/ui/dataTable/rowParts.tsx';
import { Avatar } from '#web/ui/display/Avatar.tsx';
import { SectionCard } from '#web/ui/layout/SectionCard.tsx';
import { ErrorState } from '#web/ui/states/EmptyState.tsx';
import { figuresQuery } from './queries.ts';

interface Figure {
  id: string;
  heading: Message;
  /** For sorting and for the file; null sorts last. */
  value(member: MemberFigures, now: Date): number | null;
  /** As it is shown, where that is not the number. */
  words?(member: MemberFigures, now: Date): string;
}

const MINUTE_MS = 60_000;
const waitOf = ({ longest_waiting_since: since }: MemberFigures, now: Date) =>
  since === null ? null : Math.max(0, Math.round((now.getTime() - Date.parse(since)) / MINUTE_MS));

const figures: readonly Figure[] = [
  { id: 'waiting', heading: msg('Waiting now'), value: ({ waiting }) => waiting },
  {
    id: 'wait',
    heading: msg('Longest wait'),
    value: waitOf,
    words: (member, now) => durationWords(waitOf(member, now)),
  },
  { id: 'inquiries', heading: msg('Inquiries'), value: ({ inquiries }) => inquiries },
  {
    id: 'answered',
    heading: msg('Answered'),
    value: (member) => member.inquiry_response_rate,
    words: (member) => percentWords(member.inquiry_response_rate),
  },
  {
    id: 'first',
    heading: msg('First answer (median)'),
    value: (member) => member.median_first_response_minutes,
    words: (member) => durationWords(member.median_first_response_minutes),
  },
  { id: 'viewings', heading: msg('Viewings held'), value: (member) => member.viewings_held },
  { id: 'sold', heading: msg('Sold'), value: ({ sold }) => sold },
  { id: 'rented', heading: msg('Rented'), value: ({ rented }) => rented },
];

export function TeamFigures() {
  const [parameters] = useSearchParams();
  const now = useNow();
  const { choice, range } = readRange(parameters, now);
  const { data, error, isPlaceholderData, refetch } = useQuery(figuresQuery(range));
  const [sort, setSort] = useState<TableSort>({ key: 'waiting', order: 'desc' });
  const members = data && sorted(data.members, sort, now);
  return (
    <SectionCard
      title={t('Team Figures')}
      text={t('Waiting and longest wait are current. The other figures are for the period.')}
      action={<RangeBar choice={choice} range={range} />}
    >
      {error && !data ? (
        <ErrorState
          headingLevel={3}
          message={failureSentence(error, t('The figures could not be loaded'))}
          onRetry={() => void refetch()}
        />
      ) : (
        <div className="grid grid-cols-1 gap-3">
          <DataTable
            label={t('Team Figures')}
            columns={columnsAt(now)}
            rows={members}
            keyOf={({ agent }) => agent.id}
            sort={sort}
            onSort={setSort}
            isRefreshing={isPlaceholderData}
            expectedRows={3}
            empty={null}
          />
          <Button
            variant="plain"
            className="justify-self-end"
            disabled={!members}
            onClick={() => members && void saveCsv(members, now)}
          >
            <Download size={16} aria-hidden="true" />
            {t('Download CSV')}
          </Button>
        </div>
      )}
    </SectionCard>
  );
}

function columnsAt(now: Date): TableColumn<MemberFigures>[] {
  return [
    {
      id: 'name',
      heading: msg('Member'),
      sortKey: 'name',
      isRowHeading: true,
      cell: ({ agent }) => (
        <RowSubject picture={<Avatar src={agent.avatar_url} size={32} />}>
          <span dir="auto" className="row-title">
            {agent.name}
          </span>
        </RowSubject>
      ),
    },
    ...figures.map(
      ({ id, heading, value, words }): TableColumn<MemberFigures> => ({
        id,
        heading,
        sortKey: id,
        align: 'end',
        cell: (member) => (
          <span className="tabular-nums">{words ? words(member, now) : inNumbers(value(member, now) ?? 0)}</span>
        ),
      }),
    ),
  ];
}

/** Members without the figure stand last in both orders. */
function sorted(members: readonly MemberFigures[], { key, order }: TableSort, now: Date): MemberFigures[] {
  const figure = figures.find(({ id }) => id === key);
  const direction = order === 'asc' ? 1 : -1;
  return members.toSorted((one, other) => {
    const byName = one.agent.name.localeCompare(other.agent.name);
    if (!figure) return byName * direction;
    const [a, b] = [figure.value(one, now), figure.value(other, now)];
    if (a === null || b === null) return Number(a === null) - Number(b === null) || byName;
    return (a - b) * direction || byName;
  });
}

async function saveCsv(members: readonly MemberFigures[], now: Date): Promise<void> {
  const { default: Papa } = await import('papaparse');
  const minutes = { wait: t('Longest wait (minutes)'), first: t('First answer (median, minutes)') };
  const fields = [
    t('Member'),
    ...figures.map(({ id, heading }) => minutes[id as keyof typeof minutes] ?? t(heading)),
  ];
  const data = members.map((member) => [
    member.agent.name,
    ...figures.map(({ value }) => value(member, now) ?? ''),
  ]);
  // Spreadsheets recognise UTF-8 by the first character.
  const csv = `\uFEFF${Papa.unparse({ fields, data }, { escapeFormulae: true })}`;
  saveBlob(new Blob([csv], { type: 'text/csv' }), 'team-figures.csv');
}
