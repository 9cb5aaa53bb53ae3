import { useQuery } from '@tanstack/react-query';
import type { Property } from '#shared/contracts/properties.ts';
import { PropertyCard, PropertyCardSkeleton } from '#web/features/properties/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { offersQuery, SIMILAR_COUNT, similarQuery } from './queries.ts';

/** The width of a card: never more than a quarter, so that two similar homes stand side by side at the left. */
const similarColumns =
  'auto-cols-[minmax(min(17.25rem,78vw),calc((100%_-_3_*_var(--s-space-4))_/_4))] *:min-w-0 *:snap-start';

/** Nothing where there is nothing similar; a failure here is no reason to trouble the visitor. */
export function SimilarProperties({ property }: { property: Property }) {
  const { data: candidates, isPending } = useQuery(similarQuery(property));
  const { data: home } = useQuery(offersQuery(property.id));
  // What other agents ask for this very home stands among its offers.
  const isSameHome = (id: number) => home?.offers.some(({ property_id }) => property_id === id) === true;
  const data = candidates?.filter(({ id }) => !isSameHome(id)).slice(0, SIMILAR_COUNT);
  if (!isPending && (data === undefined || data.length === 0)) return null;
  return (
    <section className="mt-section" aria-labelledby="similar-heading">
      <h2 id="similar-heading">
        {t(
          '{offer, select, sale {More for sale in {city}} rent {More for rent in {city}} other {More for lease in {city}}}',
          { offer: property.listing_type, city: property.location.city },
        )}
      </h2>
      <ul
        className={`grid grid-flow-col gap-4 mt-3 mx-[calc(-1_*_var(--s-page-gutter))] mb-0 pt-2 px-gutter pb-4 overflow-x-auto overflow-y-hidden [overscroll-behavior-x:contain] [scroll-padding-inline:var(--s-page-gutter)] [scroll-snap-type:x_proximity] [scrollbar-width:thin] ${similarColumns}`}
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
