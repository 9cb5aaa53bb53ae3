import { Check, GraduationCap, HeartPulse, Navigation, ShoppingBag, TrainFront } from 'lucide-react';
import { type ReactNode, Suspense, useMemo } from 'react';
import type { Property } from '#shared/contracts/properties.ts';
import { NEARBY_CATEGORIES } from '#shared/labels.ts';
import { formatDistance, type NearbyCategory, nearbyPlaces } from '#shared/nearbyPlaces.ts';
import { useIsGuest } from '#web/features/auth/index.ts';
import { LazyLocationMap } from '#web/features/map/index.ts';
import { LazyTravelTimes as TravelTimes } from '#web/features/ownPlaces/index.ts';
import { contactHiddenText } from '#web/lib/contactLinks.ts';
import { t } from '#web/lib/i18n.tsx';
import { useSite } from '#web/lib/useSite.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Avatar } from '#web/ui/display/Avatar.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { ListingHistory } from './ListingHistory.tsx';
import { detailRows, fullPrice, highlights } from './propertyRows.ts';
import { contactWays } from './Sidebar.tsx';

interface TabProps {
  property: Property;
}

function TabSection({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 min-w-0">
      <h2 className="text-lg">{heading}</h2>
      {children}
    </section>
  );
}

export function OverviewTab({ property }: TabProps) {
  const { description, features } = property;
  const tiles = highlights(property);
  return (
    <div className="grid gap-8">
      {tiles.length > 0 && (
        <ul
          className="grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] gap-3 max-sm:grid-cols-[1fr_1fr]"
          aria-label={t('Highlights')}
        >
          {tiles.map(({ Icon, value, label }) => (
            <li
              key={label}
              className="flex items-center gap-3 min-w-0 p-4 border border-line rounded-md bg-surface max-sm:p-3 max-sm:last:nth-[odd]:col-span-full"
            >
              <Icon className="flex-none text-primary" size={24} strokeWidth={1.6} />
              <span className="*:block">
                <strong className="text-lg font-bold leading-[1.25] whitespace-nowrap">{value}</strong>
                <span className="text-muted text-sm leading-[1.3]">{label}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      <TabSection heading={t('Description')}>
        <p className="max-w-[68ch] leading-[1.7] whitespace-pre-line wrap-anywhere">{description}</p>
      </TabSection>
      {features.length > 0 && (
        <TabSection heading={t('Key Features')}>
          <ul className="grid grid-fill-[14rem] gap-y-2.5 gap-x-6 max-sm:grid-cols-[1fr_1fr] max-sm:text-[0.9375rem]">
            {features.map((feature) => (
              <li className="flex gap-2.5 wrap-anywhere" key={feature}>
                <Check className="flex-none mt-[0.2rem] text-primary" size={18} strokeWidth={2.25} />
                {feature}
              </li>
            ))}
          </ul>
        </TabSection>
      )}
      <ListingHistory property={property} />
    </div>
  );
}

export function DetailsTab({ property }: TabProps) {
  return (
    <TabSection heading={t('Property Details')}>
      <dl className="grid grid-fill-[17rem] gap-x-12">
        {detailRows(property).map(({ label, value }) => (
          <div key={label} className="flex items-baseline justify-between gap-4 py-3 border-b border-b-line">
            <dt className="text-muted">{label}</dt>
            <dd className="font-semibold text-right">{value}</dd>
          </div>
        ))}
      </dl>
    </TabSection>
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

export function LocationTab({ property }: TabProps) {
  const { address, city, province, coordinates } = property.location;
  return (
    <div className="grid gap-8">
      <TabSection heading={t('Where it is')}>
        <dl className="grid grid-cols-[2fr_1fr_1fr] gap-4 p-4 border border-line rounded-md bg-surface max-md:grid-cols-[1fr_1fr]">
          {[
            [t('Address'), address],
            [t('City'), city],
            [t('Province'), province],
          ].map(([name, value]) => (
            <div key={name} className="max-md:first:col-span-full">
              <dt className="text-muted text-sm">{name}</dt>
              <dd className="font-semibold leading-[1.4]">{value}</dd>
            </div>
          ))}
        </dl>
      </TabSection>
      {coordinates ? (
        <Surroundings property={property} {...coordinates} />
      ) : (
        <p className="text-muted p-4 rounded-md bg-sunken text-[0.9375rem]">
          {t('The exact position of this property is not on the map yet. Ask the agent for directions.')}
        </p>
      )}
    </div>
  );
}

function Surroundings({ property, lat, lng }: { property: Property; lat: number; lng: number }) {
  const { tileUrl, isKnown } = useSite();
  const places = useMemo(() => nearbyPlaces({ lat, lng }), [lat, lng]);
  const waiting = <Skeleton className="rounded-md!" height="100%" />;
  return (
    <>
      <TabSection heading={t('Map')}>
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
          <span>{t('Coordinates: {lat}, {lng}', { lat: lat.toFixed(6), lng: lng.toFixed(6) })}</span>
          <a
            className="inline-flex items-center gap-1.5 min-h-11 font-semibold no-underline hover:underline"
            href={`https://www.google.com/maps/dir/?api=1&destination=${lat},${lng}`}
            target="_blank"
            rel="noreferrer"
          >
            <Navigation size={16} strokeWidth={2} />
            {t('Get directions')}
          </a>
        </p>
      </TabSection>
      <TabSection heading={t('Minutes to your places')}>
        <Suspense fallback={<Skeleton height="6rem" />}>
          <TravelTimes from={{ lat, lng }} />
        </Suspense>
      </TabSection>
      {places.length > 0 && (
        <TabSection heading={t('Nearby Amenities')}>
          <div className="grid grid-fill-[18rem] gap-4">
            {NEARBY_CATEGORIES.map(({ category, heading }) => {
              const found = places.filter((place) => place.category === category);
              if (found.length === 0) return null;
              const Icon = icons[category];
              return (
                <div key={category} className="pt-4 px-4 pb-2 border border-line rounded-md bg-surface">
                  <h3 className="flex items-center gap-2 text-base">
                    <Icon className="text-primary" size={20} strokeWidth={1.75} />
                    {t(heading)}
                  </h3>
                  <ul className="mt-1 divide-y divide-line text-[0.9375rem] leading-[1.4]">
                    {found.map(({ name, distance_m }) => (
                      <li className="flex justify-between gap-3 py-2" key={name}>
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
          <p className="text-muted text-sm">{t('Distances are in a straight line.')}</p>
        </TabSection>
      )}
    </>
  );
}

interface AgentTabProps extends TabProps {
  mailHref: string;
  onContact(): void;
}

export function AgentTab({ property, mailHref, onContact }: AgentTabProps) {
  const { agent } = property;
  const isGuest = useIsGuest();
  if (!agent) return <p className="text-muted">{t('No agent looks after this property at the moment.')}</p>;
  return (
    <section
      className="flex items-center gap-6 p-6 border border-line rounded-lg bg-surface max-sm:flex-col max-sm:py-6 max-sm:px-4 max-sm:text-center"
      aria-labelledby="agent-name"
    >
      <Avatar className="flex-none!" src={agent.avatar_url} size={112} />
      <div className="min-w-0">
        <h2 id="agent-name">{agent.name}</h2>
        <p className="text-muted">{t('Real Estate Agent')}</p>
        <ul className="mt-2">
          {contactWays(agent, mailHref).map(({ name, text, href, Icon }) => (
            <li key={name}>
              <a
                className="inline-flex items-center gap-2 min-h-11 font-semibold no-underline wrap-anywhere hover:underline"
                href={href}
              >
                <Icon className="flex-none" size={18} strokeWidth={1.75} />
                {text}
              </a>
            </li>
          ))}
        </ul>
        {isGuest && (
          <Button variant="outlined" onClick={onContact}>
            {t('Log in to see the phone and email')}
          </Button>
        )}
        {agent.contact_hidden_until && (
          <p className="text-muted">{contactHiddenText(agent.contact_hidden_until)}</p>
        )}
      </div>
    </section>
  );
}
