import { useMutation, useQuery } from '@tanstack/react-query';
import { ChartLine, Download } from 'lucide-react';
import { useId, useState } from 'react';
import type { Analytics, TopProperty } from '#shared/contracts/analytics.ts';
import { propertyStatusLabel } from '#shared/labels.ts';
import { type Message, msg } from '#shared/messages.ts';
import { formatFullPrice } from '#shared/money.ts';
import { statusTone } from '#web/features/properties/index.ts';
import { downloadFile } from '#web/lib/downloadFile.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { Link, useSearchParams } from '#web/lib/router.tsx';
import { useNow } from '#web/lib/useNow.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import type { TableSort } from '#web/ui/dataTable/DataTable.tsx';
import { DataTable, type TableColumn } from '#web/ui/dataTable/DataTable.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Badge } from '#web/ui/display/Badge.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { ChartCard } from './ChartCard.tsx';
import { type Figure, RangeBar, StatCards } from './figureParts.tsx';
import {
  analyticsFailure,
  analyticsQuery,
  type DayRange,
  durationWords,
  inMillions,
  inNumbers,
  inThousands,
  monthLabel,
  percentWords,
  type RangeChoice,
  rangeWords,
  readRange,
  useAnalyticsUpdates,
} from './figures.ts';

export function AnalyticsTab() {
  const [parameters] = useSearchParams();
  const { choice, range } = readRange(parameters, useNow());
  const { data, error, isPlaceholderData, refetch } = useQuery(analyticsQuery(range));
  useAnalyticsUpdates();
  // Over a few days only, there may have been a conversation before them.
  const isEmpty =
    choice === 'all' && data?.overview.totalProperties === 0 && data.overview.totalConversations === 0;

  return (
    <div className="grid grid-cols-1 gap-4">
      <header className="flex flex-wrap items-end justify-between gap-y-3 gap-x-6">
        <h2 className="text-xl">{t('Analytics')}</h2>
        {!isEmpty && <RangeBar choice={choice} range={range} />}
      </header>
      {error && (
        <Notice kind="error">
          {analyticsFailure(error)}{' '}
          <Button variant="plain" onClick={() => void refetch()}>
            {t('Try Again')}
          </Button>
        </Notice>
      )}
      {isEmpty && (
        <EmptyState
          headingLevel={3}
          icon={<ChartLine size={28} />}
          title={t('No Analytics Data')}
          text={t('Your figures appear here once you have a listing or a conversation.')}
        />
      )}
      {!isEmpty && (data || !error) && (
        <div
          className="grid grid-cols-1 gap-4 transition-opacity aria-busy:opacity-60"
          aria-busy={isPlaceholderData}
        >
          {!data && (
            <p className="visuallyHidden" role="status">
              {t('Loading…')}
            </p>
          )}
          <FigureCards data={data} choice={choice} />
          <FigureCharts data={data} choice={choice} range={range} />
          <TopProperties properties={data?.topProperties} range={range} />
        </div>
      )}
    </div>
  );
}

interface FiguresProps {
  /** Undefined while they are being counted. */
  data: Analytics | undefined;
  choice: RangeChoice;
}

function FigureCards({ data, choice }: FiguresProps) {
  const overview = data?.overview;
  const metrics = data?.performanceMetrics;
  const period = rangeWords(choice);
  const figures: Figure[] = [
    [
      t('Total Properties'),
      overview && inNumbers(overview.totalProperties),
      t('{count} active', { count: overview?.activeProperties ?? '–' }),
    ],
    [t('Total Revenue'), overview && inMillions(overview.totalRevenue), period],
    [t('Monthly Revenue'), overview && inThousands(overview.monthlyRevenue), t('This month')],
    [t('Total Views'), overview && inNumbers(overview.totalViews), period],
    [
      t('Conversations'),
      overview && inNumbers(overview.totalConversations),
      t('{count} active', { count: overview?.activeConversations ?? '–' }),
    ],
  ];
  const performance: Figure[] = [
    [t('Conversion Rate'), metrics && percentWords(metrics.conversionRate), t('Sold or rented')],
    [t('Average Value'), metrics && inMillions(metrics.averagePropertyValue), t('Across your listings')],
    [t('Response Rate'), metrics?.responseRate.toFixed(1), t('Messages per conversation')],
    [t('Inquiries Answered'), metrics && percentWords(metrics.inquiryResponseRate), period],
    [t('First Response'), metrics && durationWords(metrics.medianFirstResponseMinutes), t('Median time')],
    [t('Views per Property'), metrics?.averageViewsPerProperty.toFixed(1), period],
  ];
  return (
    <>
      <section
        aria-label={t('Overview')}
        className="grid grid-cols-[repeat(auto-fit,minmax(min(11rem,44%),1fr))] gap-3 max-sm:grid-cols-2 max-sm:*:last:odd:col-span-full"
      >
        <StatCards figures={figures} />
      </section>
      <section
        aria-label={t('Performance metrics')}
        className="grid grid-cols-3 gap-3 max-sm:grid-cols-2 2xl:grid-cols-6 max-sm:*:last:odd:col-span-full"
      >
        <StatCards figures={performance} />
      </section>
    </>
  );
}

