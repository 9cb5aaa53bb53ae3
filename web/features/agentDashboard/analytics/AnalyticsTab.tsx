import { useQuery } from '@tanstack/react-query';
import { ChartLine } from 'lucide-react';
import { useSearchParams } from 'react-router';
import type { Analytics } from '#shared/contracts/analytics.ts';
import { formatFullPrice } from '#shared/money.ts';
import { ChartCard } from '../../../components/charts/ChartCard.tsx';
import { useNow } from '../../../components/chat/useNow.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { EmptyState } from '../../../components/ui/EmptyState.tsx';
import { Notice } from '../../../components/ui/Notice.tsx';
import { Skeleton } from '../../../components/ui/Skeleton.tsx';
import { NetworkFailure } from '../../../lib/apiClient.ts';
import { failureSentence } from '../../../lib/failureSentence.ts';
import styles from './AnalyticsTab.module.css';
import { durationWords, inMillions, inNumbers, inThousands, monthLabel, percentWords } from './figures.ts';
import { analyticsQuery, useAnalyticsUpdates } from './queries.ts';
import { RangeBar } from './RangeBar.tsx';
import { readRange } from './ranges.ts';
import { StatCard } from './StatCard.tsx';
import { TopProperties } from './TopProperties.tsx';

export function AnalyticsTab({ agentId }: { agentId: number }) {
  const [parameters] = useSearchParams();
  const { choice, range } = readRange(parameters, useNow());
  const { data, error, isPlaceholderData, refetch } = useQuery(analyticsQuery(agentId, range));
  useAnalyticsUpdates();
  const isEmpty =
    choice === 'all' && data?.overview.totalProperties === 0 && data.overview.totalConversations === 0;

  return (
    <div className={styles.tab}>
      <header className={styles.header}>
        <h2>Analytics</h2>
        {!isEmpty && <RangeBar choice={choice} range={range} />}
      </header>
      {error && (
        <Notice kind="error">
          {error instanceof NetworkFailure
            ? 'Network error'
            : failureSentence(error, 'Failed to fetch analytics data')}{' '}
          <Button variant="plain" onClick={() => void refetch()}>
            Try Again
          </Button>
        </Notice>
      )}
      {isEmpty ? (
        <EmptyState
          headingLevel={3}
          icon={<ChartLine size={28} aria-hidden="true" />}
          title="No Analytics Data"
          text="Once you have a listing or a conversation, what happens with it is counted here."
        />
      ) : (
        (data || !error) && <Figures data={data} isOld={isPlaceholderData} isRanged={range !== null} />
      )}
    </div>
  );
}

interface FiguresProps {
  data: Analytics | undefined;
  isOld: boolean;
  isRanged: boolean;
}

function Figures({ data, isOld, isRanged }: FiguresProps) {
  const overview = data?.overview;
  const metrics = data?.performanceMetrics;
  const period = isRanged ? 'In this period' : 'All time';
  const months = data?.trends.monthly ?? [];
  const labels = months.map(({ month }) => monthLabel(month));
  return (
    <div className={styles.figures} aria-busy={isOld}>
      <div className={styles.cards}>
        <StatCard
          label="Total Properties"
          value={overview && inNumbers(overview.totalProperties)}
          note={overview && `${overview.activeProperties} active`}
        />
        <StatCard label="Total Revenue" value={overview && inMillions(overview.totalRevenue)} note={period} />
        <StatCard
          label="Monthly Revenue"
          value={overview && inThousands(overview.monthlyRevenue)}
          note="This month"
        />
        <StatCard label="Total Views" value={overview && inNumbers(overview.totalViews)} note={period} />
        <StatCard
          label="Conversations"
          value={overview && inNumbers(overview.totalConversations)}
          note={overview && `${overview.activeConversations} active`}
        />
      </div>
      <section aria-label="Performance metrics" className={styles.cards}>
        <StatCard
          label="Conversion Rate"
          value={metrics && percentWords(metrics.conversionRate)}
          note="Sold or rented, of all listings"
        />
        <StatCard
          label="Average Property Value"
          value={metrics && inMillions(metrics.averagePropertyValue)}
          note="Mean price of your listings"
        />
        <StatCard
          label="Response Rate"
          value={metrics && String(metrics.responseRate)}
          note="Messages per conversation"
        />
        <StatCard
          label="Inquiries Answered"
          value={metrics && percentWords(metrics.inquiryResponseRate)}
          note={period}
        />
        <StatCard
          label="First Response"
          value={metrics && durationWords(metrics.medianFirstResponseMinutes)}
          note="Median, inquiries and chats"
        />
        <StatCard
          label="Views per Property"
          value={metrics && String(metrics.averageViewsPerProperty)}
          note={period}
        />
      </section>
      {data && overview ? (
        <>
          <ChartCard
            title="Monthly Trends"
            kind="line"
            labelName="Month"
            labels={labels}
            series={[
              { label: 'New Listings', values: months.map(({ newListings }) => newListings) },
              { label: 'Sold Properties', values: months.map(({ soldProperties }) => soldProperties) },
              { label: 'New Conversations', values: months.map(({ newConversations }) => newConversations) },
            ]}
          />
          <div className={styles.pair}>
            <ChartCard
              title="Property Status"
              text="As they stand now"
              kind="doughnut"
              labelName="Status"
              labels={['Active', 'Sold', 'Rented']}
              series={[
                {
                  label: 'Properties',
                  values: [overview.activeProperties, overview.soldProperties, overview.rentedProperties],
                },
              ]}
            />
            <ChartCard
              title="Monthly Revenue"
              text="Prices of what was sold, and one month’s rent of what was rented"
              kind="bar"
              labelName="Month"
              labels={labels}
              series={[{ label: 'Revenue', values: months.map(({ revenue }) => revenue) }]}
              format={inThousands}
              formatFull={formatFullPrice}
            />
          </div>
          {data.topProperties.length > 0 && <TopProperties properties={data.topProperties} />}
        </>
      ) : (
        <Skeleton height="24rem" />
      )}
    </div>
  );
}
