import { type Map as LeafletMap, latLngBounds } from 'leaflet';
import { Fragment, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Popup, useMap, useMapEvents } from 'react-leaflet';
import { t } from '#web/lib/i18n.tsx';
import { useStore } from '#web/lib/store.ts';
import { ActionMarker } from './ActionMarker.tsx';
import {
  holds,
  indexItems,
  type MapBounds,
  type MapItem,
  type MapMark,
  type MarkIndex,
  marksIn,
  PRICE_TIERS,
  priceTierLabel,
  priceTierRange,
} from './clusters.ts';
import { MapFrame } from './MapFrame.tsx';
import {
  DEFAULT_CENTER,
  DEFAULT_ZOOM,
  FIT_PADDING_PX,
  MAX_ZOOM,
  SINGLE_PROPERTY_ZOOM,
} from './mapDefaults.ts';
import { clusterIcon, pillIcon, priceText, TIER_COLOR } from './markerIcons.ts';
import { pointedItem } from './pointedItem.ts';

export interface PropertyMapProps<T extends MapItem> {
  /** Only properties with coordinates. */
  items: T[];
  /** Empty: the bundled base map only. */
  tileUrl: string;
  /** The inside of a popup, 280 px wide. */
  renderPopup: (item: T) => ReactNode;
  /** After every pan and zoom, and once at the start. */
  onBoundsChange: (bounds: MapBounds) => void;
  /** Beside 'Showing N properties', above the colour key. */
  guide: ReactNode;
  /** What can be done about the part of the map that is shown; stands in the legend. */
  action: ReactNode;
  /** The part of the map that was searched; shown in place of the items' extent. */
  fitArea?: MapBounds | undefined;
  /** Names the search that the items answer; the view is refitted only when it changes. */
  fitKey: string;
}

/** Properties on a map: price pills, clustered. Fills its parent, which gives it a height. */
export function PropertyMap<T extends MapItem>(props: PropertyMapProps<T>) {
  const { items, tileUrl, renderPopup, onBoundsChange, guide, action } = props;
  const index = useMemo(() => indexItems(items), [items]);
  return (
    <MapFrame
      center={DEFAULT_CENTER}
      zoom={DEFAULT_ZOOM}
      tileUrl={tileUrl}
      label={t('Map of properties')}
      footer={<MapLegend count={items.length} guide={guide} action={action} />}
    >
      <FitToItems items={items} fitKey={props.fitKey} area={props.fitArea} />
      <PropertyMarks
        index={index}
        onBoundsChange={onBoundsChange}
        renderPopup={(found) => (
          <div className="flex flex-col w-[280px] max-w-[72vw] max-h-96 overflow-auto [&>*+*]:border-t [&>*+*]:border-t-line">
            {found.map((item) => (
              <Fragment key={item.id}>{renderPopup(item)}</Fragment>
            ))}
          </div>
        )}
      />
    </MapFrame>
  );
}

