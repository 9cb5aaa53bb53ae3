import { useQuery } from '@tanstack/react-query';
import type { MarketFigure, MarketQuarter } from '#shared/contracts/market.ts';
import { listingTypeLabel, propertyTypeLabel } from '#shared/labels.ts';
import type { ListingType } from '#shared/listing/vocabulary.ts';
import { saneBounds } from '#shared/market.ts';
import { formatFullPrice, formatShortPrice } from '#shared/money.ts';
import { shortMoment } from '#web/lib/dates.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { ErrorState } from '#web/ui/states/EmptyState.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { measureOf, quarterText } from './MarketLines.tsx';
import { marketQuery } from './queries.ts';

const offers: readonly ListingType[] = ['sale', 'rent', 'lease'];

export function MarketSection({ slug, name }: { slug: string; name: string }) {
  const { data, error, isPending, refetch } = useQuery(marketQuery({ area: slug }));
  if (data && data.computed_at === null) return null;
  return (
    <section aria-labelledby="market-title" aria-busy={isPending}>
      <h2 id="market-title" className="mb-4 text-2xl">
        {t('The market in {name}', { name })}
      </h2>
      {isPending && <Skeleton height="16rem" />}
      {!data && !isPending && (
        <ErrorState
          headingLevel={3}
          message={failureSentence(error, t('The market figures could not be loaded'))}
          onRetry={() => void refetch()}
        />
      )}
      {data && (
        <div className="grid gap-8">
          {offers.map((offer) => (
            <OfferFigures
              key={offer}
              offer={offer}
              figures={data.figures.filter(({ listing_type }) => listing_type === offer)}
              minimum={data.minimum}
            />
          ))}
          <Method minimum={data.minimum} computedAt={data.computed_at ?? ''} />
        </div>
      )}
    </section>
  );
}

function OfferFigures(props: { offer: ListingType; figures: readonly MarketFigure[]; minimum: number }) {
  const { offer, figures, minimum } = props;
  if (figures.length === 0) return null;
  const measurable = figures.filter((figure) => measureOf(offer, figure) !== null);
  const few = figures.filter((figure) => !measurable.includes(figure));
  return (
    <section aria-labelledby={`market-${offer}`}>
      <h3 id={`market-${offer}`} className="mb-3 text-lg">
        {t(listingTypeLabel[offer])}
      </h3>
      {measurable.length > 0 && (
        <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(17rem,100%),1fr))] gap-4">
          {measurable.map((figure) => (
            <li key={figure.type} className="@container">
              <FigureCard figure={figure} minimum={minimum} />
            </li>
          ))}
        </ul>
      )}
      {few.length > 0 && (
        <p className="mt-3 text-muted text-sm tabular-nums">
          {t('Too few listings: {kinds}', {
            kinds: few.map(({ type, count }) => `${t(propertyTypeLabel[type])} (${count})`).join(', '),
          })}
        </p>
      )}
    </section>
  );
}

/** A kind alone in its row spreads over it. */
const wideColumns = '@min-[48rem]:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_minmax(0,1fr)] @min-[48rem]:gap-x-10';
const row = 'flex justify-between gap-4';
const rowValue = 'font-semibold text-right whitespace-nowrap';

function FigureCard({ figure, minimum }: { figure: MarketFigure; minimum: number }) {
  const { type, listing_type, count, median_price, median_price_per_sqm, days_on_market } = figure;
  const isSale = listing_type === 'sale';
  const measure = measureOf(listing_type, figure);
  return (
    <article className={`grid content-start gap-4 h-full p-5 panel tabular-nums max-sm:p-4 ${wideColumns}`}>
      <header className="flex items-baseline justify-between gap-3 @min-[48rem]:col-span-full">
        <h4 className="text-base">{t(propertyTypeLabel[type])}</h4>
        <span className="text-muted text-sm">
          {t('{count, plural, one {# listing} other {# listings}}', { count })}
        </span>
      </header>
      <div>
        <p className="text-[1.5rem] font-[750] leading-[1.2] tracking-[-0.02em]">
          {formatFullPrice(measure ?? 0)}{' '}
          <span className="text-muted text-sm font-medium [letter-spacing:0]">
            {isSale ? t('per sqm') : t('a month')}
          </span>
        </p>
        <Change figure={figure} minimum={minimum} />
      </div>
      <QuarterChart figure={figure} />
      <dl className="grid gap-1.5 mt-auto text-sm @min-[48rem]:col-start-3">
        <div className={row}>
          <dt className="text-muted">{isSale ? t('Median price') : t('Median rent per sqm')}</dt>
          <dd className={rowValue}>{formatFullPrice((isSale ? median_price : median_price_per_sqm) ?? 0)}</dd>
        </div>
        <div className={row}>
          <dt className="text-muted">{t('Days on the market')}</dt>
          <dd className={rowValue}>
            {days_on_market.median === null ? (
              <span className="font-normal">{t('Too few ({count} closed)', { count: days_on_market.count })}</span>
            ) : (
              t('{days} ({count} closed)', { days: days_on_market.median, count: days_on_market.count })
            )}
          </dd>
        </div>
      </dl>
    </article>
  );
}

