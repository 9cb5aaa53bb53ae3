import { useQuery } from '@tanstack/react-query';
import { MapPin, RotateCw } from 'lucide-react';
import { use, useRef, useState } from 'react';
import type { MapPoint } from '#shared/contracts/properties.ts';
import { LazyPropertyMap, type MapBounds } from '#web/features/map/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { useSite } from '#web/lib/useSite.ts';
import { Picture } from '#web/ui/display/Picture.tsx';
import {
  CardSlotsContext,
  ListingBadge,
  PropertyFacts,
  PropertyLink,
  PropertyPrice,
} from '../cards/listingParts.tsx';
import { propertyMapQuery } from '../queries.ts';
import { type ListState, mapQuery, readArea, writeBbox } from './listState.ts';

interface MapResultsProps {
  state: ListState;
  onSearchArea: (bbox: string) => void;
}

const messageClass =
  'flex items-center gap-2 min-h-control py-0 px-4.5 border border-line rounded-full bg-surface shadow-lg text-ink text-[0.9375rem] font-semibold pointer-events-auto';

const noPoints: MapPoint[] = [];

/** The listings of the current filters on the map. Nothing found is still a map. */
export function MapResults({ state, onSearchArea }: MapResultsProps) {
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
              className="flex items-center gap-2 min-h-control py-0 px-4.5 border rounded-full text-[0.9375rem] font-semibold pointer-events-auto border-primary bg-primary text-on-primary cursor-pointer hover:bg-primary-hover"
              onClick={() => {
                setMovedFrom(null);
                onSearchArea(writeBbox(seen));
              }}
            >
              <RotateCw size={16} strokeWidth={2.25} />
              {t('Search this area')}
            </button>
          )
        }
        fitKey={fitKey}
        fitArea={area}
        onBoundsChange={settle}
      />
      <div className="absolute top-3 right-14 left-14 z-1 flex justify-center pointer-events-none">
        {isError ? (
          <div className={messageClass} role="alert">
            {t('Failed to load properties')}
            <button
              className="min-h-control py-0 px-2 border-0 bg-transparent text-primary font-bold cursor-pointer"
              type="button"
              onClick={() => void refetch()}
            >
              {t('Try Again')}
            </button>
          </div>
        ) : (
          (isPending || isPlaceholderData) && (
            <p className={messageClass} role="status">
              {t('Loading properties...')}
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
    ? t('of {total}. Zoom in and search the area to see the others.', {
        total: total.toLocaleString('en-PH'),
      })
    : t('Markers are colored by price.');
}

/** What a marker opens: a small card. */
function MapPopup({ point }: { point: MapPoint }) {
  const { FavoriteButton } = use(CardSlotsContext);
  const { id, title, image, listing_type, price, city } = point;
  return (
    <article className="text-ink [font-family:var(--s-font)]">
      <div className="relative aspect-16/9 bg-skeleton">
        <PropertyLink propertyId={id} className="block h-full" isPointerOnly>
          <Picture src={image} alt="" sizes="280px" />
        </PropertyLink>
        <div className="absolute top-2 left-2 pointer-events-none">
          <ListingBadge listingType={listing_type} />
        </div>
      </div>
      <div className="grid gap-1.5 pt-3 px-3.5 pb-3.5">
        <h3 className="overflow-hidden text-[0.9375rem] font-[650] leading-[1.3] tracking-[-0.01em] text-pretty line-clamp-2">
          {title}
        </h3>
        <PropertyPrice price={price} listingType={listing_type} />
        <p className="flex items-center gap-1.5 text-muted text-sm">
          <MapPin size={15} strokeWidth={1.75} />
          {city}
        </p>
        <PropertyFacts {...point} />
        <div className="flex gap-2 mt-2">
          <PropertyLink
            propertyId={id}
            className="inline-flex flex-1 items-center justify-center min-h-control rounded-[0.625rem] bg-primary text-on-primary! text-[0.9375rem] font-semibold no-underline hover:bg-primary-hover"
            label={t('View Details of {title}', { title })}
          >
            {t('View Details')}
          </PropertyLink>
          <FavoriteButton propertyId={id} title={title} variant="labelled" />
        </div>
      </div>
    </article>
  );
}
