import type { ReactNode } from 'react';
import styles from './DetailGroup.module.css';

interface DetailGroupProps {
  title: string;
  details?: readonly Detail[];
  /** Written by a person: its line breaks stay. */
  text?: string | null;
}

/** One subject of a details dialog. */
export function DetailGroup({ title, details = [], text }: DetailGroupProps) {
  return (
    <section className={styles.group}>
      <h3 className={styles.title}>{title}</h3>
      {details.length > 0 && <DetailList details={details} />}
      {text && <p className={styles.text}>{text}</p>}
    </section>
  );
}

/** A name and what stands under it; an empty one is left out. */
type Detail = readonly [name: string, value: ReactNode];

const isGiven = ([, value]: Detail) =>
  value !== null && value !== undefined && value !== '' && value !== false;

function DetailList({ details }: { details: readonly Detail[] }) {
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

/** How somebody is reached, as links. */
export const contactDetails = ({ email, phone }: { email: string; phone: string | null }): Detail[] => [
  [
    'Email',
    <a key="email" href={`mailto:${email}`}>
      {email}
    </a>,
  ],
  [
    'Phone',
    phone ? (
      <a key="phone" href={`tel:${phone}`}>
        {phone}
      </a>
    ) : (
      'Not given'
    ),
  ],
];
