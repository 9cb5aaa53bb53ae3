import { timeline } from './company.ts';
import styles from './Timeline.module.css';

export function Timeline() {
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
