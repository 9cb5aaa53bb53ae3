import type { ListingType } from '#shared/contracts/properties.ts';
import { formatFullPrice, formatShortPrice, priceSuffix } from '#shared/money.ts';
import styles from './PropertyPrice.module.css';

interface PropertyPriceProps {
  price: number;
  listingType: ListingType;
  className?: string | undefined;
}

/** The short price; the full figure shows when pointed at. */
export function PropertyPrice({ price, listingType, className }: PropertyPriceProps) {
  const suffix = priceSuffix(listingType);
  return (
    <p
      className={[styles.price, className].filter(Boolean).join(' ')}
      title={`${formatFullPrice(price)}${suffix}`}
    >
      {formatShortPrice(price)}
      {suffix && <span className={`ml-0.5 text-muted text-sm font-medium ${styles.suffix}`}>{suffix}</span>}
    </p>
  );
}
