import type { FraudSignal, SignalKind } from '#shared/contracts/signals.ts';
import { type Message, msg } from '#shared/messages.ts';
import { formatFullPrice } from '#shared/money.ts';
import { adminListQuery, useAdminChange } from '#web/lib/adminData.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { t } from '#web/lib/i18n.tsx';
import type { UrlSchema } from '#web/lib/urlState.ts';
import type { ListState } from '#web/ui/list/listState.ts';

export const signalsSchema = {
  status: ['open', 'acted', 'dismissed', 'all'],
} as const satisfies UrlSchema;

export const signalsQuery = (query: ListState<typeof signalsSchema>) =>
  adminListQuery('signals.list', { query: query });

export type Decision = 'act' | 'dismiss';

export function useDecideSignal(id: number) {
  return useAdminChange((body: { decision: Decision; note?: string }) =>
    callApi('signals.decide', { params: { id }, body }),
  );
}

export const signalLabel: Record<SignalKind, Message> = {
  same_text: msg('Same text to many agents'),
  many_listings: msg('New account, many listings'),
  low_price: msg('Price far below the area'),
};

/** Why it was flagged, in a plain sentence with its figures. */
export function whySentence({ kind, facts }: Pick<FraudSignal, 'kind' | 'facts'>): string {
  if (kind === 'same_text')
    return t('Sent the same text to {people} agents within a day.', { people: facts.people ?? 0 });
  if (kind === 'many_listings')
    return t(
      'Posted {listings} listings within a day. The account was {hours, plural, =0 {less than an hour} one {# hour} other {# hours}} old.',
      { listings: facts.listings ?? 0, hours: facts.account_age_hours ?? 0 },
    );
  const { price_per_sqm: price = 0, median_per_sqm: median = 0 } = facts;
  return t(
    'Costs {price} per sqm, {percent}% less than usual: half of the {count} similar listings in {area} cost more than {median} per sqm.',
    {
      price: formatFullPrice(price),
      median: formatFullPrice(median),
      percent: median === 0 ? 0 : Math.round((1 - price / median) * 100),
      count: facts.compared_with ?? 0,
      area: facts.area ?? '',
    },
  );
}
