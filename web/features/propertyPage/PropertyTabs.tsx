import {
  Bath,
  BedDouble,
  Car,
  Check,
  GraduationCap,
  HeartPulse,
  Maximize,
  Navigation,
  ShoppingBag,
  TrainFront,
} from 'lucide-react';
import { Suspense, useMemo } from 'react';
import type { Property } from '#shared/contracts/properties.ts';
import {
  formatDistance,
  NEARBY_CATEGORIES,
  type NearbyCategory,
  nearbyPlaces,
} from '#shared/nearbyPlaces.ts';
import { LazyLocationMap } from '#web/features/map/index.ts';
import { useSite } from '#web/lib/useSite.ts';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import propertyPageStyles from './PropertyPage.module.css';
import styles from './PropertyTabs.module.css';
import { fullPrice, type Highlight, highlights } from './propertyRows.ts';

const highlightIcons: Record<Highlight['kind'], typeof Bath> = {
  bedrooms: BedDouble,
  bathrooms: Bath,
  area: Maximize,
  parking: Car,
};

export function OverviewTab({ property }: { property: Property }) {
  const { description, features } = property;
  const tiles = highlights(property);
  return (
    <div className="grid gap-8">
      {tiles.length > 0 && (
        <ul
          className="grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] gap-3 max-sm:grid-cols-[1fr_1fr]"
          aria-label="Highlights"
        >
          {tiles.map(({ kind, value, label }) => {
            const Icon = highlightIcons[kind];
            return (
              <li
                key={kind}
                className="flex items-center gap-3 min-w-0 p-4 border border-line rounded-md bg-surface max-sm:p-3 max-sm:last:nth-[odd]:col-span-full"
              >
                <Icon className="flex-none text-primary" size={24} strokeWidth={1.6} />
                <span>
                  <strong className="block text-lg font-bold leading-[1.25] whitespace-nowrap">
                    {value}
                  </strong>
                  <span className="block text-muted text-sm leading-[1.3]">{label}</span>
                </span>
              </li>
            );
          })}
        </ul>
      )}
      <section className={`grid gap-3 min-w-0 ${propertyPageStyles.section}`}>
        <h2>Description</h2>
        <p className="max-w-[68ch] leading-[1.7] whitespace-pre-line wrap-anywhere">{description}</p>
      </section>
      {features.length > 0 && (
        <section className={`grid gap-3 min-w-0 ${propertyPageStyles.section}`}>
          <h2>Key Features</h2>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(14rem,100%),1fr))] gap-y-2.5 gap-x-6 max-sm:grid-cols-[1fr_1fr] max-sm:text-[0.9375rem]">
            {features.map((feature) => (
              <li className="flex gap-2.5 wrap-anywhere" key={feature}>
                <Check className="flex-none mt-[0.2rem] text-primary" size={18} strokeWidth={2.25} />
                {feature}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** Specification, part 2 §2. */
const ZOOM = 16;

const icons: Record<NearbyCategory, typeof Navigation> = {
  school: GraduationCap,
  hospital: HeartPulse,
  shopping: ShoppingBag,
  transport: TrainFront,
};

export function LocationTab({ property }: { property: Property }) {
  const { address, city, province, coordinates } = property.location;
  return (
    <div className="grid gap-8">
      <section className={`grid gap-3 min-w-0 ${propertyPageStyles.section}`}>
        <h2>Where it is</h2>
        <dl
          className={`grid grid-cols-[2fr_1fr_1fr] gap-4 p-4 border border-line rounded-md bg-surface max-md:grid-cols-[1fr_1fr] ${styles.place}`}
        >
          <div>
            <dt className="text-muted text-sm">Address</dt>
            <dd className="font-semibold leading-[1.4]">{address}</dd>
          </div>
          <div>
            <dt className="text-muted text-sm">City</dt>
            <dd className="font-semibold leading-[1.4]">{city}</dd>
          </div>
          <div>
            <dt className="text-muted text-sm">Province</dt>
            <dd className="font-semibold leading-[1.4]">{province}</dd>
          </div>
        </dl>
      </section>
      {coordinates ? (
        <Surroundings property={property} coordinates={coordinates} />
      ) : (
        <p className="text-muted p-4 rounded-md bg-sunken text-[0.9375rem]">
          The exact position of this property is not on the map yet. Ask the agent for directions.
        </p>
      )}
    </div>
  );
}

interface SurroundingsProps {
  property: Property;
  coordinates: { lat: number; lng: number };
}

function Surroundings({ property, coordinates }: SurroundingsProps) {
  const { tileUrl, isKnown } = useSite();
  const { lat, lng } = coordinates;
  const places = useMemo(() => nearbyPlaces({ lat, lng }), [lat, lng]);
  const waiting = <Skeleton className="rounded-md!" height="100%" />;
  return (
    <>
      <section className={`grid gap-3 min-w-0 ${propertyPageStyles.section}`}>
        <h2>Map</h2>
        <div className="h-[clamp(19rem,50vh,27rem)]">
          <Suspense fallback={waiting}>
            {isKnown ? (
              <LazyLocationMap
                lat={lat}
                lng={lng}
                title={property.title}
                price={fullPrice(property)}
                address={property.location.address}
                tileUrl={tileUrl}
                zoom={ZOOM}
                nearby
              />
            ) : (
              waiting
            )}
          </Suspense>
        </div>
        <p className="flex flex-wrap items-center justify-between gap-y-1 gap-x-4 text-muted text-sm tabular-nums">
          <span>
            Coordinates: {lat.toFixed(6)}, {lng.toFixed(6)}
          </span>
          <a
            className="inline-flex items-center gap-1.5 min-h-11 font-semibold no-underline hover:underline"
            href={`https://www.google.com/maps/dir/?api=1&destination=${lat},${lng}`}
            target="_blank"
            rel="noreferrer"
          >
            <Navigation size={16} strokeWidth={2} />
            Get directions
          </a>
        </p>
      </section>
      {places.length > 0 && (
        <section className={`grid gap-3 min-w-0 ${propertyPageStyles.section}`}>
          <h2>Nearby Amenities</h2>
          <div className="grid grid-cols-[repeat(auto-fill,minmax(min(18rem,100%),1fr))] gap-4">
            {NEARBY_CATEGORIES.map(({ category, heading }) => {
              const found = places.filter((place) => place.category === category);
              if (found.length === 0) return null;
              const Icon = icons[category];
              return (
                <div
                  key={category}
                  className={`pt-4 px-4 pb-2 border border-line rounded-md bg-surface ${styles.group}`}
                >
                  <h3 className="flex items-center gap-2 text-base">
                    <Icon size={20} strokeWidth={1.75} />
                    {heading}
                  </h3>
                  <ul className="mt-1">
                    {found.map(({ name, distance_m }) => (
                      <li
                        className="flex justify-between gap-3 py-2 text-[0.9375rem] leading-[1.4]"
                        key={name}
                      >
                        <span>{name}</span>
                        <span className="flex-none text-muted tabular-nums">
                          {formatDistance(distance_m)}
                        </span>
                      </li>
                    ))}
                  </ul>
                </div>
              );
            })}
          </div>
          <p className="text-muted text-sm">Distances are in a straight line.</p>
        </section>
      )}
    </>
  );
}
