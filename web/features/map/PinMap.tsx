import { latLngBounds } from 'leaflet';
import { useEffect, useMemo } from 'react';
import { Marker, useMap, useMapEvents } from 'react-leaflet';
import type { LatLng, Place } from '#shared/places.ts';
import { t } from '#web/lib/i18n.tsx';
import { matchesMedia } from '#web/lib/useMediaQuery.ts';
import { MapFrame } from './MapFrame.tsx';
import { DEFAULT_CENTER, DEFAULT_ZOOM, SINGLE_PROPERTY_ZOOM } from './mapBasics.ts';
import { homeIcon } from './markerIcons.ts';

interface PinMapProps {
  pin: LatLng | null;
  /** Shown while there is no pin. */
  place: Place | undefined;
  /** Empty: the bundled base map only. */
  tileUrl: string;
  onPin(position: LatLng): void;
}

const home = homeIcon();
const CITY_ZOOM = 13;
/** A flight across the city would still be moving under the click. */
const AT_ONCE = { animate: false };

/** A map to put one pin on: by a click, and by dragging it. Fills its parent. */
export function PinMap({ pin, place, tileUrl, onPin }: PinMapProps) {
  return (
    <MapFrame
      center={pin ?? place?.center ?? DEFAULT_CENTER}
      zoom={pin ? SINGLE_PROPERTY_ZOOM : DEFAULT_ZOOM}
      tileUrl={tileUrl}
      label={t('Map to place the pin on')}
    >
      <ScrollPolitely />
      <View pin={pin} place={place} />
      <PinOnClick onPin={onPin} />
      {pin && <Pin position={pin} onPin={onPin} />}
    </MapFrame>
  );
}

function Pin({ position, onPin }: { position: LatLng; onPin(position: LatLng): void }) {
  const handlers = useMemo(
    () => ({
      dragend: ({ target }: { target: { getLatLng(): LatLng } }) => onPin(target.getLatLng()),
    }),
    [onPin],
  );
  // The two fields below are the keyboard's way: the pin itself takes no focus.
  return <Marker position={position} icon={home} draggable keyboard={false} eventHandlers={handlers} />;
}

function PinOnClick({ onPin }: { onPin(position: LatLng): void }) {
  useMapEvents({ click: ({ latlng }) => onPin(latlng) });
  return null;
}

/** Follows a pin that was typed out of sight, and without a pin the named place. */
function View({ pin, place }: Pick<PinMapProps, 'pin' | 'place'>) {
  const map = useMap();
  const lat = pin?.lat;
  const lng = pin?.lng;
  useEffect(() => {
    if (lat === undefined || lng === undefined) return;
    if (!map.getBounds().contains({ lat, lng })) map.setView({ lat, lng }, SINGLE_PROPERTY_ZOOM, AT_ONCE);
  }, [map, lat, lng]);

  const hasPin = pin !== null;
  useEffect(() => {
    if (hasPin || !place) return;
    const { bounds, center } = place;
    if (bounds)
      map.fitBounds(latLngBounds([bounds.south, bounds.west], [bounds.north, bounds.east]), AT_ONCE);
    else map.setView(center, CITY_ZOOM, AT_ONCE);
  }, [map, hasPin, place]);
  return null;
}

/** The form scrolls past the map: the wheel zooms only once the map was clicked, and one finger scrolls the form. */
function ScrollPolitely() {
  const map = useMap();
  useEffect(() => {
    const container = map.getContainer();
    const allow = () => map.scrollWheelZoom.enable();
    const forbid = () => map.scrollWheelZoom.disable();
    forbid();
    if (matchesMedia('coarsePointer')) map.dragging.disable();
    container.addEventListener('focusin', allow);
    container.addEventListener('focusout', forbid);
    return () => {
      container.removeEventListener('focusin', allow);
      container.removeEventListener('focusout', forbid);
    };
  }, [map]);
  return null;
}
