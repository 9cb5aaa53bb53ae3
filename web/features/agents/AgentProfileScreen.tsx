import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Award, MapPin, Pencil, Phone, UserRoundX } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { Agent } from '#shared/contracts/agents.ts';
import { usualResponseRate } from '#web/features/about/index.ts';
import { useActAfterLogin, useIsGuest, useSession } from '#web/features/auth/index.ts';
import { useChat } from '#web/features/conversations/index.ts';
import { LazyAgentMessageModal } from '#web/features/inquiries/index.ts';
import { ReviewsTab, reviewsQuery } from '#web/features/reviews/index.ts';
import { ApiFailure } from '#web/lib/apiClient.ts';
import { Trans, t } from '#web/lib/i18n.tsx';
import { Link, useParams } from '#web/lib/router.tsx';
import { readId, useUrlTab } from '#web/lib/urlState.ts';
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx';
import { Avatar } from '#web/ui/display/Avatar.tsx';
import { Badge } from '#web/ui/display/Badge.tsx';
import { Stars } from '#web/ui/display/Stars.tsx';
import { Tabs } from '#web/ui/layout/Tabs.tsx';
import { RecordState } from '#web/ui/states/RecordState.tsx';
import { ListingsTab } from './ListingsTab.tsx';
import { AboutTab, ContactTab, type WaysToWrite, WriteButtons } from './ProfileTabs.tsx';
import { AllAgentsLink, CallButtons, LicenseBadge } from './profileParts.tsx';
import { agentListingsQuery, agentQuery, knownAgent } from './queries.ts';

export function AgentProfileScreen() {
  const id = readId(useParams().id);
  const queryClient = useQueryClient();
  const query = useQuery({
    ...agentQuery(id ?? 0),
    enabled: id !== null,
    // The route has fetched it: a failure is not repeated at the mount.
    retryOnMount: false,
    placeholderData: () => (id === null ? undefined : knownAgent(queryClient, id)),
  });
  return (
    <RecordState
      id={id}
      query={query}
      title={query.data?.name ?? t('Agent')}
      missing={{
        icon: <UserRoundX size={28} />,
        title: t('Agent not found'),
        text: t('This agent no longer works with us, or the address is not quite right.'),
        action: <ButtonLink to="/agents">{t('Back to Agents')}</ButtonLink>,
      }}
      loadingText={t('Loading agent...')}
      failure={{
        title: t('Error Loading Agent'),
        message: (error) =>
          error instanceof ApiFailure ? t('Failed to fetch agent details') : t('Failed to load agent'),
        action: (
          <ButtonLink to="/agents" variant="outlined">
            {t('Back to Agents')}
          </ButtonLink>
        ),
      }}
    >
      {/* Another agent begins with nothing typed and nothing open. */}
      {(agent) => <AgentPage key={agent.id} agent={agent} />}
    </RecordState>
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
  const openMessage = useCallback(() => setIsMessageOpen(true), []);
  const openMessageAfterLogin = useActAfterLogin('message', openMessage);
  const closeMessage = useCallback(() => setIsMessageOpen(false), []);
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
    <article
      // All four tabs with their counts fit a phone.
      className="grid gap-6 max-w-page mx-auto pt-3 px-gutter pb-0 *:min-w-0 max-sm:[&_[role=tab]]:gap-1 max-sm:[&_[role=tab]]:px-0.5 max-sm:[&_[role=tab]]:text-[0.9375rem] max-sm:[&_[role=tab]]:tracking-[-0.01em]"
    >
      <AllAgentsLink />
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
      {isMessageOpen && <LazyAgentMessageModal agent={agent} onClose={closeMessage} />}
    </article>
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

/** Specification, part 2 §9. */
const TOP_RATING = 4.5;

interface HeroProps {
  agent: Agent;
  ways: WaysToWrite | null;
  onContact(): void;
}

function Hero({ agent, ways, onContact }: HeroProps) {
  const isGuest = useIsGuest();
  const { name, title, rating, review_count, location, phone, email, license, office } = agent;
  return (
    <header className="grid gap-y-4 gap-x-6 justify-items-center py-6 px-4 border border-line rounded-lg bg-surface shadow-sm text-center lg:grid-cols-[auto_minmax(0,1fr)] lg:items-center lg:justify-items-start lg:p-8 lg:text-left xl:grid-cols-[auto_minmax(0,1fr)_17rem]">
      <Avatar className="w-32! h-32! rounded-lg! lg:w-40! lg:h-40!" src={agent.avatar_url} size={160} />
      <div className="grid justify-items-center gap-1 min-w-0 lg:justify-items-start">
        {rating >= TOP_RATING && (
          <span className="inline-flex items-center gap-1.5 h-7 mb-1 px-2.75 rounded-full bg-accent text-[#2b1d00] text-[0.8125rem] font-bold leading-none">
            <Award size={16} />
            {t('Top Rated')}
          </span>
        )}
        <h1 dir="auto">{name}</h1>
        <p className="text-muted text-lg">
          {title ?? t('Real Estate Agent')}
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
              {location}
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
