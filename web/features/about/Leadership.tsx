import { leaders } from './company.ts';
import styles from './Leadership.module.css';
import { Portrait } from './Portrait.tsx';

export function Leadership() {
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
