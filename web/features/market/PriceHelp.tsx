import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import type { MarketAnswer } from '#shared/contracts/market.ts';
import type { ListingType, PropertyType } from '#shared/listing/vocabulary.ts';
import { formatFullPrice } from '#shared/money.ts';
import { locatePlaces } from '#shared/places.ts';
import { t } from '#web/lib/i18n.tsx';
import { medianSentence } from './MarketLines.tsx';
import { marketQuery } from './queries.ts';

interface PriceHelpProps {
  type: PropertyType;
  listingType: ListingType;
  address: string;
  city: string;
  province: string;
  /** Square metres; NaN or 0 where they are not known yet. */
  area: number;
}

/** Prices of other listings in the district, or in the city where the district has too few. */
export function PriceHelp({ type, listingType, address, city, province, area }: PriceHelpProps) {
  // The places follow when the typing pauses.
  const { citySlug, districtSlug } = locatePlaces(useDeferredValue({ address, city, province }));
  const kind = { type, listing_type: listingType };
  const district = useQuery({
    ...marketQuery({ area: districtSlug ?? '', ...kind }),
    enabled: districtSlug !== null,
  });
  const isDistrictEnough = readFigures(district.data) !== null;
  const isCityAsked = citySlug !== null && !isDistrictEnough && (districtSlug === null || !district.isPending);
  const whole = useQuery({ ...marketQuery({ area: citySlug ?? '', ...kind }), enabled: isCityAsked });
  const answer = isDistrictEnough ? district.data : whole.data;
  if (!answer?.computed_at) return null;
  const found = readFigures(answer);
  return (
    <p className="self-center text-muted text-sm leading-[1.4] tabular-nums" aria-live="polite">
      {found?.sentence ??
        t('Too few listings of this kind in {area} to show a usual price.', { area: answer.area.name })}
      {area > 0 && found && found.perSqm !== null && (
        <span className="block">
          {t('For {area} sqm that is about {price}.', {
            area,
            price: formatFullPrice(rounded(area * found.perSqm)),
          })}
        </span>
      )}
    </p>
  );
}

/** To three digits: a median of few listings knows no more. */
const rounded = (price: number) => Number(price.toPrecision(3));

function readFigures(answer: MarketAnswer | undefined) {
  const figure = answer?.figures[0];
  const sentence = figure && medianSentence(figure, answer.area.name);
  if (!figure || !sentence) return null;
  return { sentence, perSqm: figure.median_price_per_sqm };
}
