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
