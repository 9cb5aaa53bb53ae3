import type { Property } from '#shared/contracts/properties.ts';
import styles from './DetailsTab.module.css';
import { detailRows } from './propertyRows.ts';
import sections from './sections.module.css';

export function DetailsTab({ property }: { property: Property }) {
  return (
    <section className={sections.section}>
      <h2>Property Details</h2>
      <dl className={styles.rows}>
        {detailRows(property).map(({ label, value }) => (
          <div key={label} className={styles.row}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
