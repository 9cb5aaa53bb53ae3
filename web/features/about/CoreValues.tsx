import { Award, Handshake, Scale, UserRoundCheck } from 'lucide-react';
import page from './AboutScreen.module.css';
import styles from './CoreValues.module.css';
import { values } from './company.ts';

const icons = { client: UserRoundCheck, integrity: Scale, excellence: Award, team: Handshake };

export function CoreValues() {
  return (
    <section aria-labelledby="values-title">
      <h2 id="values-title" className={page.title}>
        Our Core Values
      </h2>
      <ul className={styles.values}>
        {values.map(({ icon, title, text }) => {
          const Icon = icons[icon];
          return (
            <li key={title}>
              <Icon className={styles.icon} size={28} strokeWidth={1.75} aria-hidden="true" />
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
