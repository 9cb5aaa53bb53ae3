import { useQuery } from '@tanstack/react-query';
import type { ListingType, MapPoint, PropertyType } from '#shared/contracts/properties.ts';
import { listingTypeLabel, propertyTypeLabel } from '#shared/labels.ts';
import { formatShortPrice, priceSuffix } from '#shared/money.ts';
import { t } from '#web/lib/i18n.tsx';
import { areaPricesQuery } from './queries.ts';

/** An average of fewer says more about one seller than about the area. */
const FEWEST_FOR_AN_AVERAGE = 2;

interface PriceRow {
  type: PropertyType;
  /** Listings of this type, whatever the offer. */
  count: number;
  /** Mean asking price in pesos (a month for rent and lease); null where too few are offered so. */
  averages: Record<ListingType, number | null>;
}

type PricedListing = Pick<MapPoint, 'type' | 'listing_type' | 'price'>;

/** Mean asking prices by type, the most offered type first. Types without any average are left out. */
export function averagePrices(listings: readonly PricedListing[]): PriceRow[] {
  const byType = new Map<PropertyType, PricedListing[]>();
  for (const listing of listings) {
    const group = byType.get(listing.type) ?? [];
    group.push(listing);
    byType.set(listing.type, group);
  }
  return [...byType]
    .map(([type, group]) => ({
      type,
      count: group.length,
      averages: {
        sale: meanPrice(group, 'sale'),
        rent: meanPrice(group, 'rent'),
        lease: meanPrice(group, 'lease'),
      },
    }))
    .filter(({ averages }) => Object.values(averages).some((average) => average !== null))
    .sort((one, other) => other.count - one.count);
}

function meanPrice(group: readonly PricedListing[], listingType: ListingType): number | null {
  const prices = group.filter((listing) => listing.listing_type === listingType).map(({ price }) => price);
  if (prices.length < FEWEST_FOR_AN_AVERAGE) return null;
  return prices.reduce((sum, price) => sum + price, 0) / prices.length;
}

const offers: readonly ListingType[] = ['sale', 'rent', 'lease'];

/** Average asking prices, from every listing of the area. Not shown where the answer holds only some of them. */
export function AreaPrices({ location, name }: { location: string; name: string }) {
  const { data } = useQuery(areaPricesQuery(location));
  if (!data || data.total > data.points.length) return null;
  const rows = averagePrices(data.points);
  const shownOffers = offers.filter((offer) => rows.some((row) => row.averages[offer] !== null));
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="prices-title">
      <h2 id="prices-title" className="mb-4 text-2xl">
        {t('Asking prices in {name}', { name })}
      </h2>
      <section
        className="overflow-x-auto border border-line rounded-md bg-surface"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard
        tabIndex={0}
        aria-label={t('Average prices by type')}
      >
        <table className="w-full border-collapse tabular-nums text-left whitespace-nowrap [&_:is(th,td)]:py-3.5 [&_:is(th,td)]:px-4 [&_:is(th,td)]:border-b [&_:is(th,td)]:border-b-line [&_:is(th,td):last-child]:text-right">
          <thead className="[&_th]:bg-sunken [&_th]:text-muted [&_th]:text-sm [&_th]:font-semibold">
            <tr>
              <th scope="col">{t('Type')}</th>
              {shownOffers.map((offer) => (
                <th key={offer} scope="col">
                  {t(listingTypeLabel[offer])}
                </th>
              ))}
              <th scope="col">{t('Listings')}</th>
            </tr>
          </thead>
          <tbody className="[&_th]:font-[650] [&>tr:last-child>*]:border-b-0!">
            {rows.map(({ type, count, averages }) => (
              <tr key={type}>
                <th scope="row">{t(propertyTypeLabel[type])}</th>
                {shownOffers.map((offer) => {
                  const average = averages[offer];
                  return (
                    <td key={offer}>
                      {average === null ? (
                        <span className="text-muted text-sm">–</span>
                      ) : (
                        <>
                          {formatShortPrice(average)}
                          <span className="text-muted text-sm">{t(priceSuffix(offer))}</span>
                        </>
                      )}
                    </td>
                  );
                })}
                <td>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="text-muted text-sm mt-3">
        {t(
          'Average asking prices of {count, plural, one {# available listing} other {# available listings}}, not valuations. A dash means fewer than two to compare.',
          { count: data.points.length },
        )}
      </p>
    </section>
  );
}
