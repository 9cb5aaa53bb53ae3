import { BadgeCheck, MapPinned, MessagesSquare, PhilippinePeso } from 'lucide-react';
import { useSite } from '#web/lib/useSite.ts';
import { useTitle } from '#web/lib/useTitle.ts';
import heroDark from './art/heroDark.svg?url';
import heroLight from './art/heroLight.svg?url';
import { CategoryCards } from './CategoryCards.tsx';
import { benefits, hero } from './content.ts';
import { HeroSearchPanel } from './HeroSearchPanel.tsx';
import styles from './HomeScreen.module.css';
import { LocationCards } from './LocationCards.tsx';
import { NewestListings } from './NewestListings.tsx';

export function HomeScreen() {
  useTitle();
  return (
    <>
      <section className={styles.hero} aria-labelledby="hero-title">
        <picture>
          <source srcSet={heroDark} media="(prefers-color-scheme: dark)" />
          <img className={styles.art} src={heroLight} alt="" fetchPriority="high" />
        </picture>
        <div className={styles.inside}>
          <div className={styles.words}>
            <h1 id="hero-title">{hero.title}</h1>
            <p>{hero.text}</p>
          </div>
          <HeroSearchPanel />
        </div>
      </section>
      <div className={styles.sections}>
        <NewestListings />
        <CategoryCards />
        <LocationCards />
        <Benefits />
      </div>
    </>
  );
}

const icons = { checked: BadgeCheck, local: MapPinned, talk: MessagesSquare, price: PhilippinePeso };

function Benefits() {
  const { siteName } = useSite();
  return (
    <section className={styles.block} aria-labelledby="benefits-title">
      <h2 id="benefits-title">Why choose {siteName}?</h2>
      <ul className={styles.cards}>
        {benefits.map(({ icon, title, text }) => {
          const Icon = icons[icon];
          return (
            <li key={title} className={styles.card}>
              <span className={styles.icon}>
                <Icon size={24} strokeWidth={1.75} aria-hidden="true" />
              </span>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
