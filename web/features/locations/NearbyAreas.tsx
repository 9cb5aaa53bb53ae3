import { type Area, areas } from '#shared/areas.ts';
import { SectionHeading } from '#web/ui/SectionHeading.tsx';
import { AreaCard } from './AreaCard.tsx';
import { ListingCount } from './ListingCount.tsx';
import styles from './LocationScreen.module.css';

export function NearbyAreas({ area }: { area: Area }) {
  return (
    <section aria-labelledby="nearby-title">
      <SectionHeading
        id="nearby-title"
        title="Close by"
        link={{ to: '/locations', label: 'All locations' }}
      />
      <ul className={styles.nearby}>
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
