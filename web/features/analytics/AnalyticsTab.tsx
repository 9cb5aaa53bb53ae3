import { useQuery } from '@tanstack/react-query';
import { ChartLine } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { useNow } from '#web/lib/useNow.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import styles from './AnalyticsTab.module.css';
import { analyticsFailure } from './analyticsFailure.ts';
import { FigureCards } from './FigureCards.tsx';
import { FigureCharts } from './FigureCharts.tsx';
import { analyticsQuery, useAnalyticsUpdates } from './queries.ts';
import { RangeBar } from './RangeBar.tsx';
import { readRange } from './ranges.ts';
import { TopProperties } from './TopProperties.tsx';

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
      <header className={`flex flex-wrap items-end justify-between gap-y-3 gap-x-6 ${styles.header}`}>
        <h2>Analytics</h2>
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
          icon={<ChartLine size={28} aria-hidden="true" />}
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
