import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import type { Area } from '#shared/areas.ts';
import { listingTypeLabel } from '#shared/labels.ts';
import { areaPicture } from './areaPicture.ts';
import { ListingCount } from './ListingCount.tsx';
import styles from './LocationScreen.module.css';
import { offers } from './queries.ts';

export function AreaIntro({ area }: { area: Area }) {
  const place = encodeURIComponent(area.location);
  return (
    <header>
      <nav aria-label="Breadcrumb">
        <ol className={`flex flex-wrap items-center gap-y-0 gap-x-2 mb-4 text-muted text-sm ${styles.trail}`}>
          <li>
            <Link to="/">Home</Link>
            <ChevronRight size={14} aria-hidden="true" />
          </li>
          <li>
            <Link to="/locations">Locations</Link>
            <ChevronRight size={14} aria-hidden="true" />
          </li>
          <li aria-current="page">{area.name}</li>
        </ol>
      </nav>
      <div className={`grid gap-8 xl:grid-cols-[1fr_1.05fr] xl:gap-12 ${styles.intro}`}>
        <img
          className={styles.picture}
          src={areaPicture(area.slug)}
          alt=""
          width={960}
          height={640}
          fetchPriority="high"
        />
        <div className={styles.words}>
          <h1>Properties in {area.name}</h1>
          <p className={styles.lead}>{area.summary}</p>
          {area.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <ul className={`flex flex-wrap gap-2 mt-6 ${styles.counts}`}>
            {offers.map((offer) => (
              <li key={offer}>
                <Link to={`/properties?location=${place}&listing_type=${offer}`}>
                  {listingTypeLabel[offer]}
                  <strong>
                    <ListingCount filter={{ location: area.location, listing_type: offer }} />
                  </strong>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </header>
  );
}
