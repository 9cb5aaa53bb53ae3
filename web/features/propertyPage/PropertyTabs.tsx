import { useQuery } from '@tanstack/react-query';
import { GraduationCap, HeartPulse, MessageCircle, Navigation, ShoppingBag, TrainFront } from 'lucide-react';
import { Suspense, useEffect, useMemo, useState } from 'react';
import type { Property } from '#shared/contracts/properties.ts';
import { floodLevelLabel } from '#shared/floodHazard.ts';
import { NEARBY_CATEGORIES, type NearbyCategory } from '#shared/labels.ts';
import { formatDistance, type NearbyPlace, nearbyPlaces } from '#shared/nearbyPlaces.ts';
import { shownMinutes, TRAVEL_ESTIMATE, travelMinutes } from '#shared/travelTime.ts';
import { useIsGuest, useSession } from '#web/features/auth/index.ts';
import { useChat } from '#web/features/conversations/index.ts';
import { floodLevelQuery, LazyLocationMap, pointedPlace } from '#web/features/map/index.ts';
import { LazyTravelTimes } from '#web/features/ownPlaces/index.ts';
import { contactHiddenText, inNewTab } from '#web/lib/contactLinks.ts';
import { formatDay } from '#web/lib/dates.ts';
import { t } from '#web/lib/i18n.tsx';
import { useStore } from '#web/lib/store.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { CopyButton } from '#web/ui/controls/CopyButton.tsx';
import { PillGroup } from '#web/ui/controls/PillGroup.tsx';
import { FactRows, PagePart } from '#web/ui/layout/pageParts.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { AgentHead, type ListingAgent } from './AgentFacts.tsx';
import { detailRows, fullPrice } from './propertyRows.ts';
import { useContactWays } from './Sidebar.tsx';

interface TabProps {
  property: Property;
}

export function DetailsTab({ property }: TabProps) {
  return (
    <PagePart heading={t('Property Details')}>
      <FactRows rows={detailRows(property)} />
    </PagePart>
  );
}

export function LocationTab({ property }: TabProps) {
  const { address, city, province, coordinates } = property.location;
  return (
    <div className="grid gap-8">
      <PagePart heading={t('Where it is')}>
        <dl className="grid grid-cols-[2fr_1fr_1fr] gap-4 p-4 border border-line rounded-md bg-surface max-md:grid-cols-[1fr_1fr]">
          {[
            [t('Address'), address],
            [t('City'), city],
            [t('Province'), province],
          ].map(([name, value]) => (
            <div key={name} className="max-md:first:col-span-full">
              <dt className="text-muted text-sm">{name}</dt>
              <dd dir="auto" className="font-semibold leading-[1.4]">
                {value}
              </dd>
            </div>
          ))}
        </dl>
      </PagePart>
      {coordinates ? (
        <Surroundings property={property} {...coordinates} />
      ) : (
        <p className="text-muted p-4 rounded-md bg-sunken text-md">
          {t('The exact position of this property is not on the map yet. Ask the agent for directions.')}
        </p>
      )}
    </div>
  );
}

interface AgentTabProps extends TabProps {
  mailHref: string;
  onContact(): void;
}

export function AgentTab(props: AgentTabProps) {
  const { agent } = props.property;
  if (!agent) return <p className="text-muted">{t('This property has no agent right now.')}</p>;
  return <WaysToAgent {...props} agent={agent} />;
}

