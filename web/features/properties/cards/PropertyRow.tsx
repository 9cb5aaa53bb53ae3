import type { ReactNode } from 'react';
import type { Property } from '#shared/contracts/properties.ts';
import { Picture } from '#web/ui/Picture.tsx';
import { PropertyLink } from './PropertyLink.tsx';
import { PropertyPrice } from './PropertyPrice.tsx';
import styles from './PropertyRow.module.css';

interface PropertyRowProps {
  property: Property;
  /** A last line, such as when it was seen. */
  note?: ReactNode;
}

/** A listing in little: where the full card would be too much. */
export function PropertyRow({ property, note }: PropertyRowProps) {
  const { id, title, images, location, price, listing_type } = property;
  return (
    <article className={styles.row}>
      <span className={styles.picture}>
        <Picture src={images[0]} alt="" sizes="7rem" />
      </span>
      <div className={styles.words}>
        <h3 className={styles.title}>
          <PropertyLink propertyId={id} className={styles.link}>
            {title}
          </PropertyLink>
        </h3>
        <p className={styles.place}>
          {location.address}, {location.city}
        </p>
        <PropertyPrice price={price} listingType={listing_type} className={styles.price} />
        {note && <p className={styles.note}>{note}</p>}
      </div>
    </article>
  );
}
