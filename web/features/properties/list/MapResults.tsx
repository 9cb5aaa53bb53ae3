import { useQuery } from '@tanstack/react-query';
import { MapPin, RotateCw } from 'lucide-react';
import { type ReactNode, Suspense, use, useEffect, useMemo, useRef, useState } from 'react';
import type { MapPoint, PropertyMapClusters } from '#shared/contracts/properties.ts';
import { type TileRange, tilesOf } from '#shared/mapTiles.ts';
import { reachCircle } from '#shared/travelTime.ts';
import { boundsOfHomes, LazyPropertyMap, type MapBounds, type MapView } from '#web/features/map/index.ts';
import { LazyTravelLine } from '#web/features/ownPlaces/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { createStore, useStore } from '#web/lib/store.ts';
import { useSite } from '#web/lib/useSite.ts';
import { Button, buttonClass } from '#web/ui/controls/Button.tsx';
import { Picture } from '#web/ui/display/Picture.tsx';
import { CardSlotsContext } from '../cards/cardSlots.tsx';
import { ListingBadge, PropertyFacts, PropertyLink, PropertyPrice } from '../cards/listingParts.tsx';
import {
  changeState,
  type ListQuery,
  type ListState,
  type ListStateControl,
  mapQuery,
  readArea,
  readReach,
  writeBbox,
} from './listState.ts';
import { reachText } from './listWords.ts';
import { mapMarksQuery, mapOverviewQuery, mapPointsQuery } from './queries.ts';

/** Whether each move of the map is a search, in this browser. */
const followsMapHere = createStore(false, {
  area: 'localStorage',
  key: 'silong_search_as_i_move',
  read: (stored) => stored === true,
});
/** A map that is being moved stops often. */
const PAUSE_MS = 400;
/** The same for its marks, which cost less than a search. */
const MARKS_PAUSE_MS = 120;

const messageClass =
  'flex items-center gap-2 min-h-control px-4.5 panel rounded-full shadow-lg text-md font-semibold pointer-events-auto';

const noMarks = { clusters: [], points: [] };

const extentOf = ({ clusters, points }: PropertyMapClusters) =>
  boundsOfHomes([
    ...clusters.map(({ bounds }) => bounds),
    ...points.map(({ lat, lng }) => ({ west: lng, south: lat, east: lng, north: lat })),
  ]);

