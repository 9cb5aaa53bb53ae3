import type { Property } from '#shared/contracts/properties.ts';
import { PropertyCard, PropertyCardSkeleton } from './PropertyCard.tsx';

interface PropertyGridProps {
  properties: Property[];
  /** How many cards, from the first, are on the first screen. Default none. */
  urgentCount?: number;
  label?: string;
  /** Told which listing the pointer or the keyboard is on. */
  onPoint?: ((propertyId: number | null) => void) | undefined;
}

const gridClass = 'grid grid-fill-[17.25rem] gap-6';

export function PropertyGrid({ properties, urgentCount = 0, label, onPoint }: PropertyGridProps) {
  return (
    <ul className={gridClass} aria-label={label}>
      {properties.map((property, index) => (
        <li
          key={property.id}
          onPointerEnter={onPoint && (() => onPoint(property.id))}
          onPointerLeave={onPoint && (() => onPoint(null))}
          onFocus={onPoint && (() => onPoint(property.id))}
          onBlur={onPoint && (() => onPoint(null))}
        >
          <PropertyCard property={property} isUrgent={index < urgentCount} />
        </li>
      ))}
    </ul>
  );
}

/** What stands there until the properties come. Say beside it what is loading. */
export function PropertyGridSkeleton({ count }: { count: number }) {
  return (
    <div className={gridClass} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the skeletons are alike
        <PropertyCardSkeleton key={index} />
      ))}
    </div>
  );
}
