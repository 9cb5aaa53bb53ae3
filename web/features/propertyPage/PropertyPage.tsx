import { Mail, MessageCircle, Phone } from 'lucide-react';
import { useState } from 'react';
import type { Property } from '#shared/contracts/properties.ts';
import { formatFullPrice, priceSuffix } from '#shared/money.ts';
import { useSession } from '#web/features/auth/index.ts';
import { phoneHref } from '#web/lib/contactLinks.ts';
import { useUrlTab } from '#web/lib/urlState.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import { ContactDialog } from './ContactDialog.tsx';
import { DetailToolbar } from './DetailToolbar.tsx';
import { emailLink } from './emailLink.ts';
import { Gallery } from './gallery/Gallery.tsx';
import { Headline } from './Headline.tsx';
import { LocationTab } from './LocationTab.tsx';
import { MortgageEstimate } from './MortgageEstimate.tsx';
import { OverviewTab } from './OverviewTab.tsx';
import { PrintSheet } from './PrintSheet.tsx';
import styles from './PropertyPage.module.css';
import { detailRows } from './propertyRows.ts';
import { Sidebar } from './Sidebar.tsx';
import { SimilarProperties } from './SimilarProperties.tsx';
import sections from './sections.module.css';
import { useDescription } from './useDescription.ts';
import { useFavoriteToggle } from './useFavoriteToggle.ts';
import { propertyUrl, useShareProperty } from './useShareProperty.ts';
import { useVisit } from './useVisit.ts';

const detailTabs = [
  { id: 'overview', label: 'Overview' },
  { id: 'details', label: 'Details' },
  { id: 'location', label: 'Location' },
  { id: 'agent', label: 'Agent' },
] as const;

const GALLERY_SIZES = '(min-width: 80rem) 76rem, 100vw';

export function PropertyPage({ property }: { property: Property }) {
  const { id, title, images, agent } = property;
  const { user } = useSession();
  const [tab, openTab] = useUrlTab(detailTabs);
  const [isContactOpen, setIsContactOpen] = useState(false);
  const { isFavorite, toggleFavorite } = useFavoriteToggle(id);
  const share = useShareProperty(property);
  useVisit(id);
  useDescription(property.description);

  const mailHref = agent
    ? emailLink({
        property,
        email: agent.email,
        name: agent.name,
        url: propertyUrl(id),
        senderName: user?.name,
      })
    : '';
  const openContact = () => setIsContactOpen(true);

  return (
    <>
      <article className={styles.page}>
        <DetailToolbar
          property={property}
          isFavorite={isFavorite}
          onToggleFavorite={toggleFavorite}
          onShare={share}
        />
        <Gallery className={styles.gallery} images={images} title={title} sizes={GALLERY_SIZES} hasMosaic />
        <div className={styles.columns}>
          <div className={styles.main}>
            <Headline property={property} />
            <Tabs label="About this property" tabs={detailTabs} active={tab} onChange={openTab}>
              {tab === 'overview' && <OverviewTab property={property} />}
              {tab === 'details' && <DetailsTab property={property} />}
              {tab === 'location' && <LocationTab property={property} />}
              {tab === 'agent' && <AgentTab agent={agent} mailHref={mailHref} />}
            </Tabs>
            {property.listing_type === 'sale' && <MortgageEstimate price={property.price} />}
          </div>
          <Sidebar
            property={property}
            isFavorite={isFavorite}
            onToggleFavorite={toggleFavorite}
            onShare={share}
            onContact={openContact}
          />
        </div>
        <SimilarProperties property={property} />
      </article>
      <ContactBar property={property} onContact={openContact} />
      <PrintSheet property={property} />
      {isContactOpen && agent && (
        <ContactDialog
          property={property}
          agent={agent}
          mailHref={mailHref}
          onClose={() => setIsContactOpen(false)}
        />
      )}
    </>
  );
}

interface AgentTabProps {
  agent: Property['agent'];
  /** The mail about this listing. */
  mailHref: string;
}

function AgentTab({ agent, mailHref }: AgentTabProps) {
  if (!agent) return <p className={styles.none}>No agent looks after this property at the moment.</p>;
  return (
    <section className={styles.agent} aria-labelledby="agent-name">
      <Avatar className={styles.photo} src={agent.avatar_url} size={112} />
      <div className={styles.words}>
        <h2 id="agent-name">{agent.name}</h2>
        <p className={styles.role}>Real Estate Agent</p>
        <ul className={styles.ways}>
          <li>
            <a href={mailHref}>
              <Mail size={18} strokeWidth={1.75} aria-hidden="true" />
              {agent.email}
            </a>
          </li>
          {agent.phone && (
            <li>
              <a href={phoneHref(agent.phone)}>
                <Phone size={18} strokeWidth={1.75} aria-hidden="true" />
                {agent.phone}
              </a>
            </li>
          )}
        </ul>
      </div>
    </section>
  );
}

interface ContactBarProps {
  property: Property;
  onContact(): void;
}

/** On a phone the price and the way to the agent stay at hand. */
function ContactBar({ property, onContact }: ContactBarProps) {
  const { price, listing_type, agent } = property;
  if (!agent) return null;
  return (
    <aside className={styles.bar} aria-label="Price and contact">
      <p className={styles.price}>
        {formatFullPrice(price)}
        <span>{priceSuffix(listing_type)}</span>
      </p>
      <Button onClick={onContact}>
        <MessageCircle size={18} aria-hidden="true" />
        Contact Agent
      </Button>
    </aside>
  );
}

function DetailsTab({ property }: { property: Property }) {
  return (
    <section className={`grid gap-3 min-w-0 ${sections.section}`}>
      <h2>Property Details</h2>
      <dl className={styles.rows}>
        {detailRows(property).map(({ label, value }) => (
          <div key={label} className={styles.row}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
