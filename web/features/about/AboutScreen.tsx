import { areaPicture } from '#web/features/locations/index.ts';
import { contact } from '#web/lib/contact.ts';
import { useSite } from '#web/lib/useSite.ts';
import { useTitle } from '#web/lib/useTitle.ts';
import { ButtonLink } from '#web/ui/ButtonLink.tsx';
import styles from './AboutScreen.module.css';
import { CoreValues } from './CoreValues.tsx';
import { achievements, mission, vision } from './company.ts';
import { Leadership } from './Leadership.tsx';
import { Timeline } from './Timeline.tsx';

export function AboutScreen() {
  const { siteName } = useSite();
  useTitle('About Us');
  return (
    <div className={`grid gap-section max-w-page mx-auto pt-12 px-gutter pb-0 ${styles.page}`}>
      <header className={`grid gap-8 lg:grid-cols-[1.1fr_1fr] lg:items-center lg:gap-12 ${styles.intro}`}>
        <div>
          <h1>About {siteName}</h1>
          <p>
            Silong is the Filipino word for shelter: the shade under a roof, a tree, an open door. We help
            people in Metro Manila find theirs.
          </p>
        </div>
        <img src={areaPicture('san-juan')} alt="" width={960} height={640} fetchPriority="high" />
      </header>
      <dl
        className={`grid grid-cols-[repeat(2,1fr)] gap-6 mt-[calc(-1_*_var(--s-space-5))] mx-0 mb-0 py-6 lg:grid-cols-[repeat(4,1fr)] ${styles.figures}`}
      >
        {achievements.map(({ figure, label }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      <div className={`grid gap-6 lg:grid-cols-[1fr_1fr] ${styles.purpose}`}>
        <section aria-labelledby="mission-title">
          <h2 id="mission-title">Our Mission</h2>
          <p>{mission}</p>
        </section>
        <section aria-labelledby="vision-title">
          <h2 id="vision-title">Our Vision</h2>
          <p>{vision}</p>
        </section>
      </div>
      <CoreValues />
      <Timeline />
      <Leadership />
      <section
        className={`grid justify-items-center gap-3 py-12 px-6 rounded-lg bg-inverse text-ink-inverse text-center ${styles.invitation}`}
        aria-labelledby="invitation-title"
      >
        <h2 id="invitation-title">Ready to find your place?</h2>
        <p>Look around first, or tell us what you need and we will point you to the right agent.</p>
        <div className="flex flex-wrap justify-center gap-3 mt-3">
          <ButtonLink to="/properties" size="large" className={styles.bright}>
            Browse Properties
          </ButtonLink>
          <a
            className="inline-flex items-center min-h-13 px-6 border border-[color-mix(in_srgb,var(--s-text-inverse)_45%,transparent)] rounded-md text-ink-inverse font-semibold no-underline hover:border-ink-inverse"
            href={`mailto:${contact.email}`}
          >
            Contact Us
          </a>
        </div>
      </section>
    </div>
  );
}
