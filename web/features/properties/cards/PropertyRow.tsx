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
    <article
      className={`relative grid grid-cols-[6.5rem_minmax(0,1fr)] items-center gap-4 p-2 rounded-md transition-colors hover:bg-[color-mix(in_srgb,var(--s-text)_4%,transparent)] ${styles.row}`}
    >
      <span className="block aspect-4/3 overflow-hidden rounded-sm">
        <Picture src={images[0]} alt="" sizes="7rem" />
      </span>
      <div className={`grid min-w-0 leading-[1.45] ${styles.words}`}>
        <h3 className="overflow-hidden text-ellipsis whitespace-nowrap text-[0.9375rem] font-[650] tracking-[-0.01em]">
          <PropertyLink
            propertyId={id}
            className={`text-ink no-underline focus-visible:outline-none after:absolute after:inset-0 after:content-[''] ${styles.link}`}
          >
            {title}
          </PropertyLink>
        </h3>
        <p className="overflow-hidden text-ellipsis whitespace-nowrap text-muted text-sm">
          {location.address}, {location.city}
        </p>
        <PropertyPrice price={price} listingType={listing_type} className={styles.price} />
        {note && <p className="text-muted text-sm">{note}</p>}
      </div>
    </article>
  );
}
