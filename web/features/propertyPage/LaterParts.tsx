// The parts of a listing's page below its first screen, as one chunk: see lazyParts.ts.
import { useQuery } from '@tanstack/react-query';
import { CirclePlay } from 'lucide-react';
import type { Property } from '#shared/contracts/properties.ts';
import { readVideoAddress } from '#shared/videos.ts';
import { PropertyCard, PropertyCardSkeleton } from '#web/features/properties/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { ButtonLink } from '#web/ui/controls/Button.tsx';
import { offersQuery, SIMILAR_COUNT, similarQuery } from './queries.ts';
import { TabSection } from './TabSection.tsx';

export { LazyAgentMessageModal as AgentMessageModal } from '#web/features/inquiries/index.ts';
export { CostEstimate } from './CostEstimate.tsx';
export { HomeOffers } from './HomeOffers.tsx';
export { ListingHistory } from './ListingHistory.tsx';
export { PrintSheet } from './PrintSheet.tsx';
export { ContactDialog, Sidebar } from './Sidebar.tsx';

/** The width of a card: at most a quarter, so that two similar homes stand side by side at the left. */
const similarColumns =
  'auto-cols-[minmax(min(17.25rem,78vw),calc((100%_-_3_*_var(--s-space-4))_/_4))] *:min-w-0 *:snap-start';

/** Empty without similar listings; a failure to load them stays silent. */
export function SimilarProperties({ property }: { property: Property }) {
  const { data: candidates, isPending } = useQuery(similarQuery(property));
  const { data: home } = useQuery(offersQuery(property.id));
  // Other agents' listings of the same home stand among its offers.
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

/** A link to a listing's video at its service. */
export function VideoLink({ address }: { address: string }) {
  const video = readVideoAddress(address);
  if (!video) return null;
  return (
    <TabSection heading={t('Video')}>
      <ButtonLink
        variant="outlined"
        className="justify-self-start"
        to={video.url}
        target="_blank"
        rel="noopener noreferrer nofollow"
      >
        <CirclePlay size={18} aria-hidden="true" />
        {t('Watch on {service}', { service: video.service })}
        <span className="visuallyHidden">{t('(opens in a new tab)')}</span>
      </ButtonLink>
    </TabSection>
  );
}
