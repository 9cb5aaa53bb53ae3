import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type AmountKind, readAmount } from '#shared/amounts.ts';
import type { PropertyFacets } from '#shared/contracts/properties.ts';
import { MAX_PRICE, MIN_PRICE } from '#shared/listing/filters.ts';
import type { ListingType } from '#shared/listing/vocabulary.ts';
import { formatShortPrice } from '#shared/money.ts';
import { t } from '#web/lib/i18n.tsx';
import { AmountInput, writeAmount } from '#web/ui/controls/AmountInput.tsx';
import styles from './PriceRange.module.css';

/** Pesos; at MIN_PRICE and MAX_PRICE there is no filter. */
type Bounds = Record<'min_price' | 'max_price', number>;

/** Steps between two prices, the first left out. */
const steps = (from: number, to: number, by: number) =>
  Array.from({ length: (to - from) / by }, (_, index) => from + (index + 1) * by);

/** The stops of the handles: finer where more homes are. */
const saleStops = [
  MIN_PRICE,
  ...steps(0, 5_000_000, 250_000),
  ...steps(5_000_000, 20_000_000, 500_000),
  ...steps(20_000_000, MAX_PRICE, 2_500_000),
];
const rentStops = [
  MIN_PRICE,
  ...steps(0, 50_000, 1_000),
  ...steps(50_000, 100_000, 5_000),
  ...steps(100_000, 200_000, 10_000),
];
const MAX_RENT = 200_000;
/** Below it no home is for sale. */
const MIN_SALE = 500_000;

const isMonthly = (listingType: ListingType | null) => listingType === 'rent' || listingType === 'lease';

/** Bounds that do not fit the new type of listing are dropped: a rent is no price of a home. */
export function pricesFor(
  listingType: ListingType | null,
  { min_price, max_price }: { [Name in keyof Bounds]: number | null },
): Partial<Bounds> {
  const isMeant = (price: number) =>
    isMonthly(listingType) ? price <= MAX_RENT : listingType === null || price >= MIN_SALE;
  return {
    ...(min_price !== null && !isMeant(min_price) ? { min_price: MIN_PRICE } : {}),
    ...(max_price !== null && !isMeant(max_price) ? { max_price: MAX_PRICE } : {}),
  };
}

/** Where a price lies between the first stop and the last, from 0 to 1. */
export function placeOf(stops: readonly number[], price: number): number {
  const next = stops.findIndex((stop) => stop >= price);
  if (next < 0) return 1;
  const to = stops[next] ?? 0;
  const from = stops[next - 1] ?? to;
  const within = to === from ? 0 : (price - from) / (to - from);
  return next === 0 ? 0 : (next - 1 + within) / (stops.length - 1);
}

interface PriceRangeProps extends Bounds {
  listingType: ListingType | null;
  prices: PropertyFacets['prices'] | undefined;
  onPrices(bounds: Partial<Bounds>, typedIn?: keyof Bounds): void;
}

const DRAG_MS = 250;

export function PriceRange({ listingType, prices, onPrices, ...asked }: PriceRangeProps) {
  const [dragged, setDragged] = useState<Bounds | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const { min_price, max_price } = dragged ?? asked;
  const monthly = isMonthly(listingType);
  const stops = monthly ? rentStops : saleStops;
  const last = stops.length - 1;
  const low = Math.round(placeOf(stops, min_price) * last);
  const high = max_price >= MAX_PRICE ? last : Math.round(placeOf(stops, max_price) * last);

  const drag = (bounds: Partial<Bounds>) => {
    const next = { min_price, max_price, ...bounds };
    setDragged(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setDragged(null);
      onPrices(next);
    }, DRAG_MS);
  };
  const said = (place: number) => (place === last ? t('No limit') : formatShortPrice(stops[place] ?? 0));
  const shared = { className: styles.range, min: 0, max: last, step: 1 } as const;

  return (
    <div className="grid grid-cols-[1fr_1fr] gap-y-1.5 gap-x-3 @min-[60rem]:content-start">
      <div className="col-span-full mb-1">
        <Histogram prices={prices} stops={stops} min_price={min_price} max_price={max_price} />
        <div className="relative h-6">
          <div className="absolute inset-x-3 top-1/2 h-1 -translate-y-1/2 rounded-full bg-line-strong" />
          <div
            className="absolute top-1/2 h-1 -translate-y-1/2 rounded-full bg-primary"
            style={{
              left: `calc(0.75rem + (100% - 1.5rem) * ${low / last})`,
              right: `calc(0.75rem + (100% - 1.5rem) * ${1 - high / last})`,
            }}
          />
          <input
            type="range"
            {...shared}
            // At the upper end both lie on each other, and only this one can still move.
            style={{ zIndex: low > last / 2 ? 1 : 0 }}
            value={low}
            aria-label={t('Lowest price')}
            aria-valuetext={formatShortPrice(stops[low] ?? 0)}
            onChange={(event) => drag({ min_price: stops[Math.min(Number(event.target.value), high)] ?? 0 })}
          />
          <input
            type="range"
            {...shared}
            value={high}
            aria-label={t('Highest price')}
            aria-valuetext={said(high)}
            onChange={(event) => {
              const place = Math.max(Number(event.target.value), low);
              drag({ max_price: place === last ? MAX_PRICE : (stops[place] ?? MAX_PRICE) });
            }}
          />
        </div>
      </div>
      <FilterAmount
        label={t('Min Price')}
        icon="₱"
        kind="pesos"
        value={min_price}
        whenEmpty={MIN_PRICE}
        onAmount={(amount) => onPrices({ min_price: amount ?? MIN_PRICE }, 'min_price')}
      />
      <FilterAmount
        label={t('Max Price')}
        icon="₱"
        kind="pesos"
        value={monthly && max_price === MAX_PRICE ? null : max_price}
        whenEmpty={monthly ? null : MAX_PRICE}
        placeholder={t('No limit')}
        onAmount={(amount) => onPrices({ max_price: amount ?? MAX_PRICE }, 'max_price')}
      />
      <p className="col-span-full text-muted text-xs leading-[1.4]" role="status">
        {min_price > max_price && max_price !== MAX_PRICE
          ? t('The minimum is above the maximum, so nothing can match.')
          : monthly
            ? t('Pesos a month. Leave the maximum empty for no limit.')
            : t('Per month for rent and lease. 50,000,000 means no limit.')}
      </p>
    </div>
  );
}

