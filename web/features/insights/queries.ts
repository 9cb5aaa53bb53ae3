import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { z } from 'zod';
import type { Advice, InsightFigures, insightsCalls } from '#shared/contracts/insights.ts';
import type { DayRange } from '#web/features/analytics/index.ts';
import { dropUndo, offerUndo } from '#web/features/desk/index.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';

type Insights = z.infer<typeof insightsCalls.list.answer>;

// Below the key of the figures, so that all of them follow what happens.
const insightsKey = (agentId: number) => ['analytics', agentId, 'insights'] as const;

/** What is worth doing, the most worthwhile first. */
export const insightsQuery = (agentId: number) =>
  queryOptions({
    queryKey: insightsKey(agentId),
    queryFn: ({ signal }) => callApi<Insights>('GET', '/api/desk/insights', { signal }),
    staleTime: 0,
    meta: { isPersonal: true },
  });

/** The agent's own figures; without a range, of all time. */
export const figuresQuery = (agentId: number, range: DayRange | null) =>
  queryOptions({
    queryKey: ['analytics', agentId, 'figures', range],
    queryFn: ({ signal }) =>
      callApi<InsightFigures>('GET', '/api/desk/figures', { query: { ...range }, signal }),
    staleTime: 0,
    meta: { isPersonal: true },
  });

const change = (key: string, dismissed: boolean) =>
  callApi('PUT', `/api/desk/insights/${key}`, { body: { dismissed } });

/** Takes a piece of advice out at once, and offers it back. */
export function useDismissAdvice(agentId: number): (advice: Advice, words: string) => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    async (advice, words) => {
      const queryKey = insightsKey(agentId);
      const put = (write: (known: readonly Advice[]) => Advice[]) => putAdvice(client, agentId, write);
      const place = client
        .getQueryData<Insights>(queryKey)
        ?.advice.findIndex(({ key }) => key === advice.key);
      const bringBack = () =>
        put((known) =>
          known.filter(({ key }) => key !== advice.key).toSpliced(Math.max(0, place ?? 0), 0, advice),
        );
      // An answer on its way may be older than the change.
      await client.cancelQueries({ queryKey });
      put((known) => known.filter(({ key }) => key !== advice.key));
      const step = offerUndo(words, () => {
        bringBack();
        void send(false);
      });
      if (!(await send(true))) {
        dropUndo(step);
        bringBack();
      }

      async function send(dismissed: boolean): Promise<boolean> {
        try {
          await change(advice.key, dismissed);
          return true;
        } catch (error) {
          showToast(failureSentence(error, t('This could not be changed. Please try again.')), 'error');
          return false;
        } finally {
          void client.invalidateQueries({ queryKey });
        }
      }
    },
    [client, agentId],
  );
}

function putAdvice(
  client: QueryClient,
  agentId: number,
  write: (known: readonly Advice[]) => Advice[],
): void {
  client.setQueryData<Insights>(
    insightsKey(agentId),
    (known) => known && { ...known, advice: write(known.advice) },
  );
}
