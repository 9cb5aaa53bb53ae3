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
    <header className="bg-inverse text-ink-inverse">
      <div className="grid gap-6 max-w-page mx-auto pt-[clamp(var(--s-space-5),4vw,var(--s-space-7))] px-gutter pb-[calc(clamp(var(--s-space-5),4vw,var(--s-space-7))_+_2.25rem)] xl:grid-cols-[1fr_auto] xl:items-end">
        <div className={styles.words}>
          <h1>Our Agents</h1>
          <p>Licensed brokers who know their streets. Read what clients say, then call, write or chat.</p>
        </div>
        <dl
          className={`grid grid-cols-[repeat(2,minmax(0,auto))] justify-start gap-y-3 gap-x-12 md:grid-cols-[repeat(4,auto)] ${styles.figures}`}
        >
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
