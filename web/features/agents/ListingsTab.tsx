import type { UseQueryResult } from '@tanstack/react-query';
import { MapPin } from 'lucide-react';
import type { Agent } from '#shared/contracts/agents.ts';
import type { Property } from '#shared/contracts/properties.ts';
import { propertyStatusLabel } from '#shared/labels.ts';
import type { PropertyStatus } from '#shared/listing/vocabulary.ts';
import { FavoriteButton } from '#web/features/favorites/index.ts';
import {
  PropertyFacts,
  PropertyGridSkeleton,
  PropertyLink,
  PropertyPrice,
} from '#web/features/properties/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { Picture } from '#web/ui/display/Picture.tsx';
import { PartState } from '#web/ui/states/PartState.tsx';

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

interface ListingsTabProps {
  agent: Agent;
  query: UseQueryResult<Property[]>;
}

export function ListingsTab({ agent, query }: ListingsTabProps) {
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
    <article className="group/card relative flex flex-col h-full overflow-hidden border border-line rounded-lg bg-surface shadow-sm has-[h3_a:focus-visible]:outline-3 has-[h3_a:focus-visible]:outline-primary has-[h3_a:focus-visible]:outline-offset-2">
      <div className="relative flex-none aspect-3/2 overflow-hidden bg-skeleton">
        <Picture src={images[0]} alt="" sizes={SIZES} />
        <span
          className={`absolute top-3 left-3 inline-flex items-center h-6.5 py-0 px-2.5 rounded-full text-xs font-bold leading-none ${toneStyle[statusTone(status)]}`}
        >
          {t(propertyStatusLabel[status])}
        </span>
        <FavoriteButton propertyId={id} title={title} className="absolute! top-1.5! right-1.5! z-2!" />
      </div>
      <div className="flex flex-1 flex-col gap-2 pt-3.5 px-4 pb-4">
        <PropertyPrice price={price} listingType={listing_type} />
        <h3 className="text-base font-[650] leading-[1.3] tracking-[-0.01em]">
          <PropertyLink
            propertyId={id}
            className="text-ink no-underline after:absolute after:z-1 after:inset-0 after:content-[''] focus-visible:outline-none"
          >
            <bdi>{title}</bdi>
          </PropertyLink>
        </h3>
        <p className="flex items-center gap-1.5 min-w-0 text-muted text-sm leading-[1.4] [&_svg]:flex-none">
          <MapPin size={15} strokeWidth={1.75} />
          <span className="truncate">{placeText(location)}</span>
        </p>
        <PropertyFacts type={type} {...details} />
        <PropertyLink
          propertyId={id}
          className="relative z-1 flex items-center justify-center min-h-control mt-auto border border-line-strong rounded-[0.625rem] text-primary text-[0.9375rem] font-[650] no-underline hover:border-primary hover:bg-primary-soft group-hover/card:border-primary group-hover/card:bg-primary-soft"
          label={t('View Details of {title}', { title })}
        >
          {t('View Details')}
        </PropertyLink>
      </div>
    </article>
  );
}
