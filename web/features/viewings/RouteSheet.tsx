import { ExternalLink, Printer, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { formatDistance } from '#shared/nearbyPlaces.ts';
import { paces } from '#shared/travelTime.ts';
import { LazyRouteMap } from '#web/features/map/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';
import { useSite } from '#web/lib/useSite.ts';
import { Button, buttonClass } from '#web/ui/controls/Button.tsx';
import styles from './RouteSheet.module.css';
import { legsOf, MINUTES_TO_GET_IN, mapsLinks, type Stop } from './route.ts';
import { formatViewingHours } from './viewingWords.ts';

interface RouteSheetProps {
  title: string;
  text: string;
  stops: readonly Stop[];
  unplaced: readonly { id: number; title: string }[];
}

/** The stops in their order with the legs between them, on a map, for a maps app and on paper. */
export function RouteSheet({ title, text, stops, unplaced }: RouteSheetProps) {
  const { tileUrl } = useSite();
  const legs = useMemo(() => legsOf(stops), [stops]);
  const links = mapsLinks(stops);
  const metres = legs.reduce((sum, leg) => sum + leg.metres, 0);
  return (
    <div className={styles.route}>
      <header className="flex flex-wrap items-center justify-between gap-y-3 gap-x-6 mb-6">
        <div>
          <h1>{title}</h1>
          <p className="mt-1 text-muted">{text}</p>
        </div>
        <div className="flex flex-wrap gap-3 print:hidden">
          {links.map((link, at) => (
            <a
              key={link}
              href={link}
              target="_blank"
              rel="noreferrer"
              className={buttonClass({ variant: 'primary' })}
            >
              <ExternalLink size={18} />
              {links.length === 1
                ? t('Open in Google Maps')
                : t('Open part {number} in Google Maps', { number: at + 1 })}
            </a>
          ))}
          <Button variant="outlined" onClick={() => window.print()}>
            <Printer size={18} />
            {t('Print')}
          </Button>
        </div>
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)] max-lg:grid-cols-1 print:grid-cols-1 gap-6">
        <div>
          <ol className="grid grid-cols-1" aria-label={t('Stops in order')}>
            {stops.map((stop, at) => {
              const leg = legs[at];
              return (
                <li key={stop.id}>
                  <div className="grid grid-cols-[2rem_minmax(0,1fr)] items-start gap-3">
                    <span
                      className="grid place-items-center w-8 h-8 rounded-full bg-primary text-on-primary font-bold"
                      aria-hidden="true"
                    >
                      {at + 1}
                    </span>
                    <div className="min-w-0">
                      {stop.time && (
                        <p className="text-sm tabular-nums font-semibold">
                          {formatViewingHours(stop.time.starts_at, stop.time.ends_at)}
                          {stop.person && (
                            <span className="text-muted font-medium">
                              {' · '}
                              {t('With {name}', { name: stop.person })}
                            </span>
                          )}
                        </p>
                      )}
                      <Link
                        to={`/properties/${stop.propertyId}`}
                        className="inline-flex items-center min-h-6 font-[650] wrap-anywhere"
                      >
                        <bdi>{stop.title}</bdi>
                      </Link>
                      <p dir="auto" className="text-muted text-sm">
                        {stop.address}
                      </p>
                    </div>
                  </div>
                  {leg && (
                    <div className="my-2 ml-4 pl-7 py-2 border-0 border-l-2 border-dashed border-line-strong text-sm">
                      <p className="text-muted">
                        {t('{distance} in a straight line', { distance: formatDistance(leg.metres) })}
                        {leg.minutes > 0 && ` · ${t('about {minutes} min', { minutes: leg.minutes })}`}
                      </p>
                      {leg.isTooShort && leg.gap !== null && (
                        <p className="flex items-start gap-2 mt-1 text-danger font-semibold">
                          <TriangleAlert className="flex-none mt-0.5" size={16} />
                          {leg.gap < 0
                            ? t('These two viewings overlap.')
                            : t(
                                '{gap, plural, =0 {No time} other {Only # min}} between these viewings: you may be late.',
                                { gap: leg.gap },
                              )}
                        </p>
                      )}
                    </div>
                  )}
                </li>
              );
            })}
          </ol>
          <p className="mt-4 text-muted text-sm">
            {t(
              '{distance} in total, in straight lines. Times assume {speed} km/h in traffic, streets {detour} times as long as the straight line, and {minutes} minutes to park and get in.',
              {
                distance: formatDistance(metres),
                speed: paces.car.speedAtRushHour,
                detour: paces.car.detour,
                minutes: MINUTES_TO_GET_IN,
              },
            )}
          </p>
          {unplaced.length > 0 && (
            <div className="mt-4 text-sm">
              <p className="font-semibold">{t('Not on the map')}</p>
              <ul className="text-muted">
                {unplaced.map(({ id, title: name }) => (
                  <li key={id}>{name}</li>
                ))}
              </ul>
            </div>
          )}
        </div>
        <div className="h-120 max-lg:h-90 print:h-96">
          <LazyRouteMap stops={stops} label={t('Map of the route')} tileUrl={tileUrl} />
        </div>
      </div>
    </div>
  );
}
