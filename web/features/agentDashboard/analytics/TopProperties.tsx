import { ArrowDown } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import type { TopProperty } from '#shared/contracts/analytics.ts';
import { propertyStatusLabel } from '#shared/labels.ts';
import { formatFullPrice } from '#shared/money.ts';
import { statusTone } from '../../../components/property/statusTone.ts';
import { Badge } from '../../../components/ui/Badge.tsx';
import styles from './TopProperties.module.css';

const UNTITLED = 'Untitled Property';
const columns = [
  { id: 'price', label: 'Price' },
  { id: 'views', label: 'Views' },
  { id: 'inquiries', label: 'Inquiries' },
] as const;
type Column = (typeof columns)[number]['id'];

/** The listings people want most; the largest figure of the chosen column first. */
export function TopProperties({ properties }: { properties: TopProperty[] }) {
  const id = useId();
  const [sort, setSort] = useState<Column>('views');
  const sorted = properties.toSorted((one, other) => other[sort] - one[sort]);
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h3 id={id}>Top Performing Properties</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <div className={styles.scroll} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Property</th>
              {columns.map(({ id: column, label }) => (
                <th key={column} scope="col" aria-sort={sort === column ? 'descending' : 'none'}>
                  <button type="button" onClick={() => setSort(column)}>
                    {label}
                    {sort === column && <ArrowDown size={14} aria-hidden="true" />}
                  </button>
                </th>
              ))}
              <th scope="col">Status</th>
            </tr>
          </thead>
          <tbody>
            {sorted.map(({ id: propertyId, title, price, views, inquiries, status }) => (
              <tr key={propertyId}>
                <th scope="row">
                  <Link to={`/properties/${propertyId}`}>{title || UNTITLED}</Link>
                </th>
                <td>{formatFullPrice(price)}</td>
                <td>{views}</td>
                <td>{inquiries}</td>
                <td>
                  <Badge tone={statusTone[status]}>{propertyStatusLabel[status]}</Badge>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
