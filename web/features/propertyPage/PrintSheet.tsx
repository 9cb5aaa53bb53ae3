import type { Property } from '#shared/contracts/properties.ts';
import { listingTypeLabel } from '#shared/labels.ts';
import { useSite } from '#web/lib/useSite.ts';
import { Picture } from '#web/ui/display/Picture.tsx';
import styles from './PrintSheet.module.css';
import { propertyUrl } from './pageHooks.ts';
import { detailRows, fullPrice } from './propertyRows.ts';

const PICTURES = 3;

/** The listing on one sheet of paper; on the screen there is nothing of it. */
export function PrintSheet({ property }: { property: Property }) {
  const { id, title, description, images, features, location, listing_type, agent } = property;
  const { siteName } = useSite();
  return (
    <div
      className={`hidden print:grid print:text-[#17211e] print:leading-[1.45] ${styles.sheet}`}
      aria-hidden="true"
    >
      <p className={`print:flex print:justify-between print:text-[#55635e] ${styles.brand}`}>
        <strong>{siteName}</strong>
        <span>{propertyUrl(id)}</span>
      </p>
      <div className={styles.head}>
        <div>
          <p className={styles.title}>{title}</p>
          <p>
            {location.address}, {location.city}, {location.province}
          </p>
        </div>
        <div className="print:flex-none print:text-right">
          <p className={styles.price}>{fullPrice(property)}</p>
          <p>{listingTypeLabel[listing_type]}</p>
        </div>
      </div>
      {images.length > 0 && (
        <div
          className={`print:grid print:grid-cols-[2fr_1fr] print:grid-rows-[repeat(2,37mm)] ${styles.pictures}`}
        >
          {images.slice(0, PICTURES).map((src) => (
            <Picture key={src} src={src} alt="" sizes="40rem" />
          ))}
        </div>
      )}
      <div className={styles.body}>
        <div>
          <p className="print:whitespace-pre-line">{description}</p>
          {features.length > 0 && <p className={styles.features}>{features.join(' · ')}</p>}
        </div>
        <dl className={styles.rows}>
          {detailRows(property).map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      {agent && (
        <p className={styles.agent}>
          <strong>{agent.name}</strong> Real Estate Agent · {agent.email}
          {agent.phone && ` · ${agent.phone}`}
        </p>
      )}
    </div>
  );
}
