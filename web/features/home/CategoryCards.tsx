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
      <ul className={styles.cards}>
        {categories.map(({ type, title, text, linkText }) => (
          <li key={type}>
            <Link className={styles.card} to={`/properties?type=${type}`}>
              <img src={pictures[type]} alt="" width={960} height={640} loading="lazy" decoding="async" />
              <div className={styles.words}>
                <h3>{title}</h3>
                <p>{text}</p>
                <div className={styles.more}>
                  <span className={styles.link}>
                    {linkText}
                    <ArrowRight size={17} aria-hidden="true" />
                  </span>
                  <span className={styles.count}>
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
