import { useQuery } from '@tanstack/react-query';
import { ChartLine } from 'lucide-react';
import { useSearchParams } from 'react-router';
import type { Analytics } from '#shared/contracts/analytics.ts';
import { formatFullPrice } from '#shared/money.ts';
import { useNow } from '#web/lib/useNow.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { NativeInput } from '#web/ui/controls/NativeInput.tsx';
import { NativeSelect } from '#web/ui/controls/NativeSelect.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { ChartCard } from './ChartCard.tsx';
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
  rangeChoices,
  rangeOf,
  rangeWords,
  readRange,
  todayInManila,
  useAnalyticsUpdates,
} from './figures.ts';
import { StatCard } from './StatCard.tsx';
import { DownloadCsv, TopProperties } from './TopProperties.tsx';

export function AnalyticsTab({ agentId }: { agentId: number }) {
  const [parameters] = useSearchParams();
  const { choice, range } = readRange(parameters, useNow());
  const { data, error, isPlaceholderData, refetch } = useQuery(analyticsQuery(agentId, range));
  useAnalyticsUpdates();
  // Over a few days only, there may have been a conversation before them.
  const isEmpty =
    choice === 'all' && data?.overview.totalProperties === 0 && data.overview.totalConversations === 0;

  return (
    <div className="grid grid-cols-1 gap-4">
      <header className="flex flex-wrap items-end justify-between gap-y-3 gap-x-6">
        <h2 className="text-xl">Analytics</h2>
        {!isEmpty && <RangeBar choice={choice} range={range} />}
      </header>
      {error && (
        <Notice kind="error">
          {analyticsFailure(error)}{' '}
          <Button variant="plain" onClick={() => void refetch()}>
            Try Again
          </Button>
        </Notice>
      )}
      {isEmpty && (
        <EmptyState
          headingLevel={3}
          icon={<ChartLine size={28} />}
          title="No Analytics Data"
          text="Once you have a listing or a conversation, what happens with it is counted here."
        />
      )}
      {!isEmpty && (data || !error) && (
        <div
          className="grid grid-cols-1 gap-4 transition-opacity aria-busy:opacity-60"
          aria-busy={isPlaceholderData}
        >
          {!data && (
            <p className="visuallyHidden" role="status">
              Loading…
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

const options = rangeChoices.map(({ id, label }) => ({ value: id, label }));

/** Which days count: a choice, or two days of one's own. Kept in the address. */
function RangeBar({ choice, range }: { choice: RangeChoice; range: DayRange | null }) {
  const [, setParameters] = useSearchParams();
  const today = todayInManila(new Date());

  const choose = (next: RangeChoice) => {
    const custom = next === 'custom' ? (range ?? rangeOf('12-months', new Date())) : null;
    setParameters(
      { tab: 'analytics', ...(custom ? { from: custom.from, to: custom.to } : { range: next }) },
      { replace: true, preventScrollReset: true },
    );
  };
  const change = (part: Partial<DayRange>) => {
    if (!range) return;
    const next = { ...range, ...part };
    if (!next.from || !next.to) return;
    // The other end comes along rather than being refused.
    const from = part.to && part.to < next.from ? part.to : next.from;
    const to = part.from && part.from > next.to ? part.from : next.to;
    setParameters({ tab: 'analytics', from, to }, { replace: true, preventScrollReset: true });
  };

  return (
    <div className="flex flex-wrap items-end gap-3">
      <NativeSelect label="Period" value={choice} options={options} onChange={choose} />
      {choice === 'custom' && range && (
        <>
          <NativeInput
            label="From"
            type="date"
            max={today}
            value={range.from}
            onChange={(from) => change({ from })}
          />
          <NativeInput
            label="To"
            type="date"
            max={today}
            value={range.to}
            onChange={(to) => change({ to })}
          />
        </>
      )}
    </div>
  );
}

type Figure = [label: string, value: string | undefined, note: string];

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
      'Total Properties',
      overview && inNumbers(overview.totalProperties),
      `${overview?.activeProperties ?? '–'} active`,
    ],
    ['Total Revenue', overview && inMillions(overview.totalRevenue), period],
    ['Monthly Revenue', overview && inThousands(overview.monthlyRevenue), 'This month'],
    ['Total Views', overview && inNumbers(overview.totalViews), period],
    [
      'Conversations',
      overview && inNumbers(overview.totalConversations),
      `${overview?.activeConversations ?? '–'} active`,
    ],
  ];
  const performance: Figure[] = [
    ['Conversion Rate', metrics && percentWords(metrics.conversionRate), 'Sold or rented'],
    ['Average Value', metrics && inMillions(metrics.averagePropertyValue), 'Of your listings'],
    ['Response Rate', metrics?.responseRate.toFixed(1), 'Messages per conversation'],
    ['Inquiries Answered', metrics && percentWords(metrics.inquiryResponseRate), period],
    ['First Response', metrics && durationWords(metrics.medianFirstResponseMinutes), 'Median time'],
    ['Views per Property', metrics?.averageViewsPerProperty.toFixed(1), period],
  ];
  return (
    <>
      <section
        aria-label="Overview"
        className="grid grid-cols-[repeat(auto-fit,minmax(min(11rem,44%),1fr))] gap-3 max-sm:grid-cols-2 max-sm:[&>:last-child:nth-child(odd)]:col-span-full"
      >
        {figures.map(([label, value, note]) => (
          <StatCard key={label} label={label} value={value} note={note} />
        ))}
      </section>
      <section
        aria-label="Performance metrics"
        className="grid grid-cols-3 gap-3 max-sm:grid-cols-2 2xl:grid-cols-6 max-sm:[&>:last-child:nth-child(odd)]:col-span-full"
      >
        {performance.map(([label, value, note]) => (
          <StatCard key={label} label={label} value={value} note={note} />
        ))}
      </section>
    </>
  );
}

function FigureCharts({ data, choice, range }: FiguresProps & { range: DayRange | null }) {
  const months = data?.trends.monthly ?? [];
  const labels = months.map(({ month }) => monthLabel(month));
  const isLoading = data === undefined;
  // The months of all of time would be too many; the server gives the last twelve.
  const period = choice === 'all' ? rangeWords('12-months') : rangeWords(choice);
  return (
    <>
      <ChartCard
        title="Monthly Trends"
        text={period}
        kind="line"
        labelName="Month"
        labels={labels}
        isLoading={isLoading}
        series={[
          { label: 'New Listings', values: months.map(({ newListings }) => newListings) },
          { label: 'Sold Properties', values: months.map(({ soldProperties }) => soldProperties) },
          { label: 'New Conversations', values: months.map(({ newConversations }) => newConversations) },
        ]}
        action={<DownloadCsv table="monthly" subject="the monthly figures" range={range} />}
      />
      <div className="grid grid-cols-1 gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <ChartCard
          title="Property Status"
          text="As it is now"
          kind="doughnut"
          labelName="Status"
          labels={['Active', 'Sold', 'Rented']}
          tones={['success', 'danger', 'info']}
          isLoading={isLoading}
          emptyText="No listing is active, sold or rented."
          series={[
            {
              label: 'Properties',
              values: [
                data?.overview.activeProperties ?? 0,
                data?.overview.soldProperties ?? 0,
                data?.overview.rentedProperties ?? 0,
              ],
            },
          ]}
        />
        <ChartCard
          title="Monthly Revenue"
          text="Sales and one month’s rents"
          kind="bar"
          labelName="Month"
          labels={labels}
          isLoading={isLoading}
          emptyText="Nothing was sold or rented in these months."
          series={[{ label: 'Revenue', values: months.map(({ revenue }) => revenue) }]}
          format={inThousands}
          formatFull={formatFullPrice}
        />
      </div>
    </>
  );
}
