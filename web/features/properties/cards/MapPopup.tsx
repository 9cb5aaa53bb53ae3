import { MapPin } from 'lucide-react';
import { use } from 'react';
import type { MapPoint } from '#shared/contracts/properties.ts';
import { Picture } from '#web/ui/Picture.tsx';
import { ListingBadge } from './badges.tsx';
import { CardSlotsContext } from './cardSlots.ts';
import styles from './MapPopup.module.css';
import { PropertyFacts } from './PropertyFacts.tsx';
import { PropertyLink } from './PropertyLink.tsx';
import { PropertyPrice } from './PropertyPrice.tsx';

/** What a marker opens: a small card. */
export function MapPopup({ point }: { point: MapPoint }) {
  const { FavoriteButton } = use(CardSlotsContext);
  const { id, title, image, listing_type, price, city } = point;
  return (
    <article className={styles.popup}>
      <div className="relative aspect-16/9 bg-skeleton">
        <PropertyLink propertyId={id} className="block h-full" isPointerOnly>
          <Picture src={image} alt="" sizes="280px" />
        </PropertyLink>
        <div className="absolute top-2 left-2 pointer-events-none">
          <ListingBadge listingType={listing_type} />
        </div>
      </div>
      <div className="grid gap-1.5 pt-3 px-3.5 pb-3.5">
        <h3
          className={`overflow-hidden text-[0.9375rem] font-[650] leading-[1.3] tracking-[-0.01em] text-pretty ${styles.title}`}
        >
          {title}
        </h3>
        <PropertyPrice price={price} listingType={listing_type} />
        <p className="flex items-center gap-1.5 text-muted text-sm">
          <MapPin size={15} strokeWidth={1.75} aria-hidden="true" />
          {city}
        </p>
        <PropertyFacts {...point} />
        <div className="flex gap-2 mt-2">
          <PropertyLink propertyId={id} className={styles.details} label={`View Details of ${title}`}>
            View Details
          </PropertyLink>
          <FavoriteButton propertyId={id} title={title} variant="labelled" />
        </div>
      </div>
    </article>
  );
}
