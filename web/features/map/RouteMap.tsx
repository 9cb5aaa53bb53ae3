import { divIcon, type Map as LeafletMap, type Point } from 'leaflet';
import { useCallback, useEffect, useState } from 'react';
import { Polyline, Popup, useMap, useMapEvents } from 'react-leaflet';
import { t } from '#web/lib/i18n.tsx';
import { ActionMarker } from './ActionMarker.tsx';
import { MapFrame } from './MapFrame.tsx';
import { SINGLE_PROPERTY_ZOOM } from './mapBasics.ts';

interface RouteMapProps {
  stops: readonly { id: number; title: string; lat: number; lng: number }[];
  label: string;
  /** Empty: the bundled base map only. */
  tileUrl: string;
}

const BESIDE_PX = 28;

/** @param aside pixels to the right of its place. */
const numberIcon = (number: number, aside: number) =>
  divIcon({
    className: 'grid! place-items-center',
    html: `<span class="grid place-items-center w-[30px] h-[30px] border-2 border-white rounded-full bg-primary text-on-primary text-[0.875rem] font-bold [box-shadow:var(--map-shadow)]" aria-hidden="true">${number}</span>`,
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
      <Popup minWidth={0} maxWidth={280}>
        <div className="min-w-[150px] py-[12px] pr-[40px] pl-[14px]">
          <strong>{t('Stop {number}: {title}', { number: at + 1, title })}</strong>
        </div>
      </Popup>
    </ActionMarker>
  ));
}

function FitStops({ stops }: Pick<RouteMapProps, 'stops'>) {
  const map = useMap();
  useEffect(() => {
    const spots = stops.map(({ lat, lng }): [number, number] => [lat, lng]);
    map.fitBounds(spots, { padding: [40, 40], maxZoom: SINGLE_PROPERTY_ZOOM, animate: false });
  }, [map, stops]);
  return null;
}
