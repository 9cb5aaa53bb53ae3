import { Navigate, useParams } from 'react-router';
import { type Area, areas } from '#shared/areas.ts';
import { useTitle } from '#web/lib/useTitle.ts';
import { SectionHeading } from '#web/ui/SectionHeading.tsx';
import { AreaCard } from './AreaCard.tsx';
import { AreaIntro } from './AreaIntro.tsx';
import { AreaListings } from './AreaListings.tsx';
import { AreaPrices } from './AreaPrices.tsx';
import { ListingCount } from './ListingCount.tsx';
import styles from './LocationScreen.module.css';

/** The landing page of one area; an area we have no page for leads to the list of areas. */
export function LocationScreen() {
  const { slug } = useParams();
  const area = areas.find((candidate) => candidate.slug === slug);
  if (!area) return <Navigate to="/locations" replace />;
  // Another area is another page: nothing of the one before may linger.
  return <AreaPage key={area.slug} area={area} />;
}

function AreaPage({ area }: { area: Area }) {
  useTitle(`Properties in ${area.name}`);
  return (
    <div className={`grid gap-section max-w-page mx-auto pt-6 px-gutter pb-0 ${styles.page}`}>
      <AreaIntro area={area} />
      <AreaListings area={area} />
      <AreaPrices location={area.location} name={area.name} />
      <NearbyAreas area={area} />
    </div>
  );
}

function NearbyAreas({ area }: { area: Area }) {
  return (
    <section aria-labelledby="nearby-title">
      <SectionHeading
        id="nearby-title"
        title="Close by"
        link={{ to: '/locations', label: 'All locations' }}
      />
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-6">
        {areas
          .filter(({ slug }) => area.nearby.includes(slug))
          .map(({ slug, name, location }) => (
            <li key={slug}>
              <AreaCard
                slug={slug}
                name={name}
                to={`/locations/${slug}`}
                note={<ListingCount filter={{ location }} />}
              />
            </li>
          ))}
      </ul>
    </section>
  );
}
