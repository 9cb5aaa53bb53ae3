import { Check, Minus, X } from 'lucide-react';
import type { CSSProperties } from 'react';
import type { Property } from '#shared/contracts/properties.ts';
import { PropertyLink } from '#web/features/properties/index.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Picture } from '#web/ui/Picture.tsx';
import styles from './CompareTable.module.css';
import { compareRows, featureRows } from './compareRows.ts';

interface CompareTableProps {
  properties: Property[];
  isDifferencesOnly: boolean;
  onRemove(id: number): void;
}

/** Scrolls sideways where it does not fit; the names of the rows stay. */
export function CompareTable({ properties, isDifferencesOnly, onRemove }: CompareTableProps) {
  const isShown = (row: { isDifferent: boolean }) => row.isDifferent || !isDifferencesOnly;
  const features = featureRows(properties).filter(isShown);
  const rowClass = (isDifferent: boolean) => (isDifferent ? styles.different : styles.alike);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll from the keyboard too
    <section className={styles.scroller} tabIndex={0} aria-label="Comparison">
      <table
        className={`w-full min-w-[calc(var(--label-width)_+_var(--columns)_*_12.5rem)] max-w-[calc(var(--label-width)_+_var(--columns)_*_24rem)] ${styles.table}`}
        style={{ '--columns': properties.length } as CSSProperties}
      >
        <thead>
          <tr>
            <td className={styles.corner} />
            {properties.map(({ id, title, images, location }) => (
              <th key={id} scope="col" className={styles.property}>
                <div className={`relative aspect-3/2 overflow-hidden rounded-md bg-skeleton ${styles.photo}`}>
                  <PropertyLink propertyId={id} isPointerOnly>
                    <Picture src={images[0]} alt="" sizes="(max-width: 48rem) 60vw, 20rem" />
                  </PropertyLink>
                  <IconButton
                    className={styles.remove}
                    variant="overlay"
                    label={`Remove ${title} from comparison`}
                    icon={<X size={18} aria-hidden="true" />}
                    onClick={() => onRemove(id)}
                  />
                </div>
                <PropertyLink
                  propertyId={id}
                  className="block mt-3 text-ink font-[650] leading-[1.3] no-underline hover:text-primary hover:underline"
                >
                  {title}
                </PropertyLink>
                <p className="mt-1 text-muted text-sm leading-[1.4]">{location.address}</p>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {compareRows(properties)
            .filter(isShown)
            .map(({ label, values, isDifferent }) => (
              <tr key={label} className={rowClass(isDifferent)}>
                <th scope="row">{label}</th>
                {properties.map(({ id }, at) => (
                  <td key={id}>{values[at] ?? <Absent words="Not stated" />}</td>
                ))}
              </tr>
            ))}
        </tbody>
        {features.length > 0 && (
          <tbody>
            <tr>
              <th scope="rowgroup" className={styles.group} colSpan={properties.length + 1}>
                <span>Features</span>
              </th>
            </tr>
            {features.map(({ feature, has, isDifferent }) => (
              <tr key={feature} className={rowClass(isDifferent)}>
                <th scope="row">{feature}</th>
                {properties.map(({ id }, at) => (
                  <td key={id}>
                    {has[at] ? (
                      <Check className="text-success" size={20} strokeWidth={2.5} aria-label="Yes" />
                    ) : (
                      <Absent words="No" />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        )}
      </table>
    </section>
  );
}

function Absent({ words }: { words: string }) {
  return <Minus className="text-muted opacity-75" size={18} strokeWidth={2} aria-label={words} />;
}
