import type { ReactNode } from 'react';
import { PRICE_KINDS, PRICE_TIERS, type PriceKind } from '#shared/priceTiers.ts';
import { t } from '#web/lib/i18n.tsx';
import { priceKindLabel, priceTierLabel, priceTierRange } from './mapBasics.ts';
import { tierSwatch } from './markerIcons.ts';

export interface CountsShown {
  /** In view. */
  count: number;
  /** Found, in view or not. */
  total: number;
}

/** 'Showing 12 properties', and of how many where others are out of view. */
export function ShownCount({ count, total }: CountsShown) {
  return (
    <>
      <span className="font-[650]" aria-live="polite">
        {t('Showing {count, plural, one {# property} other {# properties}}', { count })}
      </span>
      {count < total && (
        <span className="text-muted">{t('of {total} on the map', { total: total.toLocaleString('en-PH') })}</span>
      )}
    </>
  );
}

interface MapLegendProps extends CountsShown {
  kinds: readonly PriceKind[];
  action: ReactNode;
}

const legendFrame = 'border-t border-line bg-surface text-caption leading-[1.4]';

/** Below the map: how many of the properties are in view, and the meaning of the colors. */
export function MapLegend({ kinds, action, ...counts }: MapLegendProps) {
  return (
    <div
      className={`flex flex-wrap items-center gap-y-1 gap-x-3 pt-1 pr-2 pb-2.5 pl-4 max-md:pl-3 ${legendFrame}`}
    >
      <p className="flex flex-1 flex-wrap content-center items-baseline gap-x-1 min-w-0 min-h-11">
        <ShownCount {...counts} />
      </p>
      {action}
      <PriceColors kinds={kinds} />
    </div>
  );
}

/** Each kind of price has signs of its own. @param kinds those in view; none: both */
export function PriceColors({ kinds }: { kinds: readonly PriceKind[] }) {
  const rows = kinds.length > 0 ? kinds : PRICE_KINDS;
  return (
    <>
      <table className="basis-full max-md:text-xs">
        <caption className="visuallyHidden">{t('Marker colors')}</caption>
        <thead>
          <tr className="text-left">
            <td />
            {PRICE_TIERS.map((tier) => (
              <th key={tier} scope="col" className="p-0 pr-2 font-semibold whitespace-nowrap max-md:pr-1">
                {t(priceTierLabel[tier])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((kind) => (
            <tr key={kind} className="text-left text-muted">
              <th scope="row" className="p-0 pr-2 font-semibold text-ink max-md:pr-1">
                {t(priceKindLabel[kind])}
              </th>
              {PRICE_TIERS.map((tier) => (
                <td key={tier} className="p-0 pr-2 whitespace-nowrap tabular-nums max-md:pr-1">
                  <span className="inline-flex items-center gap-1.5 max-md:gap-1">
                    <span
                      className={`flex-none w-3 h-3 rounded-full max-md:w-2.5 max-md:h-2.5 ${tierSwatch[kind](tier)}`}
                      aria-hidden="true"
                    />
                    {t(priceTierRange[kind][tier])}
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > 1 && (
        <p className="basis-full text-muted max-md:text-xs">{t('A gray circle holds homes of both kinds.')}</p>
      )}
    </>
  );
}

/** A circle, not the area that roads reach: the legend says so. */
export function CircleLegend({ circles }: { circles: readonly { label: string }[] }) {
  return (
    <p className="flex items-start gap-2 pb-2.5 px-4 bg-surface text-caption leading-[1.4] max-md:px-3">
      <span
        className="flex-none w-4 h-4 mt-0.5 border-2 border-dashed rounded-full [border-color:var(--map-reach)]"
        aria-hidden="true"
      />
      <span>
        <b className="font-[650]">{circles.map(({ label }) => label).join(' · ')}.</b>{' '}
        <span className="text-muted">
          {t('At rush hour. Shown as a circle because it is estimated from the straight-line distance.')}
        </span>
      </span>
    </p>
  );
}
