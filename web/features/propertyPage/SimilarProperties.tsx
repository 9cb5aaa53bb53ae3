import { useQuery } from '@tanstack/react-query';
import type { ListingType, Property } from '#shared/contracts/properties.ts';
import { PropertyCard, PropertyCardSkeleton } from '#web/features/properties/index.ts';
import { SIMILAR_COUNT, similarQuery } from './queries.ts';
import styles from './SimilarProperties.module.css';

const kinds: Record<ListingType, string> = { sale: 'for sale', rent: 'for rent', lease: 'for lease' };

/** Nothing where there is nothing similar; a failure here is no reason to trouble the visitor. */
export function SimilarProperties({ property }: { property: Property }) {
  const { data, isPending } = useQuery(similarQuery(property));
  if (!isPending && (data === undefined || data.length === 0)) return null;
  return (
    <section className="mt-section" aria-labelledby="similar-heading">
      <h2 id="similar-heading">
        More {kinds[property.listing_type]} in {property.location.city}
      </h2>
      <ul
        className={`grid grid-flow-col gap-4 mt-3 mx-[calc(-1_*_var(--s-page-gutter))] mb-0 pt-2 px-gutter pb-4 ${styles.row}`}
      >
        {data
          ? data.map((other) => (
              <li key={other.id}>
                <PropertyCard property={other} sizes="(max-width: 30rem) 80vw, 19rem" />
              </li>
            ))
          : Array.from({ length: SIMILAR_COUNT }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the skeletons are alike
              <li key={index}>
                <PropertyCardSkeleton />
              </li>
            ))}
      </ul>
    </section>
  );
}
