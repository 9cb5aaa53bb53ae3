import { Award, Handshake, Scale, UserRoundCheck } from 'lucide-react';
import styles from './CoreValues.module.css';
import { values } from './company.ts';

const icons = { client: UserRoundCheck, integrity: Scale, excellence: Award, team: Handshake };

export function CoreValues() {
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
