import { divIcon, type Map as LeafletMap, latLngBounds, type Point } from 'leaflet';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { Marker, Polyline, Popup, useMap, useMapEvents } from 'react-leaflet';
import { NEARBY_CATEGORIES, type NearbyCategory } from '#shared/labels.ts';
import { formatDistance, type NearbyPlace } from '#shared/nearbyPlaces.ts';
import { isPinInCountry } from '#shared/pins.ts';
import type { LatLng, Place } from '#shared/places.ts';
import { t } from '#web/lib/i18n.tsx';
import { useStore } from '#web/lib/store.ts';
import { matchesMedia } from '#web/lib/useMediaQuery.ts';
import { ActionMarker } from './ActionMarker.tsx';
import { FloodLegend, FloodShapes } from './FloodLayer.tsx';
import { MapFrame } from './MapFrame.tsx';
import { DEFAULT_CENTER, DEFAULT_ZOOM, SINGLE_PROPERTY_ZOOM } from './mapBasics.ts';
import { homeIcon, NEARBY_COLOR, NEARBY_ICON_PATH, nearbyIcon, roundMark } from './markerIcons.ts';
import { pointedPlace } from './pointedItem.ts';

interface LocationMapProps {
  lat: number;
  lng: number;
  title: string;
  /** As it should read in the popup: '₱12,500,000', '₱45,000/month'. */
  price: string;
  address: string;
  tileUrl: string;
  /** Default 15. */
  zoom?: number;
  /** Nearby schools, hospitals, shops and stations; all are shown at first. */
  places?: readonly NearbyPlace[];
}

const home = homeIcon();

/** A map of one property. Fills its parent, which gives it a height. */
export function LocationMap(props: LocationMapProps) {
  const { lat, lng, title, price, address, tileUrl, zoom = SINGLE_PROPERTY_ZOOM, places = [] } = props;
  const center = useMemo(() => ({ lat, lng }), [lat, lng]);
  const isOffered = ({ category }: { category: NearbyCategory }) =>
    places.some((place) => place.category === category);
  const offered = NEARBY_CATEGORIES.filter(isOffered);
  const [hidden, setHidden] = useState<ReadonlySet<NearbyCategory>>(new Set());

  function toggle(category: NearbyCategory): void {
    const next = new Set(hidden);
    if (!next.delete(category)) next.add(category);
    setHidden(next);
  }

  return (
    <MapFrame
      center={center}
      zoom={zoom}
      tileUrl={tileUrl}
      label={t('Map of {title}', { title })}
      footer={
        <>
          {offered.length > 1 && <CategoryBar offered={offered} hidden={hidden} onToggle={toggle} />}
          <FloodLegend />
        </>
      }
    >
      <FloodShapes />
      <Recenter center={center} zoom={zoom} />
      {places
        .filter((place) => !hidden.has(place.category))
        .map((place) => (
          <PlaceMark key={`${place.category} ${place.name}`} place={place} />
        ))}
      <ActionMarker position={center} icon={home} label={`${title}, ${price}, ${address}`} isRaised>
        <PlacePopup title={title} price={price} text={address} />
      </ActionMarker>
    </MapFrame>
  );
}

interface CategoryBarProps {
  offered: typeof NEARBY_CATEGORIES;
  hidden: ReadonlySet<NearbyCategory>;
  onToggle(category: NearbyCategory): void;
}

const HIDDEN = 'bg-transparent text-muted shadow-[inset_0_0_0_1.5px_currentColor]';

/** Which kinds of places are shown; below the map, where it hides none of them. */
function CategoryBar({ offered, hidden, onToggle }: CategoryBarProps) {
  return (
    <fieldset className="flex flex-wrap gap-x-1 max-sm:gap-x-0.5 py-1 px-2 max-sm:px-1 border-t border-t-line bg-surface">
      <legend className="visuallyHidden">{t('Nearby places')}</legend>
      {offered.map(({ category, name }) => (
        <button
          key={category}
          type="button"
          className="quiet-btn pl-1 rounded-full font-[550] leading-[1.4] aria-pressed:text-ink max-sm:gap-1 max-sm:pr-1 max-sm:text-xs"
          aria-pressed={!hidden.has(category)}
          onClick={() => onToggle(category)}
        >
          <span
            className={`disc w-5 h-5 ${hidden.has(category) ? HIDDEN : `text-white ${NEARBY_COLOR[category]}`}`}
          >
            <svg
              className="fill-none stroke-current stroke-[2.2] [stroke-linecap:round] [stroke-linejoin:round]"
              viewBox="0 0 24 24"
              width="12"
              height="12"
              aria-hidden="true"
            >
              <path d={NEARBY_ICON_PATH[category]} />
            </svg>
          </span>
          {t(name)}
        </button>
      ))}
    </fieldset>
  );
}

