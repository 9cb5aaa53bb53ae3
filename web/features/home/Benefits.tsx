import { BadgeCheck, MapPinned, MessagesSquare, PhilippinePeso } from 'lucide-react';
import { useSite } from '#web/lib/useSite.ts';
import styles from './Benefits.module.css';
import { benefits } from './content.ts';

const icons = { checked: BadgeCheck, local: MapPinned, talk: MessagesSquare, price: PhilippinePeso };

export function Benefits() {
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
