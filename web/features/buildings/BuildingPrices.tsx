import type { BuildingPage, QuarterPrice } from '#shared/contracts/buildings.ts';
import { formatFullPrice } from '#shared/money.ts';
import { t } from '#web/lib/i18n.tsx';

/** Asking prices in the building by quarter, each figure with its number of listings. */
export function BuildingPrices({ prices }: Pick<BuildingPage, 'prices'>) {
  const { sale, rent } = prices;
  return (
    <section className="grid grid-cols-1 gap-4" aria-labelledby="prices-title">
      <h2 id="prices-title" className="text-2xl">
        {t('Asking prices here')}
      </h2>
      {sale.length === 0 && rent.length === 0 ? (
        <p className="p-5 border border-line border-dashed rounded-md text-muted">
          {t(
            'There are not enough listings yet. A figure appears once a quarter has three or more units on the market.',
          )}
        </p>
      ) : (
        <>
          <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
            {sale.length > 0 && <PriceTable heading={t('For sale, per sqm')} rows={sale} />}
            {rent.length > 0 && <PriceTable heading={t('For rent, per month')} rows={rent} />}
          </div>
          <p className="text-muted text-sm">
            {t(
              'Medians of asking prices, not of sale prices. Quarters with fewer than three listings are left out.',
            )}
          </p>
        </>
      )}
    </section>
  );
}

function PriceTable({ heading, rows }: { heading: string; rows: QuarterPrice[] }) {
  const highest = Math.max(...rows.map(({ median }) => median));
  return (
    <div className="border border-line rounded-md bg-surface overflow-hidden self-start">
      <table className="w-full border-collapse tabular-nums text-left [&_:is(th,td)]:py-2.5 [&_:is(th,td)]:px-4 [&_:is(th,td)]:border-b [&_:is(th,td)]:border-b-line [&_:is(th,td):last-child]:text-right">
        <caption className="py-3 px-4 text-left font-semibold">{heading}</caption>
        <thead className="[&_th]:bg-sunken [&_th]:text-muted [&_th]:text-sm [&_th]:font-semibold">
          <tr>
            <th scope="col">{t('Quarter')}</th>
            <th scope="col">{t('Median')}</th>
            <th scope="col">{t('Listings')}</th>
          </tr>
        </thead>
        <tbody className="[&_th]:font-normal [&>tr:last-child>*]:border-b-0!">
          {rows.toReversed().map(({ quarter, median, listings }) => (
            <tr key={quarter}>
              <th scope="row" className="whitespace-nowrap">
                {quarterText(quarter)}
              </th>
              <td className="w-3/5">
                <span className="block font-semibold">{formatFullPrice(Math.round(median))}</span>
                <span
                  className="block h-1.5 mt-1 rounded-full bg-primary"
                  style={{ width: `${(median / highest) * 100}%` }}
                  aria-hidden="true"
                />
              </td>
              <td>{listings}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** '2026-Q3' as 'Jul–Sep 2026' */
function quarterText(quarter: string): string {
  const [year = '', number = 'Q1'] = quarter.split('-');
  return t(
    '{quarter, select, Q1 {Jan–Mar {year}} Q2 {Apr–Jun {year}} Q3 {Jul–Sep {year}} other {Oct–Dec {year}}}',
    { quarter: number, year },
  );
}
