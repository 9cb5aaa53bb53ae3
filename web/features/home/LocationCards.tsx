import { AreaCard, ListingCount } from '#web/features/locations/index.ts';
import { SectionHeading } from '#web/ui/SectionHeading.tsx';
import { homeAreas } from './content.ts';
import styles from './LocationCards.module.css';

export function LocationCards() {
  return (
    <section aria-labelledby="locations-title">
      <SectionHeading
        id="locations-title"
        title="Where Metro Manila is moving"
        text="Business districts, bayside and new city blocks: start with the areas people ask for most."
        link={{ to: '/locations', label: 'All locations' }}
      />
      <ul className={styles.cards}>
        {homeAreas.map(({ slug, name }) => (
          <li key={slug}>
            <AreaCard
              slug={slug}
              name={name}
              to={`/properties?location=${encodeURIComponent(name)}`}
              note={<ListingCount filter={{ location: name }} />}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
