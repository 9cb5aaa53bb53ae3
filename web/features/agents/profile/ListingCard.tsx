import { MapPin } from 'lucide-react';
import type { Property } from '#shared/contracts/properties.ts';
import { propertyStatusLabel } from '#shared/labels.ts';
import { FavoriteButton } from '#web/features/favorites/index.ts';
import { PropertyFacts, PropertyLink, PropertyPrice } from '#web/features/properties/index.ts';
import { Picture } from '#web/ui/Picture.tsx';
import styles from './ListingCard.module.css';
import { placeText, statusTone } from './listingWords.ts';

const SIZES = '(max-width: 40rem) 100vw, (max-width: 62rem) 50vw, 22rem';

export function ListingCard({ property }: { property: Property }) {
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
