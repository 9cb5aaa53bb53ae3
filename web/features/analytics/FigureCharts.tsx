import type { Analytics } from '#shared/contracts/analytics.ts';
import { formatFullPrice } from '#shared/money.ts';
import { ChartCard } from './charts/ChartCard.tsx';
import { DownloadCsv } from './DownloadCsv.tsx';
import { inThousands, monthLabel } from './figures.ts';
import { type DayRange, type RangeChoice, rangeWords } from './ranges.ts';

interface FigureChartsProps {
  /** Undefined while they are being counted. */
  data: Analytics | undefined;
  choice: RangeChoice;
  range: DayRange | null;
}

export function FigureCharts({ data, choice, range }: FigureChartsProps) {
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
