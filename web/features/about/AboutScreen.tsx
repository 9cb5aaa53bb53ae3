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
    <div className={styles.page}>
      <header className={styles.intro}>
        <div>
          <h1>About {siteName}</h1>
          <p>
            Silong is the Filipino word for shelter: the shade under a roof, a tree, an open door. We help
            people in Metro Manila find theirs.
          </p>
        </div>
        <img src={areaPicture('san-juan')} alt="" width={960} height={640} fetchPriority="high" />
      </header>
      <dl className={styles.figures}>
        {achievements.map(({ figure, label }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.purpose}>
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
      <section className={styles.invitation} aria-labelledby="invitation-title">
        <h2 id="invitation-title">Ready to find your place?</h2>
        <p>Look around first, or tell us what you need and we will point you to the right agent.</p>
        <div className={styles.actions}>
          <ButtonLink to="/properties" size="large" className={styles.bright}>
            Browse Properties
          </ButtonLink>
          <a className={styles.contact} href={`mailto:${contact.email}`}>
            Contact Us
          </a>
        </div>
      </section>
    </div>
  );
}
