import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, CircleCheckBig, X } from 'lucide-react';
import { useCallback, useEffect, useId, useRef } from 'react';
import type { Advice, InsightFigures } from '#shared/contracts/insights.ts';
import { formatFullPrice, formatShortPrice } from '#shared/money.ts';
import {
  analyticsFailure,
  ChartCard,
  durationWords,
  type Figure,
  inNumbers,
  percentWords,
  type RangeChoice,
  rangeLabel,
  rangeOf,
  rangeWords,
  StatCards,
  useAnalyticsUpdates,
} from '#web/features/analytics/index.ts';
import { dropUndo, offerUndo, undoLast } from '#web/features/desk/index.ts';
import { useConfirmListings } from '#web/features/properties/index.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { queryOf } from '#web/lib/apiQueries.ts';
import { dayLabel } from '#web/lib/dates.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { useSearchParams } from '#web/lib/router.tsx';
import { useShortcut } from '#web/lib/shortcuts.ts';
import { useNow } from '#web/lib/useNow.ts';
import { Button, ButtonLink, IconButton } from '#web/ui/controls/Button.tsx';
import { NativeSelect } from '#web/ui/controls/Field.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { optionsOf } from '#web/ui/list/selectOptions.ts';
import { EmptyState, ErrorState } from '#web/ui/states/EmptyState.tsx';
import { RefetchNotice } from '#web/ui/states/RefetchNotice.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { adviceIcons, wordsOf } from './adviceWords.ts';

export function InsightsScreen() {
  useAnalyticsUpdates();
  useShortcut({ keys: 'u', label: t('Undo'), group: t('Desk'), run: undoLast });
  return (
    <div className="grid grid-cols-1 items-start gap-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <AdviceList />
      <Figures />
    </div>
  );
}

const ADVICE_SKELETONS = ['first', 'second', 'third', 'fourth'];
const card = 'min-w-0 py-4 px-5 panel shadow-sm max-sm:px-4';

function AdviceList() {
  const id = useId();
  const query = useQuery(insightsQuery);
  const { data, error, refetch } = query;
  const dismiss = useDismissAdvice();
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  /** Where the keyboard goes on once a card has left. */
  const goOnAt = useRef<number | null>(null);
  const count = data?.advice.length ?? 0;
  useEffect(() => {
    if (goOnAt.current === null) return;
    const buttons = list.current?.querySelectorAll<HTMLElement>('li > button') ?? [];
    (buttons[Math.min(goOnAt.current, count - 1)] ?? heading.current)?.focus();
    goOnAt.current = null;
  }, [count]);

  return (
    <section aria-labelledby={id} aria-busy={!data && !error}>
      <h2 id={id} ref={heading} tabIndex={-1} className="flex items-end mb-4 text-xl xl:min-h-17">
        {t('What to Do First')}
      </h2>
      <RefetchNotice query={query} />
      {error && !data ? (
        <ErrorState
          headingLevel={3}
          message={failureSentence(error, t('This list could not be loaded'))}
          onRetry={() => void refetch()}
        />
      ) : count === 0 && data ? (
        <EmptyState
          headingLevel={3}
          icon={<CircleCheckBig size={28} />}
          title={t('Nothing needs you now')}
          text={t('Waiting clients, listings with few views and other things to do appear here.')}
        />
      ) : (
        <ul ref={list} className="grid gap-3">
          {data
            ? data.advice.map((advice, at) => (
                <AdviceCard
                  key={advice.key}
                  advice={advice}
                  onDismiss={(words) => {
                    goOnAt.current = at;
                    void dismiss(advice, words);
                  }}
                  onConfirmed={() => {
                    goOnAt.current = at;
                  }}
                />
              ))
            : ADVICE_SKELETONS.map((place) => (
                <li key={place} className={card}>
                  <Skeleton height="6.5rem" />
                </li>
              ))}
        </ul>
      )}
      {data?.has_more && (
        <p className="mt-4 text-muted text-sm">{t('More appears here once you have done some of these.')}</p>
      )}
    </section>
  );
}

interface AdviceCardProps {
  advice: Advice;
  onDismiss(words: string): void;
  onConfirmed(): void;
}

