import { MapPin } from 'lucide-react';
import { use } from 'react';
import type { Property } from '#shared/contracts/properties.ts';
import { ListingBadge, TypeBadge } from './badges.tsx';
import { CardCarousel } from './CardCarousel.tsx';
import { CardSlotsContext } from './cardSlots.ts';
import styles from './PropertyCard.module.css';
import { PropertyFacts } from './PropertyFacts.tsx';
import { PropertyLink } from './PropertyLink.tsx';
import { PropertyPrice } from './PropertyPrice.tsx';

interface PropertyCardProps {
  property: Property;
  /** Its picture is on the first screen: loaded at once. */
  isUrgent?: boolean;
  /** How wide the picture is shown, as `sizes` says it; by default as in PropertyGrid. */
  sizes?: string;
}

const GRID_SIZES = '(max-width: 38rem) 100vw, (max-width: 60rem) 50vw, (max-width: 78rem) 33vw, 19rem';

/** A listing in a list. All of it leads to the listing's page. */
export function PropertyCard({ property, isUrgent = false, sizes = GRID_SIZES }: PropertyCardProps) {
  const { FavoriteButton, ViewedBadge } = use(CardSlotsContext);
  const { id, title, images, type, listing_type, location, details, price } = property;
  return (
    <article className={styles.card}>
      <div className={styles.photo}>
        <CardCarousel
          // Another listing in the same place begins at its own first picture.
          key={id}
          propertyId={id}
          title={title}
          images={images}
          sizes={sizes}
          isUrgent={isUrgent}
        />
        <div className={styles.badges}>
          <ListingBadge listingType={listing_type} />
          <TypeBadge type={type} />
        </div>
        <div className={styles.viewed}>
          <ViewedBadge propertyId={id} />
        </div>
        <FavoriteButton propertyId={id} title={title} className={styles.heart} />
      </div>
      <div className={styles.body}>
        <h3 className={styles.title}>
          <PropertyLink propertyId={id} className={styles.stretched}>
            {title}
          </PropertyLink>
        </h3>
        <p className={styles.place}>
          <MapPin size={15} strokeWidth={1.75} aria-hidden="true" />
          <span className={styles.address}>{location.address}</span>
          <span className={styles.city}> · {location.city}</span>
        </p>
        <PropertyFacts type={type} {...details} />
        <div className={styles.footer}>
          <PropertyPrice price={price} listingType={listing_type} />
          <PropertyLink propertyId={id} className={styles.details} label={`View Details of ${title}`}>
            View Details
          </PropertyLink>
        </div>
      </div>
    </article>
  );
}
