import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { ListingCount } from '#web/features/locations/index.ts';
import { SectionHeading } from '#web/ui/SectionHeading.tsx';
import buy from './art/buy.svg?url';
import lease from './art/lease.svg?url';
import rent from './art/rent.svg?url';
import styles from './CategoryCards.module.css';
import { categories } from './content.ts';

const pictures = { sale: buy, rent, lease };

export function CategoryCards() {
  return (
    <section aria-labelledby="categories-title">
      <SectionHeading id="categories-title" title="What are you looking for?" />
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] gap-6">
        {categories.map(({ type, title, text, linkText }) => (
          <li key={type}>
            <Link className={styles.card} to={`/properties?type=${type}`}>
              <img src={pictures[type]} alt="" width={960} height={640} loading="lazy" decoding="async" />
              <div className={`flex flex-1 flex-col gap-1 pt-4 px-6 pb-6 max-md:p-4 ${styles.words}`}>
                <h3>{title}</h3>
                <p>{text}</p>
                <div className="flex flex-wrap items-center justify-between gap-2 mt-auto pt-3 text-[0.9375rem]">
                  <span className="inline-flex items-center gap-2 text-primary font-[650]">
                    {linkText}
                    <ArrowRight size={17} aria-hidden="true" />
                  </span>
                  <span className="text-muted text-sm">
                    <ListingCount filter={{ listing_type: type }} />
                  </span>
                </div>
              </div>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