function WaysToAgent({ property, agent, mailHref, onContact }: AgentTabProps & { agent: ListingAgent }) {
  const { id, title, images, listing_type } = property;
  const ways = useContactWays(property, agent, mailHref);
  const { user } = useSession();
  const { openChat } = useChat();
  const isGuest = useIsGuest();
  const chat = () =>
    openChat({ agent, property: { id, title, image: images[0] ?? null, isRental: listing_type !== 'sale' } });
  return (
    <section className="grid gap-4 p-6 panel max-sm:p-4" aria-labelledby="agent-name">
      <AgentHead property={property} agent={agent} avatarSize={96} headingId="agent-name" />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        {agent.id !== user?.id && (
          <Button variant="outlined" onClick={chat}>
            <MessageCircle size={18} aria-hidden="true" />
            {t('Chat')}
          </Button>
        )}
        <ul className="flex flex-wrap gap-x-6">
          {ways.map(({ name, text, href, Icon }) => (
            <li key={name}>
              <a
                className="inline-flex items-center gap-2 min-h-11 font-semibold no-underline wrap-anywhere hover:underline"
                href={href}
                {...inNewTab(href)}
              >
                <Icon className="flex-none" size={18} strokeWidth={1.75} />
                {text}
              </a>
            </li>
          ))}
        </ul>
        {isGuest && (
          <Button data-guest variant="outlined" onClick={onContact}>
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

/** Specification, part 2 §2. */
const ZOOM = 16;
/** Places shown of each category, and of a chosen one. */
const FEW = 3;
const MANY = 8;
const MAX_KM = 5;

const icons: Record<NearbyCategory, typeof Navigation> = {
  school: GraduationCap,
  hospital: HeartPulse,
  shopping: ShoppingBag,
  transport: TrainFront,
};

/** The map of a home, its distances to the reader's places, and its neighbourhood. */
function Surroundings({ property, lat, lng }: { property: Property; lat: number; lng: number }) {
  const [chosen, setChosen] = useState<NearbyCategory | 'all'>('all');
  const places = useMemo(() => {
    const perCategory = chosen === 'all' ? FEW : MANY;
    const found = nearbyPlaces({ lat, lng }, { perCategory, maxKm: MAX_KM });
    return chosen === 'all' ? found : found.filter(({ category }) => category === chosen);
  }, [lat, lng, chosen]);
  useEffect(() => () => pointedPlace.set(null), []);
  return (
    <>
      <PagePart heading={t('Map')}>
        <div className="h-[clamp(22rem,55vh,30rem)]">
          <LazyLocationMap
            lat={lat}
            lng={lng}
            title={property.title}
            price={fullPrice(property)}
            address={property.location.address}
            zoom={ZOOM}
            places={places}
          />
        </div>
        <p className="flex flex-wrap items-center justify-between gap-y-1 gap-x-4 text-muted text-sm tabular-nums">
          <CopyCoordinates lat={lat} lng={lng} />
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
        <FloodHazardHere lat={lat} lng={lng} />
      </PagePart>
      <PagePart heading={t('Minutes to your places')}>
        <Suspense fallback={<Skeleton height="6rem" />}>
          <LazyTravelTimes from={{ lat, lng }} />
        </Suspense>
      </PagePart>
      <PagePart heading={t('Nearby Amenities')}>
        <PillGroup<NearbyCategory | 'all'>
          legend={t('Show')}
          isLegendHidden
          pills={[
            { id: 'all', label: t('All') },
            ...NEARBY_CATEGORIES.map(({ category, name }) => ({ id: category, label: t(name) })),
          ]}
          chosen={chosen}
          onPress={setChosen}
        />
        {places.length === 0 ? (
          <p className="text-muted p-4 rounded-md bg-sunken text-md" role="status">
            {t('We know of none within {distance}. There may be some we do not know.', {
              distance: formatDistance(MAX_KM * 1_000),
            })}
          </p>
        ) : (
          <>
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
                    <ul className="mt-1 divide-y divide-line text-md leading-[1.4]">
                      {found.map((place) => (
                        <NearbyRow key={place.name} place={place} />
                      ))}
                    </ul>
                  </div>
                );
              })}
            </div>
            <p className="text-muted text-sm">
              {t('Distances are in a straight line.')} {t('Minutes on foot:')} {t(TRAVEL_ESTIMATE)}
            </p>
          </>
        )}
      </PagePart>
    </>
  );
}

/** The position for other maps and drivers: read out and copied, not shown. */
function CopyCoordinates(position: Record<'lat' | 'lng', number>) {
  const [lat, lng] = [position.lat.toFixed(6), position.lng.toFixed(6)];
  const words = t('Coordinates: {lat}, {lng}', { lat, lng });
  return (
    <span className="inline-flex items-center" title={words}>
      <span className="visuallyHidden">{words}</span>
      <CopyButton text={`${lat}, ${lng}`} size="small">
        {t('Copy coordinates')}
      </CopyButton>
    </span>
  );
}

/** Pointed at together with its mark on the map. */
function NearbyRow({ place: { name, distance_m } }: { place: NearbyPlace }) {
  const isPointed = useStore(pointedPlace, (pointed) => pointed === name);
  return (
    <li
      className="flex justify-between gap-3 -mx-2 py-2 px-2 rounded-sm data-pointed:bg-primary-soft"
      data-pointed={isPointed || undefined}
      onPointerEnter={() => pointedPlace.set(name)}
      onPointerLeave={() => pointedPlace.set(null)}
    >
      <span className="min-w-0">{name}</span>
      <span className="flex-none text-muted text-right tabular-nums">
        {formatDistance(distance_m)}
        <span className="block text-sm">
          {t('{minutes} min on foot', { minutes: shownMinutes(travelMinutes('walk', distance_m, false)) })}
        </span>
      </span>
    </li>
  );
}

/** Marks of a flood hazard map. Never a statement of safety: no map can make one. */
function FloodHazardHere({ lat, lng }: { lat: number; lng: number }) {
  const { data } = useQuery(floodLevelQuery({ lat, lng }));
  if (!data?.map) return null;
  const { source, date, name } = data.map;
  const values = { source, name, date: formatDay(date) };
  return (
    <p className="p-4 border border-line rounded-md bg-surface text-md">
      {data.level ? (
        <>
          <strong>
            {t('Flood hazard here: {level}', { level: t(floodLevelLabel[data.level]).toLowerCase() })}
          </strong>
          {'. '}
          {t('{name}. Source: {source}, {date}.', values)}
        </>
      ) : (
        <>
          <strong>{t('Flood hazard here: not covered by the map')}</strong>
          {'. '}
          {t('That does not mean there is no hazard.')} {t('{name}. Source: {source}, {date}.', values)}
        </>
      )}
    </p>
  );
}
