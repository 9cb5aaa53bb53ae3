import type { Analytics } from '#shared/contracts/analytics.ts';
import styles from './AnalyticsTab.module.css';
import { durationWords, inMillions, inNumbers, inThousands, percentWords } from './figures.ts';
import { type RangeChoice, rangeWords } from './ranges.ts';
import { StatCard } from './StatCard.tsx';

interface FigureCardsProps {
  /** Undefined while they are being counted. */
  data: Analytics | undefined;
  choice: RangeChoice;
}

export function FigureCards({ data, choice }: FigureCardsProps) {
  const overview = data?.overview;
  const metrics = data?.performanceMetrics;
  const period = rangeWords(choice);
  return (
    <>
      <section
        aria-label="Overview"
        className={`grid grid-cols-[repeat(auto-fit,minmax(min(11rem,44%),1fr))] gap-3 max-sm:grid-cols-2 ${styles.cards}`}
      >
        <StatCard
          label="Total Properties"
          value={overview && inNumbers(overview.totalProperties)}
          note={`${overview?.activeProperties ?? '–'} active`}
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
          note={`${overview?.activeConversations ?? '–'} active`}
        />
      </section>
      <section
        aria-label="Performance metrics"
        className={`grid grid-cols-3 2xl:grid-cols-6 max-sm:grid-cols-2 gap-3 ${styles.cards}`}
      >
        <StatCard
          label="Conversion Rate"
          value={metrics && percentWords(metrics.conversionRate)}
          note="Sold or rented"
        />
        <StatCard
          label="Average Value"
          value={metrics && inMillions(metrics.averagePropertyValue)}
          note="Of your listings"
        />
        <StatCard
          label="Response Rate"
          value={metrics?.responseRate.toFixed(1)}
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
          note="Median time"
        />
        <StatCard
          label="Views per Property"
          value={metrics?.averageViewsPerProperty.toFixed(1)}
          note={period}
        />
      </section>
    </>
  );
}
