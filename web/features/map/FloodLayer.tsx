import { useQuery } from '@tanstack/react-query';
import { Waves } from 'lucide-react';
import { GeoJSON } from 'react-leaflet';
import { type FloodLevel, floodLevelLabel, floodLevels } from '#shared/floodHazard.ts';
import { formatDay } from '#web/lib/dates.ts';
import { t } from '#web/lib/i18n.tsx';
import { useStore } from '#web/lib/store.ts';
import { useMediaQuery } from '#web/lib/useMediaQuery.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { floodColors } from './baseMap/palette.ts';
import { floodMapQuery, floodShapesQuery, showsFloods } from './mapBasics.ts';

const patternId = (level: FloodLevel) => `flood-${level}`;
const useColors = () => floodColors[useMediaQuery('dark') ? 'dark' : 'light'];

/** Dots, lines, crossed lines: distinguishable without colours. */
const marks: Record<FloodLevel, string> = {
  low: 'M2 2h1.6M7 7h1.6',
  medium: 'M0 10 10 0',
  high: 'M0 10 10 0M0 0l10 10',
};

function Patterns() {
  const colors = useColors();
  return (
    <svg width="0" height="0" className="absolute" aria-hidden="true">
      <defs>
        {floodLevels.map((level) => (
          <pattern key={level} id={patternId(level)} width="10" height="10" patternUnits="userSpaceOnUse">
            <rect width="10" height="10" fill={colors[level]} fillOpacity="0.22" />
            <path d={marks[level]} stroke={colors[level]} strokeWidth="1.6" fill="none" />
          </pattern>
        ))}
      </defs>
    </svg>
  );
}

/** The shapes, inside a Leaflet map, below its marks. */
export function FloodShapes() {
  const isShown = useStore(showsFloods);
  const colors = useColors();
  const { data } = useQuery({ ...floodShapesQuery(), enabled: isShown });
  if (!isShown || !data?.shapes) return null;
  return (
    <GeoJSON
      key={data.map?.loaded_at}
      data={data.shapes}
      interactive={false}
      style={(feature) => {
        const { level } = (feature?.properties ?? { level: 'low' }) as { level: FloodLevel };
        return { color: colors[level], weight: 1, fillColor: `url(#${patternId(level)})`, fillOpacity: 1 };
      }}
    />
  );
}

/** Below a map: switches the layer, and states the meaning, the source and the date of its marks. */
export function FloodLegend() {
  const { data: map } = useQuery(floodMapQuery());
  const colors = useColors();
  const isShown = useStore(showsFloods);
  const { isError, isPending, refetch } = useQuery({ ...floodShapesQuery(), enabled: isShown });
  if (!map) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 pr-2 pl-2 py-1 border-t border-t-line bg-surface text-caption leading-[1.4]">
      <Button
        variant="plain"
        size="small"
        className="aria-pressed:bg-primary-soft"
        aria-pressed={isShown}
        onClick={() => showsFloods.set(!isShown)}
      >
        <Waves size={16} aria-hidden="true" />
        {t('Flood hazard')}
      </Button>
      {isShown && (
        <>
          <Patterns />
          <ul className="flex flex-wrap gap-x-3" aria-label={t('Flood hazard levels')}>
            {floodLevels.map((level) => (
              <li key={level} className="inline-flex items-center gap-1.5">
                <svg width="22" height="14" aria-hidden="true">
                  <rect
                    width="22"
                    height="14"
                    fill={`url(#${patternId(level)})`}
                    stroke={colors[level]}
                    strokeWidth="1.5"
                  />
                </svg>
                {t(floodLevelLabel[level])}
              </li>
            ))}
          </ul>
          <p className="text-muted" role="status">
            {isError ? t('The flood hazard map could not be loaded.') : isPending && t('Loading...')}
          </p>
          {isError && (
            <Button variant="plain" size="small" onClick={() => void refetch()}>
              {t('Try Again')}
            </Button>
          )}
          <p className="basis-full px-1 pb-1.5 text-muted">
            {t(
              '{name}. Source: {source}, {date}. Places without a mark are not covered, which does not mean they are safe.',
              { name: map.name, source: map.source, date: formatDay(map.date) },
            )}
          </p>
        </>
      )}
    </div>
  );
}