/** The guide: how many properties are shown, and what the colours mean. */
function MapLegend({ count, guide, action }: { count: number; guide: ReactNode; action: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-y-0 gap-x-3 pt-1 pr-2 pb-3 pl-4 border-t border-t-line bg-surface text-[0.8125rem] leading-[1.4] max-md:pl-3">
      <div className="flex flex-1 flex-wrap content-center items-baseline gap-y-0 gap-x-2 min-w-0 min-h-13">
        <p className="font-[650]" aria-live="polite">
          {t('Showing {count, plural, one {# property} other {# properties}}', { count })}
        </p>
        <p className="text-muted max-md:hidden">{guide}</p>
      </div>
      {action}
      <ul className="flex basis-full flex-wrap gap-y-1 gap-x-4" aria-label={t('Marker colours')}>
        {PRICE_TIERS.map((tier) => (
          <li className="flex items-center gap-2" key={tier}>
            <span className={`flex-none w-3 h-3 rounded-full ${TIER_COLOR[tier]}`} aria-hidden="true" />
            <span>{t(priceTierLabel[tier])}</span>
            <span className="text-muted max-md:hidden">{t(priceTierRange[tier])}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Keeps units of one building from being shown at rooftop level. */
const CLOSEST_FIT_ZOOM = 16;

/** As shares of the view: a part of the map that the visitor chose by looking at it is not shown again slightly shifted. */
const SAME_AREA = 0.02;

interface FitToItemsProps {
  items: MapItem[];
  fitKey: string;
  /** Shown in place of the items' extent. */
  area: MapBounds | undefined;
}

/** Fits the view to the items (specification, part 1 §2 and §9), again only when `fitKey` changes. */
function FitToItems({ items, fitKey, area }: FitToItemsProps) {
  const map = useMap();
  const fittedKey = useRef<string | null>(null);

  useEffect(() => {
    if (fittedKey.current === fitKey) return;
    const isFirst = fittedKey.current === null;
    fittedKey.current = fitKey;
    const [only] = items;
    if (area) {
      const bounds = latLngBounds([area.south, area.west], [area.north, area.east]);
      const isShown =
        map.getBounds().pad(SAME_AREA).contains(bounds) && bounds.pad(SAME_AREA).contains(map.getBounds());
      if (!isShown) map.fitBounds(bounds, { animate: !isFirst });
    } else if (!only) {
      map.setView(DEFAULT_CENTER, DEFAULT_ZOOM);
    } else if (items.length === 1) {
      map.setView(only, SINGLE_PROPERTY_ZOOM, { animate: !isFirst });
    } else {
      map.fitBounds(latLngBounds(items.map(({ lat, lng }) => [lat, lng])), {
        padding: [FIT_PADDING_PX, FIT_PADDING_PX],
        maxZoom: CLOSEST_FIT_ZOOM,
        animate: !isFirst,
      });
    }
  }, [map, items, fitKey, area]);

  return null;
}

interface View {
  bounds: MapBounds;
  zoom: number;
}

interface MarkProps<T extends MapItem> {
  renderPopup: (items: T[]) => ReactNode;
}

interface PropertyMarksProps<T extends MapItem> extends MarkProps<T> {
  index: MarkIndex<T>;
  onBoundsChange: (bounds: MapBounds) => void;
}

/** Markers are kept this far beyond the edge, as a share of the view, so that panning shows no gaps. */
const MARGIN = 0.25;

function readView(map: LeafletMap): View {
  const bounds = map.getBounds();
  return {
    zoom: map.getZoom(),
    bounds: {
      west: bounds.getWest(),
      south: bounds.getSouth(),
      east: bounds.getEast(),
      north: bounds.getNorth(),
    },
  };
}

function widen({ west, south, east, north }: MapBounds): MapBounds {
  const x = (east - west) * MARGIN;
  const y = (north - south) * MARGIN;
  return { west: west - x, south: south - y, east: east + x, north: north + y };
}

function PropertyMarks<T extends MapItem>(props: PropertyMarksProps<T>) {
  const { index, onBoundsChange, renderPopup } = props;
  const map = useMap();
  const [view, setView] = useState(() => readView(map));
  const report = useRef(onBoundsChange);
  report.current = onBoundsChange;

  const update = useCallback(() => {
    const next = readView(map);
    setView(next);
    report.current(next.bounds);
  }, [map]);
  // The same object on every render: otherwise a move made while React re-renders falls between off and on.
  useMapEvents(useMemo(() => ({ moveend: update, resize: update }), [update]));
  useEffect(update, [update]);

  const marks = useMemo(() => marksIn(index, widen(view.bounds), view.zoom), [index, view]);
  return marks.map((mark) =>
    mark.kind === 'item' ? (
      <ItemMark key={mark.key} item={mark.item} renderPopup={renderPopup} />
    ) : (
      <ClusterMark key={mark.key} mark={mark} index={index} renderPopup={renderPopup} />
    ),
  );
}

function ItemMark<T extends MapItem>({ item, renderPopup }: MarkProps<T> & { item: T }) {
  const isHighlighted = useStore(pointedItem, (id) => id === item.id);
  const icon = useMemo(() => pillIcon(item, isHighlighted), [item, isHighlighted]);
  const position = useMemo(() => ({ lat: item.lat, lng: item.lng }), [item.lat, item.lng]);
  return (
    <ActionMarker
      position={position}
      icon={icon}
      label={`${item.title}, ${priceText(item)}`}
      isRaised={isHighlighted}
    >
      <Popup minWidth={0} maxWidth={320} autoPanPadding={[24, 24]}>
        {renderPopup([item])}
      </Popup>
    </ActionMarker>
  );
}

interface ClusterMarkProps<T extends MapItem> extends MarkProps<T> {
  mark: Extract<MapMark<T>, { kind: 'cluster' }>;
  index: MarkIndex<T>;
}

function ClusterMark<T extends MapItem>(props: ClusterMarkProps<T>) {
  const { mark, index, renderPopup } = props;
  const isHighlighted = useStore(pointedItem, (id) => id !== null && holds(index, mark, id));
  const map = useMap();
  // The key changes with the cluster's contents.
  // biome-ignore lint/correctness/useExhaustiveDependencies: an equal mark is a new object after every pan
  const icon = useMemo(() => clusterIcon(mark, isHighlighted), [mark.key, isHighlighted]);
  const position = useMemo(() => ({ lat: mark.lat, lng: mark.lng }), [mark.lat, mark.lng]);
  const isOneSpot = mark.opensAtZoom > MAX_ZOOM;
  return (
    <ActionMarker
      position={position}
      icon={icon}
      label={
        isOneSpot
          ? t('{count} properties at this address', { count: mark.count })
          : t('{count} properties, zoom in', { count: mark.count })
      }
      isRaised={isHighlighted}
      onActivate={isOneSpot ? undefined : () => map.setView(position, mark.opensAtZoom)}
    >
      {isOneSpot && (
        <Popup minWidth={0} maxWidth={320} autoPanPadding={[24, 24]}>
          {renderPopup(mark.items)}
        </Popup>
      )}
    </ActionMarker>
  );
}
