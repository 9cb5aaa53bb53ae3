import { useQuery } from '@tanstack/react-query';
import {
  BadgeCheck,
  CalendarPlus,
  CircleCheck,
  Clock3,
  type LucideIcon,
  RotateCcw,
  TrendingDown,
  TrendingUp,
} from 'lucide-react';
import { useState } from 'react';
import type { HistoryEvent, Property } from '#shared/contracts/properties.ts';
import type { ListingType } from '#shared/listing/vocabulary.ts';
import { formatFullPrice, formatShortPrice, priceSuffix } from '#shared/money.ts';
import { shortDay } from '#web/lib/dates.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { useNow } from '#web/lib/useNow.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { ErrorState } from '#web/ui/states/EmptyState.tsx';
import { historyQuery } from './queries.ts';

const SHOWN = 6;

const percent = new Intl.NumberFormat('en-PH', { style: 'percent', maximumFractionDigits: 1 });
const amount = (pesos: number) => formatFullPrice(Math.abs(pesos));
/** A true minus, as long as a plus. */
const sign = (difference: number) => (difference < 0 ? '−' : '+');

/** '−₱500,000 (5.9%)' */
export function priceDifference(from: number, to: number): string {
  const share = from > 0 ? ` (${percent.format(Math.abs(to - from) / from)})` : '';
  return `${sign(to - from)}${amount(to - from)}${share}`;
}

/** The notable events, newest first; only the last confirmation. */
export function notableEvents(events: readonly HistoryEvent[]): HistoryEvent[] {
  const last = events.find(({ kind }) => kind === 'confirmed');
  return events.filter((event) => event.kind !== 'confirmed' || event === last);
}

interface EventWords {
  Icon: LucideIcon;
  text: string;
  difference: string | null;
  /** For a price: whether it became lower. */
  isLower?: boolean;
}

/** @param before the status the listing had until then */
export function eventWords(
  { kind, price, previous_price, status }: HistoryEvent,
  before: HistoryEvent['status'] | null,
  offer: ListingType,
): EventWords {
  const shown = { price: formatFullPrice(price) + t(priceSuffix(offer)) };
  const plain = (Icon: LucideIcon, text: string) => ({ Icon, text, difference: null });
  if (kind === 'listed') return plain(CalendarPlus, t('Listed at {price}', shown));
  if (kind === 'confirmed') return plain(BadgeCheck, t('The agent confirmed that it is available'));
  if (kind === 'price') {
    const from = previous_price ?? price;
    const isLower = price < from;
    return {
      Icon: isLower ? TrendingDown : TrendingUp,
      text: isLower ? t('Price lowered to {price}', shown) : t('Price raised to {price}', shown),
      difference: priceDifference(from, price),
      isLower,
    };
  }
  if (status === 'available')
    return plain(RotateCcw, before === 'pending' ? t('Available again') : t('Back on the market'));
  if (status === 'pending') return plain(Clock3, offer === 'sale' ? t('Sale pending') : t('Rental pending'));
  return plain(CircleCheck, status === 'sold' ? t('Sold at {price}', shown) : t('Rented at {price}', shown));
}

/** The listing's events; empty for a listing with the event of its first day alone. */
export function ListingHistory({ property }: { property: Property }) {
  const { data, error, isPending, refetch } = useQuery(historyQuery(property.id));
  const [isOpen, setIsOpen] = useState(false);
  if (isPending) return null;
  if (!data)
    return (
      <ErrorState
        headingLevel={2}
        message={failureSentence(error, t('The history of this listing could not be loaded'))}
        onRetry={() => void refetch()}
      />
    );
  const events = notableEvents(data.events);
  if (events.every(({ kind }) => kind === 'listed')) return null;
  const shown = isOpen ? events : events.slice(0, SHOWN);
  return (
    <section className="grid gap-4 min-w-0" aria-labelledby="listing-history">
      <h2 id="listing-history" className="text-lg">
        {t('Listing History')}
      </h2>
      <div className="grid gap-4 p-5 border border-line rounded-md bg-surface max-sm:p-4">
        <PriceChart events={data.events} property={property} />
        <ol className="grid">
          {shown.map((event) => {
            const at = events.indexOf(event);
            const earlier = events.slice(at + 1).find(({ kind }) => kind === 'status' || kind === 'listed');
            const { Icon, text, difference, isLower } = eventWords(
              event,
              earlier?.status ?? null,
              property.listing_type,
            );
            return (
              <li
                key={`${event.at} ${event.kind}`}
                className="grid grid-cols-[1.25rem_1fr_auto] items-baseline gap-x-3 py-2.5 not-first:border-t border-line first:pt-0 last:pb-0"
              >
                <Icon
                  className={`self-center ${isLower ? 'text-success' : 'text-muted'}`}
                  size={18}
                  strokeWidth={1.8}
                  aria-hidden="true"
                />
                <span className="min-w-0 wrap-anywhere">
                  <span className="font-semibold">{text}</span>
                  {difference && (
                    <span
                      className={`ml-2 inline-block text-sm font-semibold tabular-nums ${isLower ? 'text-success' : 'text-muted'}`}
                    >
                      {difference}
                    </span>
                  )}
                </span>
                <time className="text-muted text-sm tabular-nums whitespace-nowrap" dateTime={event.at}>
                  {shortDay(event.at)}
                </time>
              </li>
            );
          })}
        </ol>
        {events.length > SHOWN && (
          <Button
            variant="plain"
            className="justify-self-start"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? t('Show less') : t('Show {count} more', { count: events.length - SHOWN })}
          </Button>
        )}
      </div>
    </section>
  );
}

