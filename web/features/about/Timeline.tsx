import page from './AboutScreen.module.css';
import { timeline } from './company.ts';
import styles from './Timeline.module.css';

export function Timeline() {
  return (
    <section aria-labelledby="timeline-title">
      <h2 id="timeline-title" className={page.title}>
        Our Journey
      </h2>
      <ol className={styles.line}>
        {timeline.map(({ year, title, text }) => (
          <li key={year}>
            <span className={styles.year}>{year}</span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
