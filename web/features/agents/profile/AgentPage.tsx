import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useLocation } from 'react-router';
import type { Agent } from '#shared/contracts/agents.ts';
import { usualResponseRate } from '#web/features/about/index.ts';
import { useSession } from '#web/features/auth/index.ts';
import { useChat } from '#web/features/conversations/index.ts';
import { AgentMessageModal } from '#web/features/inquiries/index.ts';
import { ReviewsTab, reviewsQuery } from '#web/features/reviews/index.ts';
import { useUrlTab } from '#web/lib/urlState.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { ButtonLink } from '#web/ui/ButtonLink.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import { agentListingsQuery } from '../queries.ts';
import { AboutTab } from './AboutTab.tsx';
import styles from './AgentPage.module.css';
import { ContactTab } from './ContactTab.tsx';
import { Hero } from './Hero.tsx';
import { ListingsTab } from './ListingsTab.tsx';

export function AgentPage({ agent }: { agent: Agent }) {
  const { user, openLogin } = useSession();
  const { openChat } = useChat();
  const { pathname, search } = useLocation();
  const [isMessageOpen, setIsMessageOpen] = useState(false);
  const listings = useQuery(agentListingsQuery(agent.id));
  const reviews = useQuery(reviewsQuery(agent.id, user?.id ?? null));
  const isOwn = user?.id === agent.id;

  const openMessage = useCallback(() => setIsMessageOpen(true), []);
  const closeMessage = useCallback(() => setIsMessageOpen(false), []);
  const chat = () => {
    const { id, name, avatar_url } = agent;
    if (user) openChat({ agent: { id, name, avatar_url } });
    else openLogin(pathname + search);
  };
  // One cannot write to oneself.
  const ways = isOwn ? null : { onMessage: openMessage, onChat: chat };

  const badge = (count: number | undefined) => (count === undefined ? undefined : <Badge>{count}</Badge>);
  const tabs = [
    { id: 'about', label: 'About' },
    { id: 'properties', label: 'Properties', badge: badge(listings.data?.length) },
    { id: 'reviews', label: 'Reviews', badge: badge(agent.review_count) },
    { id: 'contact', label: 'Contact' },
  ] as const;
  const [tab, openTab] = useUrlTab(tabs);

  return (
    <article className={`grid gap-6 max-w-page mx-auto pt-3 px-gutter pb-0 ${styles.page}`}>
      <ButtonLink to="/agents" variant="plain" className={styles.back}>
        <ArrowLeft size={18} aria-hidden="true" />
        All agents
      </ButtonLink>
      <Hero agent={agent} ways={ways} />
      <ProfileStats agent={agent} />
      <Tabs label={`About ${agent.name}`} tabs={tabs} active={tab} onChange={openTab}>
        {tab === 'about' && <AboutTab agent={agent} />}
        {tab === 'properties' && <ListingsTab agent={agent} query={listings} />}
        {tab === 'reviews' && <ReviewsTab agent={agent} query={reviews} />}
        {tab === 'contact' && <ContactTab agent={agent} ways={ways} />}
      </Tabs>
      {isMessageOpen && <AgentMessageModal agent={agent} onClose={closeMessage} />}
    </article>
  );
}

function ProfileStats({ agent }: { agent: Agent }) {
  const { experience_years, properties_sold, active_listings, response_rate } = agent;
  const stats = [
    { label: 'Years Experience', value: experience_years },
    { label: 'Properties Sold', value: properties_sold },
    { label: 'Active Listings', value: active_listings },
    { label: 'Response Rate', value: response_rate === null ? usualResponseRate : `${response_rate}%` },
  ];
  return (
    <dl
      className={`grid grid-cols-[repeat(2,1fr)] overflow-hidden border border-line rounded-lg bg-line gap-px lg:grid-cols-[repeat(4,1fr)] ${styles.stats}`}
    >
      {stats.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
