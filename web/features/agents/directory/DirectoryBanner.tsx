import { useQuery } from '@tanstack/react-query';
import { directoryFigures } from '#web/features/about/index.ts';
import { agentsQuery } from '../queries.ts';
import styles from './DirectoryBanner.module.css';
import { filtersOf, usualState } from './directoryState.ts';

/** Counts the whole directory, whatever is searched in it. */
export function DirectoryBanner() {
  const { data } = useQuery(agentsQuery(filtersOf(usualState)));
  const figures = [{ figure: data ? `${data.length}+` : null, label: 'Expert Agents' }, ...directoryFigures];
  return (
    <header className={styles.banner}>
      <div className={styles.inside}>
        <div className={styles.words}>
          <h1>Our Agents</h1>
          <p>Licensed brokers who know their streets. Read what clients say, then call, write or chat.</p>
        </div>
        <dl className={styles.figures}>
          {figures.map(({ figure, label }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{figure ?? <span aria-hidden="true">–</span>}</dd>
            </div>
          ))}
        </dl>
      </div>
    </header>
  );
}