function AdviceCard({ advice, onDismiss, onConfirmed }: AdviceCardProps) {
  const confirming = useConfirmListings();
  const { title, subject, figures, action } = wordsOf(advice, useNow());
  const Icon = adviceIcons[advice.kind];
  const id = useId();
  return (
    <li
      className={`${card} grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-4 sm:grid-cols-[auto_minmax(0,1fr)_auto_auto]`}
      data-advice={advice.key}
    >
      <span
        className="grid place-items-center w-9 h-9 rounded-full bg-primary-soft text-primary"
        aria-hidden="true"
      >
        <Icon size={18} />
      </span>
      <div className="grid justify-items-start gap-1 min-w-0">
        <h3 id={id} className="text-base">
          {title}
        </h3>
        <p dir="auto" className="max-w-full truncate font-semibold text-sm" title={subject}>
          {subject}
        </p>
        <p className="text-muted text-sm">{figures}</p>
      </div>
      <div className="flex flex-wrap justify-end gap-2 max-sm:order-last max-sm:col-start-2 max-sm:justify-start max-sm:mt-3">
        {advice.kind === 'listing_stale' && (
          <Button
            size="small"
            disabled={confirming.isPending}
            aria-label={t('Confirm that {title} is still available', { title: subject })}
            onClick={() => confirming.mutate([advice.listing], { onSuccess: onConfirmed })}
          >
            <Check size={16} className="flex-none" aria-hidden="true" />
            {t('Confirm')}
          </Button>
        )}
        <ButtonLink to={action.to} variant="outlined" size="small" aria-describedby={id}>
          {action.label}
        </ButtonLink>
      </div>
      <IconButton
        label={t('Dismiss for 30 days: {title}', { title })}
        title={t('Dismiss for 30 days')}
        icon={<X size={18} />}
        className="-mt-2 -mr-3"
        onClick={() => onDismiss(t('Hidden for 30 days: {title}', { title }))}
      />
    </li>
  );
}

const { custom: _days, ...rangeLabels } = rangeLabel;
type NamedRange = Exclude<RangeChoice, 'custom'>;
const DEFAULT_RANGE: NamedRange = '3-months';