const WIDTH = 640;
const HEIGHT = 120;
const EDGE = 8;

export interface PricePoint {
  /** Milliseconds since 1970. */
  at: number;
  price: number;
}

/** The prices in order, oldest first; the first is the price at the listing, or before the first known change. */
export function pricePoints(events: readonly HistoryEvent[]): PricePoint[] {
  const inOrder = events.toReversed();
  const points: PricePoint[] = [];
  for (const { at, kind, price, previous_price } of inOrder) {
    if (kind === 'listed' || (kind === 'price' && points.length > 0)) points.push({ at: Date.parse(at), price });
    else if (kind === 'price')
      points.push(
        { at: Date.parse(inOrder[0]?.at ?? at), price: previous_price ?? price },
        { at: Date.parse(at), price },
      );
  }
  return points;
}

/** A price holds until the next one: steps, not slopes. The list below says the same in words. */
function PriceChart({ events, property }: { events: readonly HistoryEvent[]; property: Property }) {
  const { status, listing_type } = property;
  const suffix = t(priceSuffix(listing_type));
  const isTaken = status === 'sold' || status === 'rented';
  const takenAt = isTaken ? events.find(({ kind }) => kind === 'status')?.at : undefined;
  const today = useNow().toISOString();
  const end = Date.parse(takenAt ?? today);
  const points = pricePoints(events);
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last || points.length < 2) return null;
  const prices = points.map(({ price }) => price);
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const x = (at: number) => EDGE + ((at - first.at) / Math.max(end - first.at, 1)) * (WIDTH - 2 * EDGE);
  const y = (price: number) =>
    high === low ? HEIGHT / 2 : EDGE + ((high - price) / (high - low)) * (HEIGHT - 2 * EDGE);
  const steps = points
    .slice(1)
    .map(({ at, price }) => `H${x(at).toFixed(1)}V${y(price).toFixed(1)}`)
    .join('');
  const line = `M${x(first.at).toFixed(1)} ${y(first.price).toFixed(1)}${steps}H${x(end).toFixed(1)}`;
  const isLower = last.price < first.price;
  return (
    <figure className="grid gap-3 m-0">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-y-1 gap-x-4">
        <span>
          <span className="block text-muted text-sm">{isTaken ? t('Last price') : t('Price now')}</span>
          <strong className="text-[1.25rem] font-[750] tabular-nums tracking-[-0.02em]">
            {formatFullPrice(last.price)}
            {suffix && <span className="text-muted text-sm font-medium">{suffix}</span>}
          </strong>
        </span>
        {last.price !== first.price && (
          <span className={`text-sm font-semibold tabular-nums ${isLower ? 'text-success' : 'text-muted'}`}>
            {t('{difference} since it was listed', { difference: priceDifference(first.price, last.price) })}
          </span>
        )}
      </figcaption>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
        <div
          className="flex flex-col justify-between py-0.5 text-muted text-xs text-right tabular-nums"
          aria-hidden="true"
        >
          <span>{formatShortPrice(high)}</span>
          {low < high && <span>{formatShortPrice(low)}</span>}
        </div>
        <svg
          className="w-full h-30 overflow-visible"
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t(
            'Price from {first} to {last}, {count, plural, one {# change} other {# changes}}. The list below shows each one.',
            {
              first: formatFullPrice(first.price),
              last: formatFullPrice(last.price),
              count: points.length - 1,
            },
          )}
        >
          {[EDGE, HEIGHT - EDGE].map((at) => (
            <line
              key={at}
              x1="0"
              x2={WIDTH}
              y1={at}
              y2={at}
              className="stroke-line"
              strokeDasharray="3 4"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          <path
            d={`${line}V${HEIGHT}H${x(first.at).toFixed(1)}Z`}
            className="fill-primary-soft"
            fillOpacity="0.6"
          />
          <path
            d={line}
            fill="none"
            className="stroke-primary"
            strokeWidth="2"
            strokeLinejoin="round"
            strokeLinecap="round"
            vectorEffect="non-scaling-stroke"
          />
          {points.map(({ at, price }) => (
            // Round at any width, unlike a circle in a drawing that is stretched.
            <path
              key={at}
              d={`M${x(at).toFixed(1)} ${y(price).toFixed(1)}h0.01`}
              className="stroke-primary"
              strokeWidth="8"
              strokeLinecap="round"
              vectorEffect="non-scaling-stroke"
            />
          ))}
        </svg>
        <span />
        <div className="flex justify-between pt-1 text-muted text-xs tabular-nums" aria-hidden="true">
          <span>{shortDay(new Date(first.at).toISOString())}</span>
          <span>{takenAt ? shortDay(takenAt) : t('Today')}</span>
        </div>
      </div>
    </figure>
  );
}
