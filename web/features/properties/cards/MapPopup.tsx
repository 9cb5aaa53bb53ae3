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
      <div className={styles.photo}>
        <PropertyLink propertyId={id} className={styles.picture} isPointerOnly>
          <Picture src={image} alt="" sizes="280px" />
        </PropertyLink>
        <div className={styles.badge}>
          <ListingBadge listingType={listing_type} />
        </div>
      </div>
      <div className={styles.body}>
        <h3 className={styles.title}>{title}</h3>
        <PropertyPrice price={price} listingType={listing_type} />
        <p className={styles.city}>
          <MapPin size={15} strokeWidth={1.75} aria-hidden="true" />
          {city}
        </p>
        <PropertyFacts {...point} />
        <div className={styles.actions}>
          <PropertyLink propertyId={id} className={styles.details} label={`View Details of ${title}`}>
            View Details
          </PropertyLink>
          <FavoriteButton propertyId={id} title={title} variant="labelled" />
        </div>
      </div>
    </article>
  );
}