/** Pointed at together with its row beside the map. */
function PlaceMark({ place }: { place: NearbyPlace }) {
  const { name, category } = place;
  const isPointed = useStore(pointedPlace, (pointed) => pointed === name);
  const icon = useMemo(() => nearbyIcon(category, isPointed), [category, isPointed]);
  const distance = formatDistance(place.distance_m);
  return (
    <ActionMarker
      position={place}
      icon={icon}
      label={t('{name}, {distance} away', { name, distance })}
      isRaised={isPointed}
      onPoint={(isNow) => {
        if (isNow) pointedPlace.set(name);
        else if (pointedPlace.get() === name) pointedPlace.set(null);
      }}
    >
      <PlacePopup title={name} text={t('{distance} away', { distance })} />
    </ActionMarker>
  );
}

function PlacePopup({ title, price, text }: { title: string; price?: string; text?: string }) {
  return (
    <Popup minWidth={0} maxWidth={280}>
      <div className="min-w-[150px] py-[12px] pr-[40px] pl-[14px]">
        <strong>{title}</strong>
        {price && <p className="my-[2px] text-primary text-md font-bold">{price}</p>}
        {text && <p className="text-muted text-caption">{text}</p>}
      </div>
    </Popup>
  );
}

function Recenter({ center, zoom }: { center: { lat: number; lng: number }; zoom: number }) {
  const map = useMap();
  useEffect(() => {
    map.setView(center, zoom, { animate: false });
  }, [map, center, zoom]);
  return null;
}

interface PinMapProps {
  pin: LatLng | null;
  /** Shown while there is no pin. */
  place: Place | undefined;
  tileUrl: string;
  onPin(position: LatLng): void;
}

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
    if (bounds) map.fitBounds(latLngBounds([bounds.south, bounds.west], [bounds.north, bounds.east]), AT_ONCE);
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

interface RouteMapProps {
  stops: readonly { id: number; title: string; lat: number; lng: number }[];
  label: string;
  tileUrl: string;
}

const BESIDE_PX = 28;
const numberMark = `${roundMark} w-[30px] h-[30px] bg-primary text-on-primary text-sm font-bold`;

/** @param aside pixels to the right of its place. */
const numberIcon = (number: number, aside: number) =>
  divIcon({
    className: 'grid place-items-center',
    html: `<span class="${numberMark}" aria-hidden="true">${number}</span>`,
    iconSize: [44, 44],
    iconAnchor: [22 - aside, 22],
  });

/** At each zoom: stops that are near each other, as in one building, stand side by side. */
function iconsAt(map: LeafletMap, stops: RouteMapProps['stops']) {
  const placed: Point[] = [];
  return stops.map((stop, at) => {
    const spot = map.project(stop);
    let aside = 0;
    const isTaken = () => placed.some((other) => other.distanceTo(spot.add([aside, 0])) < BESIDE_PX);
    while (isTaken()) aside += BESIDE_PX;
    placed.push(spot.add([aside, 0]));
    return numberIcon(at + 1, aside);
  });
}

/** Stops with their numbers, and straight lines between them. Fills its parent, which gives it a height. */
export function RouteMap({ stops, label, tileUrl }: RouteMapProps) {
  const [first] = stops;
  if (!first) return null;
  return (
    <MapFrame center={first} zoom={SINGLE_PROPERTY_ZOOM} tileUrl={tileUrl} label={label}>
      <FitStops stops={stops} />
      <Polyline
        positions={stops.map(({ lat, lng }) => ({ lat, lng }))}
        className="[stroke:var(--s-primary)] [stroke-width:3] [stroke-dasharray:6_7]"
        interactive={false}
      />
      <StopMarks stops={stops} />
    </MapFrame>
  );
}

function StopMarks({ stops }: Pick<RouteMapProps, 'stops'>) {
  const map = useMap();
  const [icons, setIcons] = useState(() => iconsAt(map, stops));
  const place = useCallback(() => setIcons(iconsAt(map, stops)), [map, stops]);
  useEffect(place, [place]);
  useMapEvents({ zoomend: place });
  return stops.map(({ id, title, lat, lng }, at) => (
    <ActionMarker
      key={id}
      position={{ lat, lng }}
      icon={icons[at] ?? numberIcon(at + 1, 0)}
      label={t('Stop {number}: {title}', { number: at + 1, title })}
    >
      <PlacePopup title={t('Stop {number}: {title}', { number: at + 1, title })} />
    </ActionMarker>
  ));
}

function FitStops({ stops }: Pick<RouteMapProps, 'stops'>) {
  const map = useMap();
  useEffect(() => {
    const likely = stops.filter(isPinInCountry);
    const spots = (likely.length > 0 ? likely : stops).map(({ lat, lng }): [number, number] => [lat, lng]);
    map.fitBounds(spots, { padding: [40, 40], maxZoom: SINGLE_PROPERTY_ZOOM, animate: false });
  }, [map, stops]);
  return null;
}
