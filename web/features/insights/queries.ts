import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Advice } from '#shared/contracts/insights.ts';
import type { DayRange } from '#web/features/analytics/index.ts';
import { dropUndo, offerUndo } from '#web/features/desk/index.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { queryOf } from '#web/lib/apiQueries.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';

/** Suggested actions, the most worthwhile first. */
export const insightsQuery = queryOptions({
  ...queryOf('insights.list'),
  staleTime: 0,
  meta: { isPersonal: true },
});

/** The agent's own figures; without a range, of all time. */
export const figuresQuery = (range: DayRange | null) =>
  queryOptions({
    ...queryOf('insights.figures', { query: { ...range } }),
    staleTime: 0,
    meta: { isPersonal: true },
  });

const change = (key: string, dismissed: boolean) =>
  callApi('insights.dismiss', { params: { key }, body: { dismissed } });

/** Takes a piece of advice out at once, and offers it back. */
export function useDismissAdvice(): (advice: Advice, words: string) => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    async (advice, words) => {
      const { queryKey } = insightsQuery;
      const put = (write: (known: readonly Advice[]) => Advice[]) => putAdvice(client, write);
      const place = client.getQueryData(queryKey)?.advice.findIndex(({ key }) => key === advice.key);
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
    [client],
  );
}

function putAdvice(client: QueryClient, write: (known: readonly Advice[]) => Advice[]): void {
  client.setQueryData(insightsQuery.queryKey, (known) => known && { ...known, advice: write(known.advice) });
}