/** Against the quarter before, in words and with a sign: colour says nothing by itself. */
function Change({ figure, minimum }: { figure: MarketFigure; minimum: number }) {
  const { change_percent: change, quarters } = figure;
  const count = quarters.at(-2)?.count ?? 0;
  const text =
    change === null
      ? t('No trend yet: fewer than {minimum} listings in the quarter before', { minimum })
      : change === 0
        ? t('Unchanged from the quarter before ({count} listings)', { count })
        : t('{sign}{percent}% from the quarter before ({count} listings)', {
            sign: change > 0 ? '+' : '−',
            percent: Math.abs(change),
            count,
          });
  return <p className="mt-0.5 text-muted text-sm">{text}</p>;
}

const WIDTH = 240;
const HEIGHT = 56;
const EDGE = 6;
const strokeProps = {
  className: 'stroke-primary',
  strokeLinecap: 'round',
  vectorEffect: 'non-scaling-stroke',
} as const;

/** The median of each quarter; quarters with too few are gaps. */
function QuarterChart({ figure: { listing_type, quarters } }: { figure: MarketFigure }) {
  const measuredQuarters = quarters.flatMap((quarter) => {
    const measure = measureOf(listing_type, quarter);
    return measure === null ? [] : [{ ...quarter, measure }];
  });
  const [first] = measuredQuarters;
  const last = measuredQuarters.at(-1);
  if (!first || !last || measuredQuarters.length < 2) return null;
  const span = Math.max(numberOf(last) - numberOf(first), 1);
  const measures = measuredQuarters.map(({ measure }) => measure);
  const [low, high] = [Math.min(...measures), Math.max(...measures)];
  const points = measuredQuarters.map((quarter) => ({
    number: numberOf(quarter),
    x: EDGE + ((numberOf(quarter) - numberOf(first)) / span) * (WIDTH - 2 * EDGE),
    y: high === low ? HEIGHT / 2 : EDGE + ((high - quarter.measure) / (high - low)) * (HEIGHT - 2 * EDGE),
  }));
  const line = points
    .map(({ number, x, y }, at) => {
      const isNext = points[at - 1]?.number === number - 1;
      return `${isNext ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
  return (
    <figure className="grid gap-1 m-0">
      <svg
        className="w-full h-14 overflow-visible"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('Median by quarter: {quarters}', {
          quarters: measuredQuarters
            .map(({ quarter, measure, count }) => `${quarterText(quarter)} ${formatFullPrice(measure)} (${count})`)
            .join(', '),
        })}
      >
        <path d={line} fill="none" strokeWidth="2" strokeLinejoin="round" {...strokeProps} />
        {points.map(({ number, x, y }) => (
          // Round at any width, unlike a circle in a drawing that is stretched.
          <path key={number} d={`M${x.toFixed(1)} ${y.toFixed(1)}h0.01`} strokeWidth="7" {...strokeProps} />
        ))}
      </svg>
      <figcaption className="flex justify-between gap-2 text-muted text-xs" aria-hidden="true">
        {[first, last].map(({ quarter, measure }) => (
          <span key={quarter}>
            {quarterText(quarter)}: {formatShortPrice(measure)}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

const numberOf = ({ quarter }: Pick<MarketQuarter, 'quarter'>) =>
  Number(quarter.slice(0, 4)) * 4 + Number(quarter.slice(-1));

function Method({ minimum, computedAt }: { minimum: number; computedAt: string }) {
  const { sale, rent } = saneBounds;
  return (
    <p className="max-w-[75ch] text-muted text-sm leading-[1.6]">
      {t(
        'How we compute these figures: a listing counts in every quarter it was on the market, with its last asking price in that quarter. The median is the middle price: half of the listings ask more, half ask less. These are asking prices, not sale prices. Days on the market run from the day a home was listed to the day it was sold or rented, for those closed within a year. We show no median of fewer than {minimum} listings. We leave out prices that are clearly mistakes: for sale below {saleLow} or above {saleHigh} per sqm, for rent below {rentLow} or above {rentHigh} per sqm a month. Computed every six hours, last on {moment}.',
        {
          minimum,
          saleLow: formatFullPrice(sale.pricePerSqm[0]),
          saleHigh: formatFullPrice(sale.pricePerSqm[1]),
          rentLow: formatFullPrice(rent.pricePerSqm[0]),
          rentHigh: formatFullPrice(rent.pricePerSqm[1]),
          moment: shortMoment(computedAt),
        },
      )}
    </p>
  );
}
