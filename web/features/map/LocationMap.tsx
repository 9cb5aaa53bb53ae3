import { useEffect, useMemo, useState } from 'react';
import { Popup, useMap } from 'react-leaflet';
import {
  formatDistance,
  NEARBY_CATEGORIES,
  type NearbyCategory,
  nearbyPlaces,
} from '#shared/nearbyPlaces.ts';
import { ActionMarker } from './ActionMarker.tsx';
import styles from './LocationMap.module.css';
import { MapFrame } from './MapFrame.tsx';
import { SINGLE_PROPERTY_ZOOM } from './mapDefaults.ts';
import iconStyles from './markerIcons.module.css';
import { homeIcon, NEARBY_ICON_PATH, nearbyIcon } from './markerIcons.ts';

export interface LocationMapProps {
  lat: number;
  lng: number;
  title: string;
  /** As it should read in the popup: '₱12,500,000', '₱45,000/month'. */
  price: string;
  address: string;
  /** Empty: the bundled base map only. */
  tileUrl: string;
  /** Default 15. */
  zoom?: number;
  /** Offers nearby schools, hospitals, shops and stations; all are shown at first. Default false. */
  nearby?: boolean;
}

const home = homeIcon();

/** One property where it stands. Fills its parent, which gives it a height. */
export function LocationMap(props: LocationMapProps) {
  const { lat, lng, title, price, address, tileUrl, zoom = SINGLE_PROPERTY_ZOOM, nearby = false } = props;
  const center = useMemo(() => ({ lat, lng }), [lat, lng]);
  const places = useMemo(() => (nearby ? nearbyPlaces(center) : []), [nearby, center]);
  const offered = NEARBY_CATEGORIES.filter(({ category }) =>
    places.some((place) => place.category === category),
  );
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
      label={`Map of ${title}`}
      overlay={
        offered.length > 0 && (
          <fieldset className="absolute top-[12px] right-[12px] left-[58px] z-800 flex flex-wrap gap-[6px] justify-end m-0 p-0 border-0 pointer-events-none">
            <legend className="absolute w-px h-px overflow-hidden [clip-path:inset(50%)]">
              Nearby places
            </legend>
            {offered.map(({ category, name }) => (
              <button
                key={category}
                type="button"
                className={styles.toggle}
                aria-pressed={!hidden.has(category)}
                onClick={() => toggle(category)}
              >
                <span
                  className={`grid place-items-center w-[20px] h-[20px] rounded-full text-white ${styles.dot} ${iconStyles[category]}`}
                >
                  <svg
                    className={iconStyles.glyph}
                    viewBox="0 0 24 24"
                    width="12"
                    height="12"
                    aria-hidden="true"
                  >
                    <path d={NEARBY_ICON_PATH[category]} />
                  </svg>
                </span>
                {name}
              </button>
            ))}
          </fieldset>
        )
      }
    >
      <Recenter center={center} zoom={zoom} />
      {places
        .filter((place) => !hidden.has(place.category))
        .map((place) => (
          <ActionMarker
            key={`${place.category} ${place.name}`}
            position={place}
            icon={icons[place.category]}
            label={`${place.name}, ${formatDistance(place.distance_m)} away`}
          >
            <Popup minWidth={0}>
              <div className={`min-w-[150px] pt-[12px] pr-[40px] pb-[12px] pl-[14px] ${styles.popup}`}>
                <strong>{place.name}</strong>
                <p className="[color:var(--map-text-secondary)] text-[13px]">
                  {formatDistance(place.distance_m)} away
                </p>
              </div>
            </Popup>
          </ActionMarker>
        ))}
      <ActionMarker position={center} icon={home} label={`${title}, ${price}, ${address}`} isRaised>
        <Popup minWidth={0} maxWidth={280}>
          <div className={`min-w-[150px] pt-[12px] pr-[40px] pb-[12px] pl-[14px] ${styles.popup}`}>
            <strong>{title}</strong>
            <p className={`[color:var(--map-text-secondary)] text-[13px] ${styles.price}`}>{price}</p>
            <p className="[color:var(--map-text-secondary)] text-[13px]">{address}</p>
          </div>
        </Popup>
      </ActionMarker>
    </MapFrame>
  );
}

const icons: Record<NearbyCategory, ReturnType<typeof nearbyIcon>> = {
  school: nearbyIcon('school'),
  hospital: nearbyIcon('hospital'),
  shopping: nearbyIcon('shopping'),
  transport: nearbyIcon('transport'),
};

function Recenter({ center, zoom }: { center: { lat: number; lng: number }; zoom: number }) {
  const map = useMap();
  useEffect(() => {
    map.setView(center, zoom, { animate: false });
  }, [map, center, zoom]);
  return null;
}