export function MapResults({ state, change }: Pick<ListStateControl, 'state' | 'change'>) {
  const query = mapQuery(state);
  const overview = useQuery(mapOverviewQuery(query));
  const { data, isPending, isPlaceholderData } = overview;
  const [tiles, setTiles] = useState<TileRange | null>(null);
  const marks = useQuery(mapMarksQuery(query, tiles));
  const isError = overview.isError || marks.isError;
  const { tileUrl } = useSite();
  const followsMap = useStore(followsMapHere);
  const extent = useMemo(() => data && extentOf(data), [data]);
  const searched = state.bbox ? readArea(state.bbox) : undefined;
  const { bbox, areas, reaches } = state;
  const circles = useMemo(
    () =>
      reaches.map(readReach).flatMap((reach) => {
        const circle = reachCircle(reach);
        return circle ? [{ ...circle, label: reachText(reach) }] : [];
      }),
    [reaches],
  );

  // The view follows the search that the shown points answer; the points of the search before do not move it.
  const fitKey = useFitKey(
    JSON.stringify(searched || areas.length > 0 ? { bbox, areas } : query),
    data !== undefined && !isPlaceholderData,
  );
  const [seen, setSeen] = useState<MapBounds | null>(null);
  const [movedFrom, setMovedFrom] = useState<string | null>(null);
  const canSearchArea = !followsMap && seen !== null && movedFrom === fitKey && !isError && !isPlaceholderData;

  // A search made on the map itself: the answer does not move the view.
  const [ownQuery, setOwnQuery] = useState('');
  const changeFromMap = (changes: Partial<ListState>, isCorrection = false) => {
    setOwnQuery(JSON.stringify(mapQuery(changeState(state, changes))));
    change(changes, { isCorrection });
  };
  const changeLater = useRef(changeFromMap);
  changeLater.current = changeFromMap;

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const tilesTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      clearTimeout(tilesTimer.current);
    },
    [],
  );
  const settle = ({ bounds, zoom }: MapView, isByVisitor: boolean) => {
    setSeen(bounds);
    // Before the first answer the position of the map is unknown.
    if (!data) return;
    clearTimeout(tilesTimer.current);
    tilesTimer.current = setTimeout(
      () => setTiles(tilesOf(bounds, Math.floor(zoom))),
      isByVisitor ? MARKS_PAUSE_MS : 0,
    );
    if (!isByVisitor) return;
    if (!followsMap) return setMovedFrom(fitKey);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => changeLater.current({ bbox: writeBbox(bounds) }, true), PAUSE_MS);
  };

  const notice = isError ? (
    <div className={messageClass} role="alert">
      {t('Failed to load properties')}
      <button
        className="min-h-control px-2 text-primary font-bold"
        type="button"
        onClick={() => {
          if (overview.isError) void overview.refetch();
          if (marks.isError) void marks.refetch();
        }}
      >
        {t('Try Again')}
      </button>
    </div>
  ) : (
    (isPending || (isPlaceholderData && !followsMap)) && (
      <p className={messageClass} role="status">
        {t('Loading properties...')}
      </p>
    )
  );

  return (
    <div className="relative h-full" aria-busy={overview.isFetching || marks.isFetching}>
      <LazyPropertyMap
        marks={marks.data ?? noMarks}
        isOutdated={!marks.data || marks.isPlaceholderData}
        total={data?.total ?? 0}
        {...{ extent, tileUrl, notice, circles, areas, followsMap, fitKey }}
        renderPopup={(point) => <MapPopup point={point} />}
        renderList={({ bounds }, onSize) => (
          <AddressPoints query={query} bounds={bounds} onSize={onSize}>
            {(points) => <AddressList points={points} />}
          </AddressPoints>
        )}
        renderCard={(point) => <MapCard point={point} />}
        renderAddress={({ bounds }, show) => (
          <AddressPoints query={query} bounds={bounds}>
            {show}
          </AddressPoints>
        )}
        onList={() => change({ view: 'grid' })}
        action={
          canSearchArea && (
            <Button
              className="rounded-full max-xl:shadow-lg pointer-events-auto"
              onClick={() => {
                setMovedFrom(null);
                changeFromMap({ bbox: writeBbox(seen) });
              }}
            >
              <RotateCw size={16} strokeWidth={2.25} />
              {t('Search this area')}
            </Button>
          )
        }
        // The drawn area is the place; an area of the map searched before would only cut it off.
        onAreas={(drawn, isStep) => changeFromMap({ areas: drawn, bbox: null }, isStep)}
        onFollowMap={(follows) => {
          followsMapHere.set(follows);
          setMovedFrom(null);
          if (follows && seen) changeFromMap({ bbox: writeBbox(seen) }, true);
        }}
        fitArea={searched}
        keepsView={ownQuery === JSON.stringify(query)}
        onMove={settle}
      />
    </div>
  );
}

/** A search that was not answered, whether it waits or has failed, is nothing to fit to. */
function useFitKey(wanted: string, isAnswered: boolean): string {
  const [key, setKey] = useState('nothing yet');
  if (isAnswered && key !== wanted) setKey(wanted);
  return isAnswered ? wanted : key;
}

const popupButtonClass = buttonClass({ variant: 'outlined', className: 'flex-1 px-1 text-sm whitespace-nowrap' });

/** Limit of the listings in a popup, until the others are loaded on demand. */
const FIRST_OF_ADDRESS = 20;

interface AddressPointsProps {
  query: ListQuery;
  bounds: MapBounds;
  /** Called whenever the size of what is shown has changed. */
  onSize?: () => void;
  children: (points: readonly MapPoint[]) => ReactNode;
}

/** The listings of a cluster that no zoom takes apart. */
function AddressPoints({ query, bounds, onSize, children }: AddressPointsProps) {
  const { data, isError, refetch } = useQuery(mapPointsQuery(query, bounds));
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it is asked for follows from these
  useEffect(() => onSize?.(), [data, isError]);
  const waitingClass = onSize ? 'grid gap-2 p-4' : messageClass;
  if (isError)
    return (
      <div className={waitingClass} role="alert">
        {t('Failed to load properties')}
        <button type="button" className={popupButtonClass} onClick={() => void refetch()}>
          {t('Try Again')}
        </button>
      </div>
    );
  if (!data)
    return (
      <p className={`${waitingClass} ${onSize ? 'min-h-60' : ''}`} role="status">
        {t('Loading properties...')}
      </p>
    );
  return children(data.points);
}

