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
      <section
        className="relative isolate mb-[calc(var(--s-space-7)_+_1.5rem)] xl:mb-[calc(var(--s-space-8)_+_4.75rem)]"
        aria-labelledby="hero-title"
      >
        <picture>
          <source srcSet={heroDark} media="(prefers-color-scheme: dark)" />
          <img
            className={`absolute inset-0 w-full h-[calc(100%_-_13rem)] object-cover xl:h-full ${styles.art}`}
            src={heroLight}
            alt=""
            fetchPriority="high"
          />
        </picture>
        <div
          className={`flex flex-col justify-between min-h-164 max-w-page mx-auto pt-8 px-gutter pb-0 xl:min-h-164 xl:pt-section ${styles.inside}`}
        >
          <div className={styles.words}>
            <h1 id="hero-title">{hero.title}</h1>
            <p>{hero.text}</p>
          </div>
          <HeroSearchPanel />
        </div>
      </section>
      <div className={`grid gap-section max-w-page mx-auto px-gutter ${styles.sections}`}>
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
    <section
      className={`py-12 px-[clamp(var(--s-space-5),4vw,var(--s-space-7))] rounded-lg bg-sunken ${styles.block}`}
      aria-labelledby="benefits-title"
    >
      <h2 id="benefits-title">Why choose {siteName}?</h2>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(14rem,100%),1fr))] gap-y-8 gap-x-6">
        {benefits.map(({ icon, title, text }) => {
          const Icon = icons[icon];
          return (
            <li key={title} className={styles.card}>
              <span className="grid place-items-center w-12 h-12 mb-4 rounded-md bg-primary text-on-primary">
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
