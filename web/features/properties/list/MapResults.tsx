import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useRef, useState } from 'react';
import type { MapPoint } from '#shared/contracts/properties.ts';
import { LazyPropertyMap, type MapBounds, type PointedItem } from '#web/features/map/index.ts';
import { useSite } from '#web/lib/useSite.ts';
import { MapPopup } from '../cards/MapPopup.tsx';
import { propertyMapQuery } from '../queries.ts';
import { type ListState, mapQuery, readArea, writeBbox } from './listState.ts';
import styles from './MapResults.module.css';

interface MapResultsProps {
  state: ListState;
  /** Pointed at in the list beside the map. */
  pointedItem: PointedItem;
  onSearchArea: (bbox: string) => void;
}

const noPoints: MapPoint[] = [];

/** The listings of the current filters on the map. Nothing found is still a map. */
export function MapResults({ state, pointedItem, onSearchArea }: MapResultsProps) {
  const query = mapQuery(state);
  const { data, isPending, isError, isFetching, isPlaceholderData, refetch } = useQuery(
    propertyMapQuery(query),
  );
  const { tileUrl } = useSite();
  const points = data?.points ?? noPoints;
  const area = state.bbox ? readArea(state.bbox) : undefined;

  // The view follows the search that the shown points answer; the points of the search before do not move it.
  const fitKey = useFitKey(
    JSON.stringify(area ? { bbox: state.bbox } : query),
    data !== undefined && !isPlaceholderData,
  );
  const [seen, setSeen] = useState<MapBounds | null>(null);
  const hasTouched = useRef(false);
  const [movedFrom, setMovedFrom] = useState<string | null>(null);
  const canSearchArea = seen !== null && movedFrom === fitKey && !isError && !isPlaceholderData;

  const touch = () => {
    hasTouched.current = true;
  };
  const settle = (bounds: MapBounds) => {
    setSeen(bounds);
    // The map's own fitting is no wish of the visitor's.
    if (!hasTouched.current) return;
    hasTouched.current = false;
    setMovedFrom(fitKey);
  };

  return (
    <div
      className="relative h-full"
      onPointerDownCapture={touch}
      onWheelCapture={touch}
      onKeyDownCapture={touch}
      aria-busy={isFetching}
    >
      <LazyPropertyMap
        items={points}
        tileUrl={tileUrl}
        renderPopup={(point) => <MapPopup point={point} />}
        guide={guideText(points.length, data?.total ?? 0)}
        action={
          canSearchArea && (
            <button
              type="button"
              className={styles.search}
              onClick={() => {
                setMovedFrom(null);
                onSearchArea(writeBbox(seen));
              }}
            >
              <RotateCw size={16} strokeWidth={2.25} aria-hidden="true" />
              Search this area
            </button>
          )
        }
        fitKey={fitKey}
        fitArea={area}
        pointedItem={pointedItem}
        onBoundsChange={settle}
      />
      <div className="absolute top-3 right-14 left-14 z-1 flex justify-center pointer-events-none">
        {isError ? (
          <div className={styles.message} role="alert">
            Failed to load properties
            <button type="button" onClick={() => void refetch()}>
              Try Again
            </button>
          </div>
        ) : (
          (isPending || isPlaceholderData) && (
            <p className={styles.message} role="status">
              Loading properties...
            </p>
          )
        )}
      </div>
    </div>
  );
}

/** A search that was not answered, whether it waits or has failed, is nothing to fit to. */
function useFitKey(wanted: string, isAnswered: boolean): string {
  const [key, setKey] = useState('nothing yet');
  if (isAnswered && key !== wanted) setKey(wanted);
  return isAnswered ? wanted : key;
}

function guideText(shown: number, total: number): string {
  return shown < total
    ? `of ${total.toLocaleString('en-PH')}. Zoom in and search the area to see the others.`
    : 'Markers are colored by price.';
}
