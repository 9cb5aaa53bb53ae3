import { Award, Handshake, Scale, UserRoundCheck } from 'lucide-react';
import { areaPicture } from '#web/features/locations/index.ts';
import { contact } from '#web/lib/contact.ts';
import { useSite } from '#web/lib/useSite.ts';
import { useTitle } from '#web/lib/useTitle.ts';
import { ButtonLink } from '#web/ui/ButtonLink.tsx';
import styles from './AboutScreen.module.css';
import { achievements, leaders, mission, timeline, values, vision } from './company.ts';
import { Portrait } from './Portrait.tsx';

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

const icons = { client: UserRoundCheck, integrity: Scale, excellence: Award, team: Handshake };

function CoreValues() {
  return (
    <section aria-labelledby="values-title">
      <h2 id="values-title" className="mb-6 text-2xl">
        Our Core Values
      </h2>
      <ul className={`grid grid-cols-[repeat(auto-fit,minmax(min(15rem,100%),1fr))] gap-6 ${styles.values}`}>
        {values.map(({ icon, title, text }) => {
          const Icon = icons[icon];
          return (
            <li key={title}>
              <Icon className="mb-4 text-primary" size={28} strokeWidth={1.75} aria-hidden="true" />
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Timeline() {
  return (
    <section aria-labelledby="timeline-title">
      <h2 id="timeline-title" className="mb-6 text-2xl">
        Our Journey
      </h2>
      <ol className={`ml-2 xl:grid xl:ml-0 xl:grid-cols-[repeat(5,1fr)] ${styles.line}`}>
        {timeline.map(({ year, title, text }) => (
          <li key={year}>
            <span className="text-primary font-[750]">{year}</span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Leadership() {
  return (
    <section aria-labelledby="leadership-title">
      <h2 id="leadership-title" className="mb-6 text-2xl">
        Our Leadership Team
      </h2>
      <ul className={`grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] gap-6 ${styles.people}`}>
        {leaders.map(({ portrait, name, role, text }) => (
          <li key={name}>
            <Portrait of={portrait} />
            <div>
              <h3>{name}</h3>
              <div className="mt-0.5 text-primary text-sm font-[650]">{role}</div>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
