import type { ReactNode } from 'react';
import styles from './DetailList.module.css';

/** A name and what stands under it; an empty one is left out. */
export type Detail = readonly [name: string, value: ReactNode];

const isGiven = ([, value]: Detail) =>
  value !== null && value !== undefined && value !== '' && value !== false;

export function DetailList({ details }: { details: readonly Detail[] }) {
  return (
    <dl className={styles.list}>
      {details.filter(isGiven).map(([name, value]) => (
        <div key={name} className={styles.detail}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
