import { useEffect, useMemo, useState } from 'react';
import { Popup, useMap } from 'react-leaflet';
import { NEARBY_CATEGORIES, type NearbyCategory } from '#shared/labels.ts';
import { formatDistance, type NearbyPlace } from '#shared/nearbyPlaces.ts';
import { t } from '#web/lib/i18n.tsx';
import { useStore } from '#web/lib/store.ts';
import { ActionMarker } from './ActionMarker.tsx';
import { FloodLegend, FloodShapes } from './FloodLayer.tsx';
import { MapFrame } from './MapFrame.tsx';
import { SINGLE_PROPERTY_ZOOM } from './mapBasics.ts';
import { pointedPlace } from './mapState.ts';
import { homeIcon, NEARBY_COLOR, NEARBY_ICON_PATH, nearbyIcon } from './markerIcons.ts';

interface LocationMapProps {
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

/** Which kinds of places are shown; below the map, where it hides none of them. */
function CategoryBar({ offered, hidden, onToggle }: CategoryBarProps) {
  return (
    <fieldset className="flex flex-wrap gap-x-1 max-sm:gap-x-0.5 min-w-0 m-0 py-1 px-2 max-sm:px-1 border-0 border-t border-t-line bg-surface">
      <legend className="visuallyHidden">{t('Nearby places')}</legend>
      {offered.map(({ category, name }) => (
        <button
          key={category}
          type="button"
          className="group/toggle inline-flex items-center gap-1.5 max-sm:gap-1 min-h-8 pr-2 max-sm:pr-1 pl-1 border-0 rounded-full bg-transparent text-ink text-[0.8125rem] max-sm:text-xs font-[550] leading-[1.4] not-aria-pressed:text-muted cursor-pointer hover:bg-primary-soft pointer-coarse:min-h-11"
          aria-pressed={!hidden.has(category)}
          onClick={() => onToggle(category)}
        >
          <span
            className={`grid place-items-center w-5 h-5 rounded-full text-white group-not-aria-pressed/toggle:bg-transparent! group-not-aria-pressed/toggle:text-muted group-not-aria-pressed/toggle:shadow-[inset_0_0_0_1.5px_currentColor] ${NEARBY_COLOR[category]}`}
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
  const distance = formatDistance(place.distance_m);
  return (
    <ActionMarker
      position={place}
      icon={icons[category][isPointed ? 1 : 0]}
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

const iconsOf = (category: NearbyCategory) =>
  [nearbyIcon(category, false), nearbyIcon(category, true)] as const;

/** Of each category, not pointed at and pointed at. */
const icons = {
  school: iconsOf('school'),
  hospital: iconsOf('hospital'),
  shopping: iconsOf('shopping'),
  transport: iconsOf('transport'),
};

function PlacePopup({ title, price, text }: { title: string; price?: string; text: string }) {
  return (
    <Popup minWidth={0} maxWidth={280}>
      <div className="min-w-[150px] py-[12px] pr-[40px] pl-[14px]">
        <strong>{title}</strong>
        {price && <p className="my-[2px]! text-primary text-[0.9375rem] font-bold">{price}</p>}
        <p className="text-muted text-[0.8125rem]">{text}</p>
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
