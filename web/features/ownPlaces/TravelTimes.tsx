import { Bike, Bus, Car, Footprints } from 'lucide-react';
import { travelModeLabel } from '#shared/labels.ts';
import {
  type GeoPoint,
  shownMinutes,
  straightDistance,
  TRAVEL_ESTIMATE,
  TRAVEL_SOURCES,
  type TravelMode,
  travelMinutes,
} from '#shared/travelTime.ts';
import { t } from '#web/lib/i18n.tsx';
import { OwnPlacesButton } from './OwnPlacesButton.tsx';
import { type OwnPlace, useOwnPlaces } from './ownPlaces.ts';

const modeIcons: Record<TravelMode, typeof Car> = { walk: Footprints, bicycle: Bike, car: Car, transit: Bus };

interface TravelTime extends OwnPlace {
  usual: number;
  atRushHour: number;
}

function travelTimes(places: readonly OwnPlace[], from: GeoPoint): TravelTime[] {
  return places.map((place) => {
    const meters = straightDistance(place, from);
    const minutes = (isRushHour: boolean) => shownMinutes(travelMinutes(place.mode, meters, isRushHour));
    return { ...place, usual: minutes(false), atRushHour: minutes(true) };
  });
}

/** '25–40 min' where the busy hours make a difference. */
const minutesText = ({ usual, atRushHour }: TravelTime): string =>
  usual === atRushHour
    ? t('about {minutes} min', { minutes: usual })
    : t('about {from}–{to} min', { from: usual, to: atRushHour });

export function TravelLine({ from }: { from: GeoPoint }) {
  const places = useOwnPlaces();
  if (places.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-0.5 text-sm whitespace-nowrap" title={t(TRAVEL_ESTIMATE)}>
      {travelTimes(places, from).map((time, at) => {
        const Icon = modeIcons[time.mode];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two places may be alike, and they never move
          <span key={at} className="inline-flex items-center gap-1.5 min-w-0 max-w-full">
            <Icon className="flex-none text-muted" size={15} strokeWidth={1.75} aria-hidden="true" />
            <span dir="auto" className="min-w-0 overflow-hidden text-ellipsis">
              {time.name}
            </span>
            <span className="visuallyHidden">{t(travelModeLabel[time.mode])}</span>
            <span className="flex-none tabular-nums">{minutesText(time)}</span>
          </span>
        );
      })}
    </p>
  );
}

const minutesClass = 'py-2.5 px-4 text-right tabular-nums whitespace-nowrap';

export function TravelTimes({ from }: { from: GeoPoint }) {
  const places = useOwnPlaces();
  const times = travelTimes(places, from);
  return (
    <div className="grid gap-3">
      {times.length === 0 ? (
        <p className="text-muted">
          {t('Add the places you often go to, such as work or school, to see travel times.')}
        </p>
      ) : (
        <>
          <div className="overflow-x-auto border border-line rounded-md bg-surface">
            <table className="w-full text-md [border-collapse:collapse]">
              <thead>
                <tr className="text-left text-muted text-sm">
                  {[t('Place'), t('Usually'), t('At rush hour')].map((heading) => (
                    <th key={heading} className="py-2 px-4 font-semibold not-first:text-right" scope="col">
                      {heading}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {times.map(({ name, mode, usual, atRushHour, max_minutes }, at) => {
                  const Icon = modeIcons[mode];
                  const isTooFar = max_minutes !== null && atRushHour > max_minutes;
                  return (
                    // biome-ignore lint/suspicious/noArrayIndexKey: two places may be alike, and they never move
                    <tr key={at} className="border-t border-t-line">
                      <th className="py-2.5 px-4 text-left font-normal" scope="row">
                        <span dir="auto" className="font-semibold wrap-anywhere">
                          {name}
                        </span>
                        <span className="flex items-center gap-1.5 text-muted text-sm">
                          <Icon size={15} strokeWidth={1.75} aria-hidden="true" />
                          {t(travelModeLabel[mode])}
                          {isTooFar && ` · ${t('longer than your {minutes} min', { minutes: max_minutes })}`}
                        </span>
                      </th>
                      <td className={minutesClass}>{t('{minutes} min', { minutes: usual })}</td>
                      <td className={minutesClass}>{t('{minutes} min', { minutes: atRushHour })}</td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </div>
          <p className="text-muted text-sm">
            {t(TRAVEL_ESTIMATE)} {t(TRAVEL_SOURCES)}
          </p>
        </>
      )}
      <div>
        <OwnPlacesButton label={times.length === 0 ? t('Add your places') : t('Change my places')} />
      </div>
    </div>
  );
}
