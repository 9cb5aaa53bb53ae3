import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { Award, MapPin, Pencil, Phone, UserRoundX } from 'lucide-react';
import { useState } from 'react';
import type { Agent } from '#shared/contracts/agents.ts';
import type { Property } from '#shared/contracts/properties.ts';
import { propertyStatusLabel } from '#shared/labels.ts';
import type { PropertyStatus } from '#shared/listing/vocabulary.ts';
import { usualResponseRate } from '#web/features/about/index.ts';
import { useActAfterLogin, useIsGuest, useSession } from '#web/features/auth/index.ts';
import { useChat } from '#web/features/conversations/index.ts';
import { FavoriteButton } from '#web/features/favorites/index.ts';
import { LazyAgentMessageModal } from '#web/features/inquiries/index.ts';
import {
  PropertyFacts,
  PropertyGridSkeleton,
  PropertyLink,
  PropertyPrice,
} from '#web/features/properties/index.ts';
import { ReviewsTab, reviewsQuery } from '#web/features/reviews/index.ts';
import { ApiFailure } from '#web/lib/apiClient.ts';
import { Trans, t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';
import { useUrlTab } from '#web/lib/urlState.ts';
import { Button, ButtonLink, buttonClass } from '#web/ui/controls/Button.tsx';
import { Avatar } from '#web/ui/display/Avatar.tsx';
import { Badge } from '#web/ui/display/Badge.tsx';
import { Picture } from '#web/ui/display/Picture.tsx';
import { Stars } from '#web/ui/display/Stars.tsx';
import { Tabs } from '#web/ui/layout/Tabs.tsx';
import { PartState } from '#web/ui/states/PartState.tsx';
import { AboutTab, ContactTab, type WaysToWrite, WriteButtons } from './ProfileTabs.tsx';
import { CallButtons, LicenseBadge, ProfileFrame, PublicProfile } from './profileParts.tsx';
import { agentListingsQuery, agentQuery, knownAgent } from './queries.ts';

export function AgentProfileScreen() {
  const queryClient = useQueryClient();
  return (
    <PublicProfile
      queryOf={(id) => ({ ...agentQuery(id), placeholderData: () => knownAgent(queryClient, id) })}
      titleOf={(agent) => agent?.name ?? t('Agent')}
      missing={{
        icon: <UserRoundX size={28} />,
        title: t('Agent not found'),
        text: t('This agent no longer works with us, or the address is not quite right.'),
      }}
      loadingText={t('Loading agent...')}
      failure={{
        title: t('Error Loading Agent'),
        message: (error) =>
          error instanceof ApiFailure ? t('Failed to fetch agent details') : t('Failed to load agent'),
      }}
    >
      {/* Another agent begins with nothing typed and nothing open. */}
      {(agent) => <AgentPage key={agent.id} agent={agent} />}
    </PublicProfile>
  );
}

function AgentPage({ agent }: { agent: Agent }) {
  const { user } = useSession();
  const { openChat } = useChat();
  const [isMessageOpen, setIsMessageOpen] = useState(false);
  const listings = useQuery(agentListingsQuery(agent.id));
  const reviews = useQuery(reviewsQuery(agent.id));
  const isOwn = user?.id === agent.id;

  const isGuest = useIsGuest();
  const openMessage = () => setIsMessageOpen(true);
  const openMessageAfterLogin = useActAfterLogin('message', openMessage);
  const chat = () => {
    const { id, name, avatar_url } = agent;
    openChat({ agent: { id, name, avatar_url } });
  };
  // An agent cannot write to the own account.
  const ways = isOwn ? null : { onMessage: isGuest ? openMessageAfterLogin : openMessage, onChat: chat };

  const badge = (count: number | undefined) => (count === undefined ? undefined : <Badge>{count}</Badge>);
  const tabs = [
    { id: 'about', label: t('About') },
    { id: 'properties', label: t('Properties'), badge: badge(listings.data?.length) },
    { id: 'reviews', label: t('Reviews'), badge: badge(agent.review_count) },
    { id: 'contact', label: t('Contact') },
  ] as const;
  const [tab, openTab] = useUrlTab(tabs);
  const openContact = useActAfterLogin('contact', () => openTab('contact'));

  return (
    <ProfileFrame className="*:min-w-0 tight-tabs">
      <Hero agent={agent} ways={ways} onContact={openContact} />
      <ProfileStats agent={agent} />
      <Tabs
        label={t('About {name}', { name: agent.name })}
        tabs={tabs}
        active={tab}
        onChange={openTab}
        hrefOf={(id) => `?tab=${id}`}
      >
        {tab === 'about' && <AboutTab agent={agent} />}
        {tab === 'properties' && <ListingsTab agent={agent} query={listings} />}
        {tab === 'reviews' && <ReviewsTab agent={agent} query={reviews} />}
        {tab === 'contact' && <ContactTab agent={agent} ways={ways} onContact={openContact} />}
      </Tabs>
      {isMessageOpen && <LazyAgentMessageModal agent={agent} onClose={() => setIsMessageOpen(false)} />}
    </ProfileFrame>
  );
}

function ProfileStats({ agent }: { agent: Agent }) {
  const { experience_years, properties_sold, active_listings, response_rate } = agent;
  const stats = [
    { label: t('Years Experience'), value: experience_years },
    { label: t('Properties Sold'), value: properties_sold },
    { label: t('Active Listings'), value: active_listings },
    { label: t('Response Rate'), value: response_rate === null ? usualResponseRate : `${response_rate}%` },
  ];
  return (
    <dl className="grid grid-cols-[repeat(2,1fr)] overflow-hidden border border-line rounded-lg bg-line gap-px lg:grid-cols-[repeat(4,1fr)]">
      {stats.map(({ label, value }) => (
        <div key={label} className="flex flex-col-reverse py-4 px-6 bg-surface">
          <dt className="text-muted text-sm">{label}</dt>
          <dd className="text-primary text-2xl font-[750] leading-[1.2] tracking-[-0.03em]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const heroFrame = 'py-6 px-4 panel shadow-sm text-center lg:p-8 lg:text-left';
const heroColumns =
  'grid gap-y-4 gap-x-6 place-items-center lg:grid-cols-[auto_1fr] lg:justify-items-start xl:grid-cols-[auto_1fr_17rem]';

/** Specification, part 2 §9. */
const TOP_RATING = 4.5;

function Hero({ agent, ways, onContact }: { agent: Agent; ways: WaysToWrite | null; onContact(): void }) {
  const isGuest = useIsGuest();
  const { name, title, rating, review_count, location, phone, email, license, office } = agent;
  return (
    <header className={`${heroFrame} ${heroColumns}`}>
      <Avatar className="w-32 h-32 rounded-lg lg:w-40 lg:h-40" src={agent.avatar_url} size={160} />
      <div className="grid justify-items-center gap-1 min-w-0 lg:justify-items-start">
        {rating >= TOP_RATING && (
          <span className="tag gap-1.5 h-7 mb-1 px-2.75 bg-accent text-on-accent font-bold">
            <Award size={16} />
            {t('Top Rated')}
          </span>
        )}
        <h1 dir="auto">{name}</h1>
        <p className="text-muted text-lg">
          <bdi>{title ?? t('Real Estate Agent')}</bdi>
          {office && (
            <>
              {' · '}
              <Link to={`/offices/${office.id}`}>
                <bdi>{office.name}</bdi>
              </Link>
            </>
          )}
        </p>
        <div className="flex flex-wrap items-center justify-center gap-y-1 gap-x-3 mt-1 lg:justify-start">
          {review_count > 0 ? (
            <>
              <Stars rating={rating} />
              <span>
                <Trans
                  id="<b>{rating}</b> ({count, plural, one {# review} other {# reviews}})"
                  values={{ rating: rating.toFixed(1), count: review_count }}
                  components={{ b: <strong /> }}
                />
              </span>
            </>
          ) : (
            <span>{t('No reviews yet')}</span>
          )}
          {location && (
            <span className="inline-flex items-center gap-1.5 text-muted">
              <MapPin size={17} strokeWidth={1.9} />
              <bdi>{location}</bdi>
            </span>
          )}
        </div>
        {license && <LicenseBadge license={license} />}
      </div>
      <div className="grid grid-cols-[1fr_1fr] gap-2 w-full max-w-104 lg:flex lg:flex-wrap lg:col-span-full lg:max-w-none xl:grid xl:col-auto">
        {ways && <WriteButtons ways={ways} />}
        <CallButtons name={name} phone={phone} email={email} />
        {isGuest && (
          <Button className="col-span-full" variant="outlined" onClick={onContact}>
            <Phone size={18} />
            {t('Log in to call or email')}
          </Button>
        )}
        {!ways && (
          <ButtonLink to="/profile" variant="plain">
            <Pencil size={17} />
            {t('Edit Profile')}
          </ButtonLink>
        )}
      </div>
    </header>
  );
}

type StatusTone = 'success' | 'danger' | 'warning';

/** On a picture the colours are the same in both schemes. */
const toneStyle: Record<StatusTone, string> = {
  success: 'bg-[#1f7a3d] text-white',
  danger: 'bg-[#b3261e] text-white',
  warning: 'bg-[#ffd166] text-[#3a2800]',
};

/** The colours of this page: available green, sold red, any other yellow (specification, part 2 §2). */
export function statusTone(status: PropertyStatus): StatusTone {
  if (status === 'available') return 'success';
  return status === 'sold' ? 'danger' : 'warning';
}

/** Available listings first; otherwise the order stays. */
export function availableFirst(properties: readonly Property[]): Property[] {
  const rank = ({ status }: Property) => (status === 'available' ? 0 : 1);
  return [...properties].sort((one, other) => rank(one) - rank(other));
}

/** The address, else the city. */
export function placeText({ address, city }: Pick<Property['location'], 'address' | 'city'>): string {
  return address.trim() || city.trim() || t('Location not available');
}

function ListingsTab({ agent, query }: { agent: Agent; query: UseQueryResult<Property[]> }) {
  return (
    <section aria-labelledby="listings-title">
      <h2 id="listings-title" className="visuallyHidden">
        {t('Properties of {name}', { name: agent.name })}
      </h2>
      <PartState
        query={query}
        loadingText={t('Loading properties…')}
        failure={t('The properties could not be loaded.')}
        empty={{
          title: t('No properties listed yet'),
          text: t('New listings of {name} will appear here.', { name: agent.name }),
        }}
        skeleton={<PropertyGridSkeleton count={3} />}
      />
      <ul className="grid grid-fill-[18rem] gap-6">
        {availableFirst(query.data ?? []).map((property) => (
          <li key={property.id}>
            <ListingCard property={property} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const SIZES = '(max-width: 40rem) 100vw, (max-width: 62rem) 50vw, 22rem';

function ListingCard({ property }: { property: Property }) {
  const { id, title, images, status, type, listing_type, price, location, details } = property;
  return (
    <article className="group/card relative flex flex-col h-full overflow-hidden panel shadow-sm has-[h3_a:focus-visible]:focus-ring">
      <div className="relative flex-none aspect-3/2 overflow-hidden bg-skeleton">
        <Picture src={images[0]} alt="" sizes={SIZES} />
        <span className={`absolute top-3 left-3 tag px-2.5 text-xs font-bold ${toneStyle[statusTone(status)]}`}>
          {t(propertyStatusLabel[status])}
        </span>
        <FavoriteButton propertyId={id} title={title} className="absolute top-1.5 right-1.5 z-2" />
      </div>
      <div className="flex flex-1 flex-col gap-2 pt-3.5 px-4 pb-4">
        <PropertyPrice price={price} listingType={listing_type} />
        <h3 className="text-base font-[650] leading-[1.3] tracking-[-0.01em]">
          <PropertyLink
            propertyId={id}
            className="text-ink no-underline stretched after:z-1 focus-visible:outline-none"
          >
            <bdi>{title}</bdi>
          </PropertyLink>
        </h3>
        <p className="flex items-center gap-1.5 min-w-0 text-muted text-sm leading-[1.4]">
          <MapPin size={15} strokeWidth={1.75} />
          <bdi className="truncate">{placeText(location)}</bdi>
        </p>
        <PropertyFacts type={type} {...details} />
        <PropertyLink
          propertyId={id}
          className={buttonClass({
            variant: 'outlined',
            className:
              'relative z-1 mt-auto text-primary font-[650] group-hover/card:border-primary group-hover/card:bg-primary-soft',
          })}
          label={t('View Details of {title}', { title })}
        >
          {t('View Details')}
        </PropertyLink>
      </div>
    </article>
  );
}
