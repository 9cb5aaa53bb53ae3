import { AreaCard, ListingCount } from '#web/features/locations/index.ts';
import { SectionHeading } from '#web/ui/SectionHeading.tsx';
import { homeAreas } from './content.ts';

export function LocationCards() {
  return (
    <section aria-labelledby="locations-title">
      <SectionHeading
        id="locations-title"
        title="Where Metro Manila is moving"
        text="Business districts, bayside and new city blocks: start with the areas people ask for most."
        link={{ to: '/locations', label: 'All locations' }}
      />
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] gap-6">
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