function AddressList({ points }: { points: readonly MapPoint[] }) {
  const [shown, setShown] = useState(FIRST_OF_ADDRESS);
  return (
    <>
      {points.slice(0, shown).map((point) => (
        <MapPopup key={point.id} point={point} />
      ))}
      {shown < points.length && (
        <div className="flex p-3.5">
          <button type="button" className={popupButtonClass} onClick={() => setShown(shown + FIRST_OF_ADDRESS)}>
            {t('Show more')}
          </button>
        </div>
      )}
    </>
  );
}

/** The inside of the card on a full-screen map, 17 to 27 rem wide. */
function MapCard({ point }: { point: MapPoint }) {
  const { FavoriteButton } = use(CardSlotsContext);
  const { id, title, image, listing_type, price, city } = point;
  return (
    <article className="grid grid-cols-[7rem_minmax(0,1fr)] gap-3 text-ink">
      <div className="relative overflow-hidden rounded-md bg-skeleton">
        <PropertyLink propertyId={id} className="absolute inset-0" isPointerOnly>
          <Picture src={image} alt="" sizes="112px" />
        </PropertyLink>
        <div className="absolute top-1.5 left-1.5 pointer-events-none">
          <ListingBadge listingType={listing_type} />
        </div>
        <div className="absolute right-0 bottom-0">
          <FavoriteButton propertyId={id} title={title} />
        </div>
      </div>
      <div className="grid gap-1 content-start min-w-0">
        <PropertyPrice className="pr-9" price={price} listingType={listing_type} />
        <PropertyFacts {...point} />
        <h3 dir="auto" className="truncate text-md font-[650] leading-[1.3]">
          {title}
        </h3>
        <p className="flex items-center gap-1.5 text-muted text-sm">
          <MapPin className="flex-none" size={15} strokeWidth={1.75} />
          {city}
        </p>
        <Suspense>
          <LazyTravelLine from={point} />
        </Suspense>
        <PropertyLink propertyId={id} className={buttonClass({})} label={t('View Details of {title}', { title })}>
          {t('View Details')}
        </PropertyLink>
      </div>
    </article>
  );
}

function MapPopup({ point }: { point: MapPoint }) {
  const { FavoriteButton, CompareButton, SaveToListButton } = use(CardSlotsContext);
  const { id, title, image, listing_type, price, city } = point;
  return (
    <article className="text-ink [font-family:var(--s-font)]">
      <div className="relative aspect-5/2 bg-skeleton max-lg:aspect-3/1">
        <PropertyLink propertyId={id} className="block h-full" isPointerOnly>
          <Picture src={image} alt="" sizes="280px" />
        </PropertyLink>
        <div className="absolute top-2 left-2 pointer-events-none">
          <ListingBadge listingType={listing_type} />
        </div>
      </div>
      <div className="grid gap-1.5 pt-3 px-3.5 pb-3.5">
        <h3
          dir="auto"
          className="overflow-hidden text-md font-[650] leading-[1.3] tracking-[-0.01em] text-pretty line-clamp-2"
        >
          {title}
        </h3>
        <PropertyPrice price={price} listingType={listing_type} />
        <p className="flex items-center gap-1.5 text-muted text-sm">
          <MapPin size={15} strokeWidth={1.75} />
          {city}
        </p>
        <PropertyFacts {...point} />
        <Suspense>
          <LazyTravelLine from={point} />
        </Suspense>
        <div className="flex gap-2 mt-2">
          <PropertyLink
            propertyId={id}
            className={buttonClass({ className: 'flex-1' })}
            label={t('View Details of {title}', { title })}
          >
            {t('View Details')}
          </PropertyLink>
          <FavoriteButton propertyId={id} title={title} variant="labelled" />
        </div>
        <div className="flex gap-2">
          <CompareButton propertyId={id} title={title} className={popupButtonClass} />
          <Suspense>
            <SaveToListButton propertyId={id} title={title} className={popupButtonClass} />
          </Suspense>
        </div>
      </div>
    </article>
  );
}
