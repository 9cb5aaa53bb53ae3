import type { Map as LeafletMap } from 'leaflet';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Popup, useMap, useMapEvents } from 'react-leaflet';
import { ActionMarker } from './ActionMarker.tsx';
import { holds, type MapBounds, type MapItem, type MapMark, type MarkIndex, marksIn } from './clusters.ts';
import { MAX_ZOOM } from './mapDefaults.ts';
import { clusterIcon, pillIcon, priceText } from './markerIcons.ts';
import { type PointedItem, useIsPointedAt } from './pointedItem.ts';

interface View {
  bounds: MapBounds;
  zoom: number;
}

interface PropertyMarksProps<T extends MapItem> {
  items: T[];
  index: MarkIndex<T>;
  selectedId: number | null;
  pointedItem: PointedItem | undefined;
  onBoundsChange: ((bounds: MapBounds) => void) | undefined;
  renderPopup: (items: T[]) => ReactNode;
}

const SELECTED_ZOOM = 16;
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

export function PropertyMarks<T extends MapItem>(props: PropertyMarksProps<T>) {
  const { items, index, selectedId, pointedItem, onBoundsChange, renderPopup } = props;
  const map = useMap();
  const [view, setView] = useState(() => readView(map));
  const report = useRef(onBoundsChange);
  report.current = onBoundsChange;

  const update = useCallback(() => {
    const next = readView(map);
    setView(next);
    report.current?.(next.bounds);
  }, [map]);
  // The same object on every render: otherwise a move made while React re-renders falls between off and on.
  useMapEvents(useMemo(() => ({ moveend: update, resize: update }), [update]));
  useEffect(update, [update]);

  const selected = useMemo(() => items.find((item) => item.id === selectedId), [items, selectedId]);
  useEffect(() => {
    if (selected) map.setView(selected, Math.max(map.getZoom(), SELECTED_ZOOM));
  }, [map, selected]);

  const marks = useMemo(() => marksIn(index, widen(view.bounds), view.zoom), [index, view]);
  return marks.map((mark) =>
    mark.kind === 'item' ? (
      <ItemMark
        key={mark.key}
        item={mark.item}
        isSelected={mark.item.id === selectedId}
        pointedItem={pointedItem}
        renderPopup={renderPopup}
      />
    ) : (
      <ClusterMark
        key={mark.key}
        mark={mark}
        index={index}
        pointedItem={pointedItem}
        renderPopup={renderPopup}
      />
    ),
  );
}

function ItemMark<T extends MapItem>(props: {
  item: T;
  isSelected: boolean;
  pointedItem: PointedItem | undefined;
  renderPopup: (items: T[]) => ReactNode;
}) {
  const { item, isSelected, pointedItem, renderPopup } = props;
  const isHighlighted = useIsPointedAt(pointedItem, (id) => id === item.id);
  const icon = useMemo(() => pillIcon(item, isSelected || isHighlighted), [item, isSelected, isHighlighted]);
  const position = useMemo(() => ({ lat: item.lat, lng: item.lng }), [item.lat, item.lng]);
  return (
    <ActionMarker
      position={position}
      icon={icon}
      label={`${item.title}, ${priceText(item)}`}
      isRaised={isSelected || isHighlighted}
      isOpen={isSelected}
    >
      <Popup minWidth={0} maxWidth={320} autoPanPadding={[24, 24]}>
        {renderPopup([item])}
      </Popup>
    </ActionMarker>
  );
}

function ClusterMark<T extends MapItem>(props: {
  mark: Extract<MapMark<T>, { kind: 'cluster' }>;
  index: MarkIndex<T>;
  pointedItem: PointedItem | undefined;
  renderPopup: (items: T[]) => ReactNode;
}) {
  const { mark, index, pointedItem, renderPopup } = props;
  const isHighlighted = useIsPointedAt(pointedItem, (id) => holds(index, mark, id));
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
      label={`${mark.count} properties${isOneSpot ? ' at this address' : ', zoom in'}`}
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