function FigureCharts({ data, choice, range }: FiguresProps & { range: DayRange | null }) {
  const months = data?.trends.monthly ?? [];
  const labels = months.map(({ month }) => monthLabel(month));
  const isLoading = data === undefined;
  const { activeProperties = 0, soldProperties = 0, rentedProperties = 0 } = data?.overview ?? {};
  // The months of all of time would be too many; the server gives the last twelve.
  const period = choice === 'all' ? rangeWords('12-months') : rangeWords(choice);
  return (
    <>
      <ChartCard
        title={t('Monthly Trends')}
        text={period}
        kind="line"
        labelName={t('Month')}
        labels={labels}
        isLoading={isLoading}
        series={[
          { label: t('New Listings'), values: months.map(({ newListings }) => newListings) },
          { label: t('Sold Properties'), values: months.map(({ soldProperties }) => soldProperties) },
          { label: t('New Conversations'), values: months.map(({ newConversations }) => newConversations) },
        ]}
        action={<DownloadCsv table="monthly" range={range} />}
      />
      <div className="grid grid-cols-1 gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <ChartCard
          title={t('Property Status')}
          text={t('Right now')}
          kind="doughnut"
          labelName={t('Status')}
          labels={[t('Active'), t('Sold'), t('Rented')]}
          tones={['success', 'danger', 'info']}
          isLoading={isLoading}
          emptyText={t('No listing is active, sold or rented.')}
          series={[{ label: t('Properties'), values: [activeProperties, soldProperties, rentedProperties] }]}
        />
        <ChartCard
          title={t('Monthly Revenue')}
          text={t('Sales plus one month’s rent')}
          kind="bar"
          labelName={t('Month')}
          labels={labels}
          isLoading={isLoading}
          emptyText={t('Nothing was sold or rented in these months.')}
          series={[{ label: t('Revenue'), values: months.map(({ revenue }) => revenue) }]}
          format={inThousands}
          formatFull={formatFullPrice}
        />
      </div>
    </>
  );
}

/** Specification, part 3 §9: the text for a missing title. */
export const titleOf = ({ title }: Pick<TopProperty, 'title'>): string => title.trim() || t('Untitled Property');

const sortValues: Record<string, (property: TopProperty) => string | number> = {
  title: titleOf,
  price: ({ price }) => price,
  views: ({ views }) => views,
  inquiries: ({ inquiries }) => inquiries,
  status: ({ status }) => t(propertyStatusLabel[status]),
};

/** Equal ones keep the order they come in: the most viewed first. */
export function sortProperties(properties: readonly TopProperty[], { key, order }: TableSort): TopProperty[] {
  const read = sortValues[key];
  if (!read) return [...properties];
  const direction = order === 'asc' ? 1 : -1;
  return properties.toSorted((one, other) => direction * compare(read(one), read(other)));
}

function compare(one: string | number, other: string | number): number {
  return typeof one === 'number' && typeof other === 'number'
    ? one - other
    : String(one).localeCompare(String(other), 'en', { numeric: true });
}

const figure = (
  id: 'price' | 'views' | 'inquiries',
  heading: Message,
  words: (value: number) => string,
): TableColumn<TopProperty> => ({
  id,
  heading,
  sortKey: id,
  align: 'end',
  cell: ({ [id]: value }) => <span className="tabular-nums">{words(value)}</span>,
});

const columns: TableColumn<TopProperty>[] = [
  {
    id: 'title',
    heading: msg('Property'),
    sortKey: 'title',
    isRowHeading: true,
    cell: (property) => (
      <Link
        className="text-ink font-semibold no-underline wrap-anywhere hover:text-primary hover:underline"
        to={`/properties/${property.id}`}
      >
        {titleOf(property)}
      </Link>
    ),
  },
  figure('price', msg('Price'), formatFullPrice),
  figure('views', msg('Views'), inNumbers),
  figure('inquiries', msg('Inquiries'), inNumbers),
  {
    id: 'status',
    heading: msg('Status'),
    sortKey: 'status',
    cell: ({ status }) => (
      <span>
        <Badge tone={statusTone[status]}>{t(propertyStatusLabel[status])}</Badge>
      </span>
    ),
  },
];

interface TopPropertiesProps {
  /** Undefined while they are being counted. */
  properties: TopProperty[] | undefined;
  range: DayRange | null;
}

function TopProperties({ properties, range }: TopPropertiesProps) {
  const id = useId();
  const [sort, setSort] = useState<TableSort>({ key: 'views', order: 'desc' });
  return (
    <section className="min-w-0 p-6 panel shadow-sm max-sm:p-4" aria-labelledby={id}>
      <header className="flex flex-wrap items-center justify-between gap-y-1 gap-x-3 mb-3">
        <h3 id={id} className="text-lg">
          {t('Top Performing Properties')}
        </h3>
        <div className="flex -my-2 -mx-3">
          <DownloadCsv table="properties" range={range} />
        </div>
      </header>
      <DataTable
        label={t('Top Performing Properties')}
        columns={columns}
        rows={properties && sortProperties(properties, sort)}
        keyOf={({ id: propertyId }) => propertyId}
        sort={sort}
        onSort={setSort}
        empty={<p className="p-6 text-muted text-center">{t('You have no listings yet.')}</p>}
      />
    </section>
  );
}

function DownloadCsv({ table, range }: { table: 'monthly' | 'properties'; range: DayRange | null }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => downloadFile('analytics.export', { query: { ...range, table } }),
    onError: (error) => showToast(failureSentence(error, t('The file could not be downloaded')), 'error'),
  });
  return (
    <Button
      variant="plain"
      aria-label={
        table === 'monthly' ? t('Download CSV of the monthly figures') : t('Download CSV of all properties')
      }
      disabled={isPending}
      onClick={() => mutate()}
    >
      <Download size={16} />
      {t('Download CSV')}
    </Button>
  );
}
