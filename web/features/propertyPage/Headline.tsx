import { MapPin } from 'lucide-react';
import type { Property, PropertyStatus } from '#shared/contracts/properties.ts';
import { propertyStatusLabel } from '#shared/labels.ts';
import { formatFullPrice, priceSuffix } from '#shared/money.ts';
import { ListingBadge, TypeBadge } from '#web/features/properties/index.ts';
import { formatDay } from '#web/lib/dates.ts';
import styles from './Headline.module.css';
import { pricePerSqm } from './propertyRows.ts';

export function Headline({ property }: { property: Property }) {
  const { title, type, listing_type, status, price, location, created_at } = property;
  const perSqm = pricePerSqm(property);
  return (
    <header className={styles.headline}>
      <div className={styles.badges}>
        <ListingBadge listingType={listing_type} />
        <span className={styles.type}>
          <TypeBadge type={type} />
        </span>
        <StatusBadge status={status} />
      </div>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.address}>
        <MapPin size={18} strokeWidth={1.75} aria-hidden="true" />
        {location.address}, {location.city}
      </p>
      <div className={styles.figures}>
        <p className={styles.price}>
          {formatFullPrice(price)}
          {listing_type !== 'sale' && <span className={styles.suffix}>{priceSuffix(listing_type)}</span>}
        </p>
        {perSqm && <p className={styles.perSqm}>{perSqm}</p>}
        <p className={styles.listed}>
          Listed on <time dateTime={created_at}>{formatDay(created_at)}</time>
        </p>
      </div>
    </header>
  );
}

function StatusBadge({ status }: { status: PropertyStatus }) {
  return <span className={`${styles.badge} ${styles[status]}`}>{propertyStatusLabel[status]}</span>;
}
