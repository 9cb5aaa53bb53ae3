import { useTitle } from '#web/lib/useTitle.ts';
import heroDark from './art/heroDark.svg?url';
import heroLight from './art/heroLight.svg?url';
import { Benefits } from './Benefits.tsx';
import { CategoryCards } from './CategoryCards.tsx';
import { hero } from './content.ts';
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