const HEIGHT = 40;
const GAP = 0.4;

/** On the scale of the handles, which says the same in words. */
function Histogram(props: Bounds & Pick<PriceRangeProps, 'prices'> & { stops: readonly number[] }) {
  const { prices, stops, min_price, max_price } = props;
  const bars = prices?.bars ?? [];
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <svg
      className="block w-[calc(100%_-_1.5rem)] h-12 mx-3"
      viewBox={`0 0 100 ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {bars.map(({ from, to, count }) => {
        const left = placeOf(stops, from) * 100;
        const width = Math.max(placeOf(stops, to) * 100 - left - GAP, 0);
        // A bar for any match at all is visible.
        const height = count === 0 ? 0 : Math.max((count / most) * HEIGHT, 1.5);
        const isWithin = to >= min_price && (from <= max_price || max_price >= MAX_PRICE);
        return (
          <rect
            key={from}
            className={isWithin ? 'fill-primary opacity-60' : 'fill-line-strong'}
            x={left}
            y={HEIGHT - height}
            width={width}
            height={height}
          />
        );
      })}
    </svg>
  );
}

const DEBOUNCE_MS = 500;

interface FilterAmountProps {
  label: string;
  icon?: ReactNode;
  placeholder?: string;
  kind: AmountKind;
  /** Null is an empty field. */
  value: number | null;
  whenEmpty: number | null;
  onAmount: (amount: number | null) => void;
}

/** An amount of a filter. It takes effect in a pause of the typing, once it can be read in one way. */
export function FilterAmount({ label, icon, placeholder, kind, value, whenEmpty, onAmount }: FilterAmountProps) {
  const [text, setText] = useState(() => writeAmount(value, kind));
  const asked = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    if (value === asked.current) return;
    clearTimeout(timer.current);
    asked.current = value;
    setText(writeAmount(value, kind));
  }, [value, kind]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const commit = (typed: string) => {
    clearTimeout(timer.current);
    const amount = amountOf(typed, kind, whenEmpty);
    if (amount === undefined || amount === asked.current) return;
    asked.current = amount;
    onAmount(amount);
  };
  const type = (typed: string) => {
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(commit, DEBOUNCE_MS, typed);
  };

  return (
    <AmountInput
      {...{ label, icon, placeholder, kind }}
      value={text}
      onChange={type}
      enterKeyHint="done"
      onSettle={() => {
        commit(text);
        // Emptied, or with a part of a peso: the field shows what the filter asks for.
        const amount = amountOf(text, kind, whenEmpty);
        if (amount !== undefined) setText(writeAmount(amount, kind));
      }}
      onFocus={(event) => event.target.select()}
      onMouseDown={(event) => {
        // The first click takes the whole figure, so that typing replaces it.
        if (document.activeElement === event.currentTarget) return;
        event.preventDefault();
        event.currentTarget.focus();
      }}
    />
  );
}

/** The amount that the filter asks for: whole pesos, or square metres. Undefined while the text cannot be read. */
function amountOf(text: string, kind: AmountKind, whenEmpty: number | null): number | null | undefined {
  const reading = readAmount(text, kind);
  if (reading.kind === 'empty') return whenEmpty;
  if (reading.kind !== 'read') return undefined;
  return kind === 'area' ? reading.value : Math.round(reading.value);
}
