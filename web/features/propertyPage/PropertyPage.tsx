import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { ArrowLeft, Heart, Mail, MapPin, MessageCircle, Phone, Share2 } from 'lucide-react';
import { useState } from 'react';
import type { ListingType, Property, PropertyStatus } from '#shared/contracts/properties.ts';
import { propertyStatusLabel } from '#shared/labels.ts';
import { formatFullPrice, priceSuffix } from '#shared/money.ts';
import { useSession } from '#web/features/auth/index.ts';
import { CompareButton } from '#web/features/compare/index.ts';
import {
  ListingBadge,
  PropertyCard,
  PropertyCardSkeleton,
  TypeBadge,
} from '#web/features/properties/index.ts';
import { phoneHref } from '#web/lib/contactLinks.ts';
import { formatDay } from '#web/lib/dates.ts';
import { useUrlTab } from '#web/lib/urlState.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import { Gallery } from './gallery/Gallery.tsx';
import { MortgageEstimate } from './MortgageEstimate.tsx';
import { PrintSheet } from './PrintSheet.tsx';
import styles from './PropertyPage.module.css';
import { LocationTab, OverviewTab } from './PropertyTabs.tsx';
import {
  propertyUrl,
  useDescription,
  useFavoriteToggle,
  useGoBack,
  useShareProperty,
  useVisit,
} from './pageHooks.ts';
import { detailRows, emailLink, pricePerSqm } from './propertyRows.ts';
import { SIMILAR_COUNT, similarQuery } from './queries.ts';
import { ContactDialog, Sidebar } from './Sidebar.tsx';

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
      <Button
        type="primary"
        size="large"
        icon={<MessageCircle size={18} aria-hidden="true" />}
        onClick={onContact}
      >
        Contact Agent
      </Button>
    </aside>
  );
}

function DetailsTab({ property }: { property: Property }) {
  return (
    <section className={`grid gap-3 min-w-0 ${styles.section}`}>
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

interface DetailToolbarProps {
  property: Property;
  /** Undefined while it is not known. */
  isFavorite: boolean | undefined;
  onToggleFavorite(): void;
  onShare(): void;
}

function DetailToolbar({ property, isFavorite, onToggleFavorite, onShare }: DetailToolbarProps) {
  const goBack = useGoBack();
  return (
    <div className="flex items-center justify-between min-h-14 mx-[calc(-1_*_var(--s-space-3))]">
      <button type="button" className={styles.action} onClick={goBack}>
        <ArrowLeft size={19} strokeWidth={2} aria-hidden="true" />
        Back
      </button>
      <div className="flex items-center">
        <CompareButton className={styles.action} propertyId={property.id} title={property.title} />
        <button type="button" className={styles.action} onClick={onShare}>
          <Share2 size={18} strokeWidth={2} aria-hidden="true" />
          Share
        </button>
        <button
          type="button"
          className={`${styles.action} ${isFavorite ? styles.on : ''}`}
          aria-pressed={isFavorite ?? 'mixed'}
          onClick={onToggleFavorite}
        >
          <Heart size={18} strokeWidth={2} aria-hidden="true" />
          Favorite
        </button>
      </div>
    </div>
  );
}

function Headline({ property }: { property: Property }) {
  const { title, type, listing_type, status, price, location, created_at } = property;
  const perSqm = pricePerSqm(property);
  return (
    <header className="grid gap-2">
      <div className="flex flex-wrap gap-2 mb-1">
        <ListingBadge listingType={listing_type} />
        <span className={styles.type}>
          <TypeBadge type={type} />
        </span>
        <StatusBadge status={status} />
      </div>
      <h1 className="font-[750]">{title}</h1>
      <p className={`flex gap-1.5 text-muted leading-[1.45] ${styles.address}`}>
        <MapPin size={18} strokeWidth={1.75} aria-hidden="true" />
        {location.address}, {location.city}
      </p>
      <div className="flex flex-wrap items-baseline gap-y-1 gap-x-3 mt-2">
        <p className="text-[clamp(1.625rem,1.35rem_+_1vw,2rem)] tabular-nums font-[750] leading-[1.2] tracking-[-0.025em]">
          {formatFullPrice(price)}
          {listing_type !== 'sale' && (
            <span className={`text-muted text-base font-medium ${styles.suffix}`}>
              {priceSuffix(listing_type)}
            </span>
          )}
        </p>
        {perSqm && <p className="text-muted text-[0.9375rem]">{perSqm}</p>}
        <p className="text-muted text-[0.9375rem] md:ml-auto">
          Listed on <time dateTime={created_at}>{formatDay(created_at)}</time>
        </p>
      </div>
    </header>
  );
}

function StatusBadge({ status }: { status: PropertyStatus }) {
  return <span className={`${styles.badge} ${styles[status]}`}>{propertyStatusLabel[status]}</span>;
}

const kinds: Record<ListingType, string> = { sale: 'for sale', rent: 'for rent', lease: 'for lease' };

/** Nothing where there is nothing similar; a failure here is no reason to trouble the visitor. */
function SimilarProperties({ property }: { property: Property }) {
  const { data, isPending } = useQuery(similarQuery(property));
  if (!isPending && (data === undefined || data.length === 0)) return null;
  return (
    <section className="mt-section" aria-labelledby="similar-heading">
      <h2 id="similar-heading">
        More {kinds[property.listing_type]} in {property.location.city}
      </h2>
      <ul
        className={`grid grid-flow-col gap-4 mt-3 mx-[calc(-1_*_var(--s-page-gutter))] mb-0 pt-2 px-gutter pb-4 ${styles.similarPropertiesRow}`}
      >
        {data
          ? data.map((other) => (
              <li key={other.id}>
                <PropertyCard property={other} sizes="(max-width: 30rem) 80vw, 19rem" />
              </li>
            ))
          : Array.from({ length: SIMILAR_COUNT }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the skeletons are alike
              <li key={index}>
                <PropertyCardSkeleton />
              </li>
            ))}
      </ul>
    </section>
  );
}
