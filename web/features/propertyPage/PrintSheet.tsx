import type { Property } from '#shared/contracts/properties.ts';
import { listingTypeLabel } from '#shared/labels.ts';
import { useSite } from '#web/lib/useSite.ts';
import { Picture } from '#web/ui/Picture.tsx';
import styles from './PrintSheet.module.css';
import { detailRows, fullPrice } from './propertyRows.ts';
import { propertyUrl } from './useShareProperty.ts';

const PICTURES = 3;

/** The listing on one sheet of paper; on the screen there is nothing of it. */
export function PrintSheet({ property }: { property: Property }) {
  const { id, title, description, images, features, location, listing_type, agent } = property;
  const { siteName } = useSite();
  return (
    <div className={styles.sheet} aria-hidden="true">
      <p className={styles.brand}>
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
        <div className={styles.money}>
          <p className={styles.price}>{fullPrice(property)}</p>
          <p>{listingTypeLabel[listing_type]}</p>
        </div>
      </div>
      {images.length > 0 && (
        <div className={styles.pictures}>
          {images.slice(0, PICTURES).map((src) => (
            <Picture key={src} src={src} alt="" sizes="40rem" />
          ))}
        </div>
      )}
      <div className={styles.body}>
        <div>
          <p className={styles.description}>{description}</p>
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
