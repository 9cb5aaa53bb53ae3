import type { Property } from '#shared/contracts/properties.ts';
import { detailRows } from './propertyRows.ts';
import { Rows } from './Rows.tsx';
import sections from './sections.module.css';

export function DetailsTab({ property }: { property: Property }) {
  return (
    <section className={sections.section}>
      <h2>Property Details</h2>
      <Rows rows={detailRows(property)} />
    </section>
  );
}
