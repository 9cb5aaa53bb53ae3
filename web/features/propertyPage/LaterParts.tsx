// The parts of a listing's page below its first screen, as one chunk: see lazyParts.ts.
import { useQuery } from '@tanstack/react-query';
import { CirclePlay } from 'lucide-react';
import type { Property } from '#shared/contracts/properties.ts';
import { listingTypeLabel } from '#shared/labels.ts';
import { readVideoAddress } from '#shared/videos.ts';
import { PropertyCard, PropertyCardSkeleton } from '#web/features/properties/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { useSite } from '#web/lib/useSite.ts';
import { ButtonLink } from '#web/ui/controls/ButtonLink.tsx';
import { Picture } from '#web/ui/display/Picture.tsx';
import { PagePart } from '#web/ui/layout/pageParts.tsx';
import styles from './PrintSheet.module.css';
import { propertyUrl } from './pageHooks.ts';
import { detailRows, fullPrice } from './propertyRows.ts';
import { offersQuery, SIMILAR_COUNT, similarQuery } from './queries.ts';

export { LazyAgentMessageModal as AgentMessageModal } from '#web/features/inquiries/index.ts';
export { CostEstimate } from './CostEstimate.tsx';
export { HomeOffers } from './HomeOffers.tsx';
export { ListingHistory } from './ListingHistory.tsx';
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
    <PagePart heading={t('Video')}>
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
    </PagePart>
  );
}

const PICTURES = 3;
const headlineClass = 'text-[17pt] font-[750] leading-[1.25] tracking-[-0.02em]';

/** The listing on one sheet of paper; on the screen there is nothing of it. */
export function PrintSheet({ property }: { property: Property }) {
  const { id, title, description, images, features, location, listing_type, agent } = property;
  const { siteName } = useSite();
  return (
    <div
      className={`hidden gap-[5mm] text-[#17211e] text-[9.5pt] leading-[1.45] print:grid ${styles.sheet}`}
      aria-hidden="true"
    >
      <p className="flex justify-between pb-[2mm] border-b-[0.5pt] border-b-[#c9c5b8] text-[#55635e]">
        <strong className="text-[#0b6b5b] text-[13pt] font-extrabold">{siteName}</strong>
        {/* The server's page names the site's own address, also where it was opened by another one. */}
        <span suppressHydrationWarning>{propertyUrl(id)}</span>
      </p>
      <div className="flex justify-between gap-[8mm]">
        <div>
          <p dir="auto" className={headlineClass}>
            {title}
          </p>
          <p>
            {location.address}, {location.city}, {location.province}
          </p>
        </div>
        <div className="flex-none text-right">
          <p className={headlineClass}>{fullPrice(property)}</p>
          <p>{t(listingTypeLabel[listing_type])}</p>
        </div>
      </div>
      {images.length > 0 && (
        <div className={`grid grid-cols-[2fr_1fr] grid-rows-[repeat(2,37mm)] gap-[2mm] ${styles.pictures}`}>
          {images.slice(0, PICTURES).map((src) => (
            <Picture key={src} className="min-h-0 rounded-[2mm]" src={src} alt="" sizes="40rem" />
          ))}
        </div>
      )}
      <div className="grid grid-cols-[1.7fr_1fr] gap-[8mm]">
        <div>
          <p dir="auto" className="whitespace-pre-line">
            {description}
          </p>
          {features.length > 0 && <p className="mt-[4mm] text-[#55635e]">{features.join(' · ')}</p>}
        </div>
        <dl>
          {detailRows(property).map(({ label, value }) => (
            <div
              key={label}
              className="flex justify-between gap-[3mm] py-[1mm] border-b-[0.5pt] border-b-[#e4e1d8]"
            >
              <dt className="text-[#55635e]">{label}</dt>
              <dd className="font-[650] text-right">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      {agent && (
        <p className="py-[3mm] px-[4mm] rounded-[2mm] bg-[#f3f1ea]">
          <strong>{agent.name}</strong> {t('Real Estate Agent')}
          {agent.email && ` · ${agent.email}`}
          {agent.phone && ` · ${agent.phone}`}
        </p>
      )}
    </div>
  );
}