/** The figures of some days, kept in the address, and the listings' recent views. */
function Figures() {
  const id = useId();
  const [parameters, setParameters] = useSearchParams();
  const named = parameters.get('range') ?? '';
  const choice = named in rangeLabels ? (named as NamedRange) : DEFAULT_RANGE;
  const range = rangeOf(choice, useNow());
  const query = useQuery({
    ...queryOf('insights.figures', { query: { ...range } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { isPersonal: true },
  });
  const { data, error, isPlaceholderData, refetch } = query;
  const dimmed = isPlaceholderData ? 'opacity-60' : '';
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-4">
      <header className="flex flex-wrap items-end justify-between gap-y-3 gap-x-6">
        <h2 id={id} className="text-xl">
          {t('Your Figures')}
        </h2>
        <NativeSelect
          label={t('Period')}
          value={choice}
          options={optionsOf(rangeLabels)}
          onChange={(next) =>
            setParameters(next === DEFAULT_RANGE ? {} : { range: next }, {
              replace: true,
              preventScrollReset: true,
            })
          }
        />
      </header>
      <RefetchNotice query={query} />
      {error && !data ? (
        <ErrorState headingLevel={3} message={analyticsFailure(error)} onRetry={() => void refetch()} />
      ) : (
        <>
          <div
            className={`grid grid-cols-2 gap-3 transition-opacity 2xl:grid-cols-3 max-[22rem]:grid-cols-1 ${dimmed}`}
            aria-busy={!data || isPlaceholderData}
          >
            <StatCards figures={figureCards(data, rangeWords(choice))} />
          </div>
          <ViewsChart data={data} />
        </>
      )}
    </section>
  );
}

const oneDecimal = (part: number, whole: number): string => (whole === 0 ? '–' : (part / whole).toFixed(1));
const percent = (part: number, whole: number): string =>
  percentWords(whole === 0 ? null : Math.round((part / whole) * 100));

function figureCards(data: InsightFigures | undefined, period: string): Figure[] {
  const { viewings, sold, rented, views } = data ?? {};
  return [
    [
      t('Views, 7 Days'),
      views && inNumbers(views.last_7_days.count),
      t('All your listings. {count} in the 7 days before', { count: views?.last_7_days.before ?? '–' }),
    ],
    [
      t('Views, 30 Days'),
      views && inNumbers(views.last_30_days.count),
      t('All your listings. {count} in the 30 days before', { count: views?.last_30_days.before ?? '–' }),
    ],
    [
      t('Inquiries Answered'),
      data && percent(data.answered_inquiries, data.inquiries),
      t('{answered} of {count} inquiries. {period}', {
        answered: data?.answered_inquiries ?? '–',
        count: data?.inquiries ?? '–',
        period,
      }),
    ],
    [
      t('Time to First Answer'),
      data && durationWords(data.median_first_answer_minutes),
      t('Median of answered inquiries and conversations. {period}', { period }),
    ],
    [
      t('Messages per Conversation'),
      data && oneDecimal(data.messages, data.conversations),
      t(
        'From both sides, in {count, plural, one {# conversation} other {# conversations}} started then. {period}',
        { count: data?.conversations ?? 0, period },
      ),
    ],
    [
      t('Viewings Held'),
      viewings && inNumbers(viewings.held),
      t('Past viewings you marked as held. {period}', { period }),
    ],
    [
      t('No-Shows'),
      viewings && inNumbers(viewings.no_show),
      t('Of {count} viewings, {unsaid} without a recorded outcome. {period}', {
        count: viewings ? viewings.held + viewings.no_show + viewings.without_outcome : '–',
        unsaid: viewings?.without_outcome ?? '–',
        period,
      }),
    ],
    [
      t('Listings Sold'),
      sold && inNumbers(sold.count),
      t('{value} in total. {period}', { value: sold ? inPesos(sold.value) : '–', period }),
    ],
    [
      t('Listings Rented'),
      rented && inNumbers(rented.count),
      t('{value} a month in total. {period}', { value: rented ? inPesos(rented.monthly_rent) : '–', period }),
    ],
  ];
}

const SHORTENED_FROM = 1_000_000;
const inPesos = (pesos: number) => (pesos >= SHORTENED_FROM ? formatShortPrice(pesos) : formatFullPrice(pesos));

function ViewsChart({ data }: { data: InsightFigures | undefined }) {
  const now = useNow();
  const days = data?.views_by_day ?? [];
  return (
    <ChartCard
      title={t('Views by Day')}
      text={t('All your listings: the last 30 days and the 30 days before')}
      kind="line"
      labelName={t('Day')}
      labels={days.map(({ day }) => dayLabel(day, now))}
      isLoading={!data}
      emptyText={t('No one viewed your listings on these days.')}
      series={[
        { label: t('Last 30 days'), values: days.map(({ views }) => views) },
        { label: t('The 30 days before'), values: days.map(({ before }) => before) },
      ]}
    />
  );
}

const insightsQuery = queryOptions({
  ...queryOf('insights.list'),
  staleTime: 0,
  meta: { isPersonal: true },
});

/** Takes a piece of advice out at once, and offers it back. */
function useDismissAdvice(): (advice: Advice, words: string) => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    async (advice, words) => {
      const { queryKey } = insightsQuery;
      const put = (write: (known: readonly Advice[]) => Advice[]) =>
        client.setQueryData(queryKey, (known) => known && { ...known, advice: write(known.advice) });
      const place = client.getQueryData(queryKey)?.advice.findIndex(({ key }) => key === advice.key);
      const bringBack = () =>
        put((known) =>
          known.filter(({ key }) => key !== advice.key).toSpliced(Math.max(0, place ?? 0), 0, advice),
        );
      // An answer on its way may be older than the change.
      await client.cancelQueries({ queryKey });
      put((known) => known.filter(({ key }) => key !== advice.key));
      const step = offerUndo(words, () => void takeBack());
      const isDismissed = send(true);
      if (!(await isDismissed)) {
        dropUndo(step);
        bringBack();
      }

      async function takeBack() {
        bringBack();
        await isDismissed;
        // The answer on its way is of the time before.
        await client.cancelQueries({ queryKey });
        bringBack();
        await send(false);
      }

      async function send(dismissed: boolean): Promise<boolean> {
        try {
          await callApi('insights.dismiss', { params: { key: advice.key }, body: { dismissed } });
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
