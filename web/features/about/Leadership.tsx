import page from './AboutScreen.module.css';
import { leaders } from './company.ts';
import styles from './Leadership.module.css';
import { Portrait } from './Portrait.tsx';

export function Leadership() {
  return (
    <section aria-labelledby="leadership-title">
      <h2 id="leadership-title" className={page.title}>
        Our Leadership Team
      </h2>
      <ul className={styles.people}>
        {leaders.map(({ portrait, name, role, text }) => (
          <li key={name}>
            <Portrait of={portrait} />
            <div>
              <h3>{name}</h3>
              <div className={styles.role}>{role}</div>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
