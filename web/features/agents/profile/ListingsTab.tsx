import type { UseQueryResult } from '@tanstack/react-query';
import { MapPin } from 'lucide-react';
import type { Agent } from '#shared/contracts/agents.ts';
import type { Property, PropertyStatus } from '#shared/contracts/properties.ts';
import { propertyStatusLabel } from '#shared/labels.ts';
import { FavoriteButton } from '#web/features/favorites/index.ts';
import {
  PropertyFacts,
  PropertyGridSkeleton,
  PropertyLink,
  PropertyPrice,
} from '#web/features/properties/index.ts';
import { PartState } from '#web/ui/PartState.tsx';
import { Picture } from '#web/ui/Picture.tsx';
import styles from './ListingsTab.module.css';

type StatusTone = 'success' | 'danger' | 'warning';

/** The colours of this page: available green, sold red, any other yellow (specification, part 2 §2). */
export function statusTone(status: PropertyStatus): StatusTone {
  if (status === 'available') return 'success';
  return status === 'sold' ? 'danger' : 'warning';
}

/** What can still be had comes first; otherwise the order stays. */
export function availableFirst(properties: readonly Property[]): Property[] {
  const rank = ({ status }: Property) => (status === 'available' ? 0 : 1);
  return [...properties].sort((one, other) => rank(one) - rank(other));
}

/** The address, else the city. */
export function placeText({ address, city }: Pick<Property['location'], 'address' | 'city'>): string {
  return address.trim() || city.trim() || 'Location not available';
}

interface ListingsTabProps {
  agent: Agent;
  query: UseQueryResult<Property[]>;
}

export function ListingsTab({ agent, query }: ListingsTabProps) {
  return (
    <section aria-labelledby="listings-title">
      <h2 id="listings-title" className="visuallyHidden">
        Properties of {agent.name}
      </h2>
      <PartState
        query={query}
        loadingText="Loading properties…"
        failure="The properties could not be loaded."
        emptyTitle="No properties listed yet"
        emptyText={`New listings of ${agent.name} will appear here.`}
        skeleton={<PropertyGridSkeleton count={3} />}
      />
      <ul className={styles.grid}>
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
    <article className={styles.card}>
      <div className={styles.photo}>
        <Picture src={images[0]} alt="" sizes={SIZES} />
        <span className={`${styles.status} ${styles[statusTone(status)]}`}>
          {propertyStatusLabel[status]}
        </span>
        <FavoriteButton propertyId={id} title={title} className={styles.heart} />
      </div>
      <div className={styles.body}>
        <PropertyPrice price={price} listingType={listing_type} />
        <h3 className={styles.title}>
          <PropertyLink propertyId={id} className={styles.stretched}>
            {title}
          </PropertyLink>
        </h3>
        <p className={styles.place}>
          <MapPin size={15} strokeWidth={1.75} aria-hidden="true" />
          <span>{placeText(location)}</span>
        </p>
        <PropertyFacts type={type} {...details} />
        <PropertyLink propertyId={id} className={styles.details} label={`View Details of ${title}`}>
          View Details
        </PropertyLink>
      </div>
    </article>
  );
}
